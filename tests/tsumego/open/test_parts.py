"""The largest chain of a target: tried when the whole target stays open, and named as a part."""

from __future__ import annotations

from dataclasses import replace

from honte.core import BLACK, Board, Move
from honte.grid import Point
from honte.search.budget import Budget
from honte.tsumego.answer import solve
from honte.tsumego.open.attempts import Attempt, Outfit, attempts_of
from honte.tsumego.open.finding import Finding
from honte.tsumego.open.readings import find_readings
from honte.tsumego.problem import Setup
from honte.tsumego.proof.outcome import Outcome
from honte.tsumego.proof.prover import MOST_THREATS
from honte.tsumego.proof.watch import Watch

LOOSE = """
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . X . . X . . . . . .
. . X X X X . . . . . . .
. X O O O O X . . . . . .
. X X . . X . X . . . . .
. . . . O . . . . . . . .
. . . . . . . X . . . . .
. . X . . . . . . . . . .
"""
"""Black kills four white stones with E4; the fifth, E3, can run away."""


def test_the_largest_chain_is_killed_where_a_stone_of_the_group_gets_away() -> None:
    setup = Setup(board=Board.parse(LOOSE), to_play=BLACK)
    assert len(find_readings(setup)[0].target) == 5
    answer = solve(setup, Budget(nodes=400_000, memory_mb=64), explain=False)
    assert answer.move == Point.parse("E4")
    assert answer.first.wins
    assert len(answer.reading.target) == 4
    assert "largest chain" in answer.reading.reason


def attempt_of(setup: Setup, best: tuple[Move, ...], low: int, high: int) -> Attempt:
    """The likeliest reading of a position, with an invented outcome."""
    attempt = attempts_of(setup)[0]
    outcome = Outcome(setup.to_play, attempt.reading.objective, low, high, best)
    Outfit(setup, Budget(nodes=1_000, memory_mb=16), Watch()).equip([attempt])
    attempt.finding = Finding(attempt.solvers[0], outcome, flips=True if best else None)
    return attempt


def test_few_stones_killed_in_the_open_do_not_outrank_an_open_reading() -> None:
    setup = Setup(board=Board.parse(LOOSE), to_play=BLACK)
    killed = attempt_of(setup, (Point.parse("E4"),), -MOST_THREATS, -MOST_THREATS)
    still_open = attempt_of(setup, (), -MOST_THREATS, MOST_THREATS + 1)
    assert killed.finding is not None
    assert not killed.finding.sealed
    assert killed.rank > still_open.rank
    killed.is_slight = True
    assert killed.rank == still_open.rank
    killed.finding = replace(killed.finding, cage=killed.solvers[0].cage)
    assert killed.rank > still_open.rank
