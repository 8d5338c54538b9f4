"""The network as an estimator: its own margin, and random games where it cannot answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from honte.core import CHINESE, JAPANESE, Board, Game, Position
from honte.estimate import Setting, estimate
from honte.estimate.whole_board import HEAD_START, INSTEAD
from honte.grid import Point
from honte.network import session


@pytest.fixture
def other_weights(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Forgets the loaded network before and after a test."""
    session.load.cache_clear()
    yield monkeypatch
    session.load.cache_clear()


def test_komi_and_bonus_move_the_margin_and_nothing_else() -> None:
    position = Position.empty(9)
    plain = estimate(Setting(position, CHINESE.with_komi(0)))
    later = estimate(Setting(position, JAPANESE.with_komi(6.5), bonus=2.0))
    assert plain.model == "network"
    assert later.margin == pytest.approx(plain.margin - 8.5)
    assert later.values == plain.values


def test_the_last_moves_of_a_game_are_seen() -> None:
    game = Game(9)
    for text in ("E5", "C3", "G7", "D7"):
        game.play(Point.parse(text))
    setting = Setting.of(game)
    assert [str(move) for move in setting.last] == ["D7", "G7", "C3", "E5"]
    assert estimate(setting).values != estimate(Setting(game.position)).values


@pytest.mark.parametrize(("size", "stones"), [(9, 0), (19, 2)])
def test_a_head_start_fades_until_the_end_of_the_game(size: int, stones: int) -> None:
    game = Game(size, CHINESE.with_komi(0.5), handicap=stones)
    assert estimate(game).margin == pytest.approx(0, abs=0.5)
    for text in ("E5", "C7", "D6", "F6"):
        game.play(Point.parse(text))
    late = {move: estimate(replace(Setting.of(game), move=move)) for move in (0, size, size * size)}
    given = late[size * size].margin - late[0].margin
    assert given > 5
    assert late[size].margin == pytest.approx(late[0].margin + given / (0.76 * size))
    assert late[size].values == late[0].values
    assert "White is taken to be the stronger player" in late[size].details[HEAD_START]
    assert HEAD_START not in late[size * size].details


def test_only_a_game_from_its_beginning_has_a_head_start() -> None:
    assert Setting(Position.empty(9)).start is None
    assert Setting.of(Game(board=Board.parse(". X O .\n. X O ."))).start is None
    assert Setting.of(Game(9, handicap=3)).start is not None
    huge = estimate(Game(19, CHINESE.with_komi(0.5), handicap=9))
    assert huge.margin > 100, "nobody has told the network what nine stones are worth"
    assert HEAD_START not in huge.details


def test_dead_stones_change_hands() -> None:
    rows = (
        [". . . X O . . . ."] * 3 + [". O . X O . . . ."] + [". . . X O . . . ."] * 4 + ["X X X X O O O O O"]
    )
    answer = estimate(Setting(Position(Board.parse("\n".join(rows))), move=60))
    assert answer.dead is not None
    assert [str(point) for point in answer.dead] == ["B6"]


def test_a_symmetric_board_has_a_symmetric_estimate() -> None:
    answer = estimate(Position.empty(9))
    values = np.asarray(answer)
    for turned in (values[::-1], values[:, ::-1], values.T):
        assert np.allclose(turned, values, atol=1e-4)


@pytest.mark.parametrize("size", [(25, 25), (9, 13), (4, 4)])
def test_other_boards_are_left_to_random_games(size: tuple[int, int]) -> None:
    answer = estimate(Position.empty(*size))
    assert answer.model == "playouts"
    assert f"{size[0]}x{size[1]}" in answer.details[INSTEAD]


def test_missing_and_broken_weights(tmp_path: Path, other_weights: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "broken.onnx"
    broken.write_bytes(b"tea leaves")
    for path, words in ((tmp_path / "none.onnx", "no network file"), (broken, "is not a network")):
        session.load.cache_clear()
        other_weights.setenv("HONTE_NETWORK", str(path))
        answer = estimate(Position.empty(9))
        assert answer.model == "playouts"
        assert words in answer.details[INSTEAD]
