"""Connections through the one door: results on the whole board, bounds, bad input."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from tsumego.stakes.random_links import random_link

from honte.core import BLACK, WHITE, Board, Color
from honte.errors import InputError, ProblemError
from honte.grid import Point
from honte.search.budget import Budget
from honte.tsumego.answer import Answer, Scope, solve
from honte.tsumego.problem import Problem, Setup, Stake, Threats
from honte.tsumego.problem.text import format_setup, parse_setup, record_of_setup, setup_of_record
from honte.tsumego.proof.outcome import Status
from honte.tsumego.proof.prover import MOST_THREATS
from honte.tsumego.verify.linkoracle import LinkOracle

CROSSCUT = """
. . . . . . . . .
. . . . . . . . .
. . X O . . . . .
. . X O . . . . .
. . O X . X . . .
. . O . . . O . .
. . . O . O O . .
. . . . . . . . .
. . . . . . . . .
"""


def asked(text: str, points: str, mover: Color = BLACK, nodes: int = 50_000) -> Answer:
    board = Board.parse(text)
    target = board.grid.set(Point.parse(word) for word in points.split())
    setup = Setup(board, mover, target, stake=Stake.CONNECTION)
    return solve(setup, Budget(nodes=nodes), both_sides=True)


def test_who_moves_first_decides_a_one_point_jump() -> None:
    found = asked(CROSSCUT, "D5 F5")
    assert (str(found.first), str(found.second)) == ("Black connects", "White cuts")
    assert (found.status, found.scope, found.move) == (Status.UNSETTLED, Scope.BOARD, Point.parse("E5"))
    assert found.reading.at_stake == "connection of D5 and F5"
    assert found.reading.question == "can Black connect D5 and F5?"


def test_the_wrong_cuts_are_refuted() -> None:
    found = asked(CROSSCUT, "D5 F5", WHITE)
    assert found.best == (Point.parse("E5"),)
    assert found.refutations[Point.parse("E6")] == (Point.parse("E5"),)


def test_a_bamboo_joint_cannot_be_cut() -> None:
    board = "\n".join([". . . . . . ."] * 2 + [". . X . X . ."] * 2 + [". . . O . . ."] * 3)
    found = asked(board, "C4 E4", WHITE)
    assert (found.status, str(found.first)) == (Status.CONNECTED, "White cannot cut")


def test_what_a_wall_parts_stays_cut() -> None:
    wall = "\n".join([". X . O . X ."] * 5)
    found = asked(wall, "B1 F1")
    assert str(found.first) == "Black cannot connect"
    assert found.status is Status.CUT


def test_random_links_on_whole_small_boards_agree_with_the_independent_solver() -> None:
    rng = random.Random(8)
    compared = 0
    while compared < 12:
        problem = random_link(rng)
        problem = replace(problem, area=problem.grid.all, threats=Threats())
        try:
            values = {t: _joins(problem, t) for t in (-MOST_THREATS, MOST_THREATS)}
        except InputError:
            continue
        found = solve(replace(problem.setup(), area=None, stake=Stake.CONNECTION), Budget(nodes=200_000))
        connects = problem.to_play is problem.defender
        assert found.proved
        assert found.first.wins == (values[-MOST_THREATS if connects else MOST_THREATS] == connects), problem
        assert found.first.fails == (values[MOST_THREATS if connects else -MOST_THREATS] != connects), problem
        compared += 1


def _joins(problem: Problem, threats: int) -> bool:
    """Whether the chains get joined when the connector has so many threats more than the cutter."""
    favored = problem.defender if threats > 0 else problem.attacker
    return LinkOracle(problem.with_threats(Threats.of(favored, abs(threats))), limit=6_000).value()


@pytest.mark.parametrize(
    ("points", "reason"),
    [
        ("D5 D6", "stones of both colors cannot be connected"),
        ("D6 D7", "one chain"),
        ("C6 D5 F5", "3 chains; a connection is asked of two"),
        ("D5 E5", "no stone at E5: it is empty, or its stone is already captured"),
    ],
)
def test_what_is_no_connection_is_refused(points: str, reason: str) -> None:
    with pytest.raises(ProblemError, match=reason):
        asked(CROSSCUT, points)


def test_without_effort_nothing_is_claimed() -> None:
    found = asked(CROSSCUT, "C6 D5", nodes=1)
    assert not found.proved
    assert found.is_guess


def test_the_stake_survives_text_and_records() -> None:
    setup = Setup(Board.parse(CROSSCUT), BLACK, stake=Stake.CONNECTION)
    assert parse_setup(format_setup(setup)).stake is Stake.CONNECTION
    assert setup_of_record(record_of_setup(setup)).stake is Stake.CONNECTION
    with pytest.raises(InputError, match="nothing that can be at stake; known: life, capture, race"):
        Stake.parse("glory")
