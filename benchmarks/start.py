"""Measures how long a new user waits: each command with an empty cache, then again, and `honte warm`.

    python benchmarks/start.py --json
    python benchmarks/start.py --only solve,score

Every command is a process of its own with a cache folder of its own, as after a fresh installation: *cold*
when the folder is empty, *warm* when the same command has filled it. Both seconds on the clock and processor
seconds are given; other programs on the machine hardly change the second figure. On an idle machine of two
cores a cold command should answer within 15 seconds, and `honte warm` end within 60.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

HOME = Path(__file__).parents[1]
MAIN = [sys.executable, "-c", "from honte.cli.main import main; main()"]
GAME = str(HOME / "examples" / "cosmic.sgf")
PROBLEM = str(sorted((HOME / "src" / "honte" / "problems" / "basic").glob("*.sgf"))[0])
BOARD = ". . . . X O . . .\n" * 4 + ". . O . X O . X .\n" + ". . . . X O . . .\n" * 4
"""A finished game of 9x9 with one dead stone of each color."""
TILES = "1 2 2 3 1\n3 3 1 2 2\n1 1 2 3 3\n2 3 1 1 2\n1 2 3 3 1\n"
COMMANDS = {
    "legal": ["legal", "board.txt", "B"],
    "score": ["score", "board.txt", "--early"],
    "estimate": ["estimate", GAME],
    "moyo": ["moyo", GAME, "--move", "32"],
    "solve 3x3": ["solve", "3x3"],
    "tsumego solve": ["tsumego", "solve", PROBLEM],
    "samegame solve": ["samegame", "solve", "tiles.txt", "--seconds", "1"],
    "warm": ["warm"],
}
"""What is timed; "board.txt" and "tiles.txt" stand for files that the program writes."""


class Spent(NamedTuple):
    """The time that a process and all that it started took, in seconds."""

    seconds: float
    processor: float


def main(arguments: Sequence[str] | None = None) -> None:
    """Times the commands and prints a table, or one JSON object at the end."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", help="names of commands, or their beginnings, with commas between")
    parser.add_argument("--json", action="store_true", help="print one JSON object as the last line")
    options = parser.parse_args(arguments)
    wanted = tuple(options.only.split(",")) if options.only else ("",)
    names = [name for name in COMMANDS if name.startswith(wanted)]
    if not names:
        parser.error(f"--only {options.only} names none of: {', '.join(COMMANDS)}")
    print(f"{'command':<16}{'cold s':>9}{'processor':>11}{'warm s':>9}{'processor':>11}")
    found = {}
    for name in names:
        cold, warm = timed(COMMANDS[name])
        print(
            f"{name:<16}{cold.seconds:9.1f}{cold.processor:11.1f}{warm.seconds:9.2f}{warm.processor:11.2f}",
            flush=True,
        )
        found[name] = {"cold": _rounded(cold), "warm": _rounded(warm)}
    if options.json:
        print(json.dumps({"cores": os.cpu_count(), "load": _load(), "commands": found}))


def timed(command: Sequence[str]) -> tuple[Spent, Spent]:
    """The time of a command with an empty cache, and of the same command again."""
    with tempfile.TemporaryDirectory() as folder:
        files = {"board.txt": BOARD, "tiles.txt": TILES}
        for name, text in files.items():
            (Path(folder) / name).write_text(text)
        arguments = [str(Path(folder) / part) if part in files else part for part in command]
        environment = {**os.environ, "HONTE_CACHE": str(Path(folder) / "cache")}
        return _run(arguments, environment), _run(arguments, environment)


def _run(arguments: Sequence[str], environment: dict[str, str]) -> Spent:
    before, started = os.times(), time.perf_counter()
    done = subprocess.run([*MAIN, *arguments], capture_output=True, text=True, env=environment, check=False)
    seconds, after = time.perf_counter() - started, os.times()
    if done.returncode:
        sys.exit(f"honte {' '.join(arguments)} ended with status {done.returncode}: {done.stderr.strip()}")
    processor = after.children_user + after.children_system - before.children_user - before.children_system
    return Spent(seconds, processor)


def _rounded(spent: Spent) -> dict[str, float]:
    return {"seconds": round(spent.seconds, 2), "processor_seconds": round(spent.processor, 2)}


def _load() -> float | None:
    """The load of the machine over the last minute, where the system tells it."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


if __name__ == "__main__":
    main()
