"""`honte tsumego` from the command line: answers, bad input, files of every kind."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from honte.cli.main import app
from honte.cli.tsumego.show import failures
from honte.errors import GoError, InputError
from honte.grid import Point
from honte.search.budget import Budget
from honte.tsumego.answer import solve
from honte.tsumego.problem import Problem
from tests.interpreters import each_python, environment, python_of

DIAGRAM = """
Black to play
. . . W x - -
W W W W x - -
x x x x x - -
- - - - - - -
"""
OPEN = """
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . X . . . . . . X . . .
. . . . . . . . . . . . .
. . . . O . . . O . . . .
. . . . . . O . . . . . .
. . X . . O . O . . X . .
. . . . . . . . . . . . .
. . . . . O . O . . . . .
. . X . . . . . . . X . .
. . . . . . . . . . . . .
. . . . X . . . X . . . .
. . . . . . . . . . . . .
"""
"""White stones in the open: no proof comes soon."""

INTERRUPTED = """
import os, signal, sys, threading, time
from honte.cli.main import main
from honte.search import budget

made = []
plain = budget.Budget.__init__

def noted(self, *given, **named):
    plain(self, *given, **named)
    made.append(self)

def interrupt():
    while not any(each.seconds == 300 and each.visited > 20_000 for each in made):
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)

budget.Budget.__init__ = noted
threading.Thread(target=interrupt, daemon=True).start()
sys.argv = ["honte", "tsumego", "solve", *sys.argv[1:], "--seconds", "300", "--json"]
main()
"""
"""Runs the command and sends its own process a SIGINT once the search has begun."""


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
    assert "A4, C4 fail to B4" in text


@pytest.mark.parametrize(
    ("count", "sentence"),
    [
        (1, "A1 fails to B4"),
        (2, "A1, B1 fail to B4"),
        (9, "A1, B1, C1, D1, E1, F1, G1, A2, B2 fail to B4"),
        (11, "A1, B1, C1, D1, E1, F1, G1, A2 and 3 other moves fail to B4"),
    ],
)
def test_moves_that_fail_alike_share_a_sentence(count: int, sentence: str) -> None:
    answer = solve(Problem.parse(DIAGRAM).setup(), Budget(nodes=1000, memory_mb=1))
    moves = answer.problem.grid.points[:count]
    alike = replace(answer, refutations=dict.fromkeys(moves, (Point.parse("B4"),)))
    assert list(failures(alike)) == [sentence]


def test_a_run_that_a_cage_refutes_is_a_loss_on_the_whole_board(tmp_path: Path) -> None:
    """Black has one eye and a gap to run through; White stops every run."""
    path = tmp_path / "gap.txt"
    corner = ["O O O . . . . . .", "X X O O . . . . .", ". X . . . . . . .", ". X O O . . . . ."]
    path.write_text("Black to play\n" + "\n".join([*[". " * 9] * 5, *corner]))
    limits = ("--nodes", "120000", "--threads", "1", "--seconds", "600")
    record = json.loads(run("solve", str(path), "--json", *limits))
    assert (record["result"], record["status"], record["proved"]) == ("lose", "dead", True)
    assert (record["guess"], record["holds"]) == (False, "board")


def test_a_proved_answer_has_no_unknown_status(file: str) -> None:
    record = json.loads(run("solve", file, "--json"))
    assert (record["proved"], record["result"], record["status"]) == (True, "win", None)
    record = json.loads(run("solve", file, "--json", "--both-sides"))
    assert record["status"] == "unsettled"


def test_a_proved_loss_is_no_guess(tmp_path: Path) -> None:
    path = tmp_path / "four.txt"
    path.write_text(DIAGRAM.replace("Black", "White").replace(". . . W x", ". X . W x"))
    record = json.loads(run("solve", str(path), "--json"))
    assert (record["result"], record["proved"], record["status"]) == ("lose", True, "dead")
    assert (record["move"], record["guess"]) == ("pass", False)


def test_the_help_promises_only_what_there_is() -> None:
    text = run("--help")
    for command in ("solve", "play", "generate", "verify"):
        assert command in text


@each_python
def test_ctrl_c_keeps_the_current_problem(tmp_path: Path, version: str) -> None:
    """A real process, a real SIGINT: the answer so far is printed, and the batch ends."""
    path = tmp_path / "open.txt"
    path.write_text("Black to play\n" + OPEN)
    command = [python_of(version), "-c", INTERRUPTED, str(path), str(path)]
    process = subprocess.run(
        command, capture_output=True, text=True, timeout=300, check=False, env=environment()
    )
    records = [json.loads(line) for line in process.stdout.splitlines()]
    assert len(records) == 1, process.stderr
    assert records[0]["result"] == "open"
    assert "Traceback" not in process.stderr
    assert process.returncode == 130


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


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Black to play\n. . . W x - -\nB W W W x - -\nx x x x x - -\n", "both colors"),
        ("Black to play\n- - - W x - -\nW W W W x - -\nx x x x x - -\n", "no valid point"),
        ("Black to play\n. . . W x - -\nW W W o x - -\nx x x x x - -\n", "cuts the white chain"),
        ("Black to play\nWhite to play\n. W x\n", "a second side to play"),
        (". W x\n", "no side to play"),
        ("Black to play\n* . . W x - -\nW W W W x - -\nx x x x x - -\n", "no ko at"),
    ],
)
def test_bad_problems_are_refused_in_words(tmp_path: Path, text: str, part: str) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(text)
    assert part in str(refused("solve", str(path)))


COLLECTION = """(;SZ[9]PL[B]AW[ab][bb][cb][db][da]AB[ac][bc][cc][dc][ec][eb][ea](;B[ca]C[RIGHT]))
(;SZ[9];B[aa];W[bb])
(;SZ[9]PL[W]AW[ab][bb][cb][db][eb][ea]AB[ac][bc][cc][dc][ec][fc][fb][fa](;W[ba]C[RIGHT]))
"""
"""Two problems of another program, and between them a tree without a problem."""


def test_a_collection_is_solved_and_compared_with_its_book(tmp_path: Path) -> None:
    path = tmp_path / "book.sgf"
    path.write_text(COLLECTION)
    ran = CliRunner().invoke(app, ["tsumego", "solve", str(path), "--nodes", "100000"])
    text = ran.output
    assert "The book's move C9 fails: White answers B9." in text
    assert "The book's answer B9 is proved." in text
    assert "A right move that the book does not have: C9." in text
    assert "2 of 3 solved" in text
    assert "Ctrl-C" not in text


def test_missing_files_and_engines(file: str, tmp_path: Path) -> None:
    assert "no such file" in str(refused("solve", str(tmp_path / "none.sgf")))
    assert isinstance(refused("solve", file, "--engine", "guess"), InputError)
    (tmp_path / "empty").mkdir()
    assert "holds no problem files" in str(refused("solve", str(tmp_path / "empty")))


def test_without_time_the_result_is_open(file: str) -> None:
    assert json.loads(run("solve", file, "--json", "--seconds", "0"))["result"] == "open"
