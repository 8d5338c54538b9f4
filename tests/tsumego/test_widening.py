"""Growing areas: the laws they rest on, and answers that agree with a search of the widest alone."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from honte.core import BLACK, WHITE, Board
from honte.grid import Grid
from honte.search.budget import Budget
from honte.tsumego.area import find_area
from honte.tsumego.boundary import _is_whole, problems_of, solve_position
from honte.tsumego.effort import Effort
from honte.tsumego.generate import Place, candidate
from honte.tsumego.problem import Objective, Problem, Setup
from honte.tsumego.proof import Prover
from honte.tsumego.readings import Reading, find_readings
from honte.tsumego.solver import Solver
from honte.tsumego.widening import kill_everywhere, live_anywhere

NODES = 60_000
MOST_EMPTY = 11


def random_board(rng: random.Random, size: int, density: float) -> Board:
    grid = Grid(size)
    masks = [0, 0]
    for p in grid:
        if rng.random() < density:
            masks[rng.randrange(2)] |= grid.bit(p)
    board = Board(grid, masks[0], masks[1])
    breathless = [c for color in (BLACK, WHITE) for c in board.chains(color) if not c.liberties]
    return random_board(rng, size, density) if breathless else board


@pytest.mark.parametrize("seed", range(6))
def test_every_defender_chain_of_an_area_breathes_in_it(seed: int) -> None:
    rng = random.Random(seed)
    board = random_board(rng, 9, 0.45)
    for color in (BLACK, WHITE):
        for chain in board.chains(color):
            for reach in (1, 2, 4):
                area = find_area(board, chain.stones, color, reach)
                inside = [c for c in board.chains(color) if not c.stones.isdisjoint(area)]
                assert all(c.stones <= area and c.liberties & area for c in inside)


def opened(rng: random.Random) -> tuple[Setup, Reading, list[Problem]]:
    """A random group with a hole in its wall, so that it has areas of several sizes."""
    while True:
        problem = candidate(rng, rng.choice(list(Place)), (5, 8))
        if problem is None:
            continue
        wall = [p for p in problem.area.neighbors() if problem.board[p] is problem.attacker]
        board = problem.board.with_stones(problem.grid.set(rng.sample(wall, 1)), None)
        setup = Setup(board=board, to_play=rng.choice([BLACK, WHITE]), keystones=problem.keystones)
        reading = find_readings(setup)[0]
        areas = [p for p in problems_of(setup, reading) if len(p.valid_points) <= MOST_EMPTY]
        if len(areas) >= 2:
            return setup, reading, areas


def solvers_of(reading: Reading, problems: list[Problem], budget: Budget) -> list[Solver]:
    return [Solver(p, budget, Prover(p, 16, free_pass=not _is_whole(p, reading))) for p in problems]


@pytest.mark.parametrize("seed", range(12))
def test_life_grows_with_the_area_and_death_with_its_lack(seed: int) -> None:
    setup, reading, problems = opened(random.Random(seed))
    for mover in (BLACK, WHITE):
        verdicts = []
        for solver in solvers_of(reading, problems, Budget(nodes=NODES * len(problems))):
            answer = solver.succeeds(mover, 0, Effort.whole(Budget(nodes=NODES)))
            if answer is not None:
                verdicts.append(answer if mover is reading.defender else not answer)
        assert all(wider or not smaller for smaller, wider in pairwise(verdicts)), setup.board


@pytest.mark.parametrize("seed", range(20, 32))
def test_answers_agree_with_the_widest_area_alone(seed: int) -> None:
    setup, reading, problems = opened(random.Random(seed))
    mover = setup.to_play
    ask = live_anywhere if reading.objective is Objective.LIVE else kill_everywhere
    budget = Budget(nodes=8 * NODES)
    found = ask(solvers_of(reading, problems, budget), mover, Effort.whole(budget)).outcome
    widest = solvers_of(reading, problems[-1:], Budget(nodes=8 * NODES))[0].outcome(mover)
    if found.wins:
        assert not widest.proved or widest.wins
    if reading.objective is Objective.KILL:
        assert found.low <= widest.high


def test_a_guess_is_offered_and_marked_when_time_is_short() -> None:
    setup, _, _ = opened(random.Random(3))
    finding = solve_position(setup, Budget(nodes=60, memory_mb=16))
    assert finding is not None
    assert not finding.solution.proved
    assert not finding.solution.best
    assert finding.move is not None
    assert str(finding.solution.first).startswith("unknown")
