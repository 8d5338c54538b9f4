"""Capturing races, asked by a stone of each group; `honte.tsumego.stakes.racing` says how."""

from __future__ import annotations

from dataclasses import replace

from honte.core import Board, Color, Position
from honte.errors import ProblemError
from honte.grid import Point, PointSet
from honte.search.budget import Budget
from honte.tsumego.answer import solve
from honte.tsumego.problem import Setup, Stake
from honte.tsumego.stakes.racing import Race as Race
from honte.tsumego.stakes.racing import Winner as Winner


def race(
    position: Position, black: Point, white: Point, budget: Budget, *, area: PointSet | None = None
) -> Race:
    """Decides the race between the black chain at one point and the white chain at another.

    Without an area each question finds its own. Raises ProblemError when a point holds no stone of its color.

    >>> board = Board.parse('''
    ... . X O . X .
    ... . X O . X .
    ... . X O O X .
    ... O O X O X .
    ... . O X X X .
    ... O O X . . .
    ... . O X . . .
    ... ''')
    >>> found = race(Position(board, Color.BLACK), Point.parse("B7"), Point.parse("C7"), Budget(nodes=50_000))
    >>> print(found)
    Black first: Black wins at D6
    White first: Black wins
    Black has 1 move to spare
    """
    given = _given(position.board, black, white)
    setup = Setup(position.board, position.to_play, given, area, ko=position.ko, stake=Stake.RACE)
    answer = solve(setup, budget, explain=False)
    assert answer.race is not None, "a race was asked"
    return replace(answer.race, nodes=answer.nodes)


def _given(board: Board, black: Point, white: Point) -> PointSet:
    """The two points; raises ProblemError when one of them does not hold a stone of its color."""
    wanted = ((Color.BLACK, black), (Color.WHITE, white))
    reasons = [
        f"no {color.name.lower()} stone at {point}"
        for color, point in wanted
        if point not in board.grid or board[point] is not color
    ]
    if reasons:
        raise ProblemError(reasons)
    return board.grid.set([black, white])
