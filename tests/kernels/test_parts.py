"""Kernels are compiled as parts of what Python calls: the same answers, and one file for each such call."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled in plain Python")

TRIAL = """
import numpy as np
from honte.kernels.jit import kernel

@kernel
def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)

@kernel
def steps(n):
    if n < 0:
        raise ValueError("steps of less than 0")
    out = np.zeros(n, np.int64)
    for i in range(n):
        out[i] = depth(i)
    return out

@kernel
def total(n):
    return steps(n).sum()
"""
CALLS = """
from trial import steps, total
print(total(4), steps(4).tolist())
try:
    total(-1)
except ValueError as error:
    print(error)
"""
ANSWER = "6 [0, 1, 2, 3]\nsteps of less than 0\n"


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    (tmp_path / "trial.py").write_text(TRIAL)
    return tmp_path


def ran(cache: Path, calls: str) -> str:
    """What a new process prints that has the kernels of `TRIAL` and this cache."""
    paths = os.pathsep.join([str(cache), *sys.path])
    environment = {**os.environ, "PYTHONPATH": paths, "HONTE_CACHE": str(cache)}
    done = subprocess.run([sys.executable, "-c", calls], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_part_and_a_call_from_python_agree_cold_and_warm(cache: Path) -> None:
    """The second process loads both from disk, and the constants of one must not replace the other's."""
    assert [ran(cache, CALLS) for _ in range(3)] == [ANSWER] * 3


def test_only_what_python_calls_has_a_file(cache: Path) -> None:
    ran(cache, "from trial import total; total(4)")
    assert [file.name.split("-")[0] for file in cache.rglob("*.nbc")] == ["trial.total"]
