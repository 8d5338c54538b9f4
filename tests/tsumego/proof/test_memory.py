"""Provers that share a memory answer as the oracle does: in areas of any size, and while play goes on."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from honte.errors import InputError, ProblemError
from honte.search.budget import Budget
from honte.tsumego.problem import Problem
from honte.tsumego.proof.memory import Memory
from honte.tsumego.proof.prover import Prover, Verdict
from honte.tsumego.verify.oracle import Oracle
from tests.tsumego.random_problems import enclosed_problem, random_oracle


def smaller(problem: Problem, rng: random.Random) -> Problem | None:
    """The problem on a random part of its area, or None when that is no problem."""
    free = [p for p in problem.area if p not in problem.keystones]
    left_out = problem.grid.set(rng.sample(free, min(len(free), rng.randint(1, 4))))
    try:
        return replace(problem, area=problem.area - left_out)
    except ProblemError:
        return None


def asked(problem: Problem, memory: Memory, *, free_pass: bool = False) -> bool:
    """Whether a prover with this memory says that the keystones fall."""
    prover = Prover(problem, memory=memory, free_pass=free_pass)
    favored = problem.threats.favored
    threats = 0 if favored is None else problem.threats[favored]
    verdict = prover.prove(prover.start(favored=favored, threats=threats), Budget(nodes=100_000))
    assert verdict is not Verdict.UNKNOWN
    return verdict is Verdict.CAPTURED


def check_areas(seed: int) -> int:
    """Compares areas of one random board; returns how many shared their words with another."""
    rng = random.Random(seed)
    problem = random_oracle(rng, 1500).problem
    memory, free_pass, count = Memory(1), rng.random() < 0.7, 0
    for area in rng.sample([problem, *(smaller(problem, rng) for _ in range(4))], 5):
        if area is None:
            continue
        try:
            oracle = Oracle(area, 1500, free_pass=free_pass)
        except InputError:
            continue
        count += 1
        assert asked(area, memory, free_pass=free_pass) == oracle.value(), f"{area}"
    return count - len(memory._families)


def check_play(seed: int) -> int:
    """Compares the positions of a random game; returns how many shared their words with an earlier one."""
    rng = random.Random(seed)
    problem = random_oracle(rng, 1500).problem
    memory, count = Memory(1), 0
    for _ in range(6):
        count += 1
        assert asked(problem, memory) == Oracle(problem, 20_000).value(), f"{problem}"
        prover = Prover(problem, memory=Memory(1))
        moves = [child.move for child in prover.children(prover.start()) if not child.fallen]
        after = problem.after(rng.choice(moves)) if moves else None
        if not isinstance(after, Problem):
            break
        problem = after
    return count - len(memory._families)


def test_areas_that_share_a_memory_answer_as_the_oracle_does() -> None:
    assert sum(check_areas(seed) for seed in range(120)) >= 30


def test_positions_of_a_game_share_a_memory() -> None:
    assert sum(check_play(seed) for seed in range(40)) >= 30


def test_a_larger_area_finds_what_a_smaller_one_proved() -> None:
    """The same question costs nothing again, and an area that holds an answered one costs less."""
    problem = enclosed_problem(random.Random(3), (8, 10))
    memory = Memory(1)
    costs = []
    for _ in range(2):
        prover = Prover(problem, memory=memory)
        prover.prove(prover.start(), Budget(nodes=400_000))
        costs.append(prover.nodes)
    assert costs[1] <= max(2, costs[0] // 10)


@pytest.mark.slow
def test_many_areas_and_games() -> None:
    for seed in range(1_000, 4_000):
        check_areas(seed)
        check_play(seed)
