"""What can not be forced: against the exact tables, by the checker, and as figures of whole boards."""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
import pytest

from honte.core import BLACK, WHITE, Position
from honte.grid import Grid
from honte.search.budget import Budget
from honte.smallboard.book import book_of_holding
from honte.smallboard.checker import check
from honte.smallboard.engine import Engine, State
from honte.smallboard.holding import Holding, is_held
from honte.smallboard.oracle import oracle_of
from honte.smallboard.tracks import bounds_of
from tests.smallboard import boards


@pytest.mark.parametrize(
    ("cols", "rows", "count"), [(2, 2, 30), (3, 2, 60), (2, 4, 60), (3, 3, 80), (1, 6, 30)]
)
def test_both_verdicts_agree_with_the_table(cols: int, rows: int, count: int) -> None:
    """At the exact value and one above it, for both provers, on random boards."""
    grid = Grid(cols, rows)
    oracle, engine = oracle_of(grid), Engine(grid, Budget(memory_mb=16))
    held = 0
    for board in boards.random_boards(grid, count, seed=4, letters="...XO"):
        for first in (True, False):
            state = State(board.black_mask, board.white_mask, prover_first=first)
            truth = oracle.forced(state.own, state.opp, 0, prover_first=first)
            assert is_held(engine, state, truth) is False
            if truth < grid.size:
                assert is_held(engine, state, truth + 1) is True
                held += 1
    assert held > 10


@pytest.mark.parametrize(
    ("cols", "rows", "bounds"),
    [(2, 2, (-4, 4)), (3, 2, (-6, 6)), (2, 4, (8, 8)), (3, 3, (9, 9)), (2, 5, (10, 10)), (3, 4, (4, 12))],
)
def test_bounds_of_empty_boards(cols: int, rows: int, bounds: tuple[int, int]) -> None:
    found = bounds_of(Engine(Grid(cols, rows), Budget(memory_mb=64)), Position.empty(cols, rows))
    assert (found.low, found.high) == bounds
    assert found.exact


@pytest.mark.slow
def test_bounds_of_4x4() -> None:
    found = bounds_of(Engine(Grid(4), Budget(memory_mb=256)), Position.empty(4))
    assert (found.low, found.high, found.exact) == (1, 16, True)


def test_bounds_of_random_positions() -> None:
    grid = Grid(3)
    oracle, engine = oracle_of(grid), Engine(grid, Budget(memory_mb=32))
    for board in boards.random_boards(grid, 40, seed=9, letters="...XO"):
        for color in (BLACK, WHITE):
            position = Position(board, color)
            found = bounds_of(engine, position)
            assert (found.low, found.high) == oracle.bounds(position)
            assert found.exact


@pytest.mark.parametrize(
    ("cols", "rows", "goal", "first"),
    [(2, 2, -3, True), (3, 2, -5, False), (3, 3, -8, False), (3, 4, 5, True)],
)
def test_strategies_survive_the_checker(cols: int, rows: int, goal: int, first: bool) -> None:
    """Every move of the prover is answered and none of them reaches the goal, by the plain rules."""
    sys.setrecursionlimit(100_000)
    engine = Engine(Grid(cols, rows), Budget(memory_mb=64))
    holding = Holding(engine, State(0, 0, prover_first=first), goal, thorough=True)
    assert holding.go_on() is True
    book = book_of_holding(holding)
    visited, fault = check(book)
    assert fault is None
    assert visited > 10
    wrong = replace(book, moves=np.full_like(book.moves, 255))
    assert check(wrong)[1] is not None


def test_slices_and_limits() -> None:
    engine = Engine(Grid(3, 4), Budget(memory_mb=32))
    holding = Holding(engine, State(0, 0), 5)
    assert holding.go_on(cap=2000) is None
    assert holding.nodes < 10_000
    slices = 1
    while holding.go_on(cap=20_000) is None:
        slices += 1
    assert holding.answer is True
    assert slices > 1
    stopped = Budget(nodes=0)
    stopped.stop()
    assert is_held(Engine(Grid(3, 4), stopped), State(0, 0), 5) is None
