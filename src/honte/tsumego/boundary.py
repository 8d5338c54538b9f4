"""Solving a bare position: target, aim and area are found, tried and widened by need.

For each reading (`honte.tsumego.readings`) the area grows from small to large (`honte.tsumego.area`). Life
shown in a small area holds in every larger one, so a defender who moves first is searched small to
large. Death must survive widening: a kill counts as proved only in an area that is sealed by attacker
stones, otherwise it is a kill "within the boundary" and said to be so.

A reading is believed when the first move matters: the mover succeeds, and fails when the opponent moves
first. Nothing here claims more than was searched: `Finding.holds_everywhere` tells the difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from honte.core import Move
from honte.errors import ProblemError
from honte.grid import PointSet
from honte.search.budget import Budget
from honte.tsumego.area import FAR, find_area
from honte.tsumego.local import LocalBoard, TooLarge
from honte.tsumego.problem import Objective, Problem, Setup
from honte.tsumego.readings import Reading, find_readings
from honte.tsumego.solver import Solution, Solver

MAX_EMPTY = 34
"""Areas with more empty points than this are not tried: no proof would come in time."""
REACHES = (1, 2, 3, 4, 5, 6, 8, FAR)


@dataclass(slots=True)
class Finding:
    """The best answer found for a position: which reading, which area, what is proved."""

    reading: Reading
    problem: Problem
    solution: Solution
    sealed: bool
    """Whether the area is closed by attacker stones all round."""
    flips: bool | None = None
    """Whether the result changes when the opponent moves first; None when that was not found out."""

    @property
    def holds_everywhere(self) -> bool:
        """Whether the proof holds on the whole board, taking the walls as safe."""
        alive = (self.reading.objective is Objective.LIVE) == self.solution.first.wins
        settled = self.solution.first.wins or self.solution.first.fails
        return self.solution.proved and (self.sealed or (settled and alive))

    @property
    def move(self) -> Move:
        return self.solution.move


# Areas


def problems_of(setup: Setup, reading: Reading) -> Iterator[Problem]:
    """The problem of a reading on growing areas, as far as they fit the solver."""
    seen: set[int] = set()
    for reach in REACHES:
        area = find_area(setup.board, reading.target, reading.defender, reach)
        if area.mask in seen:
            continue
        seen.add(area.mask)
        problem = _problem(setup, reading, area)
        if problem is None:
            continue
        if len(problem.valid_points) > MAX_EMPTY and len(seen) > 1:
            return
        try:
            LocalBoard.of(problem)
        except TooLarge:
            return
        yield problem


def _problem(setup: Setup, reading: Reading, area: PointSet) -> Problem | None:
    try:
        return replace(setup, keystones=reading.target, area=area).problem()
    except ProblemError:
        return None


def is_sealed(problem: Problem) -> bool:
    """Whether every neighbor outside the area is an attacker stone, so that widening adds nothing."""
    outside = problem.area.neighbors()
    return not (outside - problem.board.stones(problem.attacker))


# Solving


def solve_position(setup: Setup, budget: Budget) -> Finding | None:
    """The likeliest reading that can be solved, within the budget; None when there is no target at all."""
    with budget.running():
        readings = find_readings(setup)
        best: Finding | None = None
        for number, reading in enumerate(readings[:4]):
            share = 1.0 if len(readings) == 1 else (0.6, 0.5, 0.5, 1.0)[number]
            seconds = _share(budget, share)
            finding = _solve_reading(setup, reading, budget, seconds, check_flip=len(readings) > 1)
            if finding is None:
                continue
            if best is None or _rank(finding) > _rank(best):
                best = finding
            if finding.flips or budget.stopped:
                break
        return best


def _share(budget: Budget, share: float) -> float:
    return budget.remaining * share if budget.seconds is not None else 1e9


def _rank(finding: Finding) -> tuple[int, float]:
    """Believed readings first, then unknown ones, then those in which the mover cannot succeed."""
    first = finding.solution.first
    if first.best and finding.flips is not False:
        level = 3 if first.wins else 2
    elif not first.fails and not (first.best and finding.flips is False):
        level = 1
    else:
        level = 0
    return level, finding.reading.score


def _solve_reading(
    setup: Setup, reading: Reading, budget: Budget, seconds: float, *, check_flip: bool
) -> Finding | None:
    """Widens the area by need and keeps the last answer that counts."""
    problems = list(problems_of(setup, reading))
    if not problems:
        return None
    end = budget.elapsed + seconds
    lives = reading.objective is Objective.LIVE
    kept: Finding | None = None
    for number, problem in enumerate(problems):
        left = min(end - budget.elapsed, budget.remaining)
        if budget.stopped or left <= 0:
            break
        last = number == len(problems) - 1
        solver = Solver(problem, budget)
        outcome = solver.outcome(setup.to_play, left * (0.9 if last else 0.6))
        solution = Solution(problem, outcome, guess=solver.guesses.get(setup.to_play))
        solution.nodes, solution.seconds = solver.prover.nodes, budget.elapsed
        finding = Finding(reading, problem, solution, is_sealed(problem))
        kept = _better(kept, finding, lives=lives)
        if check_flip and outcome.best and (lives or last):
            flip = solver.succeeds(setup.to_play.opponent, 0, max(0.0, min(end - budget.elapsed, left * 0.5)))
            kept.flips = flip
        if (outcome.wins and lives) or (outcome.fails and not lives):
            break
    return kept


def _better(kept: Finding | None, finding: Finding, *, lives: bool) -> Finding:
    """The answer to keep: for life the first success, for a kill the widest that was decided."""
    if kept is None:
        return finding
    old, new = kept.solution.first, finding.solution.first
    if lives:
        return finding if new.high <= old.high else kept
    if not new.proved and old.best and not new.best:
        return kept
    return finding
