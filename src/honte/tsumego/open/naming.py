"""Which move of a reading to name without the network: of several right ones the most natural, or a guess."""

from __future__ import annotations

from dataclasses import replace

from honte.core import Color, Move
from honte.search.effort import Effort
from honte.tsumego.open.attempts import Attempt
from honte.tsumego.open.finding import Finding
from honte.tsumego.open.guess import hopeful_move, in_likely_order, likely_moves
from honte.tsumego.problem import Objective
from honte.tsumego.proof.prover import MOST_THREATS, Verdict
from honte.tsumego.proof.solver import Solver

NATURAL_VISITS = 1_500
"""Visits of the guessing tree that tell which of several right moves a person would play."""
CAGE_VISITS = 8_000
"""Visits of the guessing tree in each cage, to choose among several kills in the open."""
FAR_SHARE = 0.8
"""Fraction of the remaining effort in which the chosen kill must be proved inside the area."""


def with_move(attempt: Attempt, mover: Color, effort: Effort) -> Finding:
    """The finding of an attempt with its right moves in natural order, or with a guess if it has none."""
    finding = attempt.found
    if finding.outcome.best:
        best = _natural_first(attempt, finding, mover, effort)
        return replace(finding, outcome=replace(finding.outcome, best=best))
    if attempt.is_known:
        return finding
    guess = _guess(attempt, mover, effort)
    return replace(attempt.found, guess=guess)


# Right moves


def _natural_first(attempt: Attempt, finding: Finding, mover: Color, effort: Effort) -> tuple[Move, ...]:
    """Right moves, those that a person would play first."""
    moves = finding.candidates or finding.outcome.best
    kills = attempt.reading.objective is Objective.KILL and finding.outcome.wins
    if kills and not finding.sealed and not attempt.exact:
        far = _kill_that_reaches_far(attempt, finding, mover, effort)
        if far is not None:
            return (far, *(move for move in moves if move != far))
    return in_likely_order(finding.solver, mover, moves, effort.at_most(NATURAL_VISITS))


def _kill_that_reaches_far(attempt: Attempt, finding: Finding, mover: Color, effort: Effort) -> Move:
    """Of kills in the open, the one that comes nearest to a kill in a cage; None when none comes near."""
    cages = [s.cage for s in reversed(attempt.solvers) if s.cage is not None]
    hopeful = hopeful_move(cages, mover, effort.at_most(CAGE_VISITS * len(cages)))
    if hopeful is None or hopeful in finding.candidates:
        return hopeful
    solver = finding.solver
    children = solver.prover.children(solver.start(mover, -MOST_THREATS))
    part = effort.part(FAR_SHARE)
    kills = any(
        c.move == hopeful and solver.judge(c, part, (mover, -MOST_THREATS)) is Verdict.CAPTURED
        for c in children
    )
    return hopeful if kills else None


# Guesses


def _guess(attempt: Attempt, mover: Color, effort: Effort) -> Move:
    """The likeliest move of an open reading."""
    finding = attempt.found
    solvers, threats = _to_look_at(attempt, finding), max(0, finding.outcome.low)
    likely = likely_moves(solvers, mover, effort, finding.candidates, threats)
    stones = [move for move in finding.candidates if move is not None]
    if likely:
        return likely[0]
    return stones[0] if stones and finding.guess not in stones else finding.guess


def _to_look_at(attempt: Attempt, finding: Finding) -> list[Solver]:
    """Where to look for a guess, the most telling area first.

    For life: the areas in which life is not refuted, from small to wide, or all when every area refutes it.
    For a kill: the cages from small to wide, or without cages the areas from the widest down.
    """
    if attempt.exact:
        return attempt.solvers
    if attempt.reading.objective is Objective.LIVE:
        mover = attempt.reading.defender
        still_open = [s for s in attempt.solvers if s.answers.get((mover, -MOST_THREATS), True)]
        return still_open or attempt.solvers
    here = attempt.solvers.index(finding.solver)
    cages = [solver.cage for solver in attempt.solvers if solver.cage is not None]
    return cages or attempt.solvers[here:][::-1]
