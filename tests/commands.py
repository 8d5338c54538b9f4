"""A call of every command, for tests that try them all; and a program that tries those of an installed honte.

    python tests/commands.py FOLDER        with the Python that honte is installed for; FOLDER is empty

The last line of the program is one JSON object: how many commands worked, which did not, and whether the
workbench shows its first page.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
BOARD = ". . . . X O . . .\n" * 4 + ". . O . X O . X .\n" + ". . . . X O . . .\n" * 4
TILES = "1 2 2 3 1\n3 3 1 2 2\n1 1 2 3 3\n2 3 1 1 2\n1 2 3 3 1\n"
RACE = "Black to play\n" + ". O X .\n" * 3 + ". O X .\n"
LINES = {
    "doctor": "",
    "overview": "",
    "warm": "",
    "legal": "board.txt B",
    "score": "board.txt --early",
    "estimate": "game.sgf --move 20",
    "moyo": "game.sgf --move 20",
    "review": "game.sgf --fights 0 --seconds 1",
    "report": "game.sgf --fights 0 --seconds 1 -o report.html",
    "solve": "3x3",
    "train": "--stats",
    "gtp": "--level beginner",
    "tsumego solve": "PROBLEM",
    "tsumego play": "PROBLEM",
    "tsumego verify": "one --no-need",
    "tsumego race": "race.txt C4 B4 --seconds 2",
    "tsumego generate": "--out new --count 1 --seed 1 --jobs 1 --minutes 3",
    "library": "",
    "library list": "--limit 2",
    "library find": "PROBLEM",
    "library duplicates": "",
    "library import": "PROBLEM --to Mine",
    "library retitle": "ID Three",
    "library tag": "ID easy",
    "library move": "ID --to Own",
    "library export": "Own -o own.sgf",
    "tsumego sheet": "Own -o sheet.pdf --seconds 5",
    "library rename": "Own Ours",
    "library delete": "Ours",
    "library undo": "",
    "library rebuild": "",
    "samegame new": "",
    "samegame show": "tiles.txt",
    "samegame solve": "tiles.txt --seconds 1 -o best.json",
    "samegame verify": "best.json",
    "samegame play": "tiles.txt",
    "study estimate": "--games games --out estimated --models distance --jobs 1",
    "study moyo": "--games games --out moyo --moves 10,20",
    "study gold": "--problems one --out gold --seconds 1 --depth 5",
}
"""A call of every command, in an order in which each finds what it needs."""
SILENT = ("library retitle", "library tag", "tsumego generate")
"""Commands that may have nothing to say."""
WORKBENCH = (
    "import honte.web.app as app; from functools import partial; app.create_app = partial(app.create_app,"
    " warm=False); from honte.web.serve import serve; serve(port=0, open_browser=False)"
)
"""A program that opens the workbench without a browser and compiles nothing ahead."""


def walled(size: int) -> str:
    """A finished game in which two walls share the board."""
    columns = "abcdefghijklmnopqrs"[:size]
    points = [
        f"{columns[size // 2 - side]}{row}{columns[size // 2 + side]}{row}"
        for side in (1, 2)
        for row in columns
    ]
    moves = "".join(f";B[{pair[:2]}];W[{pair[2:]}]" for pair in points)
    return f"(;GM[1]SZ[{size}]KM[6.5]RU[Chinese]RE[W+6.5]{moves};B[];W[])"


def prepare(home: Path, problem: Path) -> None:
    """Puts into a folder what the commands read."""
    for folder in ("one", "games"):
        (home / folder).mkdir()
    shutil.copy(problem, home / "one" / "one.sgf")
    shutil.copy(ROOT / "examples" / "cosmic.sgf", home / "game.sgf")
    (home / "games" / "walled.sgf").write_text(walled(19))
    for name, text in {"board.txt": BOARD, "tiles.txt": TILES, "race.txt": RACE}.items():
        (home / name).write_text(text)


def every(run: Callable[[list[str]], str], problem: Path, leave: tuple[str, ...] = ()) -> Iterator[str]:
    """Runs the commands one after another, and yields the name of each; SILENT ones alone may say nothing."""
    id = ""
    for name, line in LINES.items():
        if name in leave:
            continue
        words = [{"PROBLEM": str(problem), "ID": id}.get(word, word) for word in line.split()]
        said = run([*name.split(), *words])
        assert said or name in SILENT, name
        if name == "library import":
            id = json.loads(run(["library", "list", "Mine", "--json"]).splitlines()[0])["id"]
        yield name


def main() -> None:
    """Tries every command as a user does, each in a process of its own, and the first page."""
    import honte

    home = Path(sys.argv[1]).resolve()
    problem = Path(honte.__file__).parent / "problems" / "basic" / "02-straight-three.sgf"
    prepare(home, problem)
    where = {**os.environ, "HONTE_DATA": str(home / "data"), "HONTE_CACHE": str(home / "cache")}
    failed: dict[str, str] = {}

    def run(words: list[str]) -> str:
        command = [Path(sys.executable).with_name("honte"), *words]
        done = subprocess.run(command, env=where, cwd=home, input="quit\n", capture_output=True, text=True)
        if done.returncode:
            failed[" ".join(words[:2])] = done.stderr.strip().splitlines()[-1] if done.stderr else "no words"
            return "failed"
        return done.stdout

    count = sum(1 for _ in every(run, problem))
    print(json.dumps({"worked": count - len(failed), "failed": failed, "page": first_page(where)}))


def first_page(where: dict[str, str]) -> int:
    """The HTTP status of the first page of a server that is started for this."""
    command = [sys.executable, "-u", "-c", WORKBENCH]
    process = subprocess.Popen(command, env=where, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        for _ in range(600):
            try:
                with urllib.request.urlopen(address, timeout=60) as answer:
                    return int(answer.status)
            except OSError:
                time.sleep(0.05)
        return 0
    finally:
        process.kill()


if __name__ == "__main__":
    main()
