"""Benson's algorithm against exhaustive play by the other side."""

from __future__ import annotations

import random
from functools import lru_cache

import pytest

from honte.core import BLACK, WHITE, Board, Color
from honte.core.board import board_unchecked
from honte.grid import Grid, PointSet
from honte.life import pass_alive

CASES = {
    "two eyes in the corner": (
        """
        . X . X O .
        X X X X O .
        O O O O . .
        . . . . . .
        """,
        "A3 A4 B3 B4 C3 C4 D3 D4",
    ),
    "one eye is not enough": (
        """
        . X O O .
        X X O . O
        O O O O .
        . O . . .
        """,
        "",
    ),
    "two chains that share both eyes": (
        """
        X . X O .
        . X X O .
        X X O O .
        O O O . .
        """,
        "A2 A3 A4 B2 B3 B4 C3 C4",
    ),
    "a false eye falls with its chain": (
        """
        . X . X O
        X O X X O
        O O O O .
        """,
        "",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    text, expected = CASES[name]
    points = sorted(map(str, pass_alive(Board.parse(text), BLACK).points))
    assert " ".join(points) == expected


class Passing:
    """What is left when one side always passes and the other plays anything."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.surviving = lru_cache(maxsize=None)(self._surviving)
        self.lives = lru_cache(maxsize=None)(self._lives)

    def _after(self, own: int, enemy: int) -> list[tuple[int, int]]:
        board = board_unchecked(self.grid, own, enemy)
        after = []
        for bit in self.grid.masks_of(board.empty_mask):
            placed, left, _ = board.place_mask(bit, WHITE)
            if placed & bit:  # suicide is not tried
                after.append((left, placed))
        return after

    def _surviving(self, own: int, enemy: int) -> int:
        """The black stones that White cannot take."""
        kept = own
        for left, placed in self._after(own, enemy):
            kept &= self.surviving(left, placed)
        return kept

    def _lives(self, own: int, enemy: int) -> int:
        """The points on which White can get a pass-alive stone."""
        found = pass_alive(board_unchecked(self.grid, own, enemy), WHITE).stones.mask
        for left, placed in self._after(own, enemy):
            found |= self.lives(left, placed)
        return found


def check(board: Board, oracle: Passing) -> None:
    life = pass_alive(board, BLACK)
    assert life.stones.mask == oracle.surviving(board.black_mask, board.white_mask), f"\n{board}"
    assert not life.territory.mask & oracle.lives(board.black_mask, board.white_mask), f"\n{board}"


def legal_boards(grid: Grid) -> list[Board]:
    boards = []
    for code in range(3**grid.size):
        black = white = 0
        for index, bit in enumerate(grid.masks_of(grid.full_mask)):
            stone = code // 3**index % 3
            black |= bit if stone == 1 else 0
            white |= bit if stone == 2 else 0
        board = board_unchecked(grid, black, white)
        if not board.faults():
            boards.append(board)
    return boards


def test_every_legal_3x3_position() -> None:
    boards = legal_boards(Grid(3))
    assert len(boards) == 12675
    oracle = Passing(Grid(3))
    for board in boards:
        check(board, oracle)


def random_board(grid: Grid, seed: int) -> Board:
    rng = random.Random(seed)
    board = Board(grid)
    for _ in range(rng.randint(6, 24)):
        empty = list(board.empty)
        if empty:
            # mostly Black, so that living chains are common
            board, _ = board.place(rng.choice(empty), BLACK if rng.random() < 0.75 else WHITE)
    return board


def test_random_4x4_positions() -> None:
    grid = Grid(4)
    alive = 0
    for seed in range(100):
        board = random_board(grid, seed)
        if board.empty_mask.bit_count() <= 8:
            check(board, Passing(grid))
            alive += bool(pass_alive(board, BLACK).stones)
    assert alive >= 10


@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_colors_and_symmetries_agree(color: Color) -> None:
    for seed in range(40):
        board = random_board(Grid(5), seed)
        life = pass_alive(board, color)
        assert life.points == pass_alive(board.swapped(), color.opponent).points
        for symmetry in board.grid.symmetries:
            turned = pass_alive(board.transformed(symmetry), color).points
            assert turned == PointSet(board.grid, symmetry.mask(life.points.mask))


def test_empty_and_full_boards() -> None:
    assert not pass_alive(Board(5), BLACK).points
    full = Board.parse("X X X\nX . X\nX X X")
    assert not pass_alive(full, BLACK).stones  # one eye
    assert pass_alive(full, BLACK).reason == "no chain has two vital regions"
