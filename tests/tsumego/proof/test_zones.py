"""Must-play zones and shapes: moves outside a zone fail, and shapes change no proof."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest

from honte.errors import GoError
from honte.grid import Point
from honte.kernels.local.board import shape
from honte.kernels.local.must import must_stop_kill, must_stop_life
from honte.kernels.local.static import cut_off, secure
from honte.search.budget import Budget
from honte.tsumego.problem import Problem
from honte.tsumego.proof.fitted import shape_costs
from honte.tsumego.proof.prover import Prover, State, Verdict
from honte.tsumego.verify.check import SolverAdviser
from honte.tsumego.verify.oracle import Oracle
from honte.tsumego.verify.oracle import State as PlainState
from tests.tsumego.random_problems import enclosed_problem, random_oracle
from tests.tsumego.shapes import STRAIGHT_THREE


def zones(prover: Prover, state: State) -> tuple[set[int], set[int]]:
    """Bits where the attacker, and where the defender, must play."""
    region = prover.local.region[0]
    words = np.uint64(state.attacker), np.uint64(state.defender), np.uint64(state.meta)
    points = range(len(prover.local.points))
    attack = int(must_stop_life(region, *words)[0])
    defend = int(must_stop_kill(region, *words)[0])
    return {i for i in points if attack >> i & 1}, {i for i in points if defend >> i & 1}


def test_straight_three_leaves_both_sides_the_middle() -> None:
    prover = Prover(Problem.parse(STRAIGHT_THREE))
    attack, defend = zones(prover, prover.start())
    middle = prover.local.index(Point.parse("B3"))
    assert middle in attack
    assert middle in defend


@pytest.mark.parametrize("seed", range(40))
def test_moves_left_out_are_refuted(seed: int) -> None:
    """The oracle, which prunes nothing, agrees that every move outside a zone fails, all through a game."""
    rng = random.Random(seed)
    oracle = random_oracle(rng, 1500)
    prover = Prover(oracle.problem, memory_mb=1)
    adviser = SolverAdviser(prover, oracle.favored)
    bits = [prover.local.grid.bit(p) for p in prover.local.points]
    state: PlainState | None = oracle.start
    for _ in range(30):
        if state is None:
            break
        attack, defend = zones(prover, adviser._local(state))
        wanted = attack if state.attacker_to_play else defend
        moves = oracle.moves(state)
        for move, child in moves.items():
            if move and bits.index(move) not in wanted:
                captured = child is None or oracle.value(child)
                assert captured is not state.attacker_to_play, f"{oracle.problem}\n{state} {move}"
        state = rng.choice(list(moves.values())) if moves else None


def without_what_is_cut_off(prover: Prover, state: State) -> State:
    region = prover.local.region[0]
    keys = state.meta >> 16 & 0xFFFF
    stones = np.uint64(state.attacker), np.uint64(state.defender)
    safe, _ = secure(region, stones[0])
    if not safe:
        return state
    attacker, defender, _ = cut_off(region, *stones, keys, np.uint64(safe))
    return State(int(attacker), int(defender), state.meta)


def test_what_is_cut_off_does_not_matter() -> None:
    """Positions that differ only in cut-off points have the same value by the oracle."""
    rng = random.Random(21)
    merged = 0
    while merged < 3_000:
        oracle = random_oracle(rng, 1500)
        prover = Prover(oracle.problem, memory_mb=1)
        adviser = SolverAdviser(prover, oracle.favored)
        values: dict[State, bool] = {}
        for state in oracle.after:
            local = without_what_is_cut_off(prover, adviser._local(state))
            merged += local in values
            value = oracle.value(state)
            assert values.setdefault(local, value) is value, f"{oracle.problem}\n{state}"


@pytest.mark.parametrize("seed", range(8))
def test_proofs_do_not_depend_on_shapes(seed: int) -> None:
    problem = enclosed_problem(random.Random(seed), (5, 11))
    verdicts = []
    for costs in (shape_costs(), np.zeros_like(shape_costs()), np.full_like(shape_costs(), 5)):
        prover = Prover(problem, memory_mb=16)
        prover.costs = costs
        verdicts.append(prover.prove(prover.start(), Budget(nodes=400_000)))
    assert len(set(verdicts)) == 1
    assert verdicts[0] is not Verdict.UNKNOWN


def test_costs_are_the_same_turned_and_mirrored() -> None:
    costs = shape_costs()
    rng = random.Random(1)
    for _ in range(200):
        ring = [rng.randrange(4) for _ in range(8)]
        turned = ring[2:] + ring[:2]
        mirrored = [ring[-k % 8] for k in range(8)]
        codes = [sum(value << 2 * k for k, value in enumerate(form)) for form in (ring, turned, mirrored)]
        assert len({tuple(costs[:, code]) for code in codes}) == 1


def test_shape_of_a_corner_point() -> None:
    prover = Prover(Problem.parse(STRAIGHT_THREE))
    local = prover.local
    corner = next(i for i, p in enumerate(local.points) if str(p) == "A3")
    code = shape(local.region[0], np.uint64(local.attacker), np.uint64(local.defender), corner)
    ring = [code >> 2 * k & 3 for k in range(8)]
    assert ring == [3, 3, 0, 2, 2, 3, 3, 3]


def test_more_stones_outside_the_zone_of_a_death_do_not_undo_it() -> None:
    """The oracle of the same position with defender stones added outside the zone finds the death, too."""
    tried = 0
    for seed in range(120):
        rng = random.Random(seed)
        oracle = random_oracle(rng, 1500)
        problem = oracle.problem
        prover = Prover(problem, memory_mb=1)
        start = prover.start(None, oracle.favored, oracle.start.threats)
        if prover.prove(start, Budget(nodes=50_000)) is not Verdict.CAPTURED:
            continue
        free = list((problem.area & problem.board.empty) - prover.zone)
        if not free:
            continue
        added = problem.grid.set(rng.sample(free, rng.randint(1, len(free))))
        with suppress(GoError):  # the stones may take a chain's last liberty
            board = problem.board.with_stones(added, problem.defender)
            assert Oracle(replace(problem, board=board), limit=20_000).value(), f"{problem}\n{added}"
            tried += 1
    assert tried > 8
