"""The fitted choice of reading and move: what is at stake counts, proofs stay proofs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from honte.core import BLACK, Board, Move
from honte.grid import Point
from honte.search.budget import Budget
from honte.search.effort import Effort
from honte.tsumego.open.attempts import Attempt, Outfit, attempts_of
from honte.tsumego.open.choose import FEATURES, candidates_of, choose, features, fitted
from honte.tsumego.open.finding import Finding
from honte.tsumego.open.outlook import Outlook, outlook_of
from honte.tsumego.problem import Setup
from honte.tsumego.proof.outcome import Outcome
from honte.tsumego.proof.prover import MOST_THREATS
from honte.tsumego.proof.watch import Watch
from tests.tsumego.open.test_foresight import THREE

SETUP = Setup(Board.parse(THREE), BLACK)
RIGHT = Point.parse("C3")
WIN, LOSS = -MOST_THREATS, MOST_THREATS + 1


def made(best: tuple[Move, ...] = (), low: int = WIN, high: int = LOSS) -> Attempt:
    """The likeliest reading of the position, with an invented outcome."""
    attempt = attempts_of(SETUP)[0]
    Outfit(SETUP, Budget(nodes=1_000, memory_mb=16), Watch()).equip([attempt])
    outcome = Outcome(SETUP.to_play, attempt.reading.objective, low, high, best)
    attempt.finding = Finding(attempt.solvers[0], outcome, flips=True if best else None)
    return attempt


def about(attempt: Attempt, points: str) -> Attempt:
    """The attempt with another target."""
    target = SETUP.board.grid.set(map(Point.parse, points.split()))
    attempt.reading = replace(attempt.reading, target=target)
    return attempt


def seen() -> Outlook:
    found = outlook_of(SETUP)
    assert found is not None
    return found


def effort(count: int = 50_000) -> Effort:
    return Effort.whole(Budget(nodes=count))


def test_there_is_a_weight_for_every_feature() -> None:
    assert set(fitted()) == set(FEATURES)
    assert len(features(1, 1.0, 0.5)) == len(FEATURES)


def test_higher_stakes_and_likelier_moves_have_better_chances() -> None:
    def chance(share: float, prior: float) -> float:
        return sum(fitted()[name] * x for name, x in zip(FEATURES, features(1, share, prior), strict=True))

    assert chance(1.0, 0.5) > chance(0.1, 0.5)
    assert chance(1.0, 0.5) > chance(1.0, 0.001)


def test_a_proof_about_what_is_at_stake_is_chosen_and_stays_a_proof() -> None:
    proved = made((RIGHT,), high=WIN)
    chosen = choose([made(), proved], effort(), seen())
    assert chosen is proved
    assert chosen.found.outcome.best == (RIGHT,)


def test_a_proof_beside_the_point_does_not_hide_the_guess() -> None:
    odd = Point.parse("A8")
    beside = about(made((odd,), high=WIN), "A1")
    whole = made()
    chosen = choose([whole, beside], effort(), seen())
    assert chosen is whole
    assert chosen.found.guess == RIGHT
    assert not chosen.found.outcome.best


def test_the_likeliest_of_several_right_moves_comes_first() -> None:
    odd = Point.parse("A8")
    chosen = choose([made((odd, RIGHT), high=WIN)], effort(), seen())
    assert chosen.found.outcome.best == (RIGHT, odd)


def test_a_hopeless_reading_offers_no_proof_and_too_little_effort_no_guess() -> None:
    lost = made(low=LOSS)
    assert candidates_of([lost], effort(100), seen()) == []
    assert choose([lost], effort(100), seen()) is lost


def test_a_hopeful_guess_leaves_open_what_only_areas_refute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Finding, "holds_everywhere", property(lambda _: False))
    hopeful = choose([made(low=LOSS)], effort(), seen()).found
    assert hopeful.guess == RIGHT
    assert not hopeful.outcome.proved
    given = made(low=LOSS)
    given.reading = replace(given.reading, is_given=True)
    assert choose([given], effort(), seen()).found.outcome.fails
