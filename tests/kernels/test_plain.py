"""The kernels' source runs as plain Python and with bounds checks, with the same results."""

import os
import subprocess
import sys

import pytest

SCRIPT = """
import warnings
import numpy as np
np.seterr(over="ignore")
from honte.core import TROMP_TAYLOR, Board, Position
from honte.core.arrays import compiled, count_paths, legal_set, warm_up
from honte.core.random_games import run_playouts
from honte.estimate.models import estimate
warm_up()
tally = run_playouts(Position.empty(4, 3), 6, seed=5)
print(tally.moves, tally.margin, (tally.black * 6).round().astype(int).tolist())
print(count_paths(Position.empty(2), 4, TROMP_TAYLOR))
small = Position(Board.parse(". X . .\\n. X O .\\n. . O ."))
for name in ("playouts", "distance", "influence"):
    print([round(v, 2) + 0.0 for v in estimate(small, name).values])
tally = run_playouts(Position.empty(25), 1, seed=5) if {large} else None
"""


def run(extra: dict[str, str], *, large: bool = False) -> str:
    environment = {**os.environ, **extra}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.replace("{large}", str(large))],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def expected() -> str:
    return run({})


def test_uncompiled_kernels_give_the_same(expected: str) -> None:
    assert run({"NUMBA_DISABLE_JIT": "1"}) == expected


def test_bounds_are_kept(expected: str, tmp_path: object) -> None:
    # A cache of its own: checked code must not be loaded later as unchecked.
    checked = run({"NUMBA_BOUNDSCHECK": "1", "HONTE_CACHE": str(tmp_path)}, large=True)
    assert checked == expected
