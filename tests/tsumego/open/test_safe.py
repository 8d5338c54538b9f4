"""Targets in a game: stones around them that are taken as safe, and deaths that hold on the whole board."""

from __future__ import annotations

import pytest

from honte.core import BLACK, WHITE, Board, Color
from honte.grid import Point, PointSet
from honte.search.budget import Budget
from honte.tsumego.answer import Answer, Scope, solve
from honte.tsumego.open.areas import find_area
from honte.tsumego.problem import Setup

BOARD = Board.parse("""
. . . . . . . . .
. . . . . . . . .
. X X X X . X . .
. X O O . O X . .
. X X X X O X . .
. . . . X O X . .
. . . . X X X . .
. . . . . . . . .
. . . . . . . . .
""")


def stones(at: str) -> PointSet:
    chain = BOARD.chain(Point.parse(at))
    assert chain is not None
    return chain.stones


def asked(mover: Color, safe: PointSet | None) -> Answer:
    return solve(Setup(BOARD, mover, keystones=stones("C6"), safe=safe), Budget(nodes=50_000))


@pytest.mark.parametrize("safe", [None, BOARD.grid.set()])
def test_a_death_is_asked_again_in_the_cage_and_holds_everywhere(safe: PointSet | None) -> None:
    answer = asked(WHITE, safe)
    assert answer.first.fails
    assert answer.scope is Scope.BOARD


def test_a_friend_that_is_safe_saves_and_the_life_says_that_it_rests_on_it() -> None:
    answer = asked(WHITE, stones("F5"))
    assert answer.first.wins
    assert [str(move) for move in answer.best] == ["E6"]
    assert answer.scope is Scope.AREA


@pytest.mark.parametrize("safe", [None, BOARD.grid.set(), stones("F5")])
def test_a_capture_holds_everywhere(safe: PointSet | None) -> None:
    answer = asked(BLACK, safe)
    assert answer.first.wins
    assert answer.scope is Scope.BOARD


def test_safe_walls_stay_outside_the_area() -> None:
    board = Board.parse("O . X . .\n. O X . .\nX X X O O\n. . . O .\n. . . O .")
    target = board.stones(WHITE) & board.grid.set([Point.parse("B4")])
    loose = find_area(board, target, WHITE)
    firm = find_area(board, target, WHITE, walls=board.stones(BLACK))
    assert not board.stones(BLACK).isdisjoint(loose)
    assert board.stones(BLACK).isdisjoint(firm)


CAPTURE = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
X X X X X X . . .
O O O O O X . . .
O X X . O X . . .
O O O O O X . . .
. O X X X X . . .
"""
"""White lives by taking the two black stones inside."""


def test_life_by_capturing_stones_that_were_taken_as_safe() -> None:
    board = Board.parse(CAPTURE)
    target = board.grid.set([Point.parse("A2")])
    setup = Setup(board, WHITE, keystones=target, safe=board.stones(BLACK))
    answer = solve(setup, Budget(nodes=50_000, memory_mb=16), explain=False)
    assert answer.first.wins
    assert answer.move == Point.parse("D3")
