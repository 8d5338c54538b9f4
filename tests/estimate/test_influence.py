"""Bouzy's map compared with numbers worked out by hand."""

import numpy as np
import pytest

from honte.core import Board, Position
from honte.errors import InputError
from honte.estimate.influence import estimate_influence, influence_map
from honte.estimate.ownership import Setting


def test_one_dilation_of_one_stone() -> None:
    board = Board.parse(". . .\n. X .\n. . .")
    expected = np.array([[0, 1, 0], [1, 64, 1], [0, 1, 0]])
    assert (influence_map(board, 1, 0) == expected).all()


def test_two_dilations_add_up() -> None:
    # After the first, the side points hold 1; the second gives each its positive neighbors.
    board = Board.parse(". . .\n. X .\n. . .")
    expected = np.array([[2, 2, 2], [2, 68, 2], [2, 2, 2]])
    assert (influence_map(board, 2, 0) == expected).all()


def test_erosion_takes_back_what_is_pressed() -> None:
    board = Board.parse(". . .\n. X .\n. . .")
    expected = np.array([[0, 0, 0], [0, 64, 0], [0, 0, 0]])
    assert (influence_map(board, 1, 1) == expected).all()


def test_between_two_colors_nobody_radiates() -> None:
    assert influence_map(Board.parse("X . O"), 1, 0).tolist() == [[64, 0, -64]]


def test_colors_are_opposite() -> None:
    board = Board.parse("X . . O .\n. . X . .\nO . . . .")
    assert (influence_map(board) == -influence_map(board.swapped())).all()


def test_a_corner_enclosure_holds_its_corner() -> None:
    board = Board.parse(
        ". . . . . . . . .\n" * 5
        + ". . . X . . . . .\n. . . . . . . . .\n. . . X . . . . .\n. . . . . . O . ."
    )
    answer = estimate_influence(Setting(Position(board)))
    assert answer.values[0] >= 0
    assert answer.lead > 0


def test_bad_counts() -> None:
    with pytest.raises(InputError):
        influence_map(Board(5), -1, 0)
