"""The network's answers: their form, their laws, and clear words where it cannot answer."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from network.test_features import random_game

from honte.core import BLACK, Board, Position
from honte.errors import InputError
from honte.grid import Grid, Point
from honte.network import Network, View, load, predict

pytest.importorskip("onnxruntime")


@pytest.mark.parametrize("side", [5, 7, 9, 13, 19])
def test_form(side: int) -> None:
    game = random_game(side, side, side * 3)
    found = load().predict([View.of(game), View(game.position)], symmetries=1)
    for each in found:
        assert each.policy.shape == (side * side + 1,)
        assert each.policy.sum() == pytest.approx(1, abs=1e-4)
        assert each.owners.shape == (side * side,)
        assert abs(each.owners).max() <= 1
        assert each.error > 0
        assert each.spread > 0
        for move, chance in each.moves(5):
            assert game.position.illegality(move, game.rules) is None
            assert each.probability(move) == pytest.approx(chance)


def test_batches_say_what_single_positions_say() -> None:
    views = [View.of(random_game(side, side, 30)) for side in (9, 13, 9, 19)]
    for view, together in zip(views, load().predict(views), strict=True):
        alone = load().predict([view])[0]
        assert alone.margin == pytest.approx(together.margin, abs=1e-2)
        assert np.allclose(alone.policy, together.policy, atol=1e-3)


def test_colors_exchanged_exchange_the_answer() -> None:
    view = View.of(random_game(13, 2, 60))
    position = view.position
    swapped = Position(position.board.swapped(), position.to_play.opponent, position.ko)
    one, two = predict(view), predict(View(swapped, view.last))
    assert one.margin == -two.margin
    assert np.array_equal(one.owners, -two.owners)
    assert np.array_equal(one.policy, two.policy)
    assert one.black_wins(6.5) == pytest.approx(1 - two.black_wins(-6.5))


@pytest.mark.parametrize("symmetries", [1, 2, 8])
def test_the_answer_turns_with_the_board(symmetries: int) -> None:
    position = Position(random_game(9, 8, 30).position.board, BLACK)
    straight = predict(position, symmetries=symmetries)
    for symmetry in position.board.grid.symmetries:
        turned = predict(Position(position.board.transformed(symmetry), BLACK), symmetries=symmetries)
        assert turned.margin == pytest.approx(straight.margin, abs=1e-2)
        for point in position.board.grid:
            assert turned.owner(symmetry(point)) == pytest.approx(straight.owner(point), abs=1e-3)
            assert turned.probability(symmetry(point)) == pytest.approx(straight.probability(point), abs=1e-3)


def test_finished_board_is_owned_by_its_stones() -> None:
    board = Board.parse("\n".join([". X . X X O O . O"] + ["X X X X X O O O O"] * 7 + [". X . X X O O . O"]))
    found = predict(Position(board, BLACK), symmetries=8)
    assert found.owner(Point.parse("A1")) > 0.5
    assert found.owner(Point.parse("J9")) < -0.5
    assert 0 < found.margin < 20


def test_opens_where_players_open() -> None:
    move, _ = predict(Position.empty(19), symmetries=8).moves(1)[0]
    assert move is not None
    assert Grid(19).line(move) in (3, 4)


def test_asking_wrongly() -> None:
    with pytest.raises(InputError, match="3 symmetries; expected 1, 2, 4 or 8"):
        predict(Position.empty(9), symmetries=3)
    with pytest.raises(InputError, match="not 25x25"):
        predict(Position.empty(25))


def test_missing_and_broken_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="no network file at"):
        Network(tmp_path / "none.onnx")
    broken = tmp_path / "broken.onnx"
    broken.write_bytes(b"no network at all")
    with pytest.raises(InputError, match="is not a network"):
        Network(broken)
    monkeypatch.setenv("HONTE_NETWORK", str(tmp_path / "other.onnx"))
    with pytest.raises(InputError, match=r"other\.onnx"):
        Network()


def test_importing_honte_stays_light() -> None:
    code = "import sys, honte, honte.network; print('onnxruntime' in sys.modules, 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
