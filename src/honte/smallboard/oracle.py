"""Exact tables of whole small boards: what each side can force from every position.

An oracle answers L and U under simple ko: L is the margin that Black can force in play that ends, U
the margin to which White can hold Black. Where L < U, play can repeat forever, and only a superko rule
decides. Boards of up to 12 points take seconds; 4x4 takes minutes and 300 MB, and serves the slow
tests. The oracle shares no search code with `solver`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from honte.core import BLACK, Position
from honte.errors import InputError
from honte.grid import Grid
from honte.search.warm import ready, warms
from honte.smallboard.geometry import Geometry, check_size, geometry

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ORACLE_POINTS = 16
"""The most points of a table's board: 4x4."""


class Oracle:
    """The values of all positions of one grid.

    >>> oracle = oracle_of(Grid(2, 2))
    >>> oracle.legal_boards
    57
    >>> oracle.bounds(Position.empty(2, 2))
    (-4, 4)
    """

    def __init__(self, grid: Grid) -> None:
        import numpy as np

        from honte.kernels.small import table

        check_size(grid, ORACLE_POINTS)
        shape = geometry(grid)
        self.grid = grid
        self.geometry: Geometry = shape
        self._rank = np.zeros(3**grid.size, np.int32)
        least, legal = table.rank_boards(self._rank, shape.bits, shape.base3, shape.stride, shape.full)
        self.least_boards = int(least)
        """Legal boards up to symmetry."""
        self.legal_boards = int(legal)
        self._first: NDArray[np.int8] = np.full((least, grid.size + 1), -grid.size, np.int8)
        self._second = self._first.copy()
        self.sweeps = self._settle()

    def _settle(self) -> int:
        from honte.kernels.small import table

        shape, sweeps = self.geometry, 1
        while table.sweep(
            self._first, self._second, self._rank, shape.bits, shape.base3, shape.stride, shape.full,
            0, self._rank.size,
        ):  # fmt: skip
            sweeps += 1
        return sweeps

    def bounds(self, position: Position) -> tuple[int, int]:
        """(L, U) of a position for Black; the ko point counts, earlier history does not."""
        board = position.board
        if board.grid is not self.grid:
            raise InputError(f"this oracle has {self.grid.cols}x{self.grid.rows} boards only")
        ko = 0 if position.ko is None else self.grid.bit(position.ko)
        black, white = board.black_mask, board.white_mask
        black_first = position.to_play is BLACK
        low = self.forced(black, white, ko, prover_first=black_first)
        high = -self.forced(white, black, ko, prover_first=not black_first)
        return low, high

    def forced(self, own: int, opp: int, ko: int, *, prover_first: bool) -> int:
        """The margin that the prover, the owner of `own`, can force; positions are masks."""
        import numpy as np

        from honte.kernels.small import table

        place, numbers = np.zeros(2, np.int64), np.zeros(8, np.int64)
        table.place_of(
            np.uint64(own), np.uint64(opp), np.uint64(ko), self._rank, self.geometry.base3, numbers, place
        )
        if place[0] < 0:
            raise InputError("a chain without a liberty cannot stand, so the board has no value")
        values = self._first if prover_first else self._second
        return int(values[place[0], place[1]])


@cache
def oracle_of(grid: Grid) -> Oracle:
    """The oracle of a grid; built on first use, then kept."""
    ready("tables of tiny boards")
    return Oracle(grid)


@warms("tables of tiny boards", seconds=2)
def warm_up() -> None:
    """Compiles the kernels on the 2x1 board. Most answers need no table, so it is a family of its own."""
    Oracle(Grid(2, 1)).bounds(Position.empty(2, 1))
