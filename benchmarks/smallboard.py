"""Measures perfect play on small boards.

    python benchmarks/smallboard.py FILE.jsonl               # known positions: values, sets of best moves
    python benchmarks/smallboard.py --empty [--long]         # empty boards: value, nodes, seconds
    python benchmarks/smallboard.py --prove-5x5 --folder F --out BOOK.npz   # goes on where it stopped

Every line of output is one JSON object. A position file holds one JSON object in each line: rows (top first),
to_move, value, and best_moves or best_moves_psk / best_moves_ssk. A value counts as right only when it is
proved.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from honte.core import Board, Color, Position, Rules, vertex
from honte.formats.load import load_position
from honte.grid import Grid, Point
from honte.search.budget import Budget
from honte.smallboard.answer import solve
from honte.smallboard.book import Book
from honte.smallboard.engine import Engine, State
from honte.smallboard.everything import Conquest
from honte.smallboard.making import make_book
from honte.smallboard.mending import certified
from honte.smallboard.solver import KO_RULES, warm_up
from honte.smallboard.tracks import Track, bounds_of

EMPTY = {
    (2, 2): -4, (2, 3): -6, (2, 4): 8, (2, 5): 10, (3, 3): 9,
    (3, 4): 4, (4, 4): 1, (3, 5): 15, (2, 7): 14, (3, 6): 18,
}  # fmt: skip
"""Empty boards, and the margin that Black, moving first, is proved to force."""
LONG = {(2, 8): 16, (4, 5): 20, (5, 5): 25}
"""The same for boards that take minutes to hours."""
BOTH_POINTS = 16
"""The largest number of points for which both bounds are searched."""
RULES_KEYS = {"positional": "best_moves_psk", "situational": "best_moves_ssk", "simple": "best_moves"}


def positions(path: Path, rules: Rules, seconds: float) -> dict[str, Any]:
    """Solves every position of a file under these rules."""
    records = []
    for line in path.read_text(encoding="utf8").splitlines():
        case = json.loads(line)
        wanted = case.get("best_moves") or case.get(RULES_KEYS[rules.name])
        if wanted is None:
            continue
        position = Position(Board.parse("\n".join(case["rows"])), Color.parse(case["to_move"]))
        started = time.perf_counter()
        answer = solve(position, rules, Budget(seconds=seconds, memory_mb=128))
        found = sorted(vertex(move) for move in answer.best)
        records.append(
            {
                "id": case["id"],
                "value_right": answer.value == case["value"],
                "best_right": answer.best_proved and found == sorted(wanted),
                "value": answer.value,
                "best": found,
                "nodes": answer.nodes,
                "seconds": round(time.perf_counter() - started, 4),
            }
        )
    return summary(path, rules, records)


def summary(path: Path, rules: Rules, records: list[dict[str, Any]]) -> dict[str, Any]:
    """The figures of a file of positions."""
    times = [record["seconds"] for record in records] or [0.0]
    return {
        "file": path.name,
        "rules": rules.name,
        "n": len(records),
        "values_right": sum(record["value_right"] for record in records),
        "best_moves_right": sum(record["best_right"] for record in records),
        "median_s": round(statistics.median(times), 4),
        "max_s": round(max(times), 4),
        "nodes": sum(record["nodes"] for record in records),
        "wrong": [record for record in records if not (record["value_right"] and record["best_right"])],
    }


def empty_board(cols: int, rows: int, goal: int, seconds: float, threads: int) -> dict[str, Any]:
    """Proves that Black can force `goal` on an empty board, and on small boards both bounds, without books.

    The figures forced, plies, nodes and seconds are those of the goal; `bounds` holds those of L and U.
    """
    budget = Budget(seconds=seconds, memory_mb=1024, threads=threads)
    engine = Engine(Grid(cols, rows), budget)
    track = Track(engine, State(0, 0), hold=False)
    record: dict[str, Any] = {"board": f"{cols}x{rows}", "goal": goal}
    with budget.running(), Stopwatch() as watch:
        while not budget.stopped and not track.exhausted(goal) and not track.step(goal):
            pass
    record |= {"forced": track.low if track.low >= goal else None, "plies": track.proved_depth}
    record |= watch.figures(engine.nodes)
    if track.low == cols * rows:
        record |= {"L": track.low, "U": track.low}
    elif cols * rows <= BOTH_POINTS:
        record |= both_bounds(cols, rows, seconds, threads)
    return record


def both_bounds(cols: int, rows: int, seconds: float, threads: int) -> dict[str, Any]:
    """L and U of an empty board by a new search; None where one is not proved to be exact."""
    budget = Budget(seconds=seconds, memory_mb=1024, threads=threads)
    engine = Engine(Grid(cols, rows), budget)
    with budget.running(), Stopwatch() as watch:
        found = bounds_of(engine, Position.empty(cols, rows))
    return {
        "L": found.low if found.low_exact else None,
        "U": found.high if found.high_exact else None,
        "bounds": watch.figures(engine.nodes),
    }


class Stopwatch:
    """Wall and processor seconds of a `with` block."""

    def __enter__(self) -> Stopwatch:
        self.wall, self.cpu = -time.perf_counter(), -time.process_time()
        return self

    def __exit__(self, *_: object) -> None:
        self.wall += time.perf_counter()
        self.cpu += time.process_time()

    def figures(self, nodes: int) -> dict[str, Any]:
        """Nodes, seconds and rate of the block."""
        return {
            "nodes": nodes,
            "seconds": round(self.wall, 3),
            "cpu_s": round(self.cpu, 3),
            "nodes_per_cpu_s": round(nodes / max(self.cpu, 1e-9)),
        }


def conquer(
    claim: str, folder: Path, out: Path | None, seconds: float | None, threads: int, whole: bool
) -> dict[str, Any]:
    """Goes on with the proof that Black's first stone, of COLSxROWS:POINT, takes the whole board.

    `answers` tells which other first stones lose everything to a stone there.
    """
    shape, _, point = claim.partition(":")
    cols, _, rows = shape.partition("x")
    first = Point.parse(point)
    conquest = Conquest(Grid(int(cols), int(rows)), first, folder, Budget(seconds=seconds, threads=threads))

    def show(*facts: Any) -> None:
        one = (
            asdict(facts[0])
            if len(facts) == 1
            else dict(zip(("left", "seen", "written"), facts, strict=True))
        )
        print(json.dumps(one), flush=True)

    proved = conquest.run(show, whole=whole)
    record = {"board": shape, "first": str(first), "proved": proved, "sweeps": len(conquest.reports)}
    record["answers"] = {str(point): wins for point, wins in conquest.answers().items()}
    book = conquest.book(show) if out is not None else None
    if book is not None:
        save_book(shape, book, out)
    return record


def write_book(spec: str, out: Path | None, seconds: float, threads: int, memory: int) -> None:
    """Proves COLSxROWS:GOAL, or FILE:GOAL for a text board, and writes Black's strategy as a book."""
    shape, _, goal = spec.rpartition(":")
    size = re.fullmatch(r"(\d+)x(\d+)", shape)
    board = Board(Grid(int(size[1]), int(size[2]))) if size else load_position(Path(shape).read_bytes()).board
    budget = Budget(seconds=seconds, memory_mb=memory, threads=threads)
    book = make_book(board.grid, int(goal), budget, own=board.black_mask, opp=board.white_mask)
    if book is None:
        print(json.dumps({"book": spec, "proved": False}))
    else:
        save_book(spec, book, out)


def certify_book(path: Path, out: Path | None, memory: int) -> None:
    """Follows a book against every reply, mends it where it makes a board twice, and writes the result."""
    book = Book.load(path)
    save_book(path.name, certified(book, Engine(book.grid, Budget(memory_mb=memory))), out)


def save_book(name: str, book: Book, out: Path | None) -> None:
    """Writes a book to a file, if one is given, and says what it promises."""
    record = {"book": name, "proved": True, "superko": book.superko, "positions": len(book)}
    if out is not None:
        book.save(out)
        record["bytes"] = out.stat().st_size
    print(json.dumps(record))


def main() -> None:
    """Runs the parts that the options name."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--rules", choices=sorted(KO_RULES), default="positional")
    parser.add_argument("--seconds", type=float, default=None)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--memory", type=int, default=1024, help="MB of the table for --book")
    parser.add_argument("--empty", action="store_true")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--conquer", metavar="4x5:C3", help="prove that a first stone takes the whole board")
    parser.add_argument("--prove-5x5", action="store_const", const="5x5:C3", dest="conquer")
    parser.add_argument("--folder", type=Path, help="where --conquer keeps its work (5x5: 20 GB)")
    parser.add_argument(
        "--book", metavar="3x5:15", help="prove a goal on an empty board or a board file; --out gets the book"
    )
    parser.add_argument(
        "--certify",
        type=Path,
        metavar="BOOK",
        help="mend a book for superko; --out gets the result",
    )
    parser.add_argument(
        "--json", action="store_true", help="accepted for uniformity; the output is always JSON"
    )
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    warm_up()
    if args.book:
        write_book(args.book, args.out, args.seconds or 600.0, args.threads, args.memory)
        return
    if args.certify:
        certify_book(args.certify, args.out, args.memory)
        return
    if not (args.files or args.empty or args.conquer):
        parser.print_usage(sys.stderr)
        return
    if args.conquer and not re.fullmatch(r"\d+x\d+:[A-Za-z]\d+", args.conquer):
        parser.error(f"--conquer got {args.conquer!r}; expected a board and a point, such as 4x5:C3")
    if args.conquer and args.folder is None:
        parser.error("--prove-5x5 and --conquer need --folder")
    sys.exit(print_records(records_of(args), None if args.conquer else args.out))


def records_of(args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """The records of all parts that the options name, one after the other."""
    for path in args.files:
        yield positions(path, KO_RULES[args.rules], args.seconds or 20.0)
    if args.empty:
        boards = EMPTY | (LONG if args.long else {})
        for (cols, rows), goal in boards.items():
            yield empty_board(cols, rows, goal, args.seconds or 300.0, args.threads)
    if args.conquer:
        yield conquer(args.conquer, args.folder, args.out, args.seconds, args.threads, args.long)


def print_records(records: Iterator[dict[str, Any]], out: Path | None) -> int:
    """Prints each record when it is finished and writes all of them; Ctrl-C keeps the finished ones.

    Returns the exit status: 130 after Ctrl-C, otherwise 0.
    """
    lines, status = [], 0
    try:
        for record in records:
            lines.append(json.dumps(record) + "\n")
            print(lines[-1], end="", flush=True)
    except KeyboardInterrupt:
        status = 130
    if out is not None:
        out.write_text("".join(lines), encoding="utf8")
    return status


if __name__ == "__main__":
    main()
