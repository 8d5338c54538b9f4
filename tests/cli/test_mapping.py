"""`--out FILE.parquet`: rows instead of answers, faults kept, runs that go on, options that do not fit."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyarrow")

from honte.work.store import read_rows

Honte = Callable[..., Any]
GAME = "(;SZ[9]RE[B+5.5]KM[6.5];B[ee];W[ce];B[cf];W[de];B[ed];W[df])"
PROBLEM = "Black to play\n. . . W x -\nW W W W x -\nx x x x x -\n"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "a.sgf").write_text(GAME)
    (folder / "b.sgf").write_text(GAME + GAME)
    (folder / "c.sgf").write_text("(;SZ[9];B[ee")
    return folder


@pytest.fixture
def problems(tmp_path: Path) -> Path:
    folder = tmp_path / "problems"
    folder.mkdir()
    for name in "ab":
        (folder / f"{name}.txt").write_text(PROBLEM)
    (folder / "c.txt").write_text("no problem")
    return folder


@pytest.mark.parametrize(
    ("arguments", "word", "column", "value"),
    [
        (("score", "--early"), "counted", "recorded", "B+5.5"),
        (("estimate", "--model", "influence"), "estimated", "move", 6),
        (("review", "--fights", "0"), "reviewed", "vertex", "E5"),
    ],
)
def test_a_row_for_each_game_and_a_fault_for_a_torn_one(
    honte: Honte, games: Path, arguments: tuple[str, ...], word: str, column: str, value: object
) -> None:
    out = games.parent / "out.parquet"
    command, *options = arguments
    ran = honte(command, games, *options, "--out", out, "--jobs", 1)
    assert (ran.status, ran.out) == (1, f"3 {word}, 1 failed (column fault); see {out}\n")
    rows = list(read_rows(out))
    assert {(Path(row["file"]).name, row["game"]) for row in rows} == {
        ("a.sgf", 1), ("b.sgf", 1), ("b.sgf", 2), ("c.sgf", 1),
    }  # fmt: skip
    for row in rows:
        assert (row["fault"] is not None) == row["file"].endswith("c.sgf")
    assert next(row for row in rows if row["fault"] is None)[column] == value
    again = honte(command, games, *options, "--out", out, "--jobs", 1)
    assert again.out == f"3 {word}, 4 done before, 1 failed (column fault); see {out}\n"
    assert list(read_rows(out)) == rows


def test_problems(honte: Honte, problems: Path) -> None:
    out = problems.parent / "out.parquet"
    ran = honte("tsumego", "solve", problems, "--nodes", 5000, "--out", out, "--jobs", 1)
    assert (ran.status, ran.out) == (1, f"2 answered, 2 proved, 1 failed (column fault); see {out}\n")
    rows = {Path(row["file"]).name: row for row in read_rows(out)}
    assert [rows[name]["best"] for name in ("a.txt", "b.txt")] == ["B3", "B3"]
    assert "c.txt" in rows["c.txt"]["fault"]
    other = honte("tsumego", "solve", problems, "--nodes", 6000, "--out", out, "--jobs", 1)
    assert (other.status, other.err.count("\n")) == (2, 1)
    assert "holds results of another run (nodes 5000)" in other.err


def test_a_file_given_twice_has_one_row(honte: Honte, games: Path) -> None:
    out, game = games.parent / "out.parquet", games / "a.sgf"
    ran = honte("score", game, game, games, "--early", "--out", out, "--jobs", 1)
    assert ran.out == f"3 counted, 1 failed (column fault); see {out}\n"
    assert len(list(read_rows(out))) == 4


def test_options_that_do_not_fit(honte: Honte, games: Path, tmp_path: Path) -> None:
    for options, text in (
        (("--jobs", 2), "--jobs and --scheduler need --out FILE.parquet"),
        (("--out", "x.csv"), "x.csv: --out writes a .parquet file"),
        (("--out", "x.parquet", "--csv"), "--csv and --out exclude each other"),
        (("--out", tmp_path / "none" / "x.parquet"), "no such folder"),
        (
            ("--out", tmp_path / "x.parquet", "--scheduler", "x"),
            "--scheduler is 'x'; expected an address like tcp://host:8786",
        ),
    ):
        ran = honte("score", games, *options)
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1), ran.err
        assert text in ran.err
    assert not list(tmp_path.glob("x.*"))


def test_a_full_disk_is_one_line_and_keeps_what_is_there(
    honte: Honte, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = games.parent / "out.parquet"

    def full(*given: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("honte.work.store._write_parquet", full)
        ran = honte("estimate", games, "--model", "influence", "--out", out, "--jobs", 1)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "the disk is full (what is finished is kept" in ran.err
    ran = honte("estimate", games, "--model", "influence", "--out", out, "--jobs", 1)
    assert "4 done before" in ran.out


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_killed_command_goes_on_with_two_processes(tmp_path: Path, how: signal.Signals) -> None:
    out, folder = tmp_path / "out.parquet", tmp_path / "problems"
    folder.mkdir()
    for number in range(300):
        (folder / f"{number:03}.txt").write_text(PROBLEM)
    command = [
        sys.executable,
        "-m",
        "honte",
        "tsumego",
        "solve",
        str(folder),
        "--out",
        str(out),
        "--jobs",
        "2",
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    journal = tmp_path / "out.parquet.parts" / "000001.jsonl"
    while not (journal.exists() and len(journal.read_bytes().splitlines()) > 20):
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    process.send_signal(how)
    process.wait(60)
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "done before" in done.stdout
    names = [row["file"] for row in read_rows(out)]
    assert len(names) == len(set(names)) == 300
