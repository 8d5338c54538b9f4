"""The coach: hints show no more than was asked, claims are judged, a try is scored."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from honte.core import vertex
from honte.grid import Point
from honte.search.budget import Budget
from honte.tsumego.answer import Answer, solve
from honte.tsumego.coach import STEPS, Claim, Progress, comment_on, hint, judge_claim
from honte.tsumego.play import Judgment, answer_move
from honte.tsumego.problem import Problem
from honte.tsumego.problem.sgf import read_problems
from tests.tsumego.shapes import STRAIGHT_THREE

BASIC = Path(__file__).parents[2] / "src" / "honte" / "problems" / "basic"


@cache
def shipped(number: int) -> Problem:
    return read_problems(next(BASIC.glob(f"{number:02}-*.sgf")).read_bytes())[0].problem()


@cache
def solved(number: int) -> Answer:
    return solve(shipped(number).setup(), Budget(nodes=300_000), both_sides=True)


def test_hints_show_one_thing_after_the_other() -> None:
    answer = solve(Problem.parse(STRAIGHT_THREE).setup(), Budget(nodes=100_000))
    first, second, third = (hint(answer, step) for step in range(1, STEPS + 1))
    assert first.text == "Black can kill without a ko, and one move works."
    assert (first.region, first.move) == (None, None)
    assert second.region is not None
    assert Point.parse("B3") in second.region
    assert len(second.region) > 3
    assert second.move is None
    assert "B3" not in first.text + second.text
    assert third.text == "The first move is B3."
    assert hint(answer, 9) == third, "there is nothing beyond the last step"


def test_hints_where_no_move_works_say_so_only_at_the_end() -> None:
    texts = [hint(solved(17), step).text for step in (1, 2, 3)]
    assert texts[2] == "No move works: Black cannot kill."
    assert not any("cannot" in text for text in texts[:2])


def test_a_hint_for_a_ko_says_that_it_is_one() -> None:
    assert hint(solved(21), 1).text == "The best result is a ko, and one move works."


@pytest.mark.parametrize(
    ("number", "claim", "judgment", "settles"),
    [
        (17, Claim.NOTHING, Judgment.RIGHT, True),
        (17, Claim.SEKI, Judgment.RIGHT, True),
        (17, Claim.KO, Judgment.WRONG, False),
        (5, Claim.NOTHING, Judgment.RIGHT, True),
        (5, Claim.SEKI, Judgment.WRONG, False),
        (21, Claim.KO, Judgment.RIGHT, False),
        (21, Claim.NOTHING, Judgment.WRONG, False),
        (2, Claim.NOTHING, Judgment.WRONG, False),
    ],
)
def test_claims(number: int, claim: Claim, judgment: Judgment, settles: bool) -> None:
    found = judge_claim(solved(number), claim)
    assert (found.judgment, found.settles) == (judgment, settles)


def test_a_claim_without_a_proof_stays_open() -> None:
    answer = solve(shipped(15).setup(), Budget(nodes=1))
    assert judge_claim(answer, Claim.NOTHING).judgment is Judgment.UNKNOWN


@pytest.mark.parametrize(
    ("move", "text"),
    [
        ("B3", "Solved: White is dead, and no resistance is left."),
        ("A3", "Not this one: White answers B3. Undo and try again, or play on."),
    ],
)
def test_sentences_about_moves(move: str, text: str) -> None:
    reply = answer_move(Problem.parse(STRAIGHT_THREE), Point.parse(move), Budget(nodes=100_000))
    assert comment_on(reply) == text


def test_a_right_end_after_a_wrong_move_is_not_called_solved() -> None:
    reply = answer_move(Problem.parse(STRAIGHT_THREE), Point.parse("B3"), Budget(nodes=100_000))
    assert not comment_on(reply, failed=True).startswith("Solved")


def test_a_wrong_move_that_makes_a_ko_is_told() -> None:
    problem = shipped(22)
    texts = [
        comment_on(answer_move(problem, move, Budget(nodes=200_000)))
        for move in sorted(solved(22).refutations, key=vertex)
    ]
    assert any("makes a ko, and there is better" in text for text in texts)


def test_a_try_is_scored() -> None:
    score = Progress()
    score.judge(Judgment.WRONG, 1, over=False)
    score.judge(Judgment.HOPELESS, 2, over=True)
    assert (score.mistakes, score.solved) == (1, False), "one wrong line counts once"
    score.undo(1)
    assert score.failed_at == 1, "the wrong move still stands"
    score.undo(0)
    score.help()
    score.judge(Judgment.RIGHT, 1, over=True)
    assert (score.mistakes, score.solved, score.helped) == (1, True, True)


def test_help_after_the_solution_does_not_count() -> None:
    score = Progress()
    score.judge(Judgment.RIGHT, 1, over=True)
    score.help()
    assert not score.helped
