"""How fast and how often the status of a chain is known at the end of a game.

    python benchmarks/status.py GAMES_DIR INDEX.json [--limit N] [--json]

INDEX.json is read as by `count.py`; every chain of the last position of each 19x19 game is asked about, as
a program would that knows nothing else. Times are wall time for one call, with the game's static life
found anew; they leave out compiling and reading.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections import Counter
from pathlib import Path

from honte.core import Board
from honte.formats.load import load_game
from honte.kernels.families import ready
from honte.tsumego.status import forget, status


def ask_all(board: Board) -> tuple[list[float], Counter[str]]:
    """Seconds of each call, and how often each answer came."""
    forget()
    seconds: list[float] = []
    answers: Counter[str] = Counter()
    for chain in board.chains():
        started = time.perf_counter()
        found = status(board, next(iter(chain.stones)))
        seconds.append(time.perf_counter() - started)
        answers[found.status.value] += 1
    return seconds, answers


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", type=Path)
    parser.add_argument("index", type=Path)
    parser.add_argument("--limit", type=int, default=20, help="games, drawn at random")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    ready("life and death")
    records = [r for r in json.loads(options.index.read_text()) if r["size"] == 19]
    random.Random(7).shuffle(records)
    times: list[float] = []
    answers: Counter[str] = Counter()
    for record in records[: options.limit]:
        game = load_game((options.games / record["file"]).read_bytes()).game
        seconds, found = ask_all(game.position.board)
        times += seconds
        answers += found
    times.sort()
    result = {
        "games": min(options.limit, len(records)),
        "chains": len(times),
        "median_ms": round(1000 * statistics.median(times), 2),
        "p95_ms": round(1000 * times[int(0.95 * len(times))], 2),
        "answers": dict(answers.most_common()),
    }
    print(json.dumps(result) if options.json else "\n".join(f"{k}: {v}" for k, v in result.items()))


if __name__ == "__main__":
    main()
