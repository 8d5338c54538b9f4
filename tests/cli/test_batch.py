"""Several files and folders: every item is taken, broken ones are skipped, the exit status says so."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
import typer

import honte as honte_package
from honte.cli.batch import Batch
from honte.errors import InputError
from tests.cli.test_basics import Honte
from tests.cli.test_score import BOARD

GAME = "(;SZ[9]KM[5.5];B[cc];W[gc];B[cg];W[gg];B[ee])"
PROBLEM = "(;SZ[7]PL[B]AB[ea][eb][ac][bc][cc][dc][ec]AW[da][ab][bb][cb][db])"
COMMANDS = {
    "score": ("score", "--given"),
    "estimate": ("estimate", "--model", "influence"),
    "moyo": ("moyo",),
    "tsumego": ("tsumego", "solve", "--nodes", 3000, "--threads", 1),
}
WORDS = {"score": "counted", "estimate": "estimated", "moyo": "measured", "tsumego": "solved"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A file with one item, a collection of two below it, a torn file, and one that is not read."""
    where = tmp_path / "items"
    (where / "below").mkdir(parents=True)
    (where / "one.sgf").write_text(GAME)
    (where / "below" / "two.sgf").write_text(GAME + "\n" + GAME)
    (where / "torn.sgf").write_text("(;SZ[9];B[aa")
    (where / "notes.md").write_text("nothing")
    return where


def given(command: str, folder: Path, problem: str = PROBLEM) -> Path:
    if command == "tsumego":
        (folder / "one.sgf").write_text(problem)
        (folder / "below" / "two.sgf").write_text(problem + problem)
    return folder


@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_with_a_broken_file(honte: Honte, folder: Path, command: str) -> None:
    ran = honte(*COMMANDS[command], given(command, folder), "--json")
    assert ran.status == 1
    records = [json.loads(line) for line in ran.out.splitlines()]
    number = "problem" if command == "tsumego" else "game"
    found = [(Path(record["file"]).name, record[number]) for record in records]
    assert found == [("two.sgf", 1), ("two.sgf", 2), ("one.sgf", 1)]
    broken, summary = ran.err.splitlines()
    assert broken.startswith(f"honte: {folder}/torn.sgf: line 1")
    assert summary.startswith(f"honte: 3 of 4 {WORDS[command]}")
    assert summary.endswith(", 1 unreadable")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_table(honte: Honte, folder: Path, command: str) -> None:
    (folder / "torn.sgf").unlink()
    ran = honte(*COMMANDS[command], given(command, folder), "--csv")
    assert ran.status == 0
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert [Path(row["file"]).name for row in rows] == ["two.sgf", "two.sgf", "one.sgf"]
    assert all(None not in row.values() for row in rows)
    assert ran.err.startswith(f"honte: 3 of 3 {WORDS[command]}")


@pytest.mark.parametrize("command", COMMANDS)
def test_text_names_each_item_and_ends_with_the_summary(honte: Honte, folder: Path, command: str) -> None:
    ran = honte(*COMMANDS[command], given(command, folder))
    assert ran.status == 1
    what = "problem" if command == "tsumego" else "game"
    for name in ("below/two.sgf " + what + " 1", "below/two.sgf " + what + " 2", "one.sgf"):
        assert f"{folder}/{name}\n" in ran.out
    assert ran.out.splitlines()[-1].startswith(f"3 of 4 {WORDS[command]}")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_a_single_bad_file_is_one_line_and_status_2(honte: Honte, folder: Path, command: str) -> None:
    for name in ("torn.sgf", "none.sgf"):
        ran = honte(*COMMANDS[command], folder / name, "--json")
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    (folder / "empty").mkdir()
    ran = honte(*COMMANDS[command], folder / "empty")
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert "files (.sgf" in ran.err


@pytest.mark.parametrize("command", COMMANDS)
def test_a_torn_item_of_a_collection_is_named_once(honte: Honte, folder: Path, command: str) -> None:
    path = given(command, folder) / "below" / "two.sgf"
    path.write_text(path.read_text() + "\n(;SZ[9];B[aa")
    first, _ = honte(*COMMANDS[command], path, "--json").err.splitlines()
    what = "problem" if command == "tsumego" else "game"
    assert first.startswith(f"honte: {path} {what} 3: line ")
    assert first.count("two.sgf") == first.count(what) == 1


def test_a_folder_gives_its_plain_files_only(honte: Honte, folder: Path) -> None:
    (folder / "._one.sgf").write_bytes(b"\0\5\x16\7")  # such files come from other systems' archives
    (folder / "box.sgf").mkdir()
    (folder / "torn.sgf").unlink()
    ran = honte(*COMMANDS["moyo"], folder, "--csv")
    assert (ran.status, ran.err) == (0, "honte: 3 of 3 measured\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_json_and_csv_exclude_each_other(honte: Honte, folder: Path, command: str) -> None:
    ran = honte(*COMMANDS[command], folder, "--json", "--csv")
    assert (ran.status, ran.err) == (2, "honte: --json and --csv exclude each other\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_has_the_exit_status(honte: Honte, command: str) -> None:
    words = COMMANDS[command][:2] if command == "tsumego" else COMMANDS[command][:1]
    text = " ".join(honte(*words, "--help").out.split())
    assert "Exit status: 0 all answered, 1 some of several items failed" in text


def test_a_game_that_cannot_be_counted_is_skipped(honte: Honte, tmp_path: Path) -> None:
    early, board = tmp_path / "early.sgf", tmp_path / "board.txt"
    early.write_text("(;SZ[19]KM[6.5];B[pd];W[dp];B[pp];W[dd])")
    board.write_text(BOARD)
    ran = honte("score", early, board, "--json")
    assert ran.status == 1
    assert json.loads(ran.out)["file"] == str(board)
    first, summary = ran.err.splitlines()
    assert first.startswith(f"honte: {early}: not finished: about")
    assert summary == "honte: 1 of 2 counted, 1 failed"


def test_a_broken_record_among_good_ones(honte: Honte, tmp_path: Path) -> None:
    good = {"id": "a", "to_move": "B", "size": 7, "black": ["E7", "E6"], "white": ["D7"]}
    path = tmp_path / "set.jsonl"
    path.write_text("\n".join(["{", json.dumps(good | {"to_move": "X"}), "", PROBLEM]))
    ran = honte("tsumego", "solve", path, "--json")
    assert ran.status == 1
    lines = ran.err.splitlines()
    assert [f"line {number}" in line for number, line in zip((1, 2, 4), lines, strict=False)] == [True] * 3
    assert lines[-1] == "honte: 0 of 3 solved, 3 unreadable"


TORN = "(;SZ[9]KM[0];B[ee])\n(;SZ[9]KM[0];B[e\n(;SZ[9]KM[0];B[cc])\n"


@pytest.mark.parametrize("command", ["estimate", "moyo"])
def test_a_torn_game_of_a_collection_is_skipped(honte: Honte, tmp_path: Path, command: str) -> None:
    path = tmp_path / "games.sgf"
    path.write_text(TORN)
    ran = honte(command, path, "--json")
    assert ran.status == 1
    assert [json.loads(line)["game"] for line in ran.out.splitlines()] == [1, 3]
    assert f"{path} game 2: line 2" in ran.err
    assert "2 of 3" in ran.err
    assert "1 unreadable" in ran.err


def test_a_torn_problem_of_a_collection_is_skipped(honte: Honte, tmp_path: Path) -> None:
    whole = (Path(honte_package.__file__).parent / "problems/basic/02-straight-three.sgf").read_text()
    path = tmp_path / "book.sgf"
    path.write_text(f"{whole}\n{whole[: len(whole) // 2]}\n{whole}\n")
    ran = honte("tsumego", "solve", path, "--json", "--seconds", 20)
    assert ran.status == 1
    assert len(ran.out.splitlines()) == 2
    assert "1 unreadable" in ran.err


def test_pictures_of_several_games_go_to_a_folder(honte: Honte, folder: Path, tmp_path: Path) -> None:
    (folder / "torn.sgf").unlink()
    for command in ("score", "estimate", "moyo"):
        out = tmp_path / command
        assert honte(*COMMANDS[command], folder, "--png", out, "--json").status == 0
        assert sorted(p.name for p in out.iterdir()) == ["one.png", "two-1.png", "two-2.png"]
        ran = honte(*COMMANDS[command], folder, "--png", tmp_path / "x.png", "--json")
        assert (ran.status, ran.err.count("\n")) == (2, 1)
        assert "several items need a folder" in ran.err


@pytest.mark.parametrize("command", ["score", "estimate", "moyo"])
def test_pictures_of_a_collection_go_to_a_folder(
    honte: Honte, folder: Path, tmp_path: Path, command: str
) -> None:
    words = (*COMMANDS[command], folder / "below" / "two.sgf", "--json")
    assert honte(*words, "--png", tmp_path / "out").status == 0
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["two-1.png", "two-2.png"]
    ran = honte(*words, "--png", tmp_path / "x.png")
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_the_summary_counts_what_became_of_the_items(tmp_path: Path) -> None:
    batch = Batch([str(tmp_path / "a"), str(tmp_path / "b")], "solved", as_json=True)
    batch.total = 102
    batch.counts.update({"solved": 98, "proved": 96})
    batch.faults["unreadable"] = 1
    assert batch.summary() == "98 of 102 solved, 96 proved, 1 unreadable"


def test_ctrl_c_ends_with_the_summary_so_far(capsys: pytest.CaptureFixture[str]) -> None:
    def stopped() -> None:
        with Batch(["a", "b"], "counted", as_json=True) as batch:
            batch.total = 2
            batch.show("a", {"file": "a"}, {}, print)
            raise KeyboardInterrupt

    with pytest.raises(typer.Exit) as ended:
        stopped()
    assert ended.value.exit_code == 130
    assert capsys.readouterr().err == "honte: 1 of 2 counted; stopped by Ctrl-C\n"


def test_a_single_error_passes_through() -> None:
    with pytest.raises(InputError, match="no good"), Batch(["a"], "counted") as batch, batch.attempt("a"):
        raise InputError("no good")
