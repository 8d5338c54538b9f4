"""The largest chain of a target: tried when the whole target stays open, and named as a part."""

from __future__ import annotations

from dataclasses import replace

import pytest

from honte.core import BLACK, WHITE, Board, Move
from honte.grid import Point
from honte.search.budget import Budget
from honte.search.effort import Effort
from honte.tsumego.answer import solve
from honte.tsumego.open import naming
from honte.tsumego.open.attempts import Attempt, Outfit, attempts_of, with_parts
from honte.tsumego.open.escape import WayOut
from honte.tsumego.open.finding import Finding
from honte.tsumego.open.readings import find_readings
from honte.tsumego.problem import Objective, Setup
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


def test_an_untried_part_is_no_attempt() -> None:
    """Otherwise an untried part would keep the search from readings far below."""
    setup = Setup(board=Board.parse(LOOSE), to_play=BLACK)
    attempt = attempt_of(setup, (Point.parse("E4"),), -MOST_THREATS, -MOST_THREATS)
    assert attempt.part is not None
    assert with_parts([attempt]) == [attempt]
    attempt.part.finding = attempt.finding
    assert with_parts([attempt]) == [attempt, attempt.part]


@pytest.mark.parametrize("place", range(8))
def test_an_escape_is_accepted_among_the_top_moves_of_the_tree_search(
    monkeypatch: pytest.MonkeyPatch, place: int
) -> None:
    setup = Setup(board=Board.parse(LOOSE), to_play=WHITE, objective=Objective.LIVE)
    attempt = attempt_of(setup, (), -MOST_THREATS, MOST_THREATS + 1)
    assert attempt.finding is not None
    likely = sorted(attempt.problems[-1].valid_points)[:8]
    way = WayOut(attempt.solvers[0], (likely[place],))
    monkeypatch.setattr(naming, "find_way_out", lambda *_: way)
    monkeypatch.setattr(naming, "likely_moves", lambda *_: likely)
    effort = Effort.whole(Budget(nodes=1_000))
    guess = naming._guess(attempt, WHITE, effort)
    assert guess == (likely[place] if place < naming.WAY_RANK else likely[0])
    lost = replace(attempt.finding.outcome, low=MOST_THREATS + 1)
    # When every area refutes life, an escape is the guess whatever its rank.
    attempt.finding = replace(attempt.finding, outcome=lost)
    assert naming._guess(attempt, WHITE, effort) == likely[place]
