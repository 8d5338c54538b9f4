"""Ways out: first moves that save the target if all that is open around it were its own side's.

Life that no area proves may still be had by getting out, or by a wall that falls further away. Between
an area, where the open is the attacker's, and its cage, where it is the defender's, lies the truth. A move
that saves in a cage in which the opponent, moving first, is not seen to fail is not proved, but it is a good
guess where it is one of few.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from honte.core import Color, Move
from honte.search.effort import Effort
from honte.tsumego.proof.prover import MOST_THREATS, Verdict
from honte.tsumego.proof.solver import Solver

ONE_CAGE = 0.6
"""The part of what is left for one cage."""
SIDE_NODES = 60_000
"""Nodes for each side moving first: whether the target is out already, and whether it gets out."""
MOVE_NODES = 8_000
"""Nodes for each first move."""
MOST_WAYS = 2
"""More moves that save say little."""


@dataclass(frozen=True, slots=True)
class WayOut:
    """A cage, and the moves that save in it."""

    cage: Solver
    moves: tuple[Move, ...]


def find_way_out(solvers: Sequence[Solver], mover: Color, effort: Effort) -> WayOut | None:
    """The widest cage in which a few moves save the mover's stones, as far as the effort goes."""
    for solver in reversed(solvers):
        part = effort.part(ONE_CAGE)
        if solver.cage is None or _is_out(solver.cage, mover, part):
            continue
        moves = _saving(solver.cage, mover, part)
        if 1 <= len(moves) <= MOST_WAYS:
            return WayOut(solver.cage, tuple(moves))
    return None


def _is_out(cage: Solver, mover: Color, effort: Effort) -> bool:
    """Whether the opponent, moving first, is seen to fail in this cage, or to need a ko."""
    return cage.succeeds(mover.opponent, -MOST_THREATS, effort.at_most(SIDE_NODES)) is False


def _saving(cage: Solver, mover: Color, effort: Effort) -> list[Move]:
    """The move that a search finds, and others that save as clearly; at most one more than may count."""
    if not cage.succeeds(mover, -MOST_THREATS, effort.at_most(SIDE_NODES)):
        return []
    found = list(cage.decisive(mover))
    for child in cage.prover.children(cage.start(mover, -MOST_THREATS)):
        if len(found) > MOST_WAYS:
            break
        if child.move is None or child.move in found:
            continue
        if cage.judge(child, effort.at_most(MOVE_NODES)) is Verdict.SAVED:
            found.append(child.move)
    return found
