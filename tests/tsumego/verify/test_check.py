"""Walks through proofs by code that shares nothing with the search; wrong proofs are refused."""

from __future__ import annotations

import random

import pytest

from honte.search.budget import Budget
from honte.tsumego.problem import Problem
from honte.tsumego.proof.prover import Prover, Verdict
from honte.tsumego.verify.check import _Kill, check_proof, confirm
from honte.tsumego.verify.oracle import PlainGame, State
from tests.tsumego.random_problems import random_oracle, random_problem
from tests.tsumego.shapes import STRAIGHT_THREE


def walk(problem: Problem, limit: int = 20_000) -> bool | None:
    favored = problem.threats.favored
    prover = Prover(problem, memory_mb=1)
    threats = problem.threats[favored] if favored is not None else 0
    verdict = prover.prove(prover.start(favored=favored, threats=threats), Budget(nodes=100_000))
    if verdict is Verdict.UNKNOWN:
        return None
    return confirm(problem, prover, verdict, limit).confirmed


def test_a_kill_is_confirmed() -> None:
    assert walk(Problem.parse(STRAIGHT_THREE)) is True


def test_proofs_of_random_problems_are_confirmed() -> None:
    rng = random.Random(31)
    results = [walk(random_problem(rng), 3000) for _ in range(30)]
    assert False not in results
    assert results.count(True) >= 25


def test_a_bad_adviser_is_caught() -> None:
    problem = Problem.parse(STRAIGHT_THREE)
    corner = problem.grid.bit(next(p for p in problem.grid if p.col == 0 and p.row == 2))
    game = PlainGame(problem)

    def corner_first(state: State) -> list[int]:
        moves = list(game.moves(state))
        return [corner] if corner in moves else moves[:1]

    assert check_proof(problem, captured=True, adviser=corner_first).confirmed is False


def test_passing_does_not_save_a_dead_group() -> None:
    problem = Problem.parse(STRAIGHT_THREE)
    assert check_proof(problem, captured=False, adviser=lambda state: [0]).confirmed is False


def test_a_small_limit_gives_no_verdict() -> None:
    prover = Prover(Problem.parse(STRAIGHT_THREE), memory_mb=1)
    assert confirm(prover.problem, prover, Verdict.CAPTURED, limit=1).confirmed is None


def check_kills(seed: int) -> int:
    """Kills of a random problem against the oracle: those confirmed, and their zones; returns how many."""
    rng = random.Random(seed)
    oracle = random_oracle(rng, 1500)

    def moves_that_kill(state: State) -> list[int]:
        kills = [move for move, child in oracle.after[state].items() if child is None or oracle.value(child)]
        return (
            kills if oracle.value(state) else rng.sample(list(oracle.after[state]), len(oracle.after[state]))
        )

    walker = _Kill(oracle, moves_that_kill, 100_000)
    found = walker.walk()
    assert found.confirmed is not True or oracle.value()
    assert found.confirmed is not False or not oracle.value()
    assert all(oracle.value(state) for state in walker.zones)
    for state, zone in rng.sample(list(walker.zones.items()), min(40, len(walker.zones))):
        for other in oracle.after:
            added = other.defender ^ state.defender
            grown = added & state.defender == 0 and other._replace(defender=state.defender) == state
            if grown and not added & zone:
                assert oracle.value(other), f"{oracle.problem}\n{state}\n{other}"
    return len(walker.zones) if found.confirmed else 0


def test_kills_are_confirmed_as_the_oracle_says() -> None:
    assert sum(check_kills(seed) > 2 for seed in range(60)) >= 10


@pytest.mark.slow
def test_many_kills_are_confirmed_as_the_oracle_says() -> None:
    for seed in range(100, 1500):
        check_kills(seed)


@pytest.mark.slow
def test_many_proofs_proofs_are_confirmed() -> None:
    rng = random.Random(32)
    assert False not in [walk(random_problem(rng)) for _ in range(300)]
