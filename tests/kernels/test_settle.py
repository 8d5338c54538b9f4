"""Settling playouts: what they must never do, and what they must see."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from honte.core import BLACK, WHITE, Board, Color, Position
from honte.core.arrays import cell_of, compiled
from honte.counting.settling import settle, settle_both
from honte.grid import Point
from honte.kernels.go import settle as kernels

SEKI = """
. O X . O X .
O O X . O X X
. O X O O X .
O O O X X X X
O . O X . X .
"""


def life(board: Board, vertex: str, playouts: int = 200) -> float:
    """How the stone at a point fares, +1 for its owner."""
    point = Point.parse(vertex)
    color = board[point]
    assert color is not None
    ownership = settle_both(board, playouts)
    return float(ownership[point.row, point.col]) * color


def test_a_seki_stays_as_it_is() -> None:
    board = Board.parse(SEKI)
    assert life(board, "C5") > 0.9
    assert life(board, "E5") > 0.9


NAKADE = """
. O . X O . .
X X X X O . .
O O O O O . .
. . . . . . .
. . . . . . .
"""


def test_a_nakade_kills() -> None:
    board = Board.parse(NAKADE)
    assert life(board, "D5") < -0.8


def test_a_nakade_is_completed_by_self_atari() -> None:
    board = compiled(Position(Board.parse(NAKADE)))[0]
    scratch, room = np.zeros(1, kernels.SCRATCH), np.zeros(3, np.uint64)
    cell = np.uint64(cell_of(Point.parse("A5")))
    assert kernels.chain_after(board, cell, np.uint8(2), room) == (1, 2)
    assert kernels.sensible(board, cell, np.uint8(2), scratch[0])


def test_a_lone_stone_in_enemy_land_is_dead() -> None:
    board = Board.parse(
        """
        . X . O .
        . X X O .
        O . X O .
        . X X O .
        . . X O .
        """
    )
    assert life(board, "A3") < -0.5


@pytest.mark.parametrize(
    ("vertex", "color", "expected"),
    [
        ("D5", BLACK, False),  # a shared liberty of the seki
        ("D4", WHITE, False),
        ("A5", WHITE, False),  # an own eye
        ("B1", BLACK, False),  # suicide
    ],
)
def test_moves_that_are_not_sensible(vertex: str, color: Color, expected: bool) -> None:
    boards = compiled(Position(Board.parse(SEKI)))
    scratch = np.zeros(1, kernels.SCRATCH)
    kind = np.uint8(1 if color is BLACK else 2)
    cell = np.uint64(cell_of(Point.parse(vertex)))
    assert bool(kernels.sensible(boards[0], cell, kind, scratch[0])) is expected


def test_same_seed_same_answer_and_colors_mirror() -> None:
    board = Board.parse(SEKI)
    one, two = settle(Position(board, BLACK), 50, seed=3), settle(Position(board, BLACK), 50, seed=3)
    assert (one == two).all()
    swapped = settle(Position(board.swapped(), WHITE), 50, seed=3)
    assert np.allclose(one, -swapped)


def test_the_same_source_runs_uncompiled() -> None:
    code = (
        "from honte.core import Board, Position\n"
        "from honte.counting.settling import settle\n"
        "print(settle(Position(Board.parse('. X .\\n. X O\\n. X .')), 2).tolist())"
    )
    outputs = []
    for value in ("0", "1"):
        environment = os.environ | {"NUMBA_DISABLE_JIT": value}
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", code], env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1]
