"""kill -9 in commands that write many files: what is there is whole, and the next run goes on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from honte.formats.sgf import parse
from honte.tsumego.problem.sgf import write_problem
from honte.tsumego.problem.text import parse_setup

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals"),
]


def command(*words: object) -> list[str]:
    return [sys.executable, "-m", "honte", *map(str, words)]


def killed_after(seconds: float, *words: object, **environment: str) -> None:
    quiet, where = subprocess.DEVNULL, {**os.environ, **environment}
    process = subprocess.Popen(command(*words), stdout=quiet, stderr=quiet, env=where)
    time.sleep(seconds)
    process.kill()
    process.wait(20)


def ran(*words: object, **environment: str) -> str:
    where = {**os.environ, **environment}
    done = subprocess.run(command(*words), env=where, capture_output=True, text=True, check=True)
    return done.stdout


def problems_in(folder: Path) -> list[bytes]:
    return sorted(file.read_bytes() for file in folder.rglob("*.sgf"))


def test_importing_into_the_library(tmp_path: Path) -> None:
    """A killed import leaves whole problems; the next one adds those that are missing, and none twice."""
    book, data = tmp_path / "book", {"HONTE_DATA": str(tmp_path / "data")}
    book.mkdir()
    for number in range(150):
        rows = [["."] * 19 for _ in range(19)]
        for column, stone in enumerate("XOXO"):
            rows[number // 19][(number + 3 * column) % 19] = stone
        text = "Black to play\n" + "\n".join(" ".join(row) for row in rows)
        (book / f"{number:03}.sgf").write_bytes(write_problem(parse_setup(text)))
    for seconds in (0.8, 1.2, 1.6, 2.2):
        killed_after(seconds, "library", "import", book, **data)
        for file in (tmp_path / "data").rglob("*.sgf"):
            assert parse(file.read_bytes()), file
    ran("library", "import", book, **data)
    ran("library", "import", book, HONTE_DATA=str(tmp_path / "other"))
    assert len(json.loads(ran("library", "list", "--json", **data).splitlines()[0])) > 0
    assert len(problems_in(tmp_path / "data")) > 30
    assert problems_in(tmp_path / "data") == problems_in(tmp_path / "other")


def test_generating(tmp_path: Path) -> None:
    """Problems that a killed run made are whole, and another run adds to them."""
    out = tmp_path / "made"
    for seconds in (4.0, 6.0):
        killed_after(seconds, "tsumego", "generate", "--out", out, "--count", 50)
        for file in out.glob("*.sgf"):
            assert parse(file.read_bytes()), file
