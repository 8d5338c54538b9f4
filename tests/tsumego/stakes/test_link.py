"""Connections on one area: the compiled search against a solver that lists every position."""

from __future__ import annotations

import random

import pytest
from tsumego.stakes.random_links import judged_link, random_link

from honte.errors import InputError
from honte.search.budget import Budget
from honte.tsumego.problem import Problem
from honte.tsumego.proof.prover import Verdict
from honte.tsumego.stakes.link import LinkProver
from honte.tsumego.stakes.linkboard import Around
from honte.tsumego.verify.linkoracle import LinkOracle

STATES = 3_000
"""Positions of one link for the independent solver."""


def verdict(problem: Problem, around: Around) -> Verdict:
    prover = LinkProver(problem, around, memory_mb=1)
    favored = problem.threats.favored
    threats = 0 if favored is None else problem.threats[favored]
    return prover.prove(prover.start(None, favored, threats), Budget(nodes=500_000))


def compare(seed: int, count: int, states: int) -> list[Verdict]:
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        problem, around, joined = judged_link(rng, states)
        expected = Verdict.SAVED if joined else Verdict.CAPTURED
        assert verdict(problem, around) is expected, f"{around}\n{problem}"
        found.append(expected)
    return found


def test_the_search_agrees_with_the_independent_solver() -> None:
    found = compare(seed=3, count=40, states=STATES)
    assert {Verdict.SAVED, Verdict.CAPTURED} <= set(found)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 20))
def test_the_search_agrees_on_many_larger_links(seed: int) -> None:
    compare(seed, count=100, states=40_000)


@pytest.mark.smoke
def test_a_bamboo_joint_holds() -> None:
    joint = Problem.parse("White to play\ncapture any\n. . o . .\n. B . B .\n. B . B .\n. . o . .\n")
    assert verdict(joint, Around.GIVEN) is Verdict.SAVED


def test_a_one_point_jump_is_cut_by_the_first_move() -> None:
    jump = "{} to play\ncapture any\n. O O O .\n. B . B .\n. O . O .\n. . . . .\n"
    assert verdict(Problem.parse(jump.format("Black")), Around.GIVEN) is Verdict.SAVED
    assert verdict(Problem.parse(jump.format("White")), Around.GIVEN) is Verdict.CAPTURED


def test_the_independent_solver_refuses_what_is_too_large() -> None:
    with pytest.raises(InputError, match="more than 3 positions"):
        LinkOracle(random_link(random.Random(1)), limit=3)
