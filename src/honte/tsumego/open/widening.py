"""The whole outcome of one area: who needs how many threats, and every first move that is right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from honte.core import Color, Move
from honte.search.effort import Effort
from honte.tsumego.open.finding import Finding
from honte.tsumego.proof.outcome import Outcome
from honte.tsumego.proof.solver import Solver

AREA_SHARE = 0.85
"""Fraction of the effort spent on the outcome; the rest sorts moves."""
SORT_SHARE = 0.3
"""Fraction of the remaining effort in which every first move of an area is judged."""
SORT_NODES = 20_000
"""Nodes for judging every first move, beside twice what the area took."""


def solve_here(solver: Solver, mover: Color, effort: Effort, known: Outcome | None = None) -> Finding:
    """The whole outcome in one area, with all first moves that are proved to be right within the effort."""
    outcome = solver.outcome(mover, effort.part(AREA_SHARE), known=known)
    guess, candidates = solver.guess(mover), outcome.best
    if outcome.best:
        right, _ = solver.sort_moves(outcome, _for_sorting(solver, effort))
        candidates = tuple(dict.fromkeys([*outcome.best, *right]))
        if outcome.best[0] is None:  # a pass is right, but a player wants a stone to play
            outcome = replace(outcome, best=_pass_last(candidates))
    return Finding(solver, outcome, guess, candidates)


def _pass_last(moves: Iterable[Move]) -> tuple[Move, ...]:
    return tuple(sorted(moves, key=lambda move: move is None))


def _for_sorting(solver: Solver, effort: Effort) -> Effort:
    return effort.part(SORT_SHARE).at_most(SORT_NODES + 2 * solver.prover.nodes)
