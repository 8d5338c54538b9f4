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


@pytest.mark.parametrize("model", ["network", "playouts", "distance", "distance-capped", "influence"])
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
        (["--move", "-17"], "move -17 is not in this game"),
        (["--model", "tea leaves"], "known: network, playouts, distance"),
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


def test_an_even_game_has_no_margin_of_minus_nothing(tmp_path: Path) -> None:
    (tmp_path / "new.sgf").write_text("(;SZ[9]KM[0.5])", encoding="utf8")
    shown = CliRunner().invoke(app, ["estimate", str(tmp_path / "new.sgf")]).output
    assert shown.startswith("even ±")
    assert "White is taken to be the stronger player" in " ".join(shown.split())
    assert re.search(r"^margin +\+0\.0$", shown, re.MULTILINE)


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


def numbers(text: str) -> dict[str, list[float]]:
    """The lines of the account by name, with the numbers in them."""
    lines = text[text.index("Black   White") :].split("\n\n")[0].splitlines()[1:]
    found = (re.match(r"(\D+?)\s+([-+\d. ]+)", line) for line in lines)
    return {match[1].strip(): [float(part) for part in match[2].split()] for match in found if match}


@pytest.mark.parametrize("rules", ["Japanese", "Chinese"])
@pytest.mark.parametrize("move", [9, 12, 16])
@pytest.mark.parametrize("model", ["network", "distance", "influence"])
def test_what_is_shown_adds_up(tmp_path: Path, rules: str, move: int, model: str) -> None:
    path = tmp_path / "game.sgf"
    path.write_text(GAME.replace("Japanese", rules), encoding="utf8")
    arguments = ["estimate", str(path), "--move", str(move), "--model", model]
    text, facts = run(*arguments), json.loads(run(*arguments, "--json"))
    parts = facts["parts"]
    black, white = (sum(part[side] for part in parts.values()) for side in ("black", "white"))
    assert facts["lead"] == pytest.approx(black - white)
    assert facts["lead"] + facts["scaling"] == pytest.approx(round(facts["margin"], 1))
    if facts["scale"] is not None:
        assert facts["lead"] * facts["scale"] == pytest.approx(facts["margin"], abs=0.15)
    assert (facts["scale"] is None) is (model == "network")
    shown = numbers(text)
    assert shown["total"] == pytest.approx([black, white])
    assert shown["lead"] == pytest.approx([black - white])
    assert shown["lead"][0] + shown["beyond the map" if model == "network" else "scaling"][
        0
    ] == pytest.approx(shown["margin"][0])
    sign = f"{'B' if shown['margin'][0] > 0 else 'W'}+{abs(shown['margin'][0]):.1f}"
    assert text.startswith(sign if shown["margin"][0] else "even")
    assert ("area" in shown) is (rules == "Chinese")
    assert ("White to play" in shown) is (rules == "Japanese" and move % 2 == 1)


def test_captured_stones_are_in_the_account(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[5]KM[0]RU[Japanese];B[ba];W[aa];B[ab];W[ee];B[de];W[cc])", encoding="utf8")
    facts = json.loads(run("estimate", str(path), "--model", "influence", "--json"))
    assert facts["parts"]["prisoners"] == {"black": 1.0, "white": 0.0}
    assert facts["lead"] * facts["scale"] == pytest.approx(facts["margin"], abs=0.1)


def test_the_map_has_coordinates_and_a_legend(file: str) -> None:
    from honte.formats.diagram import parse
    from honte.formats.load import load_position

    text = run("estimate", file, "--model", "influence")
    lines = text.splitlines()
    assert lines.count("   A B C D E F G H J") == 2
    assert "+ Black's (over 60%)  , likely Black's" in text
    first = lines.index("   A B C D E F G H J")
    assert parse("\n".join(lines[first : first + 11])).board == load_position(GAME).board


@pytest.mark.filterwarnings("error")
def test_a_stopped_study_says_how_it_goes_on(
    honte: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The games have no counted result, so there is no error to draw: that gives no warning, either."""
    from honte.study import estimation

    games = tmp_path / "games"
    games.mkdir()
    for name in "abc":
        (games / f"{name}.sgf").write_text("(;SZ[9];B[cc];W[gc];B[cg];W[gg];B[ee])", encoding="utf8")
    whole = estimation.run
    monkeypatch.setattr(estimation, "run", lambda files, *rest, **named: whole(files[:1], *rest, **named))
    given = ("--games", games, "--every", 5, "--models", "influence", "--jobs", 1, "--out", tmp_path / "out")
    ran = honte("study", "estimate", *given)
    assert ran.status == 0
    assert "Stopped with 2 files to go; the same command goes on from here.\n" in ran.out
    monkeypatch.setattr(estimation, "run", whole)
    assert "3 games studied" in (text := honte("study", "estimate", *given).out)
    assert "to go" not in text
