"""Measures SameGame on a set of boards: the total score for each seed, with a number of seconds for each
board.

    python benchmarks/samegame.py FILE.json --seconds 20 --seeds 3 --threads 1 --json --out best.json

FILE.json holds {"boards": [[row, ...], ...]}, rows from top to bottom. Every sequence is replayed by
the rules before it counts. --clock cpu (the default) counts the processor time of the search threads, so
that other work on the machine does not shorten the search; --clock wall counts elapsed time.
--out keeps the best sequence of each board over all runs, in a file that `honte samegame verify` and --check
can replay. --records keeps moves alone, without the boards: it adds the better sequences of a --from file to
a records file and replays that file on FILE's boards.

    python benchmarks/samegame.py FILE.json --records docs/results/samegame.json [--from best.json]
"""

from __future__ import annotations

import argparse
import hashlib
import json
import statistics
import sys
import time
from pathlib import Path
from typing import Any

from honte.samegame import Board, Solution, search
from honte.samegame.board import move_text
from honte.search.budget import Budget


def run_board(board: Board, seconds: float, seed: int, threads: int, clock: str) -> Solution:
    """Searches one board. With the wall clock the kernels must be compiled before."""
    if clock == "cpu":
        return search(board, budget=Budget(threads=threads), seed=seed, cpu_seconds=seconds)
    return search(board, budget=Budget(seconds=seconds, threads=threads), seed=seed)


def measure(boards: list[Board], options: argparse.Namespace) -> dict[str, Any]:
    """Searches all boards with all seeds and returns the figures to print."""
    search(boards[0], budget=Budget(nodes=100))
    totals, trials, cleared = [], [], []
    best: list[Solution | None] = [None] * len(boards)
    started = time.monotonic()
    for seed in range(options.first_seed, options.first_seed + options.seeds):
        found = []
        for index, board in enumerate(boards):
            solution = run_board(board, options.seconds, seed, options.threads, options.clock)
            assert solution.replay().score == solution.score
            found.append(solution)
            if solution.beats(best[index]):
                best[index] = solution
            note(f"seed {seed} board {index + 1}: {solution.score} ({solution.nodes / 1e6:.1f}M trials)")
        totals.append(sum(each.score for each in found))
        trials.append(sum(each.nodes for each in found) / len(found))
        cleared.append(sum(each.cleared for each in found))
        note(f"seed {seed}: total {totals[-1]}, cleared {cleared[-1]} of {len(boards)}")
    kept = [each for each in best if each is not None]
    keep_best(options.out, kept)
    return {
        "boards": len(boards),
        "seconds": options.seconds,
        "clock": options.clock,
        "threads": options.threads,
        "seeds": list(range(options.first_seed, options.first_seed + options.seeds)),
        "totals": totals,
        "mean_total": statistics.mean(totals),
        "spread": statistics.stdev(totals) if len(totals) > 1 else 0.0,
        "cleared": cleared,
        "trials_a_board": [round(each) for each in trials],
        "best_of_seeds": [each.score for each in kept],
        "best_of_seeds_total": sum(each.score for each in kept),
        "wall_seconds": round(time.monotonic() - started, 1),
    }


def keep_best(name: str | None, found: list[Solution]) -> None:
    """Writes, for each board, the better of the file's sequence and the new one."""
    if name is None:
        return
    path = Path(name)
    old = read_solutions(path) if path.exists() else []
    known = {each.board: each for each in old}
    for each in found:
        if each.beats(known.get(each.board)):
            known[each.board] = each
    data = {"total": sum(each.score for each in known.values()), "solutions": []}
    data["solutions"] = [each.to_json() for each in known.values()]
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf8")


def read_solutions(path: Path) -> list[Solution]:
    """The sequences of an --out file, each replayed; raises GoError when a score is not the claimed one."""
    return [Solution.of_json(each) for each in json.loads(path.read_text(encoding="utf8"))["solutions"]]


def board_code(board: Board) -> str:
    """A hash that identifies a board without showing it."""
    return hashlib.sha256("\n".join(board.rows()).encode()).hexdigest()[:16]


def read_records(path: Path, boards: list[Board]) -> dict[int, Solution]:
    """The sequences of a records file by the number of their board, each replayed."""
    found = {}
    for each in json.loads(path.read_text(encoding="utf8"))["boards"]:
        board = boards[each["number"] - 1]
        if board_code(board) != each["board"]:
            raise SystemExit(f"board {each['number']} differs from the board of its record")
        claim = {"board": board.rows(), "moves": each["moves"], "score": each["score"]}
        found[each["number"]] = Solution.of_json(claim)
    return found


def keep_records(path: Path, boards: list[Board], better: Path | None) -> dict[int, Solution]:
    """Replays a records file; with a file of solutions, first adds the better ones to it."""
    records = read_records(path, boards) if path.exists() else {}
    if better is None:
        return records
    numbers = {board: number for number, board in enumerate(boards, 1)}
    for each in read_solutions(better):
        number = numbers.get(each.board)
        if number is not None and each.beats(records.get(number)):
            records[number] = each
    rows = [
        {
            "number": number,
            "board": board_code(each.board),
            "score": each.score,
            "moves": [move_text(move) for move in each.moves],
        }
        for number, each in sorted(records.items())
    ]
    total = sum(each.score for each in records.values())
    text = ",\n".join(json.dumps(row) for row in rows)
    path.write_text(f'{{"total": {total}, "boards": [\n{text}\n]}}\n', encoding="utf8")
    return records


def note(text: str) -> None:
    """Prints a line of progress on standard error."""
    print(text, file=sys.stderr, flush=True)


def main() -> None:
    """Searches, checks or keeps records, as the options say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--clock", choices=("cpu", "wall"), default="cpu")
    parser.add_argument("--boards", default="", help="numbers of the first and last board, from 1: 1:20")
    parser.add_argument("--out", default=None)
    parser.add_argument(
        "--check", action="store_true", help="only replay the sequences of FILE, an --out file"
    )
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--records", type=Path, help="replay this file of moves on FILE's boards")
    parser.add_argument(
        "--from", dest="better", type=Path, help="a file of solutions; the better ones go to --records"
    )
    options = parser.parse_args()
    if options.records is not None:
        every = [
            Board.of_rows(each) for each in json.loads(options.file.read_text(encoding="utf8"))["boards"]
        ]
        records = keep_records(options.records, every, options.better)
        cleared = sum(each.cleared for each in records.values())
        total = sum(each.score for each in records.values())
        print(f"{len(records)} sequences replayed, {cleared} cleared, total {total}")
        return
    if options.check:
        solutions = read_solutions(options.file)
        print(f"{len(solutions)} sequences replayed, total {sum(each.score for each in solutions)}")
        return
    rows = json.loads(options.file.read_text(encoding="utf8"))["boards"]
    first, _, last = options.boards.partition(":")
    chosen = rows[int(first) - 1 : int(last or first)] if first else rows
    result = measure([Board.of_rows(each) for each in chosen], options)
    if options.json:
        print(json.dumps(result))
    else:
        for name, value in result.items():
            print(f"{name:<20} {value}")


if __name__ == "__main__":
    main()
