"""Measures the generator of problems: how many it keeps in a minute, by place, and what it spends.

    python benchmarks/generate.py --minutes 5 --json
    python benchmarks/generate.py --minutes 5 --from-games FOLDER

`kept_a_minute` is by the clock, with one process for each core. `kept_a_cpu_minute` is by processor time of
all processes together: on a busy machine it is the figure to compare. Problems go to a temporary folder.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from honte.tsumego.answer import warm_up
from honte.tsumego.make.run import Limits, Run
from honte.tsumego.make.store import Store
from honte.tsumego.make.work import game_pieces, random_pieces
from honte.tsumego.problem.place import Place


def measure(minutes: float, jobs: int, seed: int, games: Path | None) -> dict[str, Any]:
    """One run into a temporary folder."""
    places: Counter[str] = Counter()
    levels: Counter[str] = Counter()
    files = sorted(games.rglob("*.sgf")) if games is not None else []
    pieces = random_pieces(seed, list(Place)) if games is None else game_pieces(seed, files)

    def note(_: Path, kept: Any) -> None:
        places[kept.place.value] += 1
        levels[kept.level] += 1

    with tempfile.TemporaryDirectory() as folder:
        run = Run(Store(Path(folder)), Limits(minutes=minutes), note)
        before = processor_minutes()
        run.go(pieces, jobs)
        spent = processor_minutes() - before
    clock = run.elapsed / 60
    return {
        "kept": run.saved,
        "minutes": round(clock, 2),
        "cpu_minutes": round(spent, 2),
        "kept_a_minute": round(run.saved / clock, 1),
        "kept_a_cpu_minute": round(run.saved / spent, 1) if spent else None,
        "processes": jobs,
        "places": dict(places),
        "levels": dict(sorted(levels.items())),
    }


def processor_minutes() -> float:
    """Processor time of this process and of those it started and that have ended, in minutes."""
    spent = os.times()
    return (spent.user + spent.system + spent.children_user + spent.children_system) / 60


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=int(time.time()), help="the clock by default")
    parser.add_argument("--from-games", type=Path, default=None)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    warm_up()
    found = measure(options.minutes, options.jobs, options.seed, options.from_games)
    if options.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name}: {value}")


if __name__ == "__main__":
    main()
