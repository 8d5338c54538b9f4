"""Measures the count of finished games without help.

    python benchmarks/count.py GAMES_DIR INDEX.json [--json] [--out records.jsonl]

INDEX.json lists games: `file`, `size`, `result` (Black's margin, komi included), and optionally `tag`.
Prints a table by tag and size, and with --json one JSON object as the last line. Games that honte calls not
finished are counted all the same; `not_finished` is their number. CPU seconds do not include
compiling and reading.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from honte.counting.final import final_count
from honte.errors import GoError
from honte.formats.load import load_game


def count_one(path: Path, record: dict[str, Any], playouts: int, seed: int = 1) -> dict[str, Any]:
    """Counts one game and compares the count with the result."""
    game = load_game(path.read_bytes()).game
    started = time.process_time()
    count = final_count(game, playouts=playouts, seed=seed, early=True)
    seconds = time.process_time() - started
    margin = count.score.margin
    return {
        "file": record["file"],
        "tag": record.get("tag", ""),
        "size": record["size"],
        "result": record["result"],
        "margin": margin,
        "error": abs(margin - record["result"]),
        "winner": (margin > 0) == (record["result"] > 0) and (margin < 0) == (record["result"] < 0),
        "sure": round(count.sure, 3),
        "open_borders": len(count.borders),
        "not_finished": count.left_open,
        "cpu_s": round(seconds, 4),
    }


def summary(records: list[dict[str, Any]]) -> dict[str, Any]:
    """The measures of a list of records: exact, within one point, right winner, mean error, CPU seconds."""
    n = len(records)
    large = [r["cpu_s"] for r in records if r["size"] == 19]
    return {
        "n": n,
        "exact": round(sum(r["error"] < 0.26 for r in records) / n, 4),
        "within1": round(sum(r["error"] < 1.26 for r in records) / n, 4),
        "winner": round(sum(r["winner"] for r in records) / n, 4),
        "mean_error": round(sum(r["error"] for r in records) / n, 3),
        "not_finished": sum(bool(r["not_finished"]) for r in records),
        "cpu_s_19x19": round(sum(large) / len(large), 4) if large else None,
    }


def main() -> None:
    """Counts the games of an index and prints the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", type=Path)
    parser.add_argument("index", type=Path)
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    parser.add_argument("--out", type=Path, help="one record per game, as JSON lines")
    parser.add_argument("--playouts", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=1, help="count every n-th game only")
    options = parser.parse_args()
    index = json.loads(options.index.read_text(encoding="utf8"))[:: options.every]
    records, failed = [], 0
    for number, record in enumerate(index):
        if number == 0:
            count_one(options.games / record["file"], record, 4)  # compiles
        try:
            records.append(count_one(options.games / record["file"], record, options.playouts, options.seed))
        except GoError as error:
            failed += 1
            print(f"{record['file']}: {error}", file=sys.stderr)
    if options.out:
        options.out.write_text("".join(json.dumps(r) + "\n" for r in records), encoding="utf8")
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for record in records:
        groups[f"{record['tag']} {record['size']}x{record['size']}"].append(record)
    for name, group in [*sorted(groups.items()), ("all", records)]:
        print(f"{name:<14}", "  ".join(f"{key} {value}" for key, value in summary(group).items()))
    if options.json:
        print(json.dumps({**summary(records), "failed": failed}))


if __name__ == "__main__":
    main()
