"""The planes of a position: by hand on a small board, and equal to those of training on random games."""

from __future__ import annotations

import random
import shutil

import numpy as np
import pytest

from honte.core import BLACK, JAPANESE, WHITE, Board, Game, Position
from honte.errors import InputError
from honte.grid import Grid, Point
from honte.network.features import PLANES, View, planes_of, supports


def random_game(side: int, seed: int, moves: int) -> Game:
    """A game of random legal moves with some passes."""
    chance = random.Random(seed)
    game = Game(side, JAPANESE)
    for _ in range(moves):
        legal = list(game.position.legal_moves(JAPANESE))
        passes = not legal or (chance.random() < 0.02 and game.moves[-1:] != [None])
        game.play(None if passes else chance.choice(legal))
        if game.phase.name != "PLAY":
            break
    return game


def test_planes_by_hand() -> None:
    board = Board.parse(
        """
        . . . . .
        . X . . .
        X O X . .
        . . . . .
        . . . . .
        """
    )
    planes = planes_of(View(Position(board, WHITE), (Point(1, 2), None)))
    assert planes.shape == (PLANES, 5, 5)
    assert planes[0].sum() == 1
    assert planes[0, 2, 1] == 1
    assert planes[1].sum() == 3
    assert planes[2, 2, 1] == 1  # White's stone has one liberty.
    assert planes[6, 2, 0] == 1  # Black's stone on the edge has two.
    assert planes[7].sum() == 2
    assert planes[8].sum() == 0
    assert planes[9].sum() == 25
    assert planes[10, 2, 1] == 1
    assert planes[11:].sum() == 0


def test_ko_is_shown_to_the_mover() -> None:
    game = Game(5, JAPANESE)
    for text in ("B3", "C3", "C4", "D4", "C2", "D2", "E5", "E3", "D3"):
        game.play(game.grid.parse(text))
    assert game.position.ko == Point.parse("C3")
    assert planes_of(View.of(game))[8, 2, 2] == 1


def test_colors_exchanged() -> None:
    game = random_game(9, 3, 40)
    view = View.of(game)
    swapped = Position(view.position.board.swapped(), view.position.to_play.opponent, view.position.ko)
    assert np.array_equal(planes_of(view), planes_of(View(swapped, view.last)))


def test_view_after_a_move_is_the_view_of_the_longer_game() -> None:
    game = random_game(7, 5, 12)
    assert View.of(game, 9).after(game.moves[9]) == View.of(game, 10)
    with pytest.raises(InputError, match="move 99 is not in this game"):
        View.of(game, 99)


@pytest.mark.parametrize(("cols", "rows"), [(25, 25), (4, 4), (9, 13), (20, 20)])
def test_boards_it_does_not_know(cols: int, rows: int) -> None:
    assert not supports(Grid(cols, rows))
    with pytest.raises(InputError, match=f"from 5x5 to 19x19, not {cols}x{rows}"):
        planes_of(View(Position(Board(Grid(cols, rows)), BLACK)))


def flat_moves(game: Game) -> np.ndarray:
    """The moves as training has them: rows counted in the order of the planes."""
    side = game.grid.cols
    return np.array([side * side if m is None else m.row * side + m.col for m in game.moves], dtype=np.uint16)


@pytest.mark.parametrize("side", [5, 9, 19])
def test_codes_of_training_agree(side: int) -> None:
    """The plain board of training sees the same stones, liberties and ko."""
    from training.network.plain import replay_game

    game = random_game(side, side, 3 * side * side // 2)
    codes = replay_game(flat_moves(game), side)
    for ply in range(0, len(game.steps) + 1, 7):
        planes = planes_of(View.of(game, ply))
        own = 4 * (ply % 2)
        for liberties in (1, 2, 3):
            assert np.array_equal(planes[1 + liberties].reshape(-1) == 1, codes[ply] == own + liberties)
            assert np.array_equal(planes[4 + liberties].reshape(-1) == 1, codes[ply] == 4 - own + liberties)
        assert np.array_equal(planes[8].reshape(-1) == 1, codes[ply] == 9)
        assert np.array_equal(planes[0].reshape(-1) == 1, (codes[ply] > own) & (codes[ply] <= own + 4))


@pytest.mark.skipif(shutil.which("g++") is None, reason="no C++ compiler")
@pytest.mark.parametrize("side", [5, 9, 19])
def test_batches_of_training_agree(side: int) -> None:
    """The compiled pipeline of training makes exactly the planes of the package, turned boards included."""
    torch = pytest.importorskip("torch")
    from training.network.games import Games
    from training.network.positions import Positions

    game = random_game(side, 20 + side, 2 * side * side)
    moves = flat_moves(game)
    one = np.ones(1)
    start = np.array([0, len(moves)], dtype=np.int64)
    games = Games(
        side,
        moves,
        start,
        one.astype(np.float32),
        one.astype(np.int8),
        one.astype(np.float32),
        one.astype(np.uint8),
    )
    positions = Positions.of(games, torch.device("cpu"))
    rows = torch.arange(len(moves) + 1)
    found = positions.plain_batch(rows).planes.numpy()
    expected = np.stack([planes_of(View.of(game, ply)) for ply in range(len(moves) + 1)])
    assert np.array_equal(found, expected)
    turned = positions.plain_batch(rows, symmetry=1).planes.numpy()
    assert np.array_equal(turned, np.rot90(expected, axes=(2, 3)))
