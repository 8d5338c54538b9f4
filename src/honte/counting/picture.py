"""The picture of a final count: who owns which point, which stones are dead."""

from __future__ import annotations

from honte.core import BLACK, WHITE
from honte.counting.final import FinalCount
from honte.formats.picture import Picture
from honte.grid import Point


def count_picture(count: FinalCount, title: str | None = None) -> Picture:
    """The counted board: owners painted, dead stones crossed, eyes in seki and points to fill marked.

    The title is the result unless another is given.
    """
    board = count.board
    owner: dict[Point, float] = {}
    for color in (BLACK, WHITE):
        points = count.score.points(color) | board.stones(color.opponent) & count.dead
        owner |= dict.fromkeys(points, float(color))
    marks = dict.fromkeys(count.dead, "cross")
    marks |= dict.fromkeys(count.score.seki, "square")
    marks |= dict.fromkeys(count.score.fill - count.dead, "triangle")
    return Picture(
        board, ownership=owner, marks=marks, title=str(count.score.result) if title is None else title
    )
