"""The study of moyo evaluations: rows, games left out, and measures."""

import json
from pathlib import Path

import pytest

from honte.core import Board, Game
from honte.errors import InputError
from honte.grid import Point
from honte.moyo.size import moyo
from honte.study.moyo import MEASURES, Plan, best_line, evaluations, judge, read_game, study, table
from honte.study.running import Means
from tests.cli.conftest import honte  # noqa: F401  the command line in this process
from tests.cli.test_basics import Honte

OPENING = ";B[cc];W[gc];B[cg];W[gg];B[ee];W[ec];B[eg];W[ce];B[ge];W[dd]"


def write(folder: Path, name: str, head: str, moves: str = OPENING) -> Path:
    path = folder / name
    path.write_text(f"(;GM[1]FF[4]SZ[9]KM[5.5]{head}{moves})")
    return path


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    write(folder, "a.sgf", "RE[B+3.5]")
    write(folder, "b.sgf", "RE[W+10.5]", OPENING[:48])
    write(folder, "c.sgf", "RE[B+R]")
    write(folder, "d.sgf", "RE[W+2.5]HA[2]AB[cc][gg]", ";W[ee];B[ec]")
    (folder / "e.sgf").write_text("not a game")
    write(folder, "f.sgf", "RE[B+3.5]", ";B[ee]")
    return folder


def test_rows_hold_every_measure_at_every_move(games: Path, tmp_path: Path) -> None:
    found = study(sorted(games.glob("*.sgf")), Plan((4, 8), side=9), Means(tmp_path))
    assert found.games == 2
    assert found.left_out == {
        "not counted": 1,
        "handicap or set-up stones": 1,
        "unreadable": 1,
        "too short": 1,
    }
    assert {row["measure"] for row in found.rows} == set(MEASURES)
    first = [row for row in found.rows if row["file"] == "a.sgf"]
    assert len(first) == 2 * len(MEASURES)
    assert all(row["result"] == 3.5 and row["komi"] == 5.5 for row in first)


def test_values_are_those_of_the_board_at_that_move(games: Path) -> None:
    read = read_game((games / "a.sgf").read_bytes(), Plan((4,), side=9))
    assert not isinstance(read, str)
    game: Game = read[0]
    board: Board = game.steps[3].position.board
    assert board[Point.parse("G3")] is not None
    values = evaluations(board)
    assert values["S"] == moyo(board).totals.s
    assert values["S'"] == moyo(board).totals.s_atsumi
    assert values["nothing"] == 0
    assert set(values) == set(MEASURES)


def test_other_board_sizes_are_left_out(games: Path, tmp_path: Path) -> None:
    found = study([games / "a.sgf"], Plan((4,), side=19), Means(tmp_path / "1"))
    assert found.left_out == {"another board size": 1}
    assert study([games / "a.sgf"], Plan((4,), side=0), Means(tmp_path / "2")).games == 1


def test_a_perfect_and_a_useless_measure() -> None:
    results = [10.5, -3.5, 20.5, -30.5, 1.5]
    perfect = judge([{"value": r + 6.5, "komi": 6.5, "result": r} for r in results])
    assert perfect.raw.mean_error == 0
    assert perfect.raw.rho == pytest.approx(1)
    assert perfect.slope == pytest.approx(1)
    flat = judge([{"value": 0.0, "komi": 6.5, "result": r} for r in results])
    assert flat.slope == 0
    assert flat.line.mean_error <= flat.raw.mean_error


def test_the_line_never_does_worse_than_none() -> None:
    x = [3.0, -8.0, 1.0, 12.0, -2.0, 7.0]
    y = [5.0, 2.0, -9.0, 4.0, 400.0, 1.0]
    slope, height = best_line(x, y)
    median = sorted(y)[len(y) // 2]
    line = sum(abs(b - height - slope * a) for a, b in zip(x, y, strict=True))
    assert line <= sum(abs(b - median) for b in y) + 1e-6


def test_plans_that_make_no_sense() -> None:
    with pytest.raises(InputError):
        Plan(())
    with pytest.raises(InputError):
        Plan((-1,))


def test_table_is_by_measure_and_move(games: Path, tmp_path: Path) -> None:
    judged = table(study([games / "a.sgf", games / "b.sgf"], Plan((4, 8), side=9), Means(tmp_path)).rows)
    assert list(judged["S"]) == [4, 8]
    assert judged["S"][4].raw.n == 2


def test_the_command(honte: Honte, games: Path, tmp_path: Path) -> None:  # noqa: F811  the fixture
    out = tmp_path / "[/out]"  # brackets in a path must not be read as markup
    flags = ("--games", games, "--out", out, "--moves", "4,8", "--side", 9, "--jobs", 1)
    ran = honte("study", "moyo", *flags)
    assert ran.status == 0
    assert "2 games; left out" in ran.out
    assert "[/out]" in ran.out
    assert (out / "moyo.csv").read_text().startswith("file,move,measure,value,komi,result")
    assert (out / "moyo.png").exists()
    assert (out / "moyo.svg").exists()
    facts = json.loads(honte("study", "moyo", *flags, "--json").out)
    assert facts["games"] == 2
    assert facts["measures"]["S"]["4"]["n"] == 2


def test_bad_input(honte: Honte, tmp_path: Path, games: Path) -> None:  # noqa: F811  the fixture
    assert "no SGF files" in honte("study", "moyo", "--games", tmp_path).err
    assert "expected numbers" in honte("study", "moyo", "--games", games, "--moves", "x").err
    none = honte("study", "moyo", "--games", games, "--out", tmp_path / "o", "--jobs", 1)
    assert none.status == 2
    assert "no game to study" in none.err
