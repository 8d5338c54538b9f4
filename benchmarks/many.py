"""Measures big collections: items per second by the number of workers, and what the mapper itself costs.

    python benchmarks/many.py
    python benchmarks/many.py --dask --workers 1,2 --json
    python benchmarks/many.py --plain 100000

Solves the problems that ship with honte, again and again under new names, with one thread and a limit of
nodes for each, through the mapper that `--out` uses. The clock runs over the last nine tenths of the answers,
so that starting the processes and loading the kernels does not count. `--plain` gives that number of items
that take no time to one process and to two: what is left is the cost of the mapper and of the file. Each
number of workers has its best of three runs, because other programs can only slow a run down.
"""

from __future__ import annotations

import argparse
import json
import resource
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import honte
from honte.cli.tsumego.files import sources
from honte.cli.tsumego.solve import COLUMNS, Asked, rows_of_source
from honte.work.mapper import Task, Work, run
from honte.work.store import Store
from honte.work.workers import Cluster, Processes, Workers

PROBLEMS = Path(honte.__file__).parent / "problems"
ASKED = Asked(
    seconds=60.0, nodes=20_000, threads=1, engine="proof", both_sides=False, stake=None, target=None
)
"""A limit of nodes, so that every run does the same work."""


def problem_tasks(repeat: int) -> Iterator[Task]:
    """All shipped problems, `repeat` times."""
    files = sorted(PROBLEMS.rglob("*.sgf"))
    found = [source for file in files for source in sources(str(file))]
    for turn in range(repeat):
        for source in found:
            yield Task((f"{turn} {source.file}", source.number), source)


def nothing(number: int) -> list[dict[str, Any]]:
    """The row of an item that takes no time."""
    return [{"name": str(number), "nodes": number}]


def measure(tasks: Iterator[Task], work: Work, workers: Workers) -> dict[str, Any]:
    """Items per second over the last nine tenths of the answers."""
    times: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "out.parquet"
        with Store(path, COLUMNS, ["file", "problem"], {}) as store:
            run(tasks, work, store, workers, lambda key, rows: times.append(time.perf_counter()))
            faults = store.faults
        size = path.stat().st_size
    first = max(1, len(times) // 10)
    return {
        "items": len(times),
        "failed": faults,
        "per_second": round((len(times) - first) / (times[-1] - times[first - 1]), 1),
        "kilobytes": size // 1000,
        "own_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def one_run(options: argparse.Namespace, count: int) -> dict[str, Any]:
    """One run with `count` workers."""
    tasks, work = islice(problem_tasks(options.repeat), options.limit), partial(rows_of_source, asked=ASKED)
    if options.plain:
        tasks, work = (Task((f"{n}", 1), n) for n in range(options.plain)), partial(nothing)
    if not options.dask:
        return measure(tasks, work, Processes(count))
    from distributed import LocalCluster

    with LocalCluster(count, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster:
        return measure(tasks, work, Cluster(cluster.scheduler_address))


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--workers", default="1,2")
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--limit", type=int, help="only this many problems")
    parser.add_argument(
        "--rounds", type=int, default=3, help="runs for each number of workers; the best counts"
    )
    parser.add_argument("--dask", action="store_true", help="a Dask cluster on this machine, not processes")
    parser.add_argument("--plain", type=int, help="items that take no time")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    counts = [int(each) for each in options.workers.split(",")]
    runs = [(count, one_run(options, count)) for _ in range(options.rounds) for count in counts]
    figures: dict[str, Any] = {
        str(count): max((each for n, each in runs if n == count), key=lambda each: each["per_second"])
        for count in counts
    }
    rates = [figures[str(count)]["per_second"] for count in counts]
    figures["times_as_fast"] = round(rates[-1] / rates[0], 2)
    if options.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:16} {value}")


if __name__ == "__main__":
    main()
