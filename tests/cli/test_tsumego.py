"""`honte tsumego` from the command line: answers, bad input, files of every kind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from honte.cli.main import app
from honte.cli.tsumego.solve import _find, _report, solve_setup
from honte.core import BLACK, Board
from honte.errors import GoError, InputError
from honte.search.budget import Budget
from honte.tsumego.problem import Setup
from honte.tsumego.proof.solver import solve

DIAGRAM = """
Black to play
. . . W x - -
W W W W x - -
x x x x x - -
- - - - - - -
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "three.txt"
    path.write_text(DIAGRAM)
    return str(path)


def run(*arguments: str, text: str = "") -> str:
    result = CliRunner().invoke(app, ["tsumego", *arguments], input=text, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(*arguments: str) -> GoError:
    result = CliRunner().invoke(app, ["tsumego", *arguments])
    assert isinstance(result.exception, GoError), result.output
    return result.exception


def test_solve_explains(file: str) -> None:
    text = run("solve", file, "--both-sides")
    assert "unsettled: Black kills" in text
    assert "right: B4" in text
    assert "A4 fails to B4" in text


def test_a_way_out_is_told_as_a_guess(capsys: pytest.CaptureFixture[str]) -> None:
    """Black has one eye and a gap to run through: no area proves life, and none refutes the run."""
    corner = ["O O O . . . . . .", "X X O O . . . . .", ". X . . . . . . .", ". X O O . . . . ."]
    board = Board.parse("\n".join([*[". " * 9] * 5, *corner]))
    record = solve_setup(Setup(board, BLACK), Budget(nodes=120_000, memory_mb=64))
    assert (record["status"], record["proved"], record["move"]) == ("unknown", False, "C2")
    assert record["refutations"] == {}
    assert not any("the answer holds" in note for note in record["notes"])
    _report(record, as_json=False, first=True)
    assert "best guess: C2" in capsys.readouterr().out


def test_finding_the_problem_takes_half_and_leaves_the_rest() -> None:
    setup = Setup(Board.parse("\n".join([*[". " * 9] * 7, "X X X O . . . . .", ". . X O . . . . ."])), BLACK)
    _, spent, left = _find(setup, Budget(nodes=1_000, memory_mb=64))
    assert spent.nodes == 500
    assert left.nodes == 1_000 - spent.visited
    again = solve(_find(setup, Budget(nodes=1_000, memory_mb=64))[0].problem, left, all_moves=True, line=True)
    record = solve_setup(setup, Budget(nodes=1_000, memory_mb=64))
    assert record["nodes"] == spent.visited + again.nodes > again.nodes


def test_solve_as_json(file: str) -> None:
    record = json.loads(run("solve", file, "--json"))
    assert record["move"] == "B4"
    assert record["proved"] is True


def test_gold_gives_an_opinion(file: str) -> None:
    record = json.loads(run("solve", file, "--json", "--engine", "gold", "--seconds", "30"))
    assert record["engine"] == "gold"
    assert record["move"] == "B4"


def test_a_folder_and_pictures(file: str, tmp_path: Path) -> None:
    (tmp_path / "two.txt").write_text(DIAGRAM.replace("Black to", "White to"))
    run("solve", str(tmp_path), "--png", str(tmp_path / "pictures"))
    assert len(list((tmp_path / "pictures").glob("*.png"))) == 2


def test_play_judges_and_answers(file: str) -> None:
    text = run("play", file, text="z9\nD1\nB4\nquit\n")
    assert "is not on" in text
    assert "outside the boundary" in text
    assert "right" in text
    assert "White answers" in text


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Black to play\n. . . W x - -\nB W W W x - -\nx x x x x - -\n", "both colors"),
        ("Black to play\n- - - W x - -\nW W W W x - -\nx x x x x - -\n", "no valid point"),
        ("Black to play\n. . . W x - -\nW W W o x - -\nx x x x x - -\n", "cuts the white chain"),
        ("Black to play\nWhite to play\n. W x\n", "both sides to move"),
        (". W x\n", "nobody to move"),
        ("Black to play\n* . . W x - -\nW W W W x - -\nx x x x x - -\n", "no ko at"),
    ],
)
def test_bad_problems_are_refused_in_words(tmp_path: Path, text: str, part: str) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(text)
    assert part in str(refused("solve", str(path)))


def test_missing_files_and_engines(file: str, tmp_path: Path) -> None:
    assert "no such file" in str(refused("solve", str(tmp_path / "none.sgf")))
    assert isinstance(refused("solve", file, "--engine", "guess"), InputError)
    (tmp_path / "empty").mkdir()
    assert "holds no problem files" in str(refused("solve", str(tmp_path / "empty")))


def test_no_time_is_an_answer(file: str) -> None:
    assert json.loads(run("solve", file, "--json", "--seconds", "0"))["status"] == "unknown"
