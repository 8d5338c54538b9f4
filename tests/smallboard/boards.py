"""Boards for the small-board tests, made by rule so that nothing is copied from a data set."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from honte.core import BLACK, Board, Color, Position
from honte.grid import Grid
from honte.smallboard.solver import SIMPLE


def random_boards(grid: Grid, count: int, seed: int, letters: str = ".XXOO") -> list[Board]:
    """Boards of random stones that can stand."""
    rng = random.Random(seed)
    boards: list[Board] = []
    while len(boards) < count:
        stones = [rng.choice(letters) for _ in range(grid.size)]
        rows = ["".join(stones[i : i + grid.cols]) for i in range(0, grid.size, grid.cols)]
        board = Board.parse("\n".join(rows))
        if not board.faults():
            boards.append(board)
    return boards


def all_boards(grid: Grid) -> Iterator[Board]:
    """Every board of a grid that can stand."""
    for stones in product(".XO", repeat=grid.size):
        rows = ["".join(stones[i : i + grid.cols]) for i in range(0, grid.size, grid.cols)]
        board = Board.parse("\n".join(rows))
        if not board.faults():
            yield board


def played_position(grid: Grid, seed: int, empties: int) -> Position:
    """A position from random play that fills no own one-point eye, with about `empties` empty points."""
    rng = random.Random(seed)
    position = Position(Board(grid), BLACK)
    for _ in range(4 * grid.size):
        if len(position.board.empty) <= empties:
            break
        moves = [p for p in position.legal_moves(SIMPLE) if not _own_eye(position.board, p, position.to_play)]
        position = position.play_unchecked(rng.choice(moves) if moves else None)
    return Position(position.board, position.to_play)


def _own_eye(board: Board, point: Any, color: Color) -> bool:
    grid = board.grid
    near = grid.neighbors_mask(grid.bit(point))
    return near & ~board.stones_mask(color) == 0
