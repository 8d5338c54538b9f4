"""Moves a part of a board to a board of another size: what touches an edge still touches it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from honte.core import BLACK, WHITE, Board
from honte.grid import Grid, Point, PointSet

FREE = 3
"""Empty lines between the part and an edge that plays no role in it."""


@dataclass(frozen=True)
class Placing:
    """How points move to another grid."""

    grid: Grid
    right: int
    up: int

    @classmethod
    def of(cls, part: PointSet, grid: Grid) -> Placing | None:
        """How a part of a board moves; None when there is no room, or it touches two opposite edges."""
        here = part.grid
        right = _shift(here.cols, grid.cols, [p.col for p in part])
        up = _shift(here.rows, grid.rows, [p.row for p in part])
        return None if right is None or up is None else cls(grid, right, up)

    def point(self, point: Point) -> Point:
        """Where a point goes."""
        return Point(point.col + self.right, point.row + self.up)

    def points(self, points: PointSet) -> PointSet:
        """Where points go."""
        return self.grid.set(self.point(p) for p in points)

    def board(self, board: Board, within: PointSet) -> Board:
        """The stones of a part of the board."""
        black, white = (self.points(board.stones(color) & within).mask for color in (BLACK, WHITE))
        return Board(self.grid, black, white)


def _shift(old: int, new: int, values: Sequence[int]) -> int | None:
    """How far columns or rows move; None when they do not fit.

    Those that touch an edge still touch it; the others go to the middle.
    """
    low, high = min(values), max(values)
    at_low, at_high = low == 0, high == old - 1
    if (at_low and at_high) or high - low + 1 + 2 * FREE > new:
        return None
    return 0 if at_low else new - old if at_high else (new - (high - low + 1)) // 2 - low
