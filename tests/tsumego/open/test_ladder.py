"""Ladders: what they call final is true on the whole board, and areas grow where a proof leans."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from dataclasses import replace

import pytest

from honte.core import BLACK, WHITE, Board
from honte.errors import InputError, ProblemError
from honte.search.budget import Budget
from honte.search.effort import Effort
from honte.tsumego.open.bounds import Any
from honte.tsumego.open.growing import Growth
from honte.tsumego.open.ladder import FIRST_NODES, Ladder
from honte.tsumego.open.readings import given_reading
from honte.tsumego.problem import Problem, Setup
from honte.tsumego.proof.prover import MOST_THREATS, Prover, Verdict
from honte.tsumego.proof.solver import Solver
from tests.tsumego.open.test_cages import some_area, with_all_walls
from tests.tsumego.random_problems import random_board

MOST_NODES = 20_000
"""Nodes for one ladder."""


def ladder_of(setup: Setup, start: Problem, *, caged: bool, threats: int = 0) -> Ladder:
    """A ladder for the side to play, with a solver of its own on each area; the attacker may pass."""
    assert setup.keystones is not None
    growth = Growth(setup, given_reading(setup, setup.keystones), None)
    budget = Budget(nodes=10_000_000, memory_mb=1)

    def solver_of(problem: Problem) -> Solver:
        return Solver(problem, budget, Prover(problem, 1, free_pass=True))

    attacks = setup.to_play is start.attacker
    ladder = Ladder(growth, solver_of, setup.to_play, threats, Any.MOVE, caged, caged == attacks, 1.0)
    ladder.start(start)
    return ladder


def climb(ladder: Ladder) -> bool | None:
    """The answer of a ladder, if MOST_NODES are enough."""
    effort = Effort.whole(ladder.rungs[0].solver.budget).at_most(MOST_NODES) if ladder.rungs else None
    while effort is not None and ladder.is_open and not effort.over:
        ladder.ask(effort)
    return ladder.answer


@pytest.mark.parametrize("seed", range(4))
def test_final_answers_hold_on_the_whole_board(seed: int) -> None:
    """A search of the whole small board agrees; no wall is taken as safe."""
    rng = random.Random(seed)
    agreed: Counter[tuple[bool, bool]] = Counter()
    while sum(agreed.values()) < 10:
        board = random_board(rng, 5, 0.62)
        color, mover = rng.choice([BLACK, WHITE]), rng.choice([BLACK, WHITE])
        for chain in list(board.chains(color))[:1]:
            with suppress(InputError, ProblemError):
                area = some_area(rng, board, chain.stones, color)
                start = with_all_walls(Problem(board, chain.stones, mover, area))
                setup = Setup(board, mover, keystones=chain.stones, safe=board.grid.set())
                whole = Prover(replace(start, area=board.grid.all), 16, free_pass=True)
                verdict = whole.prove(whole.start(), Budget(nodes=MOST_NODES))
                if verdict is Verdict.UNKNOWN:
                    continue
                for caged in (False, True):
                    ladder = ladder_of(setup, start, caged=caged)
                    ladder.growth = replace(ladder.growth, friends=board.grid.set())
                    if climb(ladder) is ladder.final and walls_inside(ladder):
                        succeeds = (verdict is Verdict.CAPTURED) == (mover is start.attacker)
                        assert succeeds is ladder.final, (str(start), caged)
                        agreed[caged, ladder.final] += 1
    assert len(agreed) >= 2


def walls_inside(ladder: Ladder) -> bool:
    """Whether the area of the answer holds every attacker chain next to it, or life was the answer."""
    assert ladder.decided is not None
    problem = ladder.decided.solver.problem
    lives = ladder.final == (ladder.mover is problem.defender)
    return lives or with_all_walls(problem).area == problem.area


OPEN = Board.parse("""
. . . . . . . .
. . . . . . . .
. X X X . . . .
. X O X . . . .
. X O . . . . .
. X X X . . . .
. . . . . . . .
. . . . . . . .
""")
"""White runs out at D4 and beyond."""


def test_a_cage_grows_where_the_target_gets_out() -> None:
    target = OPEN.stones(WHITE)
    names = [OPEN.grid.parse(name) for name in ("C4", "C5", "D4")]
    start = Problem(OPEN, target, BLACK, OPEN.grid.set(names))
    prover = Prover(start, 1, free_pass=True, escape=True)
    first = prover.start(WHITE)
    assert prover.prove(first, Budget(nodes=10_000)) is Verdict.SAVED
    assert prover.zone == OPEN.grid.set([OPEN.grid.parse("D4")])
    growth = Growth(Setup(OPEN, WHITE, keystones=target), given_reading(Setup(OPEN, WHITE), target), None)
    wider = growth.wider(start, prover.zone)
    assert wider is not None
    assert wider.area - start.area == OPEN.grid.set([OPEN.grid.parse("E4")])


def test_each_try_costs_as_much_as_all_before_and_wider_rungs_half_as_much() -> None:
    target = OPEN.stones(WHITE)
    setup = Setup(OPEN, WHITE, keystones=target)
    names = [OPEN.grid.parse(name) for name in ("C4", "C5", "D4")]
    ladder = ladder_of(setup, Problem(OPEN, target, WHITE, OPEN.grid.set(names)), caged=False)
    only = ladder.rungs[0]
    assert (only.price, ladder.worth) == (FIRST_NODES, 1 / FIRST_NODES)
    only.spent = ladder.spent = 3 * FIRST_NODES
    assert only.price == 3 * FIRST_NODES
    ladder.rungs.append(replace(only, spent=FIRST_NODES))
    assert ladder.next is ladder.rungs[1]
    ladder.rungs[1].spent = 2 * FIRST_NODES
    assert ladder.next is only


def test_an_area_that_cannot_grow_ends_the_ladder() -> None:
    board = Board.parse(". . O X\nO O O X\nX X X X\n. . . .")
    setup = Setup(board, WHITE, keystones=board.stones(WHITE))
    area = board.stones(WHITE) | board.grid.set([board.grid.parse("A4"), board.grid.parse("B4")])
    ladder = ladder_of(
        setup, Problem(board, board.stones(WHITE), WHITE, area), caged=False, threats=-MOST_THREATS
    )
    assert climb(ladder) is False
    assert not ladder.is_open
