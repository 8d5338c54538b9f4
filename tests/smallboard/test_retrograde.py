"""The program for graphics cards, built without one: it wins where the oracle wins, and its book holds."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from honte.errors import InputError
from honte.grid import Grid
from honte.smallboard.checker import check
from honte.smallboard.oracle import oracle_of
from tools.retrograde.book import book_of_strategy, read_strategy, spread

SOURCE = Path(__file__).parents[2] / "tools" / "retrograde" / "solve.cu"
FLAGS = ["-O1", "-std=c++17", "-x", "c++"]
GRID = Grid(3, 3)

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="no C++ compiler")


def built(folder: Path, *flags: str) -> Path:
    program = folder / "solve"
    subprocess.run(["g++", *FLAGS, *flags, str(SOURCE), "-o", str(program)], check=True)
    return program


@pytest.fixture(scope="module")
def solve3(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("retrograde"), "-DSIDE=3")


def won_by(program: Path, folder: Path, *options: str) -> set[tuple[int, int]]:
    out = folder / "won.bin"
    subprocess.run([program, *options, "--won", out], check=True, capture_output=True)
    return {(int(own), int(opp)) for own, opp in np.fromfile(out, np.uint32).reshape(-1, 2)}


@pytest.mark.parametrize("goal", [1, 3, 9])
def test_won_positions_are_those_of_the_oracle(solve3: Path, tmp_path: Path, goal: int) -> None:
    found = won_by(solve3, tmp_path, "--goal", str(goal), "--all")
    boards = [(own, opp) for own in range(512) for opp in range(512) if not own & opp]
    masks = spread(GRID, np.array(boards, np.uint64)).tolist()
    values = [value_of(own, opp) for own, opp in masks]
    expected = {
        board for board, value in zip(boards, values, strict=True) if value is not None and value >= goal
    }
    assert found == expected


def test_a_run_in_parts_finds_the_same_positions_as_one_run(solve3: Path, tmp_path: Path) -> None:
    saved = ["--save", str(tmp_path / "planes.bin"), "--all"]
    whole = won_by(solve3, tmp_path, "--all")
    first = won_by(solve3, tmp_path, *saved, "--sweeps", "3")
    assert len(first) < len(whole)
    assert won_by(solve3, tmp_path, *saved) == whole


def test_positions_without_the_center_do_not_count_where_it_is_kept(solve3: Path, tmp_path: Path) -> None:
    found = won_by(built(tmp_path, "-DSIDE=3", "-DCENTER=1"), tmp_path, "--all")
    assert found < won_by(solve3, tmp_path, "--all")
    assert all(own & 1 << 4 for own, _ in found)
    assert (1 << 4 | 1 << 1, 0) in found


def value_of(own: int, opp: int) -> int | None:
    """What the prover, to play, forces; None for a board that cannot stand."""
    try:
        return oracle_of(GRID).forced(own, opp, 0, prover_first=True)
    except InputError:
        return None


@pytest.mark.parametrize("limits", [[], ["--within", "5"]])
def test_its_strategy_is_a_book_that_the_checker_accepts(
    solve3: Path, tmp_path: Path, limits: list[str]
) -> None:
    strategy = tmp_path / "strategy.bin"
    subprocess.run([solve3, "--goal", "9", "--out", strategy, *limits], check=True, capture_output=True)
    book = book_of_strategy(strategy, 3, 9, 1 << 4, 0)
    visited, fault = check(book)
    assert fault is None
    assert visited > len(book) > 10
    assert int(read_strategy(strategy)[2].max()) == 9  # the search's 11 plies from the empty board


@pytest.mark.slow
def test_4x4_is_won_in_as_few_moves_as_the_search_needs(tmp_path: Path) -> None:
    program = built(tmp_path, "-O2", "-DSIDE=4")
    strategy = tmp_path / "strategy.bin"
    root = ["--goal", "1", "--own", "0x20", "--out", strategy]
    short = subprocess.run([program, *root, "--within", "9"], check=True, capture_output=True, text=True)
    assert "the root is open" in short.stdout
    subprocess.run(
        [program, *root, "--within", "10"], check=True, capture_output=True
    )  # 21 plies with the first
    book = book_of_strategy(strategy, 4, 1, 1 << 5, 0)
    assert check(book) == (50_105, None)
    assert len(book) == 4_036
