"""Where a problem lies on the board: in a corner, on a side, in the middle."""

from __future__ import annotations

from enum import Enum

from honte.grid import PointSet

NEAR = 2
"""Lines along an edge that count as near it."""


class Place(Enum):
    """Where on the board a group stands."""

    CORNER = "corner"
    SIDE = "side"
    MIDDLE = "middle"


def place_of(points: PointSet) -> Place:
    """Where points lie: they reach the first two lines of two edges, of one edge, or of none."""
    grid = points.grid
    cols, rows = [p.col for p in points], [p.row for p in points]
    near_col = min(cols) < NEAR or max(cols) >= grid.cols - NEAR
    near_row = min(rows) < NEAR or max(rows) >= grid.rows - NEAR
    return (Place.MIDDLE, Place.SIDE, Place.CORNER)[near_col + near_row]
