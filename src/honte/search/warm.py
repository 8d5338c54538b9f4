"""Compiling kernels ahead of time, family by family.

An engine registers a function without arguments that calls its kernels once on something tiny, with the
argument types of real use:

    @warms("playouts")
    def warm_up() -> None: ...

A family is known once its module is imported; `honte.cli.warm` imports all of them. Nothing here
imports Numba.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import NamedTuple


class Family(NamedTuple):
    """Kernels that are compiled together: a name for people and the warm-up call."""

    name: str
    warm_up: Callable[[], object]


_families: dict[str, Family] = {}
_ready: set[str] = set()
_loading = threading.RLock()


def warms(name: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Registers a function as the warm-up call of a family."""

    def register(warm_up: Callable[[], None]) -> Callable[[], None]:
        _families[name] = Family(name, warm_up)
        return warm_up

    return register


def families() -> list[Family]:
    """The families whose modules are imported, in the order of their import."""
    return list(_families.values())


def warm_family(family: Family) -> float:
    """Compiles one family (or loads it from the cache) and returns the seconds it took."""
    started = time.perf_counter()
    family.warm_up()
    return time.perf_counter() - started


def ready(name: str) -> None:
    """Makes sure that a family is loaded, once a process: call it before a clock is started.

    Compiling is no part of a search, so no search should pay for it from its budget. A second thread waits
    for the first; a warm-up call that fails is made again the next time.
    """
    with _loading:
        if name in _ready:
            return
        _ready.add(name)  # before the call, because the warm-up call itself comes through here
        try:
            warm_family(_families[name])
        except BaseException:
            _ready.discard(name)
            raise


def warm_all(watch: Callable[[Family, float | None], object] | None = None) -> dict[str, float]:
    """Compiles every known family and returns the seconds of each.

    Calls `watch` before each family (with None for the seconds) and after it.
    """
    seconds: dict[str, float] = {}
    for family in families():
        if watch is not None:
            watch(family, None)
        seconds[family.name] = warm_family(family)
        if watch is not None:
            watch(family, seconds[family.name])
    return seconds
