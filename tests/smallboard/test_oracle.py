"""The exact tables against published facts, and against the plain explicit-history solver."""

from __future__ import annotations

import random

import pytest

from honte.core import BLACK, WHITE, Board, KoRule, Position, Rules
from honte.grid import Grid, Point
from honte.smallboard.oracle import oracle_of
from honte.smallboard.plain import OutOfNodes, PlainSolver, area_margin

POSITIONAL = Rules("positional", KoRule.POSITIONAL, komi=0)
SITUATIONAL = Rules("situational", KoRule.SITUATIONAL, komi=0)


@pytest.mark.parametrize(
    ("cols", "rows", "legal", "bounds"),
    [
        (2, 2, 57, (-4, 4)),
        (3, 2, 489, (-6, 6)),
        (2, 4, 4125, (8, 8)),
        (5, 2, 35117, (10, 10)),
        (3, 3, 12675, (9, 9)),
    ],
)
def test_empty_boards(cols: int, rows: int, legal: int, bounds: tuple[int, int]) -> None:
    oracle = oracle_of(Grid(cols, rows))
    assert oracle.legal_boards == legal
    assert oracle.bounds(Position.empty(cols, rows)) == bounds


def test_first_moves_on_3x3() -> None:
    oracle = oracle_of(Grid(3))
    empty = Position.empty(3)
    center, side, corner = (empty.play_unchecked(Point.parse(v)) for v in ("B2", "B1", "A1"))
    assert oracle.bounds(center) == (9, 9)
    assert oracle.bounds(side) == (3, 9)
    assert oracle.bounds(corner)[1] == -9


@pytest.mark.slow
def test_3x4() -> None:
    assert oracle_of(Grid(3, 4)).bounds(Position.empty(3, 4)) == (4, 12)


@pytest.mark.slow
def test_4x4_whole() -> None:
    oracle = oracle_of(Grid(4))
    empty = Position.empty(4)
    assert oracle.legal_boards == 24_318_165
    assert oracle.bounds(empty) == (1, 16)
    assert oracle.bounds(empty.play_unchecked(Point.parse("A1")))[1] == -16
    assert oracle.bounds(empty.play_unchecked(Point.parse("B1")))[1] == -16


def test_colors_are_symmetric() -> None:
    oracle = oracle_of(Grid(3))
    for board in random_boards(Grid(3), 40, seed=1):
        low, high = oracle.bounds(Position(board, BLACK))
        assert oracle.bounds(Position(board.swapped(), WHITE)) == (-high, -low)
        assert low <= high


def test_superko_2x2() -> None:
    values = PlainSolver(POSITIONAL).move_values(Position.empty(2))
    assert max(values.values()) == 1
    assert sum(value == 1 for value in values.values()) == 4


@pytest.mark.parametrize("rules", [POSITIONAL, SITUATIONAL], ids=lambda rules: rules.name)
def test_bounds_hold_the_superko_value(rules: Rules) -> None:
    """L and U need not bracket superko values in theory; on these late boards they do."""
    settled = 0
    for board in random_boards(Grid(3), 40, seed=2) + random_boards(Grid(3, 2), 30, seed=3):
        oracle = oracle_of(board.grid)
        for color in (BLACK, WHITE):
            position = Position(board, color)
            solver = PlainSolver(rules, limit=1_500)
            try:
                value = solver.value(position)
            except OutOfNodes:
                continue
            low, high = oracle.bounds(position)
            assert low <= value <= high
            settled += 1
    assert settled >= 5


def test_area_margin() -> None:
    assert area_margin(Board.parse("X . O\n. . .\n. . .")) == 0
    assert area_margin(Board.parse("X X .\n. X O\nX X O")) == 9 - 2 * 2 - 1


def random_boards(grid: Grid, count: int, seed: int) -> list[Board]:
    """Boards of random stones that can stand."""
    rng = random.Random(seed)
    boards: list[Board] = []
    while len(boards) < count:
        letters = [rng.choice(".XXOO") for _ in range(grid.size)]
        rows = ["".join(letters[i : i + grid.cols]) for i in range(0, grid.size, grid.cols)]
        board = Board.parse("\n".join(rows))
        if not board.faults():
            boards.append(board)
    return boards
