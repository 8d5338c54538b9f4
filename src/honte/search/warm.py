"""Compiling kernels ahead of time, family by family.

An engine registers a function without arguments that calls its kernels once on something tiny, with the
argument types of real use:

    @warms("playouts", seconds=3)
    def warm_up() -> None: ...

A family is known once its module is imported; `honte.cli.warm` imports all of them. Nothing here
imports Numba.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import NamedTuple

from honte.search.apart import begin_apart


class Family(NamedTuple):
    """Kernels that are compiled together: a name for people and the warm-up call."""

    name: str
    warm_up: Callable[[], object]
    seconds: float
    """To compile it, about; `honte warm` begins with the longest."""


_families: dict[str, Family] = {}
_ready: set[str] = set()
_loading = threading.RLock()


def warms(name: str, seconds: float = 1.0) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Registers a function as the warm-up call of a family; `seconds` is how long it compiles, about."""

    def register(warm_up: Callable[[], None]) -> Callable[[], None]:
        _families[name] = Family(name, warm_up, seconds)
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


def warm_all(
    watch: Callable[[str, float | None], object] | None = None,
    *,
    processes: int = 1,
    load: Callable[[], object] = lambda: None,
) -> dict[str, float]:
    """Compiles every known family and returns the seconds of each.

    Numba compiles one kernel at a time in one process, so `processes` share the families; each calls `load`,
    which must import them. Calls `watch` with the name of each family before it (with None for the seconds)
    and after it.
    """
    watch = watch or (lambda name, seconds: None)
    if processes > 1:
        return _warm_apart(watch, processes, load)
    seconds: dict[str, float] = {}
    for family in families():
        watch(family.name, None)
        seconds[family.name] = warm_family(family)
        watch(family.name, seconds[family.name])
    return seconds


def _warm_apart(
    watch: Callable[[str, float | None], object], processes: int, load: Callable[[], object]
) -> dict[str, float]:
    """Shares the families between processes, the longest first."""
    from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    todo = sorted(families(), key=lambda family: -family.seconds)
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _begin, (load,))
    running: dict[Future[float], str] = {}
    seconds: dict[str, float] = {}
    try:
        while todo or running:
            while todo and len(running) < processes:
                name = todo.pop(0).name
                running[pool.submit(_warm_named, name)] = name
                watch(name, None)
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                name = running.pop(done)
                seconds[name] = done.result()
                watch(name, seconds[name])
    except BrokenProcessPool:  # the system ended one, for want of memory
        return warm_all(watch)
    except BaseException:
        for process in list(pool._processes.values()):  # Ctrl-C must not wait for the compiler
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
    return {family.name: seconds[family.name] for family in families()}


def _begin(load: Callable[[], object]) -> None:
    begin_apart()
    load()


def _warm_named(name: str) -> float:
    return warm_family(_families[name])
