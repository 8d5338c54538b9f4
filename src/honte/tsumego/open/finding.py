"""What the areas of one reading say together: a proof, or what is left open and the best guess."""

from __future__ import annotations

from dataclasses import dataclass

from honte.core import Move
from honte.grid import PointSet
from honte.tsumego.problem import Objective, Problem
from honte.tsumego.problem.predicates import is_sealed, walls_stand
from honte.tsumego.proof.outcome import Outcome
from honte.tsumego.proof.solver import Solver


@dataclass(frozen=True, slots=True)
class Finding:
    """An outcome, and the area in which it was found."""

    solver: Solver
    """The area that decided, or the last one that was asked."""
    outcome: Outcome
    guess: Move = None
    candidates: tuple[Move, ...] = ()
    """First moves that are right in this area, or that this area and all smaller ones leave open."""
    cage: Solver | None = None
    """The cage in which a kill holds, too."""
    flips: bool | None = None
    """Whether the result changes when the opponent moves first; None if that was not found out."""

    @property
    def problem(self) -> Problem:
        """The problem on the area of this finding."""
        return self.solver.problem

    @property
    def move(self) -> Move:
        """The move to play: proved if there is one, otherwise the guess."""
        return self.outcome.best[0] if self.outcome.best else self.guess

    @property
    def sealed(self) -> bool:
        """Whether a wider area would change nothing."""
        return self.cage is not None or is_sealed(self.problem)

    @property
    def friends(self) -> PointSet:
        """Stones of the defender around the area, taken as safe."""
        return self.problem.area.neighbors() & self.problem.board.stones(self.problem.defender)

    @property
    def holds_everywhere(self) -> bool:
        """Whether the proof holds on the whole board, taking walls with two outside liberties as safe."""
        outcome = self.outcome
        alive = (outcome.objective is Objective.LIVE) == outcome.wins
        if alive and (outcome.wins or outcome.fails):
            # A weaker wall or more room can only help the defender, unless life rests on friends outside.
            return outcome.proved and not self.friends
        return outcome.proved and self.sealed and walls_stand(self.problem)
