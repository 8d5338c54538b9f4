"""`honte score`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honte.cli.common import board_map
from honte.cli.score import LEGEND
from honte.core import BLACK, WHITE, Board
from honte.formats.diagram import parse
from honte.formats.load import load_game
from honte.grid import Grid
from honte.network import session

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
    assert "not finished: about " in ran.err
    assert honte("score", path, "--early").status == 0


def test_the_board_shows_territory_and_dead_stones(honte: Honte, board: Path) -> None:
    from honte.formats.diagram import parse

    out = honte("score", board, "--given", "--dead", "G3").out
    assert " 3 + X X X O - X!3" in out
    assert " 7 + + X O - - - 7" in out
    assert "X Black  O White  ! dead  + Black's point  - White's point  . nobody's point" in out
    lines = out.splitlines()
    first = next(number for number, line in enumerate(lines) if line.strip() == "A B C D E F G")
    read = parse("\n".join(lines[first : first + 9]))
    assert read.board == parse(BOARD).board
    assert [str(point) for point in read.marks] == ["G3"]


DEAD_FILL = """\
. O . O X .
O O O O X X
O O X X X .
O O X X X X
. X O . X .
"""
"""White's C1 must connect at B1 once D1 is taken, and a dead black stone stands there."""


def test_no_point_is_dead_and_to_be_filled(honte: Honte, tmp_path: Path) -> None:
    """The dead stone gives a prisoner and no territory; the answer says this once."""
    path = tmp_path / "board.txt"
    path.write_text(DEAD_FILL)
    answer = json.loads(honte("score", path, "--given", "--dead", "B1", "--json").out)
    dead = {point for verdict in answer["dead"] for point in verdict["chain"]}
    assert dead == {"B1"}
    assert not dead & set(answer["score"]["fill"])
    text = honte("score", path, "--given", "--dead", "B1").out
    assert "must fill it" not in text
    assert "Dead stones that count as prisoners only: B1" in text


@pytest.mark.parametrize(
    ("rules", "recorded", "words"),
    [
        ("", "W+6", "names no known rules: the territory count agrees."),
        ("RU[Calvinball]", "W+3", "names no known rules: the area count agrees."),
        ("", "B+9", "names no known rules: both counts differ."),
        ("RU[Japanese]", "W+6", "The record says W+6 too."),
        ("RU[Japanese]", "W+3", "The record says W+3; this count differs."),
    ],
)
def test_unknown_rules_and_the_count_that_agrees(
    honte: Honte, tmp_path: Path, rules: str, recorded: str, words: str
) -> None:
    from honte.core import Board
    from honte.formats.sgf_tokens import point_text

    board = Board.parse(BOARD)
    stones = {
        name: "".join(f"[{point_text(p, board.grid)}]" for p in board.stones(color))
        for name, color in (("AB", BLACK), ("AW", WHITE))
    }
    path = tmp_path / "game.sgf"
    path.write_text(f"(;SZ[7]KM[0]{rules}RE[{recorded}]AB{stones['AB']}AW{stones['AW']})")
    assert words in honte("score", path, "--given", "--dead", "G3").out
    facts = json.loads(honte("score", path, "--given", "--dead", "G3", "--json").out)
    assert facts["rules_known"] is ("Japanese" in rules)
    assert facts["agrees_with"] == {"W+6": ["territory"], "W+3": ["area"], "B+9": []}[recorded]


def test_the_problem_set_is_not_called_territory(honte: Honte, board: Path) -> None:
    ran = honte("score", board, "--rules", "problem-set")
    assert "problem set" in ran.out
    assert "less the own stones that were captured or are dead" in ran.out
    assert "territory" not in ran.out
    assert "territory" in honte("score", board, "--rules", "japanese").out


def test_the_board_that_is_printed_reads_back(honte: Honte, board: Path, tmp_path: Path) -> None:
    lines = honte("score", board).out.splitlines()
    shown = [number for number, line in enumerate(lines) if line.split() == list("ABCDEFG")]
    again = tmp_path / "again.txt"
    again.write_text("\n".join(lines[shown[0] : shown[1] + 2]))  # the legend below it, too
    read = load_game(again.read_bytes())
    assert read.game.board == Board.parse(BOARD)
    assert read.diagram is not None
    assert [str(point) for point in read.diagram.marks] == ["G3"]  # the dead stone has its cross
    assert honte("score", again).out == "\n".join(lines) + "\n"


@given(st.data())
def test_every_map_of_points_reads_back(data: st.DataObject) -> None:
    """Points of either side, `+` and `-`, are never taken for edges of the board."""
    grid = Grid(data.draw(st.integers(1, 19)), data.draw(st.integers(2, 19)))
    few = data.draw(st.sampled_from(["XO.+-", "-", "+-", "X-", "O!-."]))
    cells = {point: data.draw(st.sampled_from(few.replace("!", ""))) for point in grid.points}
    text = board_map(grid, lambda point: cells[point])
    read = parse(f"{text}\n{LEGEND}").board
    assert read.grid is grid
    assert {p for p in grid.points if read[p] is BLACK} == {p for p in cells if cells[p] == "X"}
    assert {p for p in grid.points if read[p] is WHITE} == {p for p in cells if cells[p] == "O"}


def test_without_the_network_it_says_so_and_counts(
    honte: Honte, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = tmp_path / "board.txt"
    board.write_text(". X . O .\nX X O O O\n. X O . O\nX X O O .\n. X X O .\n")
    session.load.cache_clear()
    monkeypatch.setenv("HONTE_NETWORK", str(tmp_path / "none.onnx"))
    try:
        ran = honte("score", board)
    finally:
        session.load.cache_clear()
    assert (ran.status, ran.out.splitlines()[0].split()[0]) == (0, "W+1")
    notes = [line for line in ran.err.splitlines() if "network" in line]
    assert notes == [
        f"honte: note: the network cannot be used: no network file at {tmp_path}/none.onnx; "
        "random games judge instead"
    ]
