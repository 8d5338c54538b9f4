"""How much a position in the middle looks like a box: what is seen of it along the lines of the board.

In a game, stones of both colors stand around a fight. Around a group that was walled in stands one color
alone. Nothing is proved with this measure; it chooses among candidates and among problems.
"""

from __future__ import annotations

from honte.core import Board, Color
from honte.grid import Point, PointSet
from honte.tsumego.problem import Problem
from honte.tsumego.problem.place import Place, place_of

BOX = 0.93
"""From this share on, one color alone stands around the position."""


def boxed(board: Board, color: Color) -> float:
    """The share of a color among the first and last stones of all columns and rows; 1 without stones.

    >>> box = Board.parse('''
    ... . X X X .
    ... X O . O X
    ... X . O O X
    ... . X X X .
    ... . . . . .
    ... ''')
    >>> boxed(box, Color.BLACK)
    1.0
    >>> open_above = box.with_stones(box.grid.set([Point(2, 4), Point(3, 4)]), None)
    >>> round(boxed(open_above, Color.BLACK), 2)
    0.89
    """
    lines: dict[tuple[str, int], list[Point]] = {}
    for point in ~board.empty:
        lines.setdefault(("column", point.col), []).append(point)
        lines.setdefault(("row", point.row), []).append(point)
    seen = [end(line) for line in lines.values() for end in (min, max)]
    return sum(board[point] is color for point in seen) / len(seen) if seen else 1.0


def is_box(problem: Problem, added: PointSet | None = None) -> bool:
    """Whether a problem lies in the middle and the attacker alone stands around it, `added` stones aside."""
    board = problem.board if added is None else problem.board.with_stones(added, None)
    return place_of(problem.area) is Place.MIDDLE and boxed(board, problem.attacker) >= BOX
