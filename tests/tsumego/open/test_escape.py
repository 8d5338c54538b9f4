"""Escapes: moves that save the target inside a cage."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from honte.core import BLACK, Board, Color
from honte.grid import Point
from honte.search.budget import Budget
from honte.search.effort import Effort
from honte.tsumego.answer import solve
from honte.tsumego.open import escape, naming, schedule
from honte.tsumego.open.escape import WayOut, find_way_out
from honte.tsumego.open.growing import problems_of
from honte.tsumego.open.readings import Reading
from honte.tsumego.problem import Objective, Setup
from honte.tsumego.proof.prover import Prover
from honte.tsumego.proof.solver import Solver

GAP = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
O O O . . . . . .
X X O O . . . . .
. X . . . . . . .
. X O O . . . . .
"""
"""Black has one eye, and a way out at C2."""
CLOSED = GAP.replace(". X . .", ". X O .")
OPEN = GAP.replace(". X . .", ". X X X")


def way_out(text: str, most: int, nodes: int = 400_000) -> WayOut | None:
    """The escape that is found in the first `most` areas around Black's stones."""
    board = Board.parse(text)
    target = board.chain(Point.parse("B1")).stones
    reading = Reading(target, BLACK, Objective.LIVE, 0.0, "given here")
    budget = Budget(nodes=nodes, memory_mb=64)
    problems = list(problems_of(Setup(board, BLACK), reading))[:most]
    with budget.running():
        return find_way_out([Solver(p, budget, Prover(p, 64)) for p in problems], BLACK, Effort.whole(budget))


@pytest.mark.parametrize("most", range(1, 5))
def test_the_gap_is_the_way_out(most: int) -> None:
    found = way_out(GAP, most)
    assert found is not None
    assert found.moves == (Point.parse("C2"),)


@pytest.mark.parametrize("most", range(1, 5))
def test_no_way_out_of_a_closed_wall_and_none_needed_in_the_open(most: int) -> None:
    assert way_out(CLOSED, most) is None
    assert way_out(OPEN, most) is None


def test_too_many_ways_or_too_little_effort_give_no_escape(monkeypatch: pytest.MonkeyPatch) -> None:
    assert way_out(GAP, 3, nodes=1) is None
    monkeypatch.setattr(escape, "MOST_WAYS", 0)
    assert way_out(GAP, 3) is None


def test_an_escape_is_a_guess_and_never_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = Point.parse("A1")

    def at_random(solvers: Sequence[Solver], mover: Color, effort: Effort) -> WayOut:
        return WayOut(solvers[0], (odd,))

    def without(solvers: Sequence[Solver], mover: Color, effort: Effort) -> None:
        return None

    monkeypatch.setattr(schedule, "outlook_of", lambda _: None)  # the network needs no escapes
    for find, move in ((find_way_out, Point.parse("C2")), (at_random, odd), (without, None)):
        monkeypatch.setattr(naming, "find_way_out", find)
        answer = solve(Setup(Board.parse(GAP), BLACK), Budget(nodes=60_000, memory_mb=64), explain=False)
        assert not answer.best
        if move is not None:
            assert answer.move == move
            assert answer.is_guess
            assert not answer.proved
            assert answer.record()["status"] is None
