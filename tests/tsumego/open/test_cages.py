"""Cages and thin walls: what holds in them holds on the whole board."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import pytest

from honte.core import BLACK, WHITE, Board, Color
from honte.errors import InputError
from honte.grid import PointSet
from honte.search.budget import Budget
from honte.tsumego.open.areas import with_thin_walls
from honte.tsumego.problem import Problem
from honte.tsumego.problem.predicates import can_be_caged
from honte.tsumego.proof.prover import Prover, Verdict
from honte.tsumego.verify.check import confirm
from honte.tsumego.verify.oracle import Oracle
from tests.tsumego.random_problems import random_board

NODES = 60_000
"""Nodes for each question."""


def some_area(rng: random.Random, board: Board, target: PointSet, color: Color) -> PointSet:
    """A random part of the board around a target, with whole chains of its side and no wall."""
    grid, mask = board.grid, target.mask
    for _ in range(rng.randrange(1, 4)):
        mask |= grid.dilate_mask(mask) & rng.getrandbits(len(grid)) & ~board.stones_mask(color.opponent)
    mask |= grid.neighbors_mask(target.mask) & board.empty_mask
    own = board.stones_mask(color)
    while True:
        wider = mask | grid.flood_mask(grid.dilate_mask(mask) & own, own)
        for chain in grid.component_masks(own & wider):
            wider |= grid.neighbors_mask(chain) & board.empty_mask
        if wider == mask:
            return PointSet(grid, mask)
        mask = wider


def small_problems(rng: random.Random, density: float) -> Iterator[Problem]:
    """Each chain of random small boards as a target, with some area."""
    while True:
        board = random_board(rng, 5, density)
        color, mover = rng.choice([BLACK, WHITE]), rng.choice([BLACK, WHITE])
        for chain in board.chains(color):
            yield Problem(board, chain.stones, mover, some_area(rng, board, chain.stones, color))


@pytest.mark.parametrize("seed", range(8))
def test_life_in_an_area_and_with_thin_walls_is_life_on_the_whole_board(seed: int) -> None:
    decided = 0
    for problem in small_problems(random.Random(seed), 0.62):
        board, small = problem.board, problem.area
        areas = [small, with_thin_walls(board, small, problem.defender), board.grid.all]
        verdicts = []
        for area in areas:
            prover = Prover(replace(problem, area=area), 16, free_pass=True)
            verdicts.append(prover.prove(prover.start(), Budget(nodes=NODES)).value)
        known = [verdict for verdict in verdicts if verdict != "unknown"]
        assert known == sorted(known), (str(problem), verdicts)
        decided += len(set(verdicts)) > 1
        if decided == 12:
            break


def with_all_walls(problem: Problem) -> Problem:
    """The problem on an area that holds every attacker chain next to it, so that no wall is taken as safe."""
    area = problem.area
    for wall in problem.board.chains(problem.attacker):
        if not problem.area.isdisjoint(wall.stones | wall.stones.neighbors()):
            area |= wall.stones
    return replace(problem, area=area)


@pytest.mark.parametrize("seed", range(8))
def test_a_kill_in_a_cage_is_a_kill_on_the_whole_board(seed: int) -> None:
    caught = 0
    for problem in map(with_all_walls, small_problems(random.Random(seed), 0.5)):
        if not can_be_caged(problem):
            continue
        cage = Prover(problem, 16, free_pass=True, escape=True)
        if cage.prove(cage.start(), Budget(nodes=NODES)) is not Verdict.CAPTURED:
            continue
        whole = Prover(replace(problem, area=problem.board.grid.all), 16, free_pass=True)
        verdict = whole.prove(whole.start(), Budget(nodes=NODES))
        assert verdict is not Verdict.SAVED, str(problem)
        caught += verdict is Verdict.CAPTURED
        if caught == 6:
            break


@pytest.mark.parametrize("seed", range(8))
def test_cages_agree_with_the_oracle_and_the_checker(seed: int) -> None:
    """The plain solver and the walk over a proof know cages, too, and share no code with the search."""
    verdicts: list[Verdict] = []
    for problem in small_problems(random.Random(seed), 0.7):
        if not can_be_caged(problem):
            continue
        with suppress(InputError):
            oracle = Oracle(problem, limit=4_000, free_pass=True, escape=True)
            prover = Prover(problem, 16, free_pass=True, escape=True)
            verdict = prover.prove(prover.start(), Budget(nodes=NODES))
            assert verdict is (Verdict.CAPTURED if oracle.value() else Verdict.SAVED), str(problem)
            assert confirm(problem, prover, verdict).confirmed is not False, str(problem)
            verdicts.append(verdict)
        if len(verdicts) >= 20 and verdicts.count(Verdict.CAPTURED) >= 3:
            break
