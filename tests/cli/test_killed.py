"""kill -9 in commands that write many files: what is there is whole, and the next run goes on."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from honte.formats.sgf import parse

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals and copies of processes"),
]
KILLING = Path(__file__).with_name("killing.py")
PROBLEM = "(;GM[1]SZ[9]PL[B]GN[{name}]AB[ac][bc][cc][dc][ec][eb][ea]AW[ab][bb][cb][db][da]AB[{stone}];B[ba])"
GAME = "(;GM[1]SZ[19]KM[6.5]RU[Chinese]RE[W+6.5]{moves};B[];W[])"

COMMANDS = [
    ("library import book", "again"),
    ("library export Own -o own.sgf", "again"),
    ("library rename Own Ours", "undone"),
    ("library retitle ID Third", "undone"),
    ("library tag ID easy corner", "undone"),
    ("library move ID --to Other", "undone"),
    ("library delete ID", "undone"),
    ("library delete Own", "undone"),
    ("library undo", "undone"),
    ("library rebuild", "undone"),
    ("study moyo --games games --out moyo --moves 10,20 --jobs 1", "again"),
    ("report short -o reports --fights 0", "kept"),
]
"""Commands that write, and what is tried after a kill before their steps (see killing.py)."""


def ran(folder: Path, *words: object) -> str:
    where = {**os.environ, "HONTE_DATA": str(folder / "data")}
    command = [sys.executable, *map(str, words)]
    done = subprocess.run(command, env=where, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def walls(column: int) -> str:
    """A game in which two walls share the board."""
    rows = "abcdefghijklmnopqrs"
    return GAME.format(moves="".join(f";B[{rows[column]}{row}];W[{rows[column + 2]}{row}]" for row in rows))


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with problems, games, short games and a library of three problems; the id of one of these."""
    folder = tmp_path_factory.mktemp("killed") / "whole"
    for name in ("book", "Own", "games", "short"):
        (folder / name).mkdir(parents=True)
    for number, stone in enumerate(("hh", "gh", "hg", "gg", "ii")):
        text = PROBLEM.format(name=f"number {number}", stone=stone)
        (folder / ("Own" if number < 3 else "book") / f"{number}.sgf").write_text(text)
    for column in (7, 8):
        (folder / "games" / f"{column}.sgf").write_text(walls(column))
        (folder / "short" / f"{column}.sgf").write_text(f"(;SZ[9]KM[{column}];B[ee];W[ce];B[cf];W[de])")
    ran(folder, "-m", "honte", "library", "import", "Own")
    listed = ran(folder, "-m", "honte", "library", "list", "Own", "--json")
    return folder, str(json.loads(listed.splitlines()[0])["id"])


@pytest.mark.parametrize(("line", "check"), COMMANDS, ids=[line for line, _ in COMMANDS])
def test_a_command_killed_at_any_step_leaves_nothing_torn(
    prepared: tuple[Path, str], tmp_path: Path, line: str, check: str
) -> None:
    folder, id = prepared
    if line == "library undo":
        ran(folder, "-m", "honte", "library", "delete", id)
    words = [id if word == "ID" else word for word in line.split()]
    start = tmp_path / "whole"
    shutil.copytree(folder, start)
    job = tmp_path / "job.json"
    job.write_text(json.dumps({"folder": str(start), "words": words, "check": check}))
    try:
        kills = int(ran(tmp_path, "-B", KILLING, job).split()[0])
    finally:
        if line == "library undo":
            ran(folder, "-m", "honte", "library", "undo")
    assert kills > 2


def killed_when(seen: Callable[[], bool], folder: Path, *words: object, **environment: str) -> None:
    """Starts a command, and kills it and the processes it started once the condition is true."""
    command, quiet = [sys.executable, "-m", "honte", *map(str, words)], subprocess.DEVNULL
    where = {**os.environ, **environment}
    process = subprocess.Popen(
        command, cwd=folder, env=where, stdout=quiet, stderr=quiet, start_new_session=True
    )
    try:
        while not seen():
            assert process.poll() is None, "it ended before it could be killed"
            time.sleep(0.02)
        assert process.poll() is None
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        assert process.wait(60) == -signal.SIGKILL


def test_generating(tmp_path: Path) -> None:
    """Problems that a killed run made are whole, and another run adds to them."""
    out = tmp_path / "made"
    for more in (1, 2):
        words = ("tsumego", "generate", "--out", out, "--count", 50)
        killed_when(lambda more=more: len(list(out.glob("*.sgf"))) >= more, tmp_path, *words)  # type: ignore[misc]
        for file in out.glob("*.sgf"):
            assert parse(file.read_bytes()), file


def test_compiling(tmp_path: Path) -> None:
    """What a killed `honte warm` has compiled is whole."""
    cache = tmp_path / "kernels"
    killed_when(lambda: any(cache.rglob("*.nbc")), tmp_path, "warm", HONTE_CACHE=str(tmp_path))
    for file in [*cache.rglob("*.nbi"), *cache.rglob("*.nbc")]:
        with file.open("rb") as stream:
            assert pickle.load(stream), file
