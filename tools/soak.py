"""Mixed use of one server for an hour, to see that its memory stays flat.

    python tools/soak.py --minutes 60
    python tools/soak.py --minutes 10 --pause 0.2 --json

People play, take back, estimate, solve problems, look through the library, read files, begin games of
SameGame and ask for pictures: one deed after another, chosen at random. Every ten seconds the memory of the
server is read (Linux). The first half of the run fills caches and loads engines. Through the rest a line is
fitted: memory is flat when that line rises by less than `--most` percent. Exit status 1 when it rises more,
or when the server gave an answer of status 500 or above.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import httpx

START = [sys.executable, "-c", "from honte.cli.main import main; main()", "--no-browser", "--port", "0"]
PROBLEM = "Black to play\n. . . W x -\nW W W W x -\nx x x x x -\n"
LETTERS = "ABCDEFGHJ"
EVERY = 10.0
"""Seconds between two looks at the memory."""


class People:
    """The deeds, and what became of them."""

    def __init__(self, address: str, seed: int) -> None:
        self.client = httpx.Client(base_url=address, timeout=120)
        self.chance = random.Random(seed)
        self.statuses: Counter[int] = Counter()
        self.again = 0
        self.deeds: dict[str, Callable[[], None]] = {
            "play": self.play, "estimate": self.estimate, "solve": self.solve, "library": self.library,
            "read": self.read, "samegame": self.samegame, "picture": self.picture,
        }  # fmt: skip

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Sends a request, as a new person now and then, and counts the status of the answer."""
        if self.chance.random() < 0.02:
            self.client.cookies.clear()
        try:
            answer = self.client.request(method, path, json=body)
        except httpx.TransportError:  # the server ended an idle connection while this request was sent
            self.again += 1
            answer = self.client.request(method, path, json=body)
        self.statuses[answer.status_code] += 1
        return answer.json() if "json" in answer.headers.get("content-type", "") else None

    def game(self, moves: int) -> str:
        """A new game of random moves; illegal ones are refused, as those of people are."""
        id = str(self.ask("POST", "/api/games", {"cols": 9})["id"])
        for _ in range(moves):
            vertex = f"{self.chance.choice(LETTERS)}{self.chance.randint(1, 9)}"
            self.ask("POST", f"/api/games/{id}/play", {"vertex": vertex})
        return id

    def play(self) -> None:
        """A game with moves taken back, two passes and a count."""
        id = self.game(30)
        for deed in ("undo", "redo", "undo"):
            self.ask("POST", f"/api/games/{id}/{deed}", {})
        for _ in range(2):
            self.ask("POST", f"/api/games/{id}/play", {"vertex": "pass"})
        self.ask("GET", f"/api/games/{id}")

    def estimate(self) -> None:
        """An estimate in the middle of a game."""
        self.ask("GET", f"/api/games/{self.game(20)}/estimate")

    def solve(self) -> None:
        """A problem, solved."""
        made = self.ask("POST", "/api/problems", {"text": PROBLEM})
        job = self.ask("POST", f"/api/problems/{made['ids'][0]}/solve", {"seconds": 2})
        self.wait_for(job)

    def wait_for(self, job: Any) -> None:
        """Looks at a search until it has ended."""
        while job and job.get("state") in ("waiting", "running"):
            time.sleep(0.1)
            job = self.ask("GET", f"/api/jobs/{job['id']}")

    def library(self) -> None:
        """A page of the library."""
        self.ask("GET", "/api/library/collections")
        self.ask("GET", "/api/library/problems?limit=20")

    def read(self) -> None:
        """A file with variations, and the file again."""
        text = "(;SZ[9];B[ee](;W[cc];B[gg])(;W[gg]))"
        made = self.ask("POST", "/api/games/import", {"text": text})
        self.ask("GET", f"/api/games/{made['id']}/sgf")

    def samegame(self) -> None:
        """A board of SameGame."""
        self.ask("POST", "/api/samegame", {"cols": 8, "rows": 8, "colors": 3})

    def picture(self) -> None:
        """The picture of a board."""
        self.ask("GET", f"/api/games/{self.game(10)}/picture.svg")


def memory_mb(pid: int) -> float:
    """The memory that a process holds by itself, in megabytes."""
    found = re.search(r"RssAnon:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found is not None
    return int(found[1]) / 1024


def growth(points: Sequence[tuple[float, float]]) -> float:
    """By how many percent the fitted line rises from its first point to its last.

    >>> round(growth([(0.0, 100.0), (1.0, 105.0), (2.0, 110.0)]), 1)
    10.0
    """
    count = len(points)
    mean_x, mean_y = (sum(point[axis] for point in points) / count for axis in (0, 1))
    below = sum((x - mean_x) ** 2 for x, _ in points)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / below if below else 0.0
    first = mean_y + slope * (points[0][0] - mean_x)
    return 100 * slope * (points[-1][0] - points[0][0]) / first


def soak(address: str, pid: int, seconds: float, pause: float, seed: int) -> dict[str, Any]:
    """Uses the server and watches its memory."""
    people, began = People(address, seed), time.monotonic()
    points: list[tuple[float, float]] = []
    deeds: Counter[str] = Counter()
    looked = 0.0
    while (spent := time.monotonic() - began) < seconds:
        if spent - looked > EVERY or not points:
            points.append((spent, memory_mb(pid)))
            looked = spent
        name = people.chance.choice(list(people.deeds))
        people.deeds[name]()
        deeds[name] += 1
        time.sleep(pause)
    late = [point for point in points if point[0] > seconds / 2]
    return {
        "minutes": round(seconds / 60, 1),
        "deeds": dict(deeds),
        "statuses": {str(status): count for status, count in sorted(people.statuses.items())},
        "asked_again": people.again,
        "memory_mb": [round(mb, 1) for _, mb in points],
        "growth_percent": round(growth(late), 2),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Starts a server with an empty data folder, uses it and prints what was seen."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--pause", type=float, default=0.05, help="seconds between two deeds")
    parser.add_argument("--most", type=float, default=5.0, help="percent that memory may grow")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            START, stdout=subprocess.PIPE, text=True, env={**os.environ, "HONTE_DATA": folder}
        )
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+/", process.stdout.readline())
            assert found is not None, "the server did not print its address"
            time.sleep(5)
            figures = soak(found[0], process.pid, 60 * options.minutes, options.pause, options.seed)
        finally:
            process.terminate()
            process.wait(20)
    broken = any(int(status) >= 500 for status in figures["statuses"])
    print(json.dumps(figures) if options.json else "\n".join(f"{k:16} {v}" for k, v in figures.items()))
    return int(broken or figures["growth_percent"] > options.most)


if __name__ == "__main__":
    sys.exit(main())
