"""`honte estimate` and `honte study estimate` from the command line."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from honte.cli.estimate import MODEL_NAMES
from honte.cli.main import app, main
from honte.estimate.models import MODELS

MOVES = ("ee", "gc", "cg", "gg", "cc", "ge", "ec", "fe", "ef", "ff", "eg", "eh", "dh", "fh", "gb", "fb")
GAME = (
    "(;GM[1]SZ[9]KM[5.5]RU[Japanese]RE[B+2.5]"
    + "".join(f";{'BW'[k % 2]}[{move}]" for k, move in enumerate(MOVES))
    + ")"
)


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "game.sgf"
    path.write_text(GAME, encoding="utf8")
    return str(path)


def run(*arguments: str) -> str:
    answer = CliRunner().invoke(app, list(arguments))
    assert answer.exit_code == 0, answer.output
    return answer.stdout


@pytest.mark.parametrize("model", ["learned", "playouts", "distance", "distance-capped", "influence"])
def test_every_model_answers_in_json(file: str, model: str) -> None:
    found = json.loads(run("estimate", file, "--move", "12", "--model", model, "--json"))
    assert found["model"] == model
    assert found["move"] == 12
    assert found["rules"] == "japanese"
    assert len(found["ownership"]) == 9
    assert found["error"] > 0


def test_help_names_every_model() -> None:
    assert ", ".join(MODELS) == MODEL_NAMES
    assert "--models" not in run("estimate", "--help")


def test_text_and_picture(file: str, tmp_path: Path) -> None:
    picture = tmp_path / "map.svg"
    text = run("estimate", file, "--png", str(picture))
    assert "territory" in text
    assert re.search(r"^Black's chance to win: \d+ %$", text, re.MULTILINE)
    assert "move 16" in text
    assert picture.read_text(encoding="utf8").startswith("<svg")


def test_options_reach_the_model(file: str) -> None:
    assert (
        json.loads(run("estimate", file, "--model", "playouts", "--playouts", "30", "--json"))["playouts"]
        == 30
    )
    assert json.loads(run("estimate", file, "--model", "distance-capped", "--cap", "3", "--json"))["cap"] == 3


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["--move", "99"], "move 99 is not in this game of 16 moves"),
        (["--move", "-1"], "move -1 is not in this game"),
        (["--model", "tea leaves"], "known: learned, playouts, distance"),
        (["--png", "map.gif"], "pictures are .svg or .png"),
        (["--model", "playouts", "--playouts", "0"], "expected 1 or more"),
    ],
)
def test_bad_input_is_one_line(
    file: str,
    arguments: list[str],
    text: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.argv", ["honte", "estimate", file, *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    lines = capsys.readouterr().err.strip().splitlines()
    assert len(lines) == 1
    assert text in lines[0]


def test_a_bare_board_can_be_estimated(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("X . .\n. . .\n. . O\n", encoding="utf8")
    found = json.loads(run("estimate", str(board), "--model", "distance", "--json"))
    assert found["black_area"] == pytest.approx(found["white_area"])


def test_study_writes_tables_and_plots(file: str, tmp_path: Path) -> None:
    out = tmp_path / "study"
    arguments = ["--games", str(Path(file).parent), "--out", str(out), "--every", "5", "--jobs", "1"]
    found = json.loads(run("study", "estimate", *arguments, "--models", "distance,influence", "--json"))
    assert found["games"] == 1
    assert {Path(p).suffix for p in found["written"]} >= {".csv", ".png", ".svg"}
    assert all(Path(p).exists() for p in found["written"])
    assert "5" in found["models"]["distance"]


def test_study_of_an_empty_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["honte", "study", "estimate", "--games", str(tmp_path)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "no SGF files" in capsys.readouterr().err


@pytest.mark.parametrize(("study", "option"), [("estimate", "--games"), ("gold", "--problems")])
def test_a_study_of_nothing_usable_is_one_line(
    honte: Callable[..., Any], tmp_path: Path, study: str, option: str
) -> None:
    given = tmp_path / "games"
    given.mkdir()
    for name in ("a.sgf", "b.sgf"):
        (given / name).write_text("hello", encoding="utf8")
    ran = honte("study", study, option, given, "--out", tmp_path / "out")
    assert ran.status == 2
    assert ran.out == ""
    assert "games: no " in ran.err
    assert "2 files left out; a.sgf: line 1, column 1" in ran.err
    assert len(ran.err.strip().splitlines()) == 1
