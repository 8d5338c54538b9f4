"""Symmetric playouts: one canonical form, live standard error, dead chains."""

import random

import numpy as np
import pytest

from honte.core import BLACK, TSUMEGO, WHITE, Board, Position
from honte.estimate.ownership import Setting
from honte.estimate.playouts import PlayoutView, canonical, estimate_playouts, likely_dead, symmetric_playouts
from honte.grid import Point


def test_all_images_share_one_form() -> None:
    rng, position = random.Random(4), Position.empty(7)
    for _ in range(20):
        position = position.play_unchecked(rng.choice(list(position.legal_moves(TSUMEGO))))
    form = canonical(position)
    for turn in position.board.grid.symmetries:
        for swap in (False, True):
            board = position.board.transformed(turn)
            image = (
                Position(board.swapped(), position.to_play.opponent)
                if swap
                else Position(board, position.to_play)
            )
            assert canonical(image).position == form.position


def test_back_turns_the_board_itself_back() -> None:
    board = Board.parse("X . . .\n. X O .\n. . . O")
    for color in (BLACK, WHITE):
        form = canonical(Position(board, color))
        image = np.zeros((3, 4))
        for stone in (BLACK, WHITE):
            for point in form.position.board.stones(stone):
                image[point.row, point.col] = stone
        values = form.back(image)
        for point in board.grid:
            assert values[point.row, point.col] == (board[point] or 0)


def test_ko_points_are_turned_too() -> None:
    board = Board.parse(". X O .\nX . X O\n. X O .")
    position = Position(board, WHITE, Point.parse("B2"))
    form = canonical(position)
    assert form.position.ko is not None
    assert form.position.to_play is BLACK
    assert form.position.board[form.position.ko] is None


def test_self_symmetric_positions_give_symmetric_maps() -> None:
    view = symmetric_playouts(Position.empty(5), 50)
    assert np.allclose(view.ownership, view.ownership.T)
    assert np.allclose(view.ownership, view.ownership[::-1])


def test_the_standard_error_falls_and_is_watched() -> None:
    few, many = (symmetric_playouts(Position.empty(9), n) for n in (100, 1600))
    assert many.standard_error < few.standard_error / 2
    seen: list[PlayoutView] = []
    symmetric_playouts(Position.empty(19), 12_000, watch=seen.append)
    assert seen
    assert seen[-1].playouts == 12_000


def test_the_true_mean_is_within_a_few_standard_errors() -> None:
    truth = symmetric_playouts(Position.empty(7), 20_000, seed=99)
    far = [
        abs(view.ownership.sum() - truth.ownership.sum()) / view.standard_error
        for view in (symmetric_playouts(Position.empty(7), 200, seed=s) for s in range(20))
    ]
    assert max(far) < 4.5
    assert sum(f < 1 for f in far) >= 8


def test_likely_dead_takes_whole_chains() -> None:
    board = Board.parse("X X . O\n. . . .")
    ownership = np.array([[0.0, 0.0, 0.0, 0.0], [-0.9, -0.7, 0.0, -1.0]])
    assert str(likely_dead(board, ownership)) == "{A2, B2}"


def test_details_tell_how_many() -> None:
    answer = estimate_playouts(Setting(Position.empty(5)), playouts=40)
    assert answer.details["playouts"] == 40
    assert answer.lead == pytest.approx(sum(answer.values))
