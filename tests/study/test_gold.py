"""The study of GoLD's evaluation, on two tiny problems."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from honte.cli.main import app
from honte.errors import InputError
from honte.study.gold import Plan, by_difficulty, place_of, problem_files, run, summary
from honte.study.running import Means
from honte.tsumego.problem import Problem
from honte.tsumego.problem.sgf import write_problem
from honte.tsumego.problem.text import parse_setup

THREE = "Black to play\n. . . W x -\nW W W W x -\nx x x x x -"
FIVE = """White to play
x x x x x x -
x W W W W x x
x W . . W W x
x W . . . W x
x W W W W W x
x x x x x x x"""
SIDE = "Black to play\n- x W . . . W x -\n- x W W W W W x -\n- x x x x x x x -"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("three", THREE), ("five", FIVE)):
        (tmp_path / f"{name}.sgf").write_bytes(write_problem(parse_setup(text)))
    return tmp_path


def test_rows(folder: Path) -> None:
    done = run(problem_files(folder), Plan(seconds=5, depth=6), Means(folder))
    rows = [row for file in done for row in file.rows]
    assert [(row["file"], row["engine"]) for row in rows] == [
        ("five.sgf", "gold"),
        ("five.sgf", "proof"),
        ("three.sgf", "gold"),
        ("three.sgf", "proof"),
    ]
    three = rows[2]
    assert (three["S1"], three["S2"], three["depth"], three["solved"]) == (3, 3, 1, True)
    assert three["right"] == "B3"
    assert all(three[name] > 0 for name in ("T1", "T2", "T3", "T4"))
    assert all(row["solved"] and row["solved_inverted"] for row in rows)
    assert summary(rows, "gold")["solved"] == 2
    assert sum(line["problems"] for line in by_difficulty([r for r in rows if r["engine"] == "gold"])) == 2


def test_faults_are_rows_too(folder: Path) -> None:
    (folder / "broken.sgf").write_bytes(b"(;SZ[9]")
    (folder / "empty.sgf").write_bytes(b"(;SZ[9])")
    done = run(problem_files(folder), Plan(seconds=2, depth=3, engines=("proof",)), Means(folder))
    faults = {file.name: file.fault or "" for file in done if file.fault}
    assert set(faults) == {"broken.sgf", "empty.sgf"}
    assert "keystones" in faults["empty.sgf"]


def test_places() -> None:
    assert [place_of(Problem.parse(text)) for text in (FIVE, SIDE, THREE)] == ["middle", "side", "corner"]


def test_command_writes_tables_and_plots(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    arguments = ["study", "gold", "--problems", str(folder), "--out", str(out), "--depth", "4", "--json"]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    assert '"solved": 2' in done.stdout
    names = {path.name for path in out.iterdir()}
    assert {"problems.csv", "difficulty-depth.png", "deepening.svg"} <= names


def test_bad_input(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        problem_files(tmp_path)
    with pytest.raises(InputError):
        Plan(engines=("magic",))
