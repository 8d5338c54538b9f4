"""The wheel, built and installed in a clean environment, away from the checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

import honte

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "honte"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT]
    subprocess.run(command, check=True, cwd=folder, timeout=600)
    return next(folder.glob("honte-*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` folder of an environment that has the wheel and nothing else of its own."""
    home = tmp_path_factory.mktemp("installed")
    venv.create(home, with_pip=False)
    binaries = home / ("Scripts" if os.name == "nt" else "bin")
    command = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        binaries / "python",
        "install",
        "--quiet",
        "--no-deps",
        wheel,
    ]
    subprocess.run(command, check=True, cwd=home, timeout=600)
    return binaries


def ran(binaries: Path, *words: str) -> str:
    """What a program of that environment prints; the dependencies are those of this environment.

    Kernels run as plain Python, because a new place of the package would compile them anew.
    """
    done = subprocess.run(
        [binaries / words[0], *words[1:]],
        env={**os.environ, "PYTHONPATH": sysconfig.get_path("purelib"), "NUMBA_DISABLE_JIT": "1"},
        cwd=binaries.parent,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_has_every_file_of_the_package(wheel: Path) -> None:
    there = {
        f"honte/{path.relative_to(PACKAGE).as_posix()}"
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")
    }
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("honte/")}
    assert packed == there
    assert {name.split(".")[-1] for name in packed} >= {"py", "typed", "npz", "sgf", "js", "css", "html"}


def test_the_package_runs_away_from_the_checkout(installed: Path) -> None:
    assert honte.__version__ in ran(installed, "python", "-m", "honte", "--version")
    where = ran(installed, "python", "-c", "import honte; print(honte.__file__)").strip()
    assert Path(where).is_relative_to(installed.parent)
    shipped = Path(where).parent / "problems" / "basic" / "02-straight-three.sgf"
    answer = json.loads(ran(installed, "honte", "tsumego", "solve", str(shipped), "--json"))
    assert answer["proved"] is True


PAGE = """
from fastapi.testclient import TestClient
from honte.web.app import create_app
with TestClient(create_app(warm=False), base_url="http://127.0.0.1") as client:
    for path in ("/", "/static/main.js", "/static/app.css", "/static/modes/estimate/mode.js"):
        print(client.get(path).status_code)
"""


def test_the_page_is_there(installed: Path) -> None:
    assert ran(installed, "python", "-c", PAGE).split() == ["200"] * 4
