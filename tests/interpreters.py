"""The Pythons that honte supports, as far as they are installed with its dependencies."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
VERSIONS = ("3.11", "3.12", "3.13")
"""The versions on which an interrupted process is tried."""

each_python = pytest.mark.parametrize("version", VERSIONS)
"""Runs a test once for each version; `python_of` skips those that are missing."""


def python_of(version: str) -> str:
    """The interpreter of a version; skips the test where none is installed with honte's dependencies.

    It is this one, or what `HONTE_PYTHON_3_12` (and so on) names, or `python3.12` on the path.
    """
    found = _find(version)
    if found is None:
        pytest.skip(
            f"no python{version} with honte's dependencies (HONTE_PYTHON_{version.replace('.', '_')})"
        )
    return found


def environment() -> dict[str, str]:
    """The environment of a process of any of these interpreters: it imports honte from this checkout."""
    return {**os.environ, "PYTHONPATH": str(ROOT / "src")}


def begin(command: list[str]) -> subprocess.Popen[str]:
    """Starts a process in this checkout that Ctrl-C reaches, with its output as text.

    A shell lets the programs that it starts in the background ignore Ctrl-C, and they hand that on: without
    this, a test run in the background would interrupt nothing.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a child begins with what is set here
    try:
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
                                env=environment())  # fmt: skip
    finally:
        signal.signal(signal.SIGINT, before)


@cache
def _find(version: str) -> str | None:
    if "{}.{}".format(*sys.version_info) == version:
        return sys.executable
    name = os.environ.get(f"HONTE_PYTHON_{version.replace('.', '_')}") or shutil.which(f"python{version}")
    if name is None:
        return None
    wanted = "import numba, numpy, rich, typer, honte; import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        ran = subprocess.run([name, "-c", wanted], capture_output=True, text=True, env=environment(),
                             timeout=120, check=False)  # fmt: skip
    except OSError:
        return None
    return name if ran.stdout.strip() == version else None
