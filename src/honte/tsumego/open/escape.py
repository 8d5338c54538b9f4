"""Escapes (ways out): first moves that save the target inside a cage.

The target may live although no area proves it: it may get out, or a wall farther away may fall. In an area
the empty points around it count as the attacker's, in its cage as the defender's; the truth lies between.
A move may save the target inside the cage although the opponent's first move there was not refuted. That
proves nothing, but when few moves qualify it is a good guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from honte.core import Color, Move
from honte.search.effort import Effort
from honte.tsumego.proof.prover import MOST_THREATS, Verdict
from honte.tsumego.proof.solver import Solver

ONE_CAGE = 0.6
"""Fraction of the remaining effort spent on one cage."""
SIDE_NODES = 60_000
"""Nodes for each of two questions about a cage: the opponent moves first, the mover moves first."""
MOVE_NODES = 8_000
"""Nodes for each further first move."""
MOST_WAYS = 2
"""Most moves of a cage that may save the target; when more do, they say little and the cage is skipped."""


@dataclass(frozen=True, slots=True)
class WayOut:
    """A cage, and the moves that save the target in it."""

    cage: Solver
    moves: tuple[Move, ...]


def find_way_out(solvers: Sequence[Solver], mover: Color, effort: Effort) -> WayOut | None:
    """The widest cage in which at most MOST_WAYS moves save the target, within the effort; None if none."""
    for solver in reversed(solvers):
        part = effort.part(ONE_CAGE)
        if solver.cage is None or _is_out(solver.cage, mover, part):
            continue
        moves = _saving(solver.cage, mover, part)
        if 1 <= len(moves) <= MOST_WAYS:
            return WayOut(solver.cage, tuple(moves))
    return None


def _is_out(cage: Solver, mover: Color, effort: Effort) -> bool:
    """Whether the opponent, moving first, is proved to fail in this cage or to need a ko."""
    return cage.succeeds(mover.opponent, -MOST_THREATS, effort.at_most(SIDE_NODES)) is False


def _saving(cage: Solver, mover: Color, effort: Effort) -> list[Move]:
    """Moves proved to save the target in the cage; the list ends at MOST_WAYS + 1 moves."""
    if not cage.succeeds(mover, -MOST_THREATS, effort.at_most(SIDE_NODES)):
        return []
    found = list(cage.decisive(mover))
    for child in cage.prover.children(cage.start(mover, -MOST_THREATS)):
        if len(found) > MOST_WAYS:
            break
        if child.move is None or child.move in found:
            continue
        if cage.judge(child, effort.at_most(MOVE_NODES), (mover, -MOST_THREATS)) is Verdict.SAVED:
            found.append(child.move)
    return found
