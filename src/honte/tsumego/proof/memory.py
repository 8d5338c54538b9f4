"""What searches remember together: one table, and words in it that mean the same in several areas.

A position is stored with all points outside its area as the attacker's stones. So an area in which the
attacker has sealed off everything that a smaller area leaves out becomes that smaller area, and finds what is
proved there; and a position that a person has played on to is found where the search met it. For this the
areas number their points alike. Areas *agree* when the stones that fill the difference could never be
captured; otherwise they share the table, and each finds only its own positions there.
"""

from __future__ import annotations

import threading
import weakref
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from honte.core import Color
from honte.grid import Grid, Point
from honte.tsumego.problem import Capture, Problem
from honte.tsumego.proof.local import LocalBoard, TooLarge

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ENTRY_BYTES = 64
_pool: dict[int, list[list[Any]]] = {}
_pool_lock = threading.Lock()
_MOST_GENERATIONS = 1 << 22


@dataclass(frozen=True, slots=True)
class _Kind:
    """What areas must have in common to agree at all."""

    grid: Grid
    defender: Color
    capture: Capture
    free_pass: bool


@dataclass(slots=True)
class _Family:
    """Areas that agree: their points in the order of their bits, and their boards."""

    kind: _Kind
    generation: int
    places: tuple[Point, ...] = ()
    boards: list[LocalBoard] = field(default_factory=list)


class Memory:
    """A table that provers share."""

    def __init__(self, memory_mb: int = 256) -> None:
        self._slot = _borrow(self, memory_mb)
        self._families: list[_Family] = []
        self._lock = threading.Lock()

    @property
    def table(self) -> NDArray[np.void]:
        """The entries."""
        table: NDArray[np.void] = self._slot[0]
        return table

    def board(self, problem: Problem, *, escape: bool, free_pass: bool) -> LocalBoard:
        """The compiled board of a problem, whose positions are found wherever an earlier area agrees."""
        kind = _Kind(problem.grid, problem.defender, problem.capture, free_pass)
        with self._lock:
            for family in self._families if not escape else ():
                local = _joining(family, kind, problem)
                if local is not None:
                    _number(local, family.generation, free_pass=free_pass)
                    return local
            local = LocalBoard.of(problem, escape=escape)
            generation = self._next()
            if not escape:
                family = _Family(kind, generation)
                _add(family, local)
                self._families.append(family)
            _number(local, generation, free_pass=free_pass)
            return local

    def alone(self, local: Any) -> None:
        """Gives a board of another kind words of its own."""
        with self._lock:
            _number(local, self._next(), free_pass=False)

    def _next(self) -> int:
        self._slot[1] += 1
        return int(self._slot[1])


def _number(local: Any, generation: int, *, free_pass: bool) -> None:
    local.region[0].generation = generation
    local.region[0].free_pass = free_pass


def _joining(family: _Family, kind: _Kind, problem: Problem) -> LocalBoard | None:
    """The board of a problem in the numbering of a family; None if it does not agree with all its boards."""
    if family.kind != kind:
        return None
    try:
        local = LocalBoard.of(problem, places=family.places)
    except TooLarge:
        return None
    if not all(_agree(local, other) for other in family.boards):
        return None
    _add(family, local)
    return local


def _add(family: _Family, local: LocalBoard) -> None:
    new = [p for p in local.points if p is not None and p not in family.places]
    family.places += tuple(new)
    if not any(_same(local, other) for other in family.boards):
        family.boards.append(local)


def _same(one: LocalBoard, other: LocalBoard) -> bool:
    """Whether two boards have the same frozen part."""
    a, b = one.region[0], other.region[0]
    return all(int(a[name]) == int(b[name]) for name in ("full", "wall", "ally")) and _keys(one) == _keys(
        other
    )


def _agree(one: LocalBoard, other: LocalBoard) -> bool:
    """Whether a position of both, with the attacker on all points that only one of them has, has one value.

    The attacker's stones on such points must be safe, what touches the rest must be the same, and the
    keystones must be the same chains.
    """
    keys, others = _keys(one), _keys(other)
    if len(keys) != len(others) or any(k & o not in (k, o) for k, o in zip(keys, others, strict=True)):
        return False
    a, b = one.region[0], other.region[0]
    common = int(a.full) & int(b.full)
    if (int(a.ally) ^ int(b.ally)) & common:
        return False
    touched = []
    for region in (a, b):
        only = int(region.full) & ~common
        if not _all_touch(region, only, int(region.wall)):
            return False
        touched.append((int(region.wall) | _around(region, only)) & common)
    return touched[0] == touched[1]


def _keys(local: LocalBoard) -> list[int]:
    return [int(k) for k in local.region[0].keys[: int(local.region[0].key_count)]]


def _around(region: Any, mask: int) -> int:
    result = 0
    for i in range(mask.bit_length()):
        if mask >> i & 1:
            result |= int(region.neighbors[i])
    return result


def _all_touch(region: Any, mask: int, wall: int) -> bool:
    """Whether every connected part of a mask touches the wall."""
    reached = mask & wall
    while True:
        grown = reached | _around(region, reached) & mask
        if grown == reached:
            return reached == mask
        reached = grown


def _borrow(owner: object, memory_mb: int) -> list[Any]:
    """Borrows a table of at most this size, with its last generation, until its owner is gone.

    Each entry carries a generation, so a used table works like a new one, and its memory is already mapped.
    """
    entries = 1 << max(10, (memory_mb * (1 << 20) // _ENTRY_BYTES).bit_length() - 1)
    with _pool_lock:
        free = _pool.setdefault(entries, [])
        slot: list[Any] = free.pop() if free else [None, 0]
    if slot[0] is None or slot[1] + 1 >= _MOST_GENERATIONS:
        slot = [_aligned(entries), 0]
    weakref.finalize(owner, free.append, slot)
    return slot


def _aligned(entries: int) -> NDArray[np.void]:
    """A table in which every entry fills one line of the processor's cache."""
    import numpy as np

    from honte.kernels.local.table import ENTRY

    raw = np.zeros((entries + 1) * ENTRY.itemsize, np.uint8)
    start = -raw.ctypes.data % ENTRY.itemsize
    return raw[start : start + entries * ENTRY.itemsize].view(ENTRY).view(np.recarray)
