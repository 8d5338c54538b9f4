"""Refusals before the work: outputs that cannot be written, impossible limits, boards that are too large."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_basics import Honte
from tests.interpreters import begin, each_python, python_of

GAME = "(;SZ[9]KM[5.5]RE[B+2.5];B[cc];W[gc];B[cg];W[gg];B[ee])"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.sgf"
    path.write_text(GAME)
    return path


@pytest.fixture
def tiles(tmp_path: Path) -> Path:
    path = tmp_path / "tiles.txt"
    path.write_text("1 1 2\n2 1 2\n2 2 1\n")
    return path


def refused(ran: Any, text: str) -> None:
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1), ran.err
    assert text in ran.err


def no_search(*given: object, **named: object) -> None:
    raise AssertionError("the search began")


@pytest.mark.parametrize("option", ["-o", "--gif", "--png", "--svg"])
def test_samegame_refuses_an_output_before_the_search(
    honte: Honte, tiles: Path, option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("honte.samegame.solve_by", no_search)
    name = tmp_path / "none" / f"best.{option.strip('-')}"
    refused(honte("samegame", "solve", tiles, option, name), "no such folder")


@pytest.mark.parametrize(
    ("command", "study"),
    [
        ("estimate", "honte.study.estimation.run"),
        ("moyo", "honte.study.moyo.study"),
        ("gold", "honte.study.gold.run"),
    ],
)
def test_a_study_refuses_before_it_computes(
    honte: Honte, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, study: str
) -> None:
    monkeypatch.setattr(study, no_search)
    given = ("study", command, "--problems" if command == "gold" else "--games", game)
    refused(honte(*given, "--out", game), "game.sgf is a file, expected a folder")
    refused(honte(*given, "--out", game / "below"), "game.sgf is a file, expected a folder")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    refused(honte(*given, "--out", tmp_path / "out"), "plots need matplotlib")
    assert not (tmp_path / "out").exists()


def test_a_full_disk_is_one_line(
    honte: Honte, game: Path, tiles: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if Path("/dev/full").exists():
        ran = honte("samegame", "solve", tiles, "-o", "/dev/full", "--memory-mb", 8)
        refused(ran, "cannot write /dev/full: the disk is full")

    def full(*given: object, **named: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("honte.study.output.write_table", full)
    out = tmp_path / "out"
    given = ("study", "estimate", "--games", game, "--every", 5, "--models", "influence", "--jobs", 1)
    refused(honte(*given, "--out", out), f"cannot write to {out}: the disk is full")


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "3x3"),
        ("samegame", "solve", "{tiles}"),
        ("samegame", "play", "{tiles}"),
        ("tsumego", "solve", "{game}"),
        ("study", "gold", "--problems", "{game}"),
    ],
)
def test_seconds_that_are_no_number(
    honte: Honte, game: Path, tiles: Path, arguments: tuple[str, ...]
) -> None:
    words = [word.format(tiles=tiles, game=game) for word in arguments]
    refused(honte(*words, "--seconds", "nan"), "seconds is not a number; expected 0 or more")


def test_no_threads_and_no_jobs(honte: Honte, game: Path) -> None:
    refused(honte("tsumego", "solve", game, "--threads", 0), "--threads")
    refused(honte("solve", "3x3", "--threads", 0), "threads is 0; expected 1 or more")
    refused(honte("study", "estimate", "--games", game, "--jobs", 0), "--jobs")


def test_a_picture_is_what_its_name_says(honte: Honte, game: Path, tiles: Path, tmp_path: Path) -> None:
    for number, words in enumerate((("moyo", game), ("samegame", "show", tiles))):
        picture = tmp_path / f"{number}.svg"
        assert honte(*words, "--png", picture).status == 0
        assert picture.read_text().startswith("<svg")
        refused(honte(*words, "--svg", tmp_path / "x.png"), "x.png is no .svg file")
        refused(honte(*words, "--png", tmp_path / "x.gif"), "pictures are .svg or .png")


@pytest.mark.parametrize("command", ["score", "estimate", "moyo", "solve", "tsumego solve", "legal"])
def test_a_huge_text_board_is_refused_at_once(honte: Honte, tmp_path: Path, command: str) -> None:
    path = tmp_path / "huge.txt"
    path.write_text("Black to play\n" + (". " * 19 + "\n") * 260_000)
    further = ["B"] if command == "legal" else []
    refused(honte(*command.split(), path, *further), "bytes and is no SGF; text boards go up to 100,000")


def test_negative_move_numbers_count_from_the_end(honte: Honte, game: Path) -> None:
    for words in (("estimate", "--model", "influence"), ("moyo",)):
        assert json.loads(honte(*words, game, "--move", -2, "--json").out)["move"] == 3
        assert "move -9 is not in this game of 5 moves" in honte(*words, game, "--move", -9).err
    small = game.with_name("small.sgf")
    small.write_text("(;SZ[2];B[aa];W[bb])")
    first, last = (honte("solve", small, "--move", move, "--seconds", 5).out for move in (-1, 1))
    assert first.splitlines()[:4] == last.splitlines()[:4]
    assert " 2 X . 2" in first


# Ctrl-C: real processes, real signals


def interrupted(command: list[str], ready: str) -> subprocess.CompletedProcess[str]:
    """Runs a command and interrupts it three seconds after `ready` stands in what it prints on stderr."""
    process = begin(command)
    assert process.stderr is not None
    head = ""
    while ready not in head and process.poll() is None:
        head += process.stderr.readline()
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    return subprocess.CompletedProcess(command, process.returncode, out, head + err)


STARTED = """
import sys, threading, time
from honte.search import budget
plain = budget.Budget.running
def running(self):
    if self.seconds == 300:  # the search that is asked for, not a warm-up call
        print("search began", file=sys.stderr, flush=True)
    return plain(self)
budget.Budget.running = running
"""
"""Says on standard error when a search begins."""


@each_python
def test_ctrl_c_keeps_the_best_sequence(honte: Honte, tmp_path: Path, version: str) -> None:
    python = python_of(version)
    board, best = tmp_path / "board.txt", tmp_path / "best.json"
    board.write_text(honte("samegame", "new", "--seed", 1).out)
    code = STARTED + "from honte.cli.main import main; main()"
    words = ["samegame", "solve", str(board), "-s", "300", "-o", str(best)]
    ran = interrupted([python, "-c", code, *words], "search began")
    assert "Traceback" not in ran.stderr
    assert json.loads(best.read_text())["score"] > 0
    assert "best found" in ran.stdout


@each_python
def test_ctrl_c_keeps_what_is_proved_of_a_small_board(version: str) -> None:
    code = STARTED + "from honte.cli.main import main; main()"
    words = ["solve", "5x6", "--seconds", "300", "--memory", "8", "--json"]
    ran = interrupted([python_of(version), "-c", code, *words], "search began")
    assert "Traceback" not in ran.stderr
    answer = json.loads(ran.stdout)
    assert (answer["proved"], answer["nodes"] > 0) == (False, True)


@each_python
def test_ctrl_c_ends_a_conquest_between_two_sweeps(tmp_path: Path, version: str) -> None:
    python = python_of(version)
    code = STARTED + "import runpy; runpy.run_path('benchmarks/smallboard.py', run_name='__main__')"
    ran = interrupted([python, "-c", code, "--conquer", "4x5:C3", "--folder", str(tmp_path)], "search began")
    assert "Traceback" not in ran.stderr
    assert json.loads(ran.stdout.splitlines()[-1])["proved"] is False


@each_python
def test_ctrl_c_of_the_empty_boards_keeps_the_finished_ones(tmp_path: Path, version: str) -> None:
    python, out = python_of(version), tmp_path / "out.jsonl"
    command = [python, "benchmarks/smallboard.py", "--empty", "--seconds", "100", "--out", str(out)]
    process = begin(command)
    assert process.stdout is not None
    first = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    rest, err = process.communicate(timeout=200)
    assert "Traceback" not in err
    assert out.read_text() == first + rest
    assert process.returncode == 130
