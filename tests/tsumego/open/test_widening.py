"""Growing areas: their laws, and answers that agree with a search of the widest area alone."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from honte.core import BLACK, WHITE, Board, Color
from honte.grid import Point
from honte.search.budget import Budget
from honte.search.effort import Effort
from honte.tsumego.answer import Scope, solve
from honte.tsumego.open import widening
from honte.tsumego.open.areas import find_area, safe_friends, with_thin_walls
from honte.tsumego.open.attempts import Attempt, Outfit
from honte.tsumego.open.finding import Finding
from honte.tsumego.open.growing import WIDE, is_whole, problems_of, problems_to_ask
from honte.tsumego.open.guess import hopeful_move, likely_moves, most_hopeful
from honte.tsumego.open.readings import Reading, find_readings
from honte.tsumego.open.widening import kill_everywhere, live_anywhere, moves_left
from honte.tsumego.problem import Objective, Problem, Setup
from honte.tsumego.proof.outcome import Outcome
from honte.tsumego.proof.prover import MOST_THREATS, Prover, Verdict
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


def sharing(setup: Setup, reading: Reading, problems: list[Problem], budget: Budget) -> list[Solver]:
    """Solvers that share what they prove."""
    attempt = Attempt(reading, problems)
    Outfit(setup, budget, Watch()).equip([attempt])
    return attempt.solvers


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
    mover = setup.to_play
    ask = live_anywhere if reading.objective is Objective.LIVE else kill_everywhere
    budget = Budget(nodes=8 * NODES)
    solvers = sharing(setup, reading, problems, budget)
    answer = ask(solvers, mover, Effort.whole(budget))
    found = answer.outcome
    widest = solvers_of(reading, problems[-1:], Budget(nodes=8 * NODES))[0].outcome(mover)
    if found.wins:
        assert not widest.proved or widest.wins
    if reading.objective is Objective.KILL:
        assert found.low <= widest.high
        if found.best and not answer.cage:  # a kill by ko, too, is named in the widest area only
            assert answer.solver is solvers[-1]
            assert found.high >= widest.low


@pytest.mark.parametrize("seed", range(40, 52))
def test_only_the_moves_left_kill(seed: int) -> None:
    setup, reading, problems = opened(random.Random(seed))
    attacker = reading.defender.opponent
    widest = solvers_of(reading, problems[-1:], Budget(nodes=100 * NODES))[0]
    children = widest.prover.children(widest.start(attacker, -MOST_THREATS))
    enough = Effort.whole(Budget(nodes=100 * NODES))
    kills = [c.move for c in children if widest.judge(c, enough.at_most(NODES)) is Verdict.CAPTURED]
    budget = Budget(nodes=8 * NODES)
    solvers = sharing(setup, reading, problems, budget)
    assert moves_left(solvers, attacker, -MOST_THREATS) is None
    found = kill_everywhere(solvers, attacker, Effort.whole(budget))
    left = moves_left(solvers, attacker, -MOST_THREATS)
    assert left is None or set(kills) <= set(left)
    assert found.outcome.wins or not kills
    again = kill_everywhere(solvers, attacker, Effort.whole(Budget(nodes=8 * NODES)))
    assert again.outcome.wins == found.outcome.wins


@pytest.mark.parametrize("need", range(-2, MOST_THREATS + 2))
@pytest.mark.parametrize("patience", [1, 2, 9])
def test_a_kill_by_ko_names_the_least_number_of_threats(
    monkeypatch: pytest.MonkeyPatch, need: int, patience: int
) -> None:
    """The answers are invented: success from `need` threats on, and none after `patience` questions."""
    _, reading, problems = opened(random.Random(5))
    solver = solvers_of(reading, problems, Budget(nodes=1_000))[-1]
    attacker, effort = reading.defender.opponent, Effort.whole(Budget(nodes=1_000))
    nothing = Outcome(attacker, Objective.KILL, -MOST_THREATS, MOST_THREATS + 1)
    asked: list[int] = []

    def invented(solvers: list[Solver], mover: Color, threats: int, effort: Effort) -> Finding:
        asked.append(threats)
        move = next(iter(problems[0].valid_points))
        if len(asked) > patience:
            return Finding(solver, nothing, candidates=(move,))
        if threats < need:
            return Finding(solver, replace(nothing, low=threats + 1))
        return Finding(solver, replace(nothing, high=threats, best=(move,)))

    monkeypatch.setattr(widening, "_kill_with", invented)
    outcome = widening._kill_by_ko([solver], attacker, nothing, effort).outcome
    assert outcome.low <= need or need > MOST_THREATS
    assert outcome.high >= need or outcome.high > MOST_THREATS
    assert bool(outcome.best) == (outcome.high <= MOST_THREATS)
    if patience == 9:
        assert outcome.fails if need > MOST_THREATS else outcome.high == max(need, 0)
        assert outcome.proved == (need > 0)


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


def test_the_most_hopeful_area_is_the_one_whose_wall_can_fall() -> None:
    board = Board.parse(THIN_WALL)
    setup = Setup(board=board, to_play=BLACK)
    reading = find_readings(setup)[0]
    plain, thin = next(problems_of(setup, reading)), problems_to_ask(setup, reading)[-1]
    budget = Budget(nodes=20_000)
    hopeless, hopeful = solvers_of(reading, [plain, thin], budget)
    assert most_hopeful([hopeless, hopeful], BLACK, Effort.whole(budget)) is hopeful


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
