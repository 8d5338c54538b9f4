"""What is being compiled, in words and with the seconds that it takes. Imports no Numba."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from honte.kernels.notice import listeners


class Stage(NamedTuple):
    """Kernels that a person knows by one name."""

    name: str
    seconds: int
    """To compile all of it on an idle machine of two cores."""

    @property
    def line(self) -> str:
        """What a person reads while this is compiled."""
        return f"compiling {self.name}, once, about {self.seconds} s"


STAGES = {
    "local": Stage("the life-and-death search", 8),
    "link": Stage("the search for connections", 4),
    "gold": Stage("GoLD's search", 5),
    "small.table": Stage("the tables of tiny boards", 2),
    "small": Stage("the small-board search", 11),
    "tiles": Stage("the SameGame search", 9),
    "go.tree": Stage("the opponent", 3),
    "go.settle": Stage("the playouts that find dead stones", 5),
    "go.perft": Stage("the Go board", 2),
    "go.board": Stage("the Go board", 2),
    "go": Stage("the playouts", 3),
    "maps.atsumi": Stage("the moyo measures", 6),
    "maps.size": Stage("the moyo measures", 6),
    "maps": Stage("the estimators", 3),
}
"""The stage of each module or folder of kernels."""
OTHER = Stage("a fast part", 2)
"""The stage of kernels outside this package."""
ALL_SECONDS = 30
"""Seconds that `honte warm` takes on an idle machine of two cores."""


def stage_of(module: str) -> Stage:
    """The stage of a kernel by the name of its module.

    >>> stage_of("honte.kernels.local.dfpn").line
    'compiling the life-and-death search, once, about 8 s'
    """
    name = module.removeprefix("honte.kernels.")
    return STAGES.get(name) or STAGES.get(name.split(".")[0]) or OTHER


@contextmanager
def hearing(hear: Callable[[Stage], object]) -> Iterator[None]:
    """Calls `hear` with every stage that this process begins to compile inside the block."""

    def listen(module: str | None) -> None:
        if module is not None:
            hear(stage_of(module))

    listeners.append(listen)
    try:
        yield
    finally:
        listeners.remove(listen)
