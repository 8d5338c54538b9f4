"""What follows from a proof is true: bounds against the oracle, on random small boards."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from dataclasses import replace

import pytest

from honte.core import BLACK, WHITE, Board
from honte.errors import InputError, ProblemError
from honte.grid import PointSet
from honte.tsumego.open.bounds import Any, Bounds, Question
from honte.tsumego.problem import Problem, Threats
from honte.tsumego.problem.predicates import can_be_caged
from honte.tsumego.verify.oracle import Oracle
from tests.tsumego.open.test_cages import some_area
from tests.tsumego.random_problems import random_board

LIMIT = 1_500
"""Positions that the oracle lists at most."""


def ask(board: Board, question: Question) -> bool | None:
    """Whether the oracle sees the target captured; None where the question is no problem or too large."""
    defender = board[next(iter(question.target))]
    assert defender is not None
    mover = defender.opponent if question.attacker_first else defender
    favored = defender.opponent if question.threats > 0 else defender
    threats = Threats.of(favored, abs(question.threats))
    with suppress(InputError, ProblemError):
        problem = Problem(board, question.target, mover, question.area, threats=threats)
        if question.caged and not can_be_caged(problem):
            return None
        oracle = Oracle(problem, limit=LIMIT, free_pass=True, escape=question.caged)
        if isinstance(question.move, Any):
            return oracle.value()
        first = oracle.after[oracle.start]
        move = 0 if question.move is None else board.grid.bit(question.move)
        if move in first:
            after = first[move]
            return after is None or oracle.value(after)
    return None


def some_questions(rng: random.Random, board: Board) -> list[Question]:
    """Questions about two targets, one in the other, on areas of which some hold others, in both worlds."""
    color = rng.choice([BLACK, WHITE])
    chains = [chain.stones for chain in board.chains(color)]
    if not chains:
        return []
    small = rng.choice(chains)
    large = small | rng.choice(chains)
    areas = [some_area(rng, board, large, color)]
    for _ in range(2):
        areas.append(areas[-1] | some_area(rng, board, large, color))
    first = rng.random() < 0.5
    found = []
    for _ in range(10):
        area = rng.choice(areas)
        target, threats, caged = rng.choice([small, large]), rng.choice([0, 0, 1, -1]), rng.random() < 0.4
        question = Question(area, target, first, threats, caged)
        moves = [Any.MOVE, Any.MOVE, *(area & board.empty)]
        found.append(question.with_move(rng.choice(moves)))
    return found


@pytest.mark.parametrize("seed", range(3))
def test_what_follows_from_a_proof_is_true(seed: int) -> None:
    rng = random.Random(seed)
    followed: Counter[bool] = Counter()
    while min(followed[True], followed[False]) < 10:
        board = random_board(rng, 4, 0.7)
        questions = some_questions(rng, board)
        if not questions:
            continue
        defender = board[next(iter(questions[0].target))]
        assert defender is not None
        bounds = Bounds(board, defender)
        for question in questions:
            claim, truth = bounds.known(question), ask(board, question)
            if truth is None:
                continue
            if claim is not None:
                assert claim is truth, (str(board), question)
                followed[claim] += 1
            bounds.learn(question, captured=truth)


# Single rules

BOARD = Board.parse("""
. . . . .
. O O . .
. . . . .
X . . . .
. . . . .
""")


def area(text: str) -> PointSet:
    return BOARD.grid.set(BOARD.grid.parse(name) for name in text.split())


TARGET = area("B4 C4")
SMALL = Question(TARGET | area("B5 C5"), TARGET, attacker_first=True)
LARGE = replace(SMALL, area=SMALL.area | area("A5 D5"))


def follows(learned: Question, asked: Question, *, captured: bool) -> bool | None:
    bounds = Bounds(BOARD, WHITE)
    bounds.learn(learned, captured=captured)
    return bounds.known(asked)


def test_life_in_a_small_area_and_death_in_a_large_one_reach_far() -> None:
    assert follows(SMALL, LARGE, captured=False) is False
    assert follows(LARGE, SMALL, captured=True) is True
    assert follows(SMALL, LARGE, captured=True) is None
    assert follows(LARGE, SMALL, captured=False) is None


def test_a_kill_in_a_cage_holds_in_wider_cages_and_in_areas() -> None:
    cage = replace(SMALL, caged=True)
    for wider in (LARGE, replace(LARGE, caged=True), SMALL):
        assert follows(cage, wider, captured=True) is True
    assert follows(replace(LARGE, caged=True), cage, captured=True) is None
    assert follows(SMALL, cage, captured=True) is None


def test_walls_and_friends_must_be_the_same() -> None:
    cage = replace(SMALL, area=SMALL.area | area("A3"), caged=True)
    with_wall = replace(cage, area=cage.area | area("A2"))
    assert follows(cage, with_wall, captured=True) is None
    part = replace(SMALL, area=area("B4 B5"), target=area("B4"))
    assert follows(part, replace(part, area=part.area | area("C4 C5")), captured=False) is None


def test_threats_targets_and_moves() -> None:
    corner = next(iter(area("B5")))
    moved = SMALL.with_move(corner)
    assert follows(SMALL, replace(SMALL, threats=1), captured=True) is True
    assert follows(SMALL, replace(SMALL, threats=-1), captured=True) is None
    assert follows(SMALL, replace(SMALL, target=area("B4")), captured=True) is True
    assert follows(moved, SMALL, captured=True) is True
    assert follows(SMALL, moved, captured=False) is False
    assert follows(moved, SMALL, captured=False) is None
    second = replace(SMALL, attacker_first=False)
    assert follows(second, second.with_move(corner), captured=True) is True
    assert follows(second.with_move(corner), second, captured=False) is False


def test_a_move_outside_a_small_area_is_a_pass_there() -> None:
    outside = LARGE.with_move(next(iter(area("D5"))))
    assert SMALL.with_move(outside.move).move is None
    assert follows(outside, SMALL.with_move(None), captured=True) is True
    assert follows(SMALL.with_move(None), outside, captured=False) is False


def test_what_follows_is_not_kept_twice() -> None:
    bounds = Bounds(BOARD, WHITE)
    bounds.learn(SMALL, captured=True)
    bounds.learn(LARGE, captured=True)
    bounds.learn(SMALL, captured=True)
    assert bounds._captured == [LARGE]
