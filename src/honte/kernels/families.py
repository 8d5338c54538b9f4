"""Which kernels there are to compile ahead of time, and compiling them.

Each family names a function without arguments that calls its kernels once on something tiny, with
the argument types of real use. To add one, add a line: the function is looked up by its path only
when it is run, so it may live in any layer. Nothing here imports Numba.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple


class Family(NamedTuple):
    """A name for people and `module:function` of the warm-up call."""

    name: str
    path: str


FAMILIES = (
    Family("Go board", "honte.core.compiled:warm_up"),
    Family("playouts", "honte.core.playouts:warm_up"),
    Family("opponent", "honte.engine.mcts:warm_up"),
    Family("moyo", "honte.estimate.moyo:warm_up"),
    Family("life and death", "honte.tsumego.solver:warm_up"),
    Family("GoLD's search", "honte.tsumego.alphabeta:warm_up"),
    Family("small boards", "honte.smallboard.solver:warm_up"),
    Family("estimators", "honte.estimate.models:warm_up"),
    Family("settling playouts", "honte.estimate.judging:warm_up"),
    Family("SameGame", "honte.samegame.solver:warm_up"),
)


def warm_family(family: Family) -> float:
    """Compiles one family (or loads it from the cache) and returns the seconds it took."""
    module, function = family.path.split(":")
    started = time.perf_counter()
    getattr(import_module(module), function)()
    return time.perf_counter() - started


_ready: set[str] = set()


def ready(name: str) -> None:
    """Makes sure that a family is loaded, once a process: call it before a clock is started.

    Compiling is no part of a search, so no search should pay for it from its budget.
    """
    if name not in _ready:
        _ready.add(name)  # first, because the warm-up call itself comes through here
        warm_family(next(family for family in FAMILIES if family.name == name))


def warm_all(watch: Callable[[Family, float | None], object] | None = None) -> dict[str, float]:
    """Compiles every family; `watch` hears of each before (seconds None) and after."""
    seconds: dict[str, float] = {}
    for family in FAMILIES:
        if watch is not None:
            watch(family, None)
        seconds[family.name] = warm_family(family)
        if watch is not None:
            watch(family, seconds[family.name])
    return seconds
