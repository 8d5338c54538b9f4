"""Measures reviews: seconds to the first results, for the whole game, and what becomes of the fights.

    python benchmarks/review.py GAME.sgf ... [--fights 10] [--threads 2] [--json]
    python benchmarks/review.py GAMES_DIR --longest 250 --most 5

Folders are searched for SGF files. `--longest 250` takes the games whose length is nearest to 250 moves.
Wall seconds mean something on an idle machine only; processor seconds and nodes always do. A first, tiny
review loads the network and the kernels, so that compilation is not measured.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

from honte.core import Game
from honte.errors import GoError
from honte.formats.load import load_game
from honte.review import Result, Review, review
from honte.search.budget import Budget
from honte.search.warm import ready


def games_of(names: list[str]) -> list[tuple[str, Game]]:
    """All games that can be read, with their names."""
    files: list[Path] = []
    for name in names:
        path = Path(name)
        files += sorted(path.rglob("*.sgf")) if path.is_dir() else [path]
    found = []
    for file in files:
        try:
            found.append((file.name, load_game(file.read_bytes()).game))
        except (GoError, OSError) as error:
            print(f"{file}: {error}")
    return found


def measured(name: str, game: Game, fights: int, threads: int) -> dict[str, Any]:
    """One review: seconds, processor seconds, and how its fights ended."""
    wall, used = time.perf_counter(), time.process_time()
    first: list[float] = []

    def tell(found: Review) -> None:
        if found.moves and not first:
            first.append(time.perf_counter() - wall)

    found = review(game, Budget(threads=threads), fights=fights, tell=tell)
    results = [fight.verdict.result for fight in found.fights if fight.verdict is not None]
    board = sum(fight.verdict is not None and fight.verdict.everywhere for fight in found.fights)
    return {
        "game": name,
        "size": game.grid.cols,
        "moves": len(game.steps),
        "first_s": round(first[0], 2) if first else None,
        "wall_s": round(time.perf_counter() - wall, 2),
        "cpu_s": round(time.process_time() - used, 2),
        "fights": len(results),
        "proved": sum(result is not Result.OPEN for result in results),
        "whole_board": board,
        "nodes": sum(fight.nodes for fight in found.fights),
    }


def main() -> None:
    """Reviews games and prints a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="+", help="SGF files or folders")
    parser.add_argument("--fights", type=int, default=10)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--longest", type=int, help="take the games nearest to this length")
    parser.add_argument("--most", type=int, default=5, help="games to review")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    games = games_of(options.games)
    if options.longest is not None:
        games.sort(key=lambda each: abs(len(each[1].steps) - options.longest))
    ready("life and death")
    review(load_game("(;SZ[5];B[cc])").game, Budget(), fights=0)
    records = []
    head = f"{'game':<26}{'size':>5}{'moves':>6}{'first s':>9}{'wall s':>8}{'cpu s':>8}"
    print(f"{head}{'fights':>8}{'proved':>8}")
    for name, game in games[: options.most]:
        found = measured(name, game, options.fights, options.threads)
        records.append(found)
        print(
            f"{name[:25]:<26}{found['size']:>5}{found['moves']:>6}{found['first_s'] or 0:>9.2f}"
            f"{found['wall_s']:>8.1f}{found['cpu_s']:>8.1f}{found['fights']:>8}{found['proved']:>8}",
            flush=True,
        )
    if options.json:
        print(json.dumps({"reviews": records}))


if __name__ == "__main__":
    main()
