"""Wheel and source archive are whole; from the wheel every command works, in an environment of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest
from commands import LINES, every, prepare

import honte
from honte.cli.overview import EXAMPLES

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


def ran(binaries: Path, *words: str, stdin: str = "", compiled: bool = False) -> str:
    """What a program of that environment prints; the dependencies are those of this environment.

    Kernels run as plain Python, because a new place of the package would compile them anew.
    """
    home = binaries.parent
    own = {"HONTE_DATA": str(home / "data"), "HONTE_CACHE": str(home / "cache")}
    done = subprocess.run(
        [binaries / words[0], *words[1:]],
        env={
            **os.environ,
            **own,
            "PYTHONPATH": sysconfig.get_path("purelib"),
            "NUMBA_DISABLE_JIT": "0" if compiled else "1",
        },
        cwd=home,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(words)}: {done.stderr}"
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


HELP = """
import sys
import typer
from honte.cli.main import app
from honte.cli.overview import EXAMPLES
for example in dict(EXAMPLES):
    command, words = typer.main.get_command(app), example.split()[1:]
    while words and words[0] in getattr(command, "commands", {}):
        command, words = command.commands[words[0]], words[1:]
    command(["--help"], prog_name="honte", standalone_mode=False)
"""


def test_every_command_of_the_wheel_has_help(installed: Path) -> None:
    assert ran(installed, "python", "-c", HELP).count("Usage:") >= len(EXAMPLES) - 1


def test_the_shell_completes_commands(installed: Path) -> None:
    bash = shutil.which("bash")
    assert bash, "this test runs in bash, whatever shell the tests were started from"
    shown = subprocess.run(
        [bash, "-c", f"'{installed / 'honte'}' --show-completion; true"],
        env={**os.environ, "PYTHONPATH": sysconfig.get_path("purelib"), "NUMBA_DISABLE_JIT": "1"},
        capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert "COMP_WORDS" in shown.stdout, shown.stderr


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive of this checkout."""
    pytest.importorskip("hatchling", reason="honte[dev] has it")
    folder = tmp_path_factory.mktemp("sources")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", folder]
    subprocess.run(command, check=True, cwd=ROOT, capture_output=True, timeout=600)
    return next(folder.glob("honte-*.tar.gz"))


def test_the_source_archive_has_the_package_and_its_tests(sources: Path, wheel: Path) -> None:
    with tarfile.open(sources) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("honte/")}
    assert {f"src/{name}" for name in packed} <= names
    assert {"pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "test", "tests/test_wheel.py"} <= names
    assert not [name for name in names if ".venv" in name or "__pycache__" in name]


LEAST = ("--help", "")
"""Examples that are no commands of their own: the help, and the workbench, which has a test of its own."""


def commands_of(example: str) -> str:
    """The words of an example that name its command."""
    words = example.split()[1:]
    return next((key for count in (2, 1) if (key := " ".join(words[:count])) in LINES), " ".join(words[:2]))


@pytest.mark.slow
def test_every_command_of_the_wheel_works(installed: Path) -> None:
    assert {commands_of(example) for example, _ in EXAMPLES} - set(LEAST) == set(LINES) - {"overview"}
    home = installed.parent
    package = Path(ran(installed, "python", "-c", "import honte; print(honte.__file__)").strip()).parent
    problem = package / "problems" / "basic" / "02-straight-three.sgf"
    prepare(home, problem)

    def run(words: list[str]) -> str:
        return ran(installed, "honte", *words, stdin="quit\n", compiled=True)

    assert list(every(run, problem)) == list(LINES)
