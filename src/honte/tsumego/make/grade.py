"""The difficulty of a problem as a rank, from 25 kyu to 5 dan, by a small fitted model.

The model sees the proof (its size, how hard the wrong moves are to refute, the length of the main line,
whether a ko decides), the room, and what the network thinks: how likely the right move looks beside the
tempting wrong ones. `python -m training.grade` fits it to problems of known levels and writes `grade.json`.
The level of a single problem is off by several ranks; on average harder problems have higher levels.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from honte.core import Move, Position
from honte.grid import Grid
from honte.network import load, supports
from honte.network.features import View
from honte.search.budget import Budget
from honte.search.effort import Effort
from honte.tsumego.make.placing import Placing
from honte.tsumego.problem import Objective, Problem
from honte.tsumego.problem.levels import level_text
from honte.tsumego.proof.local import TooLarge
from honte.tsumego.proof.outcome import Outcome
from honte.tsumego.proof.prover import MOST_THREATS
from honte.tsumego.proof.solver import Solver

NODES = 30_000
"""Nodes for the proof of a problem whose difficulty is asked."""
LINE_NODES = 20_000
"""Nodes for its main line."""
EASIEST, HARDEST = 5.0, 34.0
"""The levels of 25 kyu and 5 dan."""
NAMES = (
    "effort", "unproved", "wrong_effort", "line", "ko", "room", "stones", "moves", "rights",
    "kills", "chance", "rank", "beside", "surprise",
)  # fmt: skip
"""The names of the features, in the order of the weights."""


@dataclass(frozen=True)
class Model:
    """Means, scales and weights of the features, and the level of an average problem."""

    means: Sequence[float]
    scales: Sequence[float]
    weights: Sequence[float]
    level: float

    def of(self, features: Sequence[float]) -> float:
        """The level of a problem with these features."""
        parts = zip(features, self.means, self.scales, self.weights, strict=True)
        found = self.level + sum((x - mean) / scale * weight for x, mean, scale, weight in parts)
        return min(HARDEST, max(EASIEST, found))


@cache
def fitted() -> Model:
    """The model that ships."""
    text = (resources.files("honte.tsumego.make") / "grade.json").read_text(encoding="utf8")
    read: dict[str, Any] = json.loads(text)
    return Model(read["means"], read["scales"], read["weights"], read["level"])


def grade(problem: Problem, right: Sequence[Move]) -> str:
    """The level of a problem with these right first moves, as a rank such as `12k`."""
    return level_text(level(problem, right))


def level(problem: Problem, right: Sequence[Move]) -> float:
    """The level of a problem with these right first moves, as a number from EASIEST to HARDEST."""
    return fitted().of(features_of(problem, right))


def features_of(problem: Problem, right: Sequence[Move]) -> list[float]:
    """The features of a problem, in the order of NAMES."""
    return [*proof_features(problem, right), *network_features(problem, right)]


def proof_features(problem: Problem, right: Sequence[Move]) -> list[float]:
    """What the proof says; a problem that is too large for the solver counts as unproved."""
    room, stones = len(problem.valid_points), len(~problem.board.empty & problem.area.dilate())
    rest = [float(room), float(stones)]
    kills = float(problem.objective is Objective.KILL)
    try:
        solver = Solver(problem, Budget(nodes=None, memory_mb=16))
    except TooLarge:
        return [math.log2(NODES), 1.0, math.log2(NODES), 7.0, 0.0, *rest, room, float(len(right)), kills]
    with solver.budget.running():
        effort = Effort.whole(solver.budget).at_most(NODES)
        won = solver.succeeds(problem.to_play, -MOST_THREATS, effort)
        size = solver.prover.nodes
        wrong, moves = _wrong_effort(solver, right)
        outcome = Outcome(problem.to_play, problem.objective, -MOST_THREATS, -MOST_THREATS, tuple(right))
        line = solver.line(outcome, Effort.whole(solver.budget).at_most(LINE_NODES), length=15) if won else ()
    ko = float(won is False)
    return [
        math.log2(1 + size), float(won is None), wrong, float(len(line)), ko,
        *rest, float(moves), float(len(right)), kills,
    ]  # fmt: skip


def _wrong_effort(solver: Solver, right: Sequence[Move]) -> tuple[float, int]:
    """The mean logarithm of the nodes that refute a wrong first move, and the number of first moves."""
    start = solver.start(solver.problem.to_play, -MOST_THREATS)
    children = [c for c in solver.prover.children(start) if c.move is not None]
    logs = []
    for child in children:
        if child.move not in right and not child.fallen:
            before = solver.prover.nodes
            solver.judge(child, Effort.whole(solver.budget).at_most(NODES // 10))
            logs.append(math.log2(1 + solver.prover.nodes - before))
    return sum(logs) / len(logs) if logs else 0.0, len(children)


def network_features(problem: Problem, right: Sequence[Move]) -> list[float]:
    """What the network thinks of the moves in the area, on the full board where the problem fits there."""
    place = Placing.of(problem.area, Grid(19)) if problem.grid.cols < 19 else None
    position = problem.position
    if place is not None:
        position = Position(place.board(problem.board, problem.grid.all), problem.to_play)
    if not supports(position.board.grid):
        return [math.log(0.1), 1.0, math.log(0.1), 1.0]
    said = load().predict([View(position)], symmetries=2)[0]
    chances = {
        move: said.probability(move if place is None else place.point(move)) for move in problem.valid_points
    }
    total = sum(chances.values()) + 1e-6
    best = max((chances.get(move, 0.0) for move in right if move is not None), default=0.0)
    wrong = sorted((p for move, p in chances.items() if move not in right), reverse=True)
    rank = sum(p > best for p in wrong)
    tempting = wrong[0] if wrong else 0.0
    share = [p / total for p in chances.values() if p > 0]
    surprise = -sum(p * math.log(p) for p in share)
    ratio = math.log((best + 1e-4) / (tempting + 1e-4))
    return [math.log(best / total + 1e-3), math.log1p(rank), ratio, surprise]
