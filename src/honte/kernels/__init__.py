"""All compiled code, one folder for each family, and what the families share.

`jit` compiles, `intrinsics` has what Numba lacks, `control` names the cells that a search shares with its
budget, and `polling` reads and writes them.

Kernels take arrays, ints and a seed, know nothing of Board or Game, and run with the GIL released. Import
them inside the functions that use them: loading Numba costs half a second, and `import honte` must not pay
for it. `NUMBA_DISABLE_JIT=1` runs the same source as plain Python.
"""
