"""Which move of a reading to name without the network: of several right ones the most natural, or a guess."""

from __future__ import annotations

from dataclasses import replace

from honte.core import Color, Move
from honte.search.effort import Effort
from honte.tsumego.open.attempts import Attempt
from honte.tsumego.open.escape import find_way_out
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
WAY_OUT_SHARE = 0.6
"""Fraction of the guessing effort spent on escapes."""
WAY_RANK = 4
"""An escape is accepted only if it is among the top four moves of the tree search."""


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
    """An escape where life is refuted; otherwise the likeliest move, or an escape nearly as likely."""
    if attempt.way_out is None and not attempt.found.outcome.fails:  # otherwise escapes were tried before
        look_for_way_out(attempt, mover, effort.part(WAY_OUT_SHARE))
    elif way := attempt.way_out:
        visits = effort.at_most(NATURAL_VISITS)
        return in_likely_order(way.cage, mover, way.moves, visits, -MOST_THREATS)[0]
    finding = attempt.found
    solvers, threats = _to_look_at(attempt, finding), max(0, finding.outcome.low)
    likely = likely_moves(solvers, mover, effort, finding.candidates, threats)
    stones = [move for move in finding.candidates if move is not None]
    if likely:
        ways = attempt.way_out.moves if attempt.way_out else ()
        return next((move for move in likely[:WAY_RANK] if move in ways), likely[0])
    return stones[0] if stones and finding.guess not in stones else finding.guess


def look_for_way_out(attempt: Attempt, mover: Color, effort: Effort) -> None:
    """Looks for an escape where life is not proved. An escape leaves open what an area has refuted."""
    finding = attempt.found
    lives = attempt.reading.objective is Objective.LIVE and not attempt.exact
    if lives and not attempt.is_known and attempt.way_out is None:
        attempt.way_out = find_way_out(attempt.solvers, mover, effort)
    if attempt.way_out is not None:
        attempt.finding = replace(finding, outcome=replace(finding.outcome, low=-MOST_THREATS))


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
    here = attempt.problems.index(finding.problem)
    cages = [solver.cage for solver in attempt.solvers if solver.cage is not None]
    return cages or attempt.solvers[here:][::-1]
