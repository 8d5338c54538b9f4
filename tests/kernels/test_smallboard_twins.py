"""The small-board kernels give the same answers, node for node, compiled and as plain Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = """
import numpy as np
np.seterr(over="ignore")
from tests.smallboard.boards import played_position, random_boards
from honte.core import BLACK, WHITE, Position, vertex
from honte.grid import Grid
from honte.search.budget import Budget
from honte.smallboard.engine import Engine, State
from honte.smallboard.oracle import Oracle
from honte.smallboard.solver import KO_RULES, Solver

print(Oracle(Grid(2, 2)).bounds(Position.empty(2, 2)))
for cols, rows, count in ((2, 2, 12), (2, 3, 16), (2, 4, 16), (3, 3, 16)):
    grid = Grid(cols, rows)
    engine = Engine(grid, Budget(memory_mb=8))
    for board in random_boards(grid, count, seed=7, letters="..XXOO"):
        for first in (True, False):
            state = State(board.black_mask, board.white_mask, prover_first=first)
            goals = (-grid.size // 2, 1, grid.size)
            answers = [engine.prove(state, goal, 4 + first, cap=300) for goal in goals]
            print(board, first, answers, engine.held(board.black_mask))
    for number in range(count // 4):
        position = played_position(grid, number, empties=grid.size // 3)
        for name in sorted(KO_RULES):
            budget = Budget(nodes=400, memory_mb=1)
            with budget.running():
                answer = Solver(position, KO_RULES[name], budget).run()
            best = [vertex(move) for move in answer.best]
            print(name, answer.low, answer.high, best, list(map(str, answer.moves)), answer.nodes)
"""


def run(extra: dict[str, str]) -> str:
    environment = {**os.environ, **extra, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="there is nothing to compare with")
def test_plain_and_compiled_agree() -> None:
    assert run({"NUMBA_DISABLE_JIT": "1"}) == run({})


def test_no_field_hides_behind_an_attribute_of_numpy() -> None:
    """A field called `size` reads as NumPy's own `size` in plain Python, and as the field compiled."""
    import importlib
    import pkgutil

    import honte.kernels

    seen = 0
    for module in pkgutil.walk_packages(honte.kernels.__path__, "honte.kernels."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, np.dtype) and value.names:
                seen += 1
                hidden = [name for name in value.names if hasattr(np.record, name)]
                assert hidden == [], module.name
    assert seen > 10
