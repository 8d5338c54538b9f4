"""Growing areas: their laws, and answers that agree with a search of the widest area alone."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from honte.core import BLACK, WHITE, Board
from honte.grid import Point
from honte.search.budget import Budget
from honte.search.effort import Effort
from honte.tsumego.answer import Scope, solve
from honte.tsumego.open.areas import find_area, safe_friends, with_thin_walls
from honte.tsumego.open.growing import WIDE, is_whole, problems_of, problems_to_ask
from honte.tsumego.open.guess import hopeful_move, likely_moves
from honte.tsumego.open.readings import Reading, find_readings
from honte.tsumego.open.schedule import explore
from honte.tsumego.problem import Objective, Problem, Setup
from honte.tsumego.proof.prover import Prover
from honte.tsumego.proof.solver import Solver
from honte.tsumego.proof.watch import Watch
from tests.tsumego.random_problems import enclosed_problem, random_board
from tests.tsumego.shapes import STRAIGHT_THREE

NODES = 60_000
"""Nodes for one question."""
MOST_EMPTY = 11
"""Most empty points of an area."""


@pytest.mark.parametrize("seed", range(6))
def test_every_defender_chain_of_an_area_has_a_liberty_in_it(seed: int) -> None:
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
        problem = enclosed_problem(rng, (5, 8))
        wall = [p for p in problem.area.neighbors() if problem.board[p] is problem.attacker]
        board = problem.board.with_stones(problem.grid.set(rng.sample(wall, 1)), None)
        setup = Setup(board=board, to_play=rng.choice([BLACK, WHITE]), keystones=problem.keystones)
        reading = find_readings(setup)[0]
        areas = [p for p in problems_of(setup, reading) if len(p.valid_points) <= MOST_EMPTY]
        if len(areas) >= 2:
            return setup, reading, areas


def solvers_of(reading: Reading, problems: list[Problem], budget: Budget) -> list[Solver]:
    return [Solver(p, budget, Prover(p, 16, free_pass=not is_whole(p, reading))) for p in problems]


@pytest.mark.parametrize("seed", range(12))
def test_life_in_an_area_is_life_in_every_wider_one(seed: int) -> None:
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
    mover, budget = setup.to_play, Budget(nodes=8 * NODES, memory_mb=16)
    found = explore(setup, Effort.whole(budget), Watch())[0].found
    widest = solvers_of(reading, problems[-1:], Budget(nodes=8 * NODES))[0].outcome(mover)
    if found.outcome.wins and found.holds_everywhere:
        assert not widest.proved or widest.wins
    if reading.objective is Objective.KILL and found.outcome.fails:
        assert not widest.proved or widest.fails


def test_a_hopeful_move_is_named_where_there_is_hope() -> None:
    three = Problem.parse(STRAIGHT_THREE)
    budget = Budget(nodes=4_000, memory_mb=16)
    with budget.running():
        effort = Effort.whole(budget)
        assert hopeful_move([Solver(three, budget, Prover(three, 16))], BLACK, effort) == Point.parse("B3")
        assert hopeful_move([], BLACK, effort) is None


def test_a_guess_is_offered_and_marked_when_time_is_short() -> None:
    setup, _, _ = opened(random.Random(3))
    answer = solve(setup, Budget(nodes=60, memory_mb=16), explain=False)
    assert not answer.proved
    assert not answer.best
    assert answer.move is not None
    assert str(answer.first).startswith("unknown")


# Thin walls and friends

THIN_WALL = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . O . . . . . .
. . . O O O . O .
. O O X X . . . .
. O X . . X O . .
O X X X X X O . .
. O O . . . . . .
"""
"""Black lives at the edge because White, short of liberties on both sides of A2, cannot connect."""


def test_a_wall_short_of_liberties_can_be_captured() -> None:
    board = Board.parse(THIN_WALL)
    black = board.stones(BLACK)
    plain = find_area(board, black, BLACK, 1)
    corner = board.grid.set(Point.parse(name) for name in ("A1", "A2", "A3"))
    assert not corner <= plain
    assert corner <= with_thin_walls(board, plain, BLACK)
    answer = solve(Setup(board=board, to_play=BLACK), Budget(nodes=300_000), explain=False)
    assert answer.first.wins
    assert answer.move == board.grid.parse("F1")
    assert answer.scope is Scope.BOARD


def test_a_guess_is_one_of_the_candidates_or_none() -> None:
    _, reading, problems = opened(random.Random(3))
    budget = Budget(nodes=3_000, memory_mb=16)
    solver = solvers_of(reading, problems, budget)[0]
    inside = next(iter(problems[0].valid_points))
    beyond = next(iter(problems[-1].valid_points - problems[0].area))
    with budget.running():
        effort = Effort.whole(budget)
        assert likely_moves([solver], reading.defender, effort.part(0.5), (None, inside)) == [inside]
        assert likely_moves([solver], reading.defender, effort, (None, beyond)) == []


OPEN_SIDE = """
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . O . . O O . . . . . . . . . . .
. . . O X X X O . . . . . . . . . . .
. . . X O O O X X . . . . . . . . . .
. . . X . O X . X . . . . . . . . . .
. . . . . . O . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
"""


def test_where_all_areas_are_wide_narrow_ones_come_first() -> None:
    board = Board.parse(OPEN_SIDE)
    setup = Setup(board=board, to_play=BLACK)
    reading = next(r for r in find_readings(setup) if r.objective is Objective.KILL)
    sizes = [len(problem.valid_points) for problem in problems_of(setup, reading)]
    asked = [len(problem.valid_points) for problem in problems_to_ask(setup, reading)]
    assert min(sizes) > WIDE
    assert min(asked) <= WIDE
    assert max(asked) >= min(sizes)


LOST_AND_SAVED = """
. . . X O . . . . . . . .
X X X X O . . . . . . . .
O O O O O . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . O O O O . .
. . . . . . O X X X X O .
. . . . . . O X X . X O .
. . . . . . O X X X X O .
. . . . . . . O O O O . .
. . . . . . . . . . . . .
"""


def test_a_reading_far_below_is_tried_when_the_likeliest_is_lost() -> None:
    board = Board.parse(LOST_AND_SAVED)
    setup = Setup(board=board, to_play=BLACK)
    assert len(find_readings(setup)[0].target) == 11
    answer = solve(setup, Budget(nodes=100_000), explain=False)
    assert len(answer.reading.target) == 5
    assert answer.first.wins
    assert answer.move == Point.parse("B10")


FRIENDS = """
. . . . . . . . .
. . . . . . . . .
. . X . . . . . .
. . X . . . . . .
. . X . . . . . .
. . . O . . . . .
. O X O . . . . .
. O X O . . . . .
. O X O . . . . .
"""


def test_a_group_that_reaches_its_friends_is_saved_but_not_proved_everywhere() -> None:
    board = Board.parse(FRIENDS)
    friends, target = (
        chain.stones for chain in sorted(board.chains(BLACK), key=lambda c: -min(c.stones).row)
    )
    assert safe_friends(board, target, BLACK) == friends
    answer = solve(Setup(board=board, to_play=BLACK), Budget(nodes=100_000), explain=False)
    assert answer.reading.target == target
    assert answer.first.wins
    assert answer.problem.area.neighbors() & board.stones(answer.problem.defender)
    assert answer.scope is Scope.AREA
    attack = Setup(board=board, to_play=WHITE)
    reading = next(r for r in find_readings(attack) if r.target == target)
    assert all(friends.isdisjoint(problem.area) for problem in problems_to_ask(attack, reading))
