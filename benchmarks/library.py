"""Measures the library: importing many problems, one page of a list, recognizing a position, finding a shape.

    python benchmarks/library.py --json
    python benchmarks/library.py --problems 100000

The problems are random fights in a corner, on a side or in the middle of boards of 9, 13 and 19 lines. Each
is new under symmetry and exchange of colors and lies in an SGF file of its own, with a small solution tree.
The look-ups turn and mirror the position and exchange its colors.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from honte.core import BLACK, WHITE, Board, Color
from honte.errors import IllegalPosition
from honte.formats.sgf import serialize
from honte.grid import Grid, Point
from honte.library.importing import Importer
from honte.library.library import Library
from honte.library.query import Query
from honte.library.shapes import Shape
from honte.tsumego.problem import Objective, Setup
from honte.tsumego.problem.keys import key_of
from honte.tsumego.problem.sgf import add_line, tree_of_setup

SHAPE = "-----------\n| . X . ? ?\n| X X O ? ?"
"""A pattern in the corner that is searched in all problems."""


def positions(count: int, seed: int) -> Iterator[tuple[Board, Color]]:
    """Random positions with their movers, no two of them the same problem."""
    rng = random.Random(seed)
    seen: set[str] = set()
    while len(seen) < count:
        grid = Grid(rng.choice((9, 13, 19)))
        wide, tall = rng.randint(4, 8), rng.randint(4, 8)
        left, low = (rng.choice((0, (grid.cols - size) // 2, grid.cols - size)) for size in (wide, tall))
        board = Board(grid)
        for col in range(left, left + wide):
            for row in range(low, low + tall):
                color = rng.choice((BLACK, WHITE, None, None))
                if color is not None:
                    board = board.with_stones(grid.set([Point(col, row)]), color)
        mover = rng.choice((BLACK, WHITE))
        try:
            board.checked()
        except IllegalPosition:
            continue
        key = key_of(board, mover)
        if board.black_mask and board.white_mask and key not in seen:
            seen.add(key)
            yield board, mover


def write(folder: Path, count: int, seed: int) -> list[tuple[Board, Color]]:
    """Writes the problems to files, a thousand in a folder; returns their positions."""
    made = list(positions(count, seed))
    rng = random.Random(seed)
    for number, (board, mover) in enumerate(made):
        aim = rng.choice(list(Objective))
        tree = tree_of_setup(Setup(board, mover, objective=aim, comment=f"{mover} to {aim.value}."))
        moves = list(board.empty)[:6]
        for start in range(0, len(moves) - 2, 3):
            add_line(tree, mover, moves[start : start + 3], right=start == 0)
        home = folder / f"part {number // 1000 + 1:03}"
        home.mkdir(exist_ok=True)
        (home / f"{number:06}.sgf").write_bytes(serialize(tree))
    return made


def timed(work: Callable[[], object]) -> float:
    """Seconds of one call."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def lookups(library: Library, made: list[tuple[Board, Color]], seed: int) -> list[float]:
    """Seconds of each look-up; raises AssertionError when a position is not recognized."""
    rng = random.Random(seed)
    spent = []
    for board, mover in rng.sample(made, min(500, len(made))):
        turned = board.transformed(rng.choice(board.grid.symmetries)).swapped()
        started = time.perf_counter()
        matches = library.which(turned)
        spent.append(time.perf_counter() - started)
        assert any(match.found.key == key_of(board, mover) for match in matches), (
            "a known problem was not found"
        )
    return spent


def measure(count: int, seed: int) -> dict[str, float]:
    """All figures for one number of problems."""
    home = Path(tempfile.mkdtemp(prefix="honte-library-"))
    try:
        (home / "in").mkdir()
        made = write(home / "in", count, seed)
        library = Library(home / "data")
        first = timed(library.sync)
        started, worked = time.perf_counter(), time.process_time()
        report = Importer(library).paths([home / "in"], "Benchmark")
        seconds, processor = time.perf_counter() - started, time.process_time() - worked
        assert report.saved == count, report
        looked = lookups(library, made, seed)
        pages = [
            timed(lambda o=o: library.find(Query(offset=o))) for o in range(0, count, max(60, count // 50))
        ]
        words = [timed(lambda: library.find(Query(text="black kill", sort="level"))) for _ in range(20)]
        shape = timed(lambda: library.find(Query(shape=SHAPE)))
        again = timed(lambda: library.find(Query(shape=SHAPE)))
        return {
            "problems": count,
            "first_start_seconds": round(first, 3),
            "import_seconds": round(seconds, 2),
            "import_processor_seconds": round(processor, 2),
            "import_per_second": round(count / seconds),
            "in_step_ms": round(1000 * timed(library.sync), 1),
            "glance_ms": round(1000 * timed(lambda: library.sync(lazily=True)), 1),
            "page_ms_p95": round(1000 * statistics.quantiles(pages, n=20)[-1], 2),
            "text_page_ms_p95": round(1000 * statistics.quantiles(words, n=20)[-1], 2),
            "collections_ms": round(1000 * timed(library.collections), 2),
            "lookup_ms_p95": round(1000 * statistics.quantiles(looked, n=20)[-1], 3),
            "shape_first_ms": round(1000 * shape, 1),
            "shape_ms": round(1000 * again, 1),
            "rebuild_seconds": round(_rebuild(library), 2),
        }
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _rebuild(library: Library) -> float:
    """Seconds to build a deleted index again."""
    library.close()
    for path in library.folder.glob("library-index.sqlite3*"):
        path.unlink()
    again = Library(library.folder)
    seconds = timed(again.sync)
    again.close()
    return seconds


def main() -> None:
    """Prints a table, or one JSON object."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--problems", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    Shape.parse(SHAPE)
    figures = measure(options.problems, options.seed)
    if options.json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        print(f"{name:24} {value:,}")


if __name__ == "__main__":
    main()
