"""`honte score`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

BOARD = """\
. . X O . . .
. . X O . . .
X X X O O O O
. X . X O . .
. X X X O . X
X . X O O . .
. X X O . O .
"""
Honte = Callable[..., Any]


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "board.txt"
    path.write_text(BOARD)
    return path


def test_both_counts_in_a_table(honte: Honte, board: Path) -> None:
    ran = honte("score", board)
    assert ran.status == 0
    assert "territory" in ran.out
    assert "area" in ran.out
    assert "Black G3" in ran.out


def test_given_dead_chains_as_json(honte: Honte, board: Path) -> None:
    ran = honte("score", board, "--given", "--dead", "g3", "--json")
    answer = json.loads(ran.out)
    assert [v["chain"] for v in answer["dead"]] == [["G3"]]
    assert answer["score"]["white"]["dead"] == 1
    assert answer["recorded"] is None


def test_rules_can_be_chosen(honte: Honte, board: Path) -> None:
    ran = honte("score", board, "--given", "--rules", "chinese", "--json")
    assert json.loads(ran.out)["score"]["scoring"] == "area"
    assert honte("score", board, "--rules", "chess").status == 2


def test_the_record_is_compared(honte: Honte, tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    moves = ";B[cc];W[gc];B[cg];W[gg];B[ce];W[ge]"
    path.write_text(f"(;SZ[9]RU[Chinese]KM[0]RE[B+99]{moves})")
    answer = json.loads(honte("score", path, "--given", "--json").out)
    assert answer["recorded"] == "B+99"
    assert answer["agrees"] is False
    assert "The record says B+99; this count differs." in honte("score", path, "--given").out
    path.write_text(path.read_text().replace("B+99", answer["result"]))
    assert f"The record says {answer['result']} too." in honte("score", path, "--given").out


def test_a_picture_is_written(honte: Honte, board: Path, tmp_path: Path) -> None:
    out = tmp_path / "count.png"
    assert honte("score", board, "--given", "--dead", "G3", "--png", out).status == 0
    assert out.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (("--dead", "A7"), "A7 is empty"),
        (("--dead", "Z9"), "not on a 7x7 board"),
        (("--dead", "hello"), "is not a point"),
        (("--dead", "G3", "--alive", "G3"), "dead and alive"),
    ],
)
def test_bad_input_is_one_line(honte: Honte, board: Path, options: tuple[str, ...], text: str) -> None:
    ran = honte("score", board, *options)
    assert ran.status == 2
    assert text in ran.err
    assert ran.err.count("\n") == 1


def test_too_early(honte: Honte, tmp_path: Path) -> None:
    path = tmp_path / "early.sgf"
    path.write_text("(;SZ[19]KM[6.5];B[pd];W[dp];B[pp];W[dd])")
    ran = honte("score", path)
    assert ran.status == 2
    assert "too early to count" in ran.err
