"""What a search shows while it runs: read it from another thread, as often as wanted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from honte.core import Move

if TYPE_CHECKING:
    from honte.tsumego.proof.outcome import Outcome
    from honte.tsumego.proof.solver import Solver

MOST_NUMBER = 1_000_000
"""Proof numbers above this are shown as this."""


class Considered(NamedTuple):
    """A first move as the running search sees it."""

    move: Move
    result: str
    """`win`, `ko`, `lose` or `open`, for the side that moves."""
    to_win: int
    """Positions that must still be decided, at least, before the move is proved to be right."""
    to_fail: int
    """The same before the move is proved to be wrong."""


@dataclass(slots=True)
class Watch:
    """The window of one search. The search writes it, front ends read it; nothing here is locked.

    A reading taken in the very moment of a change may mix two positions; the next one is whole again.
    """

    task: str = ""
    """What the search is doing, in a few words for people."""
    outcome: Outcome | None = None
    """The first result that was found."""
    solver: Solver | None = None
    """Whose question is being asked."""

    def considered(self) -> list[Considered]:
        """The first moves of the present question."""
        solver = self.solver
        if solver is None:
            return []
        kills = solver.asked is solver.problem.attacker
        reached = "win" if solver.wins_at(solver.threats) else "ko"
        found = []
        for move, proof, disproof in self._numbers(solver):
            won, lost = (proof, disproof) if kills else (disproof, proof)
            result = reached if won == 0 else "lose" if lost == 0 else "open"
            found.append(Considered(move, result, min(won, MOST_NUMBER), min(lost, MOST_NUMBER)))
        return found

    def line(self) -> list[Move]:
        """The moves that the search is looking at."""
        try:
            return [] if self.solver is None else self.solver.prover.current_line()
        except (IndexError, ValueError):  # the search is writing this very moment
            return []

    @staticmethod
    def _numbers(solver: Solver) -> list[tuple[Move, int, int]]:
        try:
            return solver.prover.root_numbers()
        except (IndexError, ValueError):
            return []
