"""Capturing races: textbook races, random ones against the independent solver, and refusals."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from honte.core import BLACK, WHITE, Board, Color, Position
from honte.errors import ProblemError
from honte.grid import Point
from honte.search.budget import Budget
from honte.tsumego.race import Race, Winner, race

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "race.py"
THREE_AGAINST_TWO = """
. X O . X . .
. X O . X . .
. X O O X . .
O O X O X . .
. O X X X . .
O O X . . . .
. O X . . . .
"""
TWO_AGAINST_TWO = THREE_AGAINST_TWO.replace(". X O O X", "O X O O X")


def decided(text: str, mover: Color = BLACK, *, swap: bool = False, nodes: int = 200_000) -> Race:
    board = Board.parse(text.translate(str.maketrans("XO", "OX")) if swap else text)
    points = [Point.parse("B7"), Point.parse("C7")]
    return race(Position(board, mover), *(reversed(points) if swap else points), Budget(nodes=nodes))


def test_one_liberty_more_wins_with_a_move_to_spare() -> None:
    found = decided(THREE_AGAINST_TWO)
    assert (found.winner, found.spare) == (Winner.BLACK, 1)


def test_equal_liberties_the_first_to_move_wins() -> None:
    found = decided(TWO_AGAINST_TWO)
    assert (found.first.winner, found.second.winner) == (Winner.BLACK, Winner.WHITE)
    assert (found.winner, found.spare) == (Winner.OPEN, 0)
    assert found.first.move in {Point.parse("D6"), Point.parse("D7")}


@pytest.mark.parametrize("mover", [BLACK, WHITE])
def test_colors_exchanged(mover: Color) -> None:
    found = decided(THREE_AGAINST_TWO, mover, swap=True)
    assert (found.winner, found.spare) == (Winner.WHITE, 1)


def test_without_effort_nothing_is_decided() -> None:
    found = decided(THREE_AGAINST_TWO, nodes=1)
    assert Winner.WHITE not in (found.first.winner, found.second.winner)
    assert "not decided" in str(found)


def test_a_point_without_a_stone_is_refused() -> None:
    position = Position(Board.parse(THREE_AGAINST_TWO), BLACK)
    with pytest.raises(ProblemError, match="no black stone at C7"):
        race(position, Point.parse("C7"), Point.parse("A7"), Budget(nodes=1))


def test_random_links_agree_with_the_independent_solver() -> None:
    program: dict[str, Any] = runpy.run_path(str(BENCHMARK))
    found = program["measure_links"](3, 200_000, seed=5, limit=2_000)
    assert (found["links_right"], found["links_wrong"], found["links_open"]) == (6, 0, 0)


def test_random_races_agree_with_the_independent_solver() -> None:
    program: dict[str, Any] = runpy.run_path(str(BENCHMARK))
    found = program["measure"](3, 200_000, seed=5)
    assert (found["right"], found["wrong"], found["open"]) == (6, 0, 0)
