"""The guided tree search: it finds easy moves, is repeatable, and decides a root only as the proof does."""

from __future__ import annotations

import random
from importlib import resources

import numpy as np
import pytest

from honte.core import vertex
from honte.grid import Point
from honte.search.budget import Budget
from honte.search.effort import Effort
from honte.tsumego.open.guess import _grow, hunches, in_likely_order, likely_moves
from honte.tsumego.problem import Problem
from honte.tsumego.proof.fitted import policy
from honte.tsumego.proof.local import SIGHT, LocalBoard
from honte.tsumego.proof.prover import Prover, Verdict
from honte.tsumego.proof.solver import Solver
from tests.tsumego.random_problems import random_problem
from tests.tsumego.shapes import STRAIGHT_THREE

EIGHT_POINTS = "Black to play\n. . . . W x -\n. . . . W x -\nW W W W W x -\nx x x x x x -"


def guess(text: str, nodes: int = 300, seed: int = 1) -> list[tuple[str, int]]:
    problem = Problem.parse(text)
    budget = Budget(nodes=nodes, memory_mb=8)
    solver = Solver(problem, budget)
    found = hunches(solver.prover, solver.start(problem.to_play, 0), Effort.whole(budget), seed=seed)
    return [(vertex(hunch.move), hunch.visits) for hunch in found]


@pytest.mark.smoke
@pytest.mark.parametrize("mover", ["Black", "White"])
def test_the_middle_of_three_points(mover: str) -> None:
    assert guess(STRAIGHT_THREE.replace("Black to play", f"{mover} to play"))[0][0] == "B3"


def test_one_thread_and_seed_give_one_answer() -> None:
    first = guess(EIGHT_POINTS, seed=3)
    assert first == guess(EIGHT_POINTS, seed=3)
    assert sum(visits for _, visits in first) > 100


def test_candidates_come_first_and_no_time_means_no_guess() -> None:
    problem = Problem.parse(EIGHT_POINTS)
    budget = Budget(nodes=200, memory_mb=8)
    corner = Point(0, 3)
    found = likely_moves([Solver(problem, budget)], problem.to_play, Effort.whole(budget), (corner,))
    assert found == [corner]
    spent = Budget(nodes=0)
    spent.stop()
    assert likely_moves([Solver(problem, spent)], problem.to_play, Effort.whole(spent)) == []


def test_a_decided_root_agrees_with_the_proof_search() -> None:
    from honte.kernels.local.tree import CAPTURED, OPEN

    rng = random.Random(5)
    decided = 0
    for _ in range(120):
        problem = random_problem(rng)
        prover = Prover(problem, 8, free_pass=rng.random() < 0.3)
        state = prover.start()
        budget = Budget(nodes=400, memory_mb=8)
        status = int(_grow(prover, state, budget, 1)[0].status)
        if status == OPEN:
            continue
        decided += 1
        verdict = prover.prove(state, Budget(nodes=200_000))
        assert verdict is (Verdict.CAPTURED if status == CAPTURED else Verdict.SAVED), problem
    assert decided >= 40


def test_the_policy_sees_the_points_at_the_steps_of_sight() -> None:
    """A code below 64 is the bit of the point that lies at that step from the move."""
    problem = Problem.parse(STRAIGHT_THREE)
    local = LocalBoard.of(problem)
    for index, point in enumerate(local.points):
        for step, code in zip(SIGHT, local.region[0].sight[index], strict=True):
            if code < 64:
                there = local.points[int(code)]
                assert (there.col - point.col, there.row - point.row) == step


def test_the_promise_equals_the_plain_sum_of_the_weights() -> None:
    """The kernel adds packed words; plain sums of the fitted numbers give the same result."""
    from honte.kernels.local.policy import CODES, STATES, promise

    data = np.load(resources.files("honte.tsumego.proof").joinpath("policy.npz").open("rb"))
    weights, leave = data["weights"].astype(np.int64), data["leave"].astype(np.int64)
    rng = np.random.default_rng(5)
    record = policy().copy()
    for _ in range(200):
        codes = rng.integers(STATES, size=CODES)
        record[0].codes = codes
        for side in (0, 1):
            hidden = weights[side, np.arange(CODES), codes].sum(axis=0) + weights[side, CODES, 0]
            assert promise(record[0], side) == int(np.maximum(hidden, 0) @ leave[side])


def test_weights_too_large_for_the_kernel_are_refused() -> None:
    from honte.kernels.local.policy import CODES, HIDDEN, POLICY, STATES, pack_policy

    record = np.zeros(1, dtype=POLICY).view(np.recarray)
    weights = np.zeros((2, CODES + 1, STATES, HIDDEN), np.int64)
    weights[:, :, 0] = 3_000
    with pytest.raises(ValueError, match="too large"):
        pack_policy(record[0], weights, np.zeros((2, HIDDEN), np.int64))


def test_the_likeliest_of_some_moves_comes_first_and_the_pass_last() -> None:
    problem = Problem.parse(STRAIGHT_THREE)
    solver = Solver(problem, Budget(nodes=2_000))
    moves = (None, *sorted(problem.valid_points))
    ordered = in_likely_order(solver, problem.to_play, moves, Effort.whole(Budget(nodes=2_000)))
    assert sorted(map(str, ordered)) == sorted(map(str, moves))
    assert vertex(ordered[0]) == "B3"
    assert ordered[-1] is None
