"""All compiled code. Modules here take arrays, ints and a seed, know nothing of Board or Game, and
run with the GIL released. Import them inside the functions that use them: loading Numba costs half
a second, and `import honte` must not pay for it. `NUMBA_DISABLE_JIT=1` runs the same source as
plain Python.
"""
