"""Attempts: each reading of a position with its areas, a solver for each area, and what they found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from honte.core import Color
from honte.grid import PointSet
from honte.search.budget import Budget
from honte.tsumego.open.asking import Asker, Shared
from honte.tsumego.open.bounds import Bounds
from honte.tsumego.open.finding import Finding
from honte.tsumego.open.growing import friends_outside, is_whole, problems_to_ask
from honte.tsumego.open.readings import Reading, find_readings, given_reading, part_of
from honte.tsumego.problem import Capture, Objective, Problem, Setup
from honte.tsumego.proof.local import LocalBoard
from honte.tsumego.proof.memory import Memory
from honte.tsumego.proof.prover import Prover
from honte.tsumego.proof.solver import Solver
from honte.tsumego.proof.watch import Watch

MOST_READINGS = 4
"""Readings of one position that are tried."""
WIN_BONUS = 6.0
"""Added to the score of a reading whose aim is proved to be reached, against any threats."""
LOCAL_BONUS = 4.0
"""Added for a success by ko, or for a kill that is proved inside its area only."""
HOPELESS_PENALTY = 20.0
"""Taken off when the mover cannot reach the aim, or needs no move to reach it."""
UNTRIED = -99.0
"""The rank of a reading that was not tried."""
FEW_STONES = 3
"""A kill of at most three stones, proved inside its area only, gets no bonus: it is rarely what is meant."""
PART_LESS = 3.0
"""A kill of the largest chain scores this much less than a kill of the whole target."""
MOST_MEMORY = 256
"""Megabytes of the table that all areas share."""


@dataclass(slots=True)
class Attempt:
    """A reading, its areas from small to wide, once it is tried a solver for each, and the finding so far."""

    reading: Reading
    problems: list[Problem]
    exact: bool = False
    """Whether target and area are given: then one area is asked, under the rules of the problem."""
    solvers: list[Solver] = field(default_factory=list)
    finding: Finding | None = None
    part: Attempt | None = None
    """For a kill the largest chain of the target: a move that spares it does not kill the target."""
    friends: PointSet | None = None
    """Defender stones that stay outside every area; None where the target is given."""
    is_slight: bool = False
    """Whether it is a kill of at most FEW_STONES stones."""

    @property
    def found(self) -> Finding:
        """The finding of an attempt that was made."""
        assert self.finding is not None, "this attempt was made"
        return self.finding

    @property
    def is_settled(self) -> bool:
        """Whether the outcome is proved."""
        return self.finding is not None and self.finding.outcome.proved

    @property
    def is_known(self) -> bool:
        """Whether a right move is proved, or that there is none on the whole board."""
        return self.finding is not None and bool(self.finding.outcome.best or self.finding.holds_everywhere)

    @property
    def is_hopeless(self) -> bool:
        """Whether the mover cannot reach this aim, or needs no move to reach it."""
        return self.finding is not None and (self.finding.outcome.fails or self.finding.flips is False)

    @property
    def rank(self) -> float:
        """Believed readings first, then unknown ones, then those in which the first move does not matter."""
        if self.finding is None:
            return UNTRIED
        if self.is_hopeless:
            return self.reading.score - HOPELESS_PENALTY
        if not self.finding.outcome.best:
            return self.reading.score
        lives = self.reading.objective is Objective.LIVE
        if self.finding.outcome.wins and (lives or self.finding.sealed):
            return self.reading.score + WIN_BONUS
        return self.reading.score + (0.0 if self.is_slight else LOCAL_BONUS)


def attempts_of(setup: Setup) -> list[Attempt]:
    """The likeliest readings that have an area; the problem alone when its target and area are given.

    A given area that is too large for the search is set aside: the target is then asked on areas around it.
    """
    if setup.keystones and setup.area is not None:
        problem = setup.problem()
        if LocalBoard.fits(problem):
            return [Attempt(given_reading(setup, problem.keystones), [problem], exact=True)]
    found = (
        Attempt(reading, problems_to_ask(setup, reading), friends=friends_outside(setup, reading))
        for reading in find_readings(setup)[:MOST_READINGS]
    )
    attempts = [attempt for attempt in found if attempt.problems]
    for attempt in attempts:
        if attempt.reading.objective is Objective.KILL and setup.keystones is None:
            attempt.is_slight = len(attempt.reading.target) <= FEW_STONES
            attempt.part = _part_of(setup, attempt)
    return attempts


def _part_of(setup: Setup, attempt: Attempt) -> Attempt | None:
    """The largest chain of a target of several chains, if it holds half of the stones or more."""
    whole = attempt.reading
    reading = part_of(setup.board, whole, PART_LESS)
    if not len(reading.target) < len(whole.target) <= 2 * len(reading.target):
        return None
    problems = problems_to_ask(setup, reading, friends_of=whole.target)
    friends = friends_outside(setup, reading, whole.target)
    return Attempt(reading, problems, friends=friends) if problems else None


@dataclass(slots=True)
class Outfit:
    """What all solvers of a position share: the budget, the window, the table and the bounds."""

    setup: Setup
    budget: Budget
    watch: Watch
    memory: Memory | None = None
    bounds: dict[Color, Bounds] = field(default_factory=dict)

    def equip(self, attempts: Sequence[Attempt]) -> None:
        """Gives each area of each attempt a solver."""
        for attempt in attempts:
            for problem in attempt.problems:
                attempt.solvers.append(self.solver(attempt, problem))

    def solver(self, attempt: Attempt, problem: Problem) -> Solver:
        """A solver for one area of an attempt."""
        free_pass = not attempt.exact and not is_whole(problem, attempt.reading)
        self.memory = self.memory or Memory(min(self.budget.memory_mb, MOST_MEMORY))
        prover = Prover(problem, free_pass=free_pass, memory=self.memory)
        if attempt.exact or self.setup.capture is Capture.ANY:
            return Solver(problem, self.budget, prover, self.watch)
        defender = attempt.reading.defender
        bounds = self.bounds.setdefault(defender, Bounds(self.setup.board, defender))
        world = PointSet(problem.grid, problem.grid.full_mask) - (attempt.friends or PointSet(problem.grid))
        shared = Shared(bounds, world)
        return Asker(problem, self.budget, prover, self.watch, shared)
