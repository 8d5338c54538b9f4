"""Compiles a kernel and all that it calls as one unit, which takes half of the time.

Numba alone makes a whole program of every function: it optimizes it, writes machine code and a file for it,
and does so again in each caller into which the function is linked. Here a kernel is a *part*: it is typed
and translated once and linked into its callers as it stands. Only a kernel that Python itself calls is
optimized and becomes machine code, together with its parts.
"""

from __future__ import annotations

import copy
import gc
from typing import Any

import numba
from numba.core import compiler, typing
from numba.core.codegen import JITCodeLibrary
from numba.core.environment import Environment
from numba.core.types import unliteral  # type: ignore[attr-defined]  # Numba is not typed

from honte.kernels.notice import compiling

OPTIMIZED_TWICE = ("honte.kernels.go.",)
"""Modules whose parts are also optimized by themselves. Playouts are 3 % faster so, and compiling them takes
half a second more; the other families gain nothing."""


class _Part(JITCodeLibrary):  # type: ignore[misc]
    """The code of a kernel for its callers, without machine code."""

    optimized = False

    def _optimize_final_module(self) -> None:
        if self.optimized:
            super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class _Flags(compiler.Flags):  # type: ignore[misc]
    """Options of the compiler with a fast comparison: Numba compares them a hundred thousand times."""

    __slots__ = ()

    def __hash__(self) -> int:
        return hash(_Flags)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Flags) and self._values == other._values


class _Parts:
    """The parts of one kernel, by the types of its arguments."""

    def __init__(self, dispatcher: Any) -> None:
        self._dispatcher = dispatcher
        self._parts: dict[tuple[Any, ...], Any] = {}

    @property
    def signatures(self) -> list[Any]:
        """The types of arguments and result of every part."""
        return [part.signature for part in self._parts.values()]

    def part(self, types: tuple[Any, ...]) -> Any:
        """Types and translates the kernel for arguments of these types, once."""
        if types not in self._parts:
            target = self._dispatcher._compiler.targetdescr
            flags = _Flags()
            target.options.parse_as_flags(flags, self._dispatcher.targetoptions)
            flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
            function, context = self._dispatcher.py_func, target.target_context
            library = _Part(context.codegen(), function.__qualname__)
            library.optimized = function.__module__.startswith(OPTIMIZED_TWICE)
            with self._dispatcher._compiling_counter:  # so that Numba sees a recursive call as one
                part = compiler.compile_extra(
                    target.typing_context, context, function, types, None, flags, {}, library=library
                )
            part = part._replace(entry_point=object())  # the name under which callers find it
            context.insert_user_function(part.entry_point, part.fndesc, [library])
            self._parts[types] = part
        return self._parts[types]

    def template(self, args: Any, kws: Any) -> Any:
        """Answers Numba's question about the types of a call from another kernel.

        A number that is written in a call counts by its type alone: otherwise `f(0)` and `f(depth)` would
        become two functions, each with all that it calls.
        """
        named = {name: unliteral(value) for name, value in kws.items()}
        pysig, folded = self._dispatcher.fold_argument_types([unliteral(a) for a in args], named)
        self.part(tuple(folded))
        name = self._dispatcher.py_func.__name__
        return typing.make_concrete_template(name, name, self.signatures), pysig, folded, {}

    def program(self, types: tuple[Any, ...], _: Any) -> Any:
        """Makes machine code that Python can call of the part and of all that it calls."""
        collecting = gc.isenabled()
        gc.disable()  # compiling makes millions of small objects and keeps most of them
        try:
            with compiling(self._dispatcher.py_func.__module__):
                return self._linked(self.part(types))
        finally:
            if collecting:
                gc.enable()

    def _linked(self, part: Any) -> Any:
        context = part.target_context
        library = context.codegen().create_library(part.library.name)
        library.enable_object_caching()
        fndesc = copy.copy(part.fndesc)
        fndesc.env_name += ".call"  # the call from Python has constants of its own, which no part may share
        environment = Environment.from_fndesc(fndesc)
        context.create_cpython_wrapper(library, fndesc, environment, part.call_helper, release_gil=True)
        library.add_linking_library(part.library)
        entry = context.get_executable(library, fndesc, environment)
        whole = part._replace(
            entry_point=entry, library=library, fndesc=fndesc, environment=environment,
            reload_init=[*getattr(library, "_reload_init", part.reload_init)],
        )  # fmt: skip
        for used in whole._find_referenced_environments():
            library.codegen.set_env(used.env_name, used)
        return whole


def in_parts(dispatcher: Any) -> Any:
    """Lets a function of Numba be compiled as parts; returns it."""
    if numba.config.DISABLE_JIT:
        return dispatcher
    parts = dispatcher.parts = _Parts(dispatcher)
    dispatcher.get_call_template = parts.template
    dispatcher.get_overload = lambda types: parts.part(tuple(types)).entry_point
    dispatcher._compiler._compile_core = parts.program
    return dispatcher
