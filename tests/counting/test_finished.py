"""Finished or not: sure owners and small last moves, against open boards and moves that decide."""

from pathlib import Path

import pytest

from honte.core import BLACK, CHINESE, Board, Game
from honte.counting import final_count, whole_board
from honte.counting.finished import OPEN_PER_LINE, SWING, Openness, openness
from honte.errors import InputError
from honte.grid import Grid
from honte.network import load

WALLS = "\n".join(["X . X X O O . O ."] + [". X X X O O O O O"] * 7 + ["X . X X O O . O ."])
RACE = """
. . . X O . . . .
. . . X O . . . .
. . . X O O . . .
X X X X X O O O O
O O O O O X X X X
X X X X O X O O O
. . . X O X O . .
. . . X O X O . .
. . . X . X O . .
"""
"""Two chains between walls stand in each other's way: the one that moves first captures the other."""


def test_a_finished_board_is_finished() -> None:
    found = openness(Board.parse(WALLS))
    assert found is not None
    assert found.finished
    assert found.points < OPEN_PER_LINE * 9


@pytest.mark.parametrize("side", [9, 13, 19])
def test_an_open_board_is_not(side: int) -> None:
    board = Board(side).place(Grid(side).parse("C3"), BLACK)[0]
    assert str(openness(board)).endswith("points have no sure owner yet")


def test_a_race_that_the_first_move_decides_is_not_finished() -> None:
    found = openness(Board.parse(RACE))
    assert found is not None
    assert not found.finished
    assert found.swing > SWING


def test_an_unsure_network_alone_stops_no_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both witnesses must speak: the network, and an open border or an unsure chain."""
    monkeypatch.setattr("honte.counting.final.openness", lambda board: Openness(80.0, 30.0, 9))
    game = Game(board=Board.parse(WALLS), rules=CHINESE)
    assert final_count(game, playouts=60).left_open == ""
    monkeypatch.setattr("honte.counting.final.SURE", 1.1)
    with pytest.raises(InputError, match="not finished: about 80 points"):
        final_count(game, playouts=60)
    assert final_count(game, playouts=60, early=True).left_open == "about 80 points have no sure owner yet"


def test_colors_exchanged() -> None:
    one, two = openness(Board.parse(RACE)), openness(Board.parse(RACE).swapped())
    assert one is not None
    assert two is not None
    assert one.points == pytest.approx(two.points, abs=1e-3)
    assert one.swing == pytest.approx(two.swing, abs=1e-3)


def test_where_the_network_cannot_judge_nothing_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert openness(Board(Grid(6, 7))) is None
    monkeypatch.setenv("HONTE_NETWORK", str(tmp_path / "missing.onnx"))
    for cached in (load, whole_board._judged):
        cached.cache_clear()
    try:
        assert openness(Board(9)) is None
    finally:
        load.cache_clear()
