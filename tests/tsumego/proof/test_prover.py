"""The compiled proof search against the plain solver; its limits of nodes, memory and points."""

from __future__ import annotations

import random

import pytest

from honte.core import BLACK, WHITE
from honte.errors import InputError
from honte.search.budget import Budget
from honte.tsumego.problem import Problem
from honte.tsumego.proof.local import LocalBoard, TooLarge
from honte.tsumego.proof.prover import Prover, Verdict
from honte.tsumego.verify.oracle import Oracle
from tests.tsumego.random_problems import random_problem


def oracle_and_verdict(
    problem: Problem, limit: int, threads: int = 1, *, free_pass: bool = False
) -> tuple[Verdict, Verdict] | None:
    try:
        oracle = Oracle(problem, limit=limit, free_pass=free_pass)
    except InputError:
        return None
    favored = oracle.favored
    threats = problem.threats[favored] if favored is not None else 0
    prover = Prover(problem, memory_mb=1, free_pass=free_pass)
    found = prover.prove(prover.start(favored=favored, threats=threats), Budget(threads=threads))
    return (Verdict.CAPTURED if oracle.value() else Verdict.SAVED), found


def compare(seed: int, count: int, limit: int, threads: int = 1, *, free_pass: bool = False) -> None:
    rng = random.Random(seed)
    done = 0
    while done < count:
        problem = random_problem(rng)
        pair = oracle_and_verdict(problem, limit, threads, free_pass=free_pass)
        if pair is not None:
            done += 1
            assert pair[0] is pair[1], f"\n{problem}"


def test_agrees_with_the_plain_solver_on_small_random_problems() -> None:
    compare(seed=11, count=120, limit=1500)


def test_agrees_when_the_attacker_may_pass() -> None:
    compare(seed=13, count=100, limit=1500, free_pass=True)


def test_two_threads_agree_too() -> None:
    compare(seed=12, count=30, limit=1000, threads=2)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_agrees_with_the_plain_solver_on_thousands(seed: int) -> None:
    compare(seed=100 + seed, count=500, limit=6000)


@pytest.mark.slow
def test_agrees_on_larger_graphs() -> None:
    compare(seed=300, count=100, limit=60_000)


BENT_FOUR = """
Black to play
. . . W x -
. W W W x -
W W x x x -
x x x x - -
"""


def test_one_thread_is_deterministic() -> None:
    counts = set()
    for _ in range(2):
        prover = Prover(Problem.parse(BENT_FOUR), memory_mb=1)
        prover.prove(prover.start(), Budget())
        counts.add(prover.nodes)
    assert len(counts) == 1


def test_a_node_limit_is_kept() -> None:
    prover = Prover(Problem.parse(WIDE), memory_mb=4)
    assert prover.prove(prover.start(), Budget(nodes=500)) is Verdict.UNKNOWN
    assert prover.nodes < 1000


def test_no_budget_gives_no_answer() -> None:
    prover = Prover(Problem.parse(WIDE), memory_mb=4)
    assert prover.prove(prover.start(), Budget(seconds=0)) is Verdict.UNKNOWN


WIDE = """
White to play
area: all
. . . . . . .
. B B . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
O O . . . . .
"""


def test_a_memory_bound_is_kept() -> None:
    assert Prover(Problem.parse(BENT_FOUR), memory_mb=1).table.nbytes <= 1 << 20


def test_too_large_areas_are_refused_in_words() -> None:
    text = "Black to play\narea: all\n" + "\n".join([". . . . . . . . ."] * 8 + ["W . . . . . . . ."])
    with pytest.raises(TooLarge, match="81 points"):
        LocalBoard.of(Problem.parse(text))


def test_the_need_for_threats_has_one_step() -> None:
    """More threats never hurt: along their number the verdict changes at most once."""
    rng = random.Random(21)
    sides = [(BLACK, 2), (BLACK, 1), (None, 0), (WHITE, 1), (WHITE, 2)]
    for _ in range(40):
        problem = random_problem(rng)
        prover = Prover(problem, memory_mb=1)
        verdicts = [prover.prove(prover.start(problem.to_play, c, n), Budget(nodes=20_000)) for c, n in sides]
        saved = [v is Verdict.SAVED for v in verdicts if v is not Verdict.UNKNOWN]
        assert saved in (sorted(saved), sorted(saved, reverse=True)), f"\n{problem}"
