"""The program for graphics cards, built without one: it wins where the oracle wins, and its book holds."""

from __future__ import annotations

import os
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

NAMES = """
#define main main_of_solve
#include "solve.cu"
#undef main
#include <random>
int main() {  // random boards: all images must have one name, and what it names must be one of them
    Tables T = name_tables();
    std::mt19937 random(1);
    int faults = 0;
    for (int n = 0; n < 200000; n++) {
        u32 own = KEPT, opp = 0, share = random() % 10;
        for (int i = 0; i < P; i++) {
            u32 x = random() % 10;
            if (!(KEPT >> i & 1) && x >= share) (x & 1 ? own : opp) |= 1u << i;
        }
        Place p = place_of(T, T.row_code, own, opp);
        u32 a, b;
        stones_of(T, p.unit, a, b);
        add_row(T, p.bit, a, b);
        bool found = false, same = p.unit < T.units && (int)p.bit < ROWS;
        for (int k = 0; k < 8; k++) {
            Place q = place_of(T, T.row_code, own, opp);
            same = same && q.unit == p.unit && q.bit == p.bit;
            found = found || (a == own && b == opp);
            if (k & 1) { own = upside(own); opp = upside(opp); }
            else { own = transpose(own); opp = transpose(opp); }
        }
        faults += !(same && found);
    }
    return faults != 0;
}
"""

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


@pytest.mark.parametrize("flags", [["-DSIDE=4"], ["-DSIDE=5"], ["-DSIDE=5", "-DCENTER=1"]])
def test_a_name_is_an_image_of_its_position_and_the_same_for_all_images(
    tmp_path: Path, flags: list[str]
) -> None:
    source, program = tmp_path / "names.cu", tmp_path / "names"
    source.write_text(NAMES)
    subprocess.run(["g++", *FLAGS, *flags, f"-I{SOURCE.parent}", str(source), "-o", str(program)], check=True)
    subprocess.run([program], check=True, capture_output=True)


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
    assert check(book) == (50_106, None)
    assert len(book) == 4_037


@pytest.mark.slow
def test_the_script_goes_on_in_the_background_and_packs_the_strategy(tmp_path: Path) -> None:
    settings = {"NVCC": "", "SIDE": "3", "GOAL": "9", "OWN": "16", "CENTER": "1", "WITHIN": "4 5"}
    script = [str(SOURCE.parent / "run.sh"), str(tmp_path / "run")]
    first = subprocess.run([*script, "1"], env={**os.environ, **settings}, capture_output=True, text=True)
    assert "give the same command again" in first.stdout
    last = subprocess.run([*script, "300"], env={**os.environ, **settings}, capture_output=True, text=True)
    assert "at most 5 moves" in last.stdout
    assert (tmp_path / "run" / "done").read_text() == "proved\n"
    packed = tmp_path / "strategy.bin.xz"
    packed.write_bytes((tmp_path / "run" / "out" / "strategy.bin.xz.00").read_bytes())
    assert check(book_of_strategy(packed, 3, 9, 1 << 4, 0))[1] is None
