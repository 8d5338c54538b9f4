"""Fixed handicap stones on the star points."""

from __future__ import annotations

from honte.errors import InputError
from honte.grid import Grid, Point, PointSet


def handicap_points(grid: Grid, stones: int) -> PointSet:
    """The star points that `stones` handicap stones take; none for 0 or 1.

    >>> print(handicap_points(Grid(19), 3))
    {D4, Q4, Q16}
    """
    if stones in (0, 1):
        return PointSet(grid)
    order = _order(grid)
    if not 0 <= stones <= len(order):
        most = len(order)
        raise InputError(
            f"{stones} handicap stones do not fit a {grid.cols}x{grid.rows} board; at most {most}"
        )
    chosen = order[:stones]
    if stones in (5, 7) and len(order) == 9:  # the odd stone goes to the center
        chosen = [*order[: stones - 1], order[8]]
    return grid.set(chosen)


def _order(grid: Grid) -> list[Point]:
    """Star points in the order they are taken: corners, sides, center."""
    stars = grid.star_points
    if len(stars) < 4:
        return []
    cols = sorted({p.col for p in stars})
    rows = sorted({p.row for p in stars})
    left, right, bottom, top = cols[0], cols[-1], rows[0], rows[-1]
    order = [Point(right, top), Point(left, bottom), Point(right, bottom), Point(left, top)]
    middle = Point(grid.cols // 2, grid.rows // 2)
    if len(stars) >= 9:
        order += [
            Point(left, middle.row),
            Point(right, middle.row),
            Point(middle.col, top),
            Point(middle.col, bottom),
        ]
    return [*order, middle] if middle in stars else order
