"""A program of a user, which mypy checks with strict types; see tests/test_api.py."""

from __future__ import annotations

from pathlib import Path
from typing import assert_type

import numpy as np

import honte
import honte.estimate.models
from honte.counting import FinalCount
from honte.estimate import Ownership
from honte.tsumego import Answer, Problem


def report(path: Path) -> str:
    """Counts, estimates and draws a game."""
    game = honte.load(path, move=-1)
    assert_type(game, honte.Game)
    game.play("D4")
    game.play(honte.Point.parse("Q16"), honte.WHITE)
    estimate = honte.estimate(game, model="distance", k=2)
    assert_type(estimate, Ownership)
    assert_type(honte.estimate(game.position), Ownership)
    rows = np.asarray(estimate)
    estimate.to_picture().save(path.with_suffix(".svg"))
    models = ", ".join(honte.estimate.models.MODELS)
    counted = honte.count(game, early=True)
    assert_type(counted, FinalCount)
    return f"{counted.score.result} {estimate.margin:.1f} {rows.shape} {models}"


def right_moves(problem: Problem) -> list[str]:
    """The right moves of a problem."""
    answer = honte.solve(problem, seconds=5)
    assert_type(answer, Answer)
    return [str(move) for move in answer.best]
