"""`honte samegame`: every command, its JSON, its pictures, its refusals."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from honte.samegame import METHODS

BOARD = "1 1 2\n2 1 2\n2 2 1\n"


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "board.txt"
    path.write_text(BOARD)
    return path


def test_new_is_seeded(honte: Callable[..., Any]) -> None:
    one = honte("samegame", "new", "--cols", 6, "--rows", 4, "--colors", 3, "--seed", 5)
    two = honte("samegame", "new", "--cols", 6, "--rows", 4, "--colors", 3, "--seed", 5, "--json")
    assert one.status == two.status == 0
    assert one.out.replace(" ", "").split() == json.loads(two.out)["board"]


def test_show(honte: Callable[..., Any], board: Path, tmp_path: Path) -> None:
    png, svg = tmp_path / "b.png", tmp_path / "b.svg"
    ran = honte("samegame", "show", board, "--png", png, "--svg", svg)
    assert "9 tiles, 2 colors, 3 moves" in ran.out
    assert png.read_bytes().startswith(b"\x89PNG")
    assert svg.read_text().startswith("<svg")
    facts = json.loads(honte("samegame", "show", board, "--json").out)
    assert [group["size"] for group in facts["groups"]] == [3, 3, 2]


@pytest.mark.parametrize("method", METHODS)
def test_solve_by_every_method(honte: Callable[..., Any], board: Path, method: str) -> None:
    assert method in honte("samegame", "solve", "--help").out
    ran = honte("samegame", "solve", board, "--method", method, "--nodes", 3000, "--json", "--memory-mb", 8)
    answer = json.loads(ran.out)
    assert ran.status == 0
    assert answer["score"] == 1005
    assert answer["cleared"]
    assert answer["proved"] == (method not in ("anneal", "depth-limited"))


def test_solve_save_verify_resume_animate(honte: Callable[..., Any], board: Path, tmp_path: Path) -> None:
    out, gif = tmp_path / "best.json", tmp_path / "best.gif"
    ran = honte("samegame", "solve", board, "--out", out, "--gif", gif, "--memory-mb", 8)
    assert "proved best" in ran.out
    assert gif.read_bytes().startswith(b"GIF8")
    assert "legal: " in honte("samegame", "verify", out).out
    assert json.loads(honte("samegame", "verify", out, "--json").out)["score"] == 1005
    assert "points in all" in honte("samegame", "show", out).out
    again = honte("samegame", "solve", out, "--resume", out, "--method", "anneal", "--nodes", 100, "--json")
    assert json.loads(again.out)["score"] == 1005


@pytest.mark.parametrize("variant", ["max-min", "more", "fewer"])
def test_solve_duels(honte: Callable[..., Any], board: Path, variant: str) -> None:
    ran = honte("samegame", "solve", board, "--variant", variant, "--memory-mb", 8)
    assert "(proved;" in ran.out
    answer = json.loads(honte("samegame", "solve", board, "--variant", variant, "--json").out)
    assert answer["proved"]
    assert answer["line"][0] == answer["move"]


def test_lowest(honte: Callable[..., Any], board: Path) -> None:
    ran = honte("samegame", "solve", board, "--variant", "lowest", "--json", "--memory-mb", 8)
    assert json.loads(ran.out)["score"] < 20


def test_play_alone(honte: Callable[..., Any], board: Path) -> None:
    words = b"help\nmoves\n9,9\nnonsense\nundo\n1,1\nundo\nredo\nhint\n1,1\n1,1\n1,1\n1,1\n"
    ran = honte("samegame", "play", board, stdin=words)
    assert ran.status == 0
    for text in ("column,row", "is not on a 3x3 board", "is not a move", "nothing to undo", "hint: "):
        assert text in ran.out
    assert "the game is over" in ran.out


@pytest.mark.parametrize("variant", ["max-min", "more", "fewer"])
@pytest.mark.parametrize("second", [False, True])
def test_play_a_duel(honte: Callable[..., Any], board: Path, variant: str, second: bool) -> None:
    words = b"hint\nundo\nmoves\n" + b"1,1\n2,1\n3,1\n1,2\n2,2\n" * 6
    extra = ["--second"] if second else []
    ran = honte("samegame", "play", board, "--variant", variant, "--seconds", 5, *extra, stdin=words)
    assert ran.status == 0
    assert "the computer plays" in ran.out
    assert "the game is over" in ran.out


def test_play_ends_with_the_input(honte: Callable[..., Any]) -> None:
    assert honte("samegame", "play", "--cols", 4, "--rows", 4).status == 0


def test_a_set_of_boards(honte: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    path.write_text(json.dumps({"boards": [["12", "11"], ["22", "22"]]}))
    assert "4 tiles, 1 colors, 1 moves" in honte("samegame", "show", path, "--board", 2).out
    assert "they count from 1" in honte("samegame", "show", path, "--board", 3).err


@pytest.mark.parametrize("text", ["12\n21", "1"])
def test_a_board_without_a_move(honte: Callable[..., Any], tmp_path: Path, text: str) -> None:
    path = tmp_path / "none.txt"
    path.write_text(text)
    assert "has no move" in honte("samegame", "solve", path).out
    assert "has no move" in honte("samegame", "solve", path, "--variant", "more").out
    assert "has no move" in honte("samegame", "play", path).out


@pytest.mark.parametrize(
    ("content", "arguments", "message"),
    [
        ("112\n12\n", ["solve"], "line 2: this row has 2 cells"),
        ("1" * 51, ["solve"], "out of range"),
        ("", ["show"], "no board"),
        ("{", ["show"], "not JSON"),
        ("{}", ["show"], "no board in this JSON"),
        ('{"boards": 3}', ["show"], "boards is not a list"),
        ('{"boards": [[11, 22]]}', ["show"], "a board is a list of rows"),
        ('{"board": "11"}', ["show"], "a board is a list of rows"),
        ("11\n22", ["solve", "--method", "magic"], "is not a method"),
        ("11\n22", ["solve", "--variant", "other"], "is not a variant"),
        ("11\n22", ["solve", "--formula", "n"], "is not a formula"),
        ("11\n22", ["solve", "--seconds", "-1"], "expected 0 or more"),
        ("11\n22", ["solve", "--threads", "0"], "expected 1 or more"),
        ("11\n22", ["show", "--gif", "x.gif"], "needs a solution"),
        ("11\n22", ["verify"], "holds no moves"),
        ('{"board": ["11","22"], "moves": ["1,1","1,1","1,1"]}', ["verify"], "step 3: 1,1 is an empty cell"),
        ('{"board": ["11","22"], "moves": ["1,1"], "score": 9}', ["verify"], "claims a score of 9"),
    ],
)
def test_refusals(
    honte: Callable[..., Any], tmp_path: Path, content: str, arguments: list[str], message: str
) -> None:
    path = tmp_path / "bad"
    path.write_text(content)
    ran = honte("samegame", arguments[0], path, *arguments[1:])
    assert ran.status == 2
    assert ran.err.startswith("honte: ")
    assert message in ran.err
    assert len(ran.err.splitlines()) == 1


def test_budget_zero(honte: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(honte("samegame", "new", "--seed", 1).out)
    for limit in (["--seconds", 0], ["--nodes", 0]):
        answer = json.loads(honte("samegame", "solve", path, *limit, "--json").out)
        assert not answer["proved"]
        assert answer["moves"]
