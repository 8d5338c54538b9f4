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
from tools.retrograde.book import book_of_strategy, spread

SOURCE = Path(__file__).parents[2] / "tools" / "retrograde" / "solve.cu"
FLAGS = ["-O1", "-std=c++17", "-x", "c++"]
GRID = Grid(3, 3)

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="no C++ compiler")


@pytest.fixture(scope="module")
def solve3(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = tmp_path_factory.mktemp("retrograde") / "solve3"
    subprocess.run(["g++", *FLAGS, "-DSIDE=3", str(SOURCE), "-o", str(program)], check=True)
    return program


@pytest.mark.parametrize("goal", [1, 3, 9])
def test_won_positions_are_those_of_the_oracle(solve3: Path, tmp_path: Path, goal: int) -> None:
    won = tmp_path / "won.bin"
    subprocess.run([solve3, "--goal", str(goal), "--all", "--won", won], check=True, capture_output=True)
    found = {(int(own), int(opp)) for own, opp in np.fromfile(won, np.uint32).reshape(-1, 2)}
    boards = [(own, opp) for own in range(512) for opp in range(512) if not own & opp]
    masks = spread(GRID, np.array(boards, np.uint64)).tolist()
    values = [value_of(own, opp) for own, opp in masks]
    expected = {
        board for board, value in zip(boards, values, strict=True) if value is not None and value >= goal
    }
    assert found == expected


def value_of(own: int, opp: int) -> int | None:
    """What the prover, to play, forces; None for a board that cannot stand."""
    try:
        return oracle_of(GRID).forced(own, opp, 0, prover_first=True)
    except InputError:
        return None


def test_its_strategy_is_a_book_that_the_checker_accepts(solve3: Path, tmp_path: Path) -> None:
    strategy = tmp_path / "strategy.bin"
    subprocess.run([solve3, "--goal", "9", "--out", strategy], check=True, capture_output=True)
    book = book_of_strategy(strategy, 3, 9, 1 << 4, 0)
    visited, fault = check(book)
    assert fault is None
    assert visited > len(book) > 10
