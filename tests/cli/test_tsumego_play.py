"""`honte tsumego play`: every shipped problem to its end in the terminal, hints, claims, the next problem."""

from __future__ import annotations

from pathlib import Path

import pytest

from honte.cli.tsumego.play import Sitting
from honte.core import vertex
from honte.search.budget import Budget
from honte.tsumego.answer import solve
from honte.tsumego.problem.sgf import read_problems
from tests.cli.test_tsumego import DIAGRAM, run
from tests.shipped import spread

SHIPPED = Path(__file__).parents[2] / "src" / "honte" / "problems"
NODES = 400_000
"""Nodes of each search; every shipped problem is solved within them."""
MOST_MOVES = 15
"""Moves of the longest solution that a person plays, with room to spare."""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "three.txt"
    path.write_text(DIAGRAM)
    return str(path)


@pytest.mark.parametrize("path", spread())
def test_every_shipped_problem_is_solved_to_its_end(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sitting, "budget", lambda self: Budget(nodes=NODES))
    sitting = Sitting(read_problems(path.read_bytes())[0].problem(), 5, has_next=False)
    player = sitting.problem.to_play
    for _ in range(MOST_MOVES):
        answer = solve(sitting.problem.setup(), Budget(nodes=NODES))
        sitting.act(vertex(answer.move))
        assert sitting.progress.mistakes == 0, f"{vertex(answer.move)} is proved to be right"
        if sitting.over:
            break
        assert sitting.problem.to_play is player
    assert sitting.progress.solved


def test_a_right_move_ends_and_a_wrong_one_is_refuted(file: str) -> None:
    text = run("play", file, text="z9\nD1\nA4\nundo\nB4\nA4\nquit\n")
    assert "is not on" in text
    assert "outside the area" in text
    assert "Not this one: White answers B4." in text
    assert "Solved: White is dead, and no resistance is left." in text
    assert "Solved without help, after 1 mistake." in text
    assert "Play is over here" in text


def test_hints_come_in_three_steps_and_count_as_help(file: str) -> None:
    text = run("play", file, text="hint\nhint\nhint\nB4\nquit\n")
    steps = [text.index(part) for part in ("one move works", "marked region", "The first move is B4.")]
    assert steps == sorted(steps)
    assert "B4" in text[steps[1] : steps[2]], "the region holds the move among others"
    assert "Solved with help." in text


def test_the_solution_is_help_too(file: str) -> None:
    text = run("play", file, text="solution\nB4\nquit\n")
    assert "Black kills. B4" in text
    assert "Solved with help." in text


def test_no_move_works_is_an_answer() -> None:
    seki = str(next((SHIPPED / "basic").glob("17-*.sgf")))
    assert "Solved: Black cannot kill, it is seki." in run("play", seki, text="none\nquit\n")
    assert "Solved: no move works; White lives in seki." in run("play", seki, text="pass\nquit\n")
    assert "Solved: White lives in seki." in run("play", seki, text="seki\nquit\n")
    assert "not the result of best play" in run("play", seki, text="ko\nquit\n")


def test_the_next_problem_of_a_file(tmp_path: Path) -> None:
    two = sorted((SHIPPED / "basic").glob("0[23]-*.sgf"))
    path = tmp_path / "two.sgf"
    path.write_bytes(b"".join(each.read_bytes() for each in two))
    text = run("play", str(path), text="next\nnext\nquit\n")
    assert "Can Black kill" in text
    assert "Can White save" in text
    assert "This is the last problem of the file." in text


def test_help_explains_commands_and_signs_and_the_board_is_printed_when_it_changes(file: str) -> None:
    text = run("play", file, text="help\nz9\nhint\nhint\nquit\n")
    assert "B and W the stones in question" in text
    assert text.count("W W W W") == 2, "at the start and after the help"
    assert "It has the points A4, B4, C4." in text
