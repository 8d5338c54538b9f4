"""Archives of games: the code of a move, boards, rules, owners, and kept collections."""

from pathlib import Path

import numpy as np
import pytest

from honte.core import BLACK, CHINESE, JAPANESE, WHITE, Board, Phase
from honte.grid import Point
from honte.scoring import area_score
from training.archive import PASS, SIDE, WHITE_BIT, Records, kept, owners, read_records


def code(vertex: str, *, white: bool = False) -> int:
    """A move as an archive writes it."""
    if vertex == "pass":
        return PASS + WHITE_BIT * white
    point = Point.parse(vertex)
    return point.col * SIDE + SIDE - 1 - point.row + WHITE_BIT * white


@pytest.fixture
def records(tmp_path: Path) -> Records:
    games = [
        ["C3", "Q16", "D5", "pass", "pass"],
        ["A2", "A1", "B1"],
    ]
    moves = [code(vertex, white=number % 2 == 1) for game in games for number, vertex in enumerate(game)]
    path = tmp_path / "archive.npz"
    start = np.cumsum([0, *(len(game) for game in games)])
    arrays = {"komi": [6.5, 7.5], "result": [3.5, -1.5], "rules": [0, 1]}
    np.savez(
        path, moves=np.array(moves, np.uint16), start=start, **{k: np.array(v) for k, v in arrays.items()}
    )
    return read_records(path)


def test_moves_are_points_and_colors(records: Records) -> None:
    assert len(records) == 2
    assert [records.length(game) for game in (0, 1)] == [5, 3]
    assert list(records.moves(0)) == [
        (BLACK, Point.parse("C3")),
        (WHITE, Point.parse("Q16")),
        (BLACK, Point.parse("D5")),
        (WHITE, None),
        (BLACK, None),
    ]


def test_boards_take_captured_stones_off(records: Records) -> None:
    boards = list(records.boards(1))
    assert [len(board.stones(WHITE)) for board in boards] == [0, 1, 0]
    assert str(boards[-1].stones(BLACK)) == "{B1, A2}"


def test_a_game_has_its_rules_and_ends_with_two_passes(records: Records) -> None:
    assert records.rules_of(0) == JAPANESE.with_komi(6.5)
    assert records.rules_of(1) == CHINESE.with_komi(7.5)
    game = records.played(0)
    assert game.phase is Phase.COUNTING
    assert len(game.steps) == 5


def test_owners_hold_living_stones_and_surrounded_points() -> None:
    board = Board.parse(". X O .\n. X O .\nO X O .")
    dead = board.grid.set([Point.parse("A1")])
    found = owners(board, dead.mask, area_score(board, dead))
    assert found.tolist() == [[1, 1, -1, -1]] * 3


def test_what_was_collected_is_read_again(tmp_path: Path) -> None:
    calls = []

    def collect() -> dict[str, np.ndarray]:
        calls.append(1)
        return {"numbers": np.arange(3)}

    for _ in range(2):
        assert kept(tmp_path / "kept.npz", collect)["numbers"].tolist() == [0, 1, 2]
    assert len(calls) == 1
    assert kept(None, collect)["numbers"].tolist() == [0, 1, 2]
    assert len(calls) == 2
