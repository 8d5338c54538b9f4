"""Areas of a reading: even a target among many stones that could be captured gets one."""

from __future__ import annotations

from honte.core import BLACK, WHITE, Board
from honte.grid import Point
from honte.search.budget import Budget
from honte.tsumego.answer import solve
from honte.tsumego.open.areas import FAR, find_area
from honte.tsumego.open.growing import problems_of
from honte.tsumego.open.readings import given_reading
from honte.tsumego.problem import Setup
from honte.tsumego.proof.local import LocalBoard

BANDS = ["X " * 19, "X . O . " * 4 + "X . O", "O " * 19, "X . O . " * 4 + "X . O"]
"""Bands of both colors; no black band touches a large outside, so each could be captured."""


def dragon() -> Setup:
    board = Board.parse("\n".join(BANDS[row % 4] for row in range(19)))
    chain = board.chain(Point.parse("A17"))
    assert chain is not None
    assert chain.color is WHITE
    return Setup(board, BLACK, keystones=chain.stones)


def test_where_no_area_fits_the_stones_around_are_taken_as_walls() -> None:
    setup = dragon()
    assert setup.keystones is not None
    assert len(find_area(setup.board, setup.keystones, WHITE, FAR)) > 64
    found = list(problems_of(setup, given_reading(setup, setup.keystones)))
    assert found
    for problem in found:
        assert LocalBoard.fits(problem)
        assert setup.keystones <= problem.area
        assert problem.area.isdisjoint(setup.board.stones(BLACK))


def test_a_target_among_many_stones_has_an_answer() -> None:
    answer = solve(dragon(), Budget(nodes=20_000, memory_mb=16), explain=False)
    assert answer.proved or answer.move is not None
