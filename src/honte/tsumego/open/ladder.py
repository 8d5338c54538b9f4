"""One question on growing areas: each rung of the ladder is an area, or its cage.

In areas the points outside are the attacker's, in cages the defender's. Life in an area and a kill in a cage
hold on the whole board. The other answers may change in a wider area. So a ladder *claims* that the mover
succeeds (areas for life, cages for a kill), or *doubts* it (the other way round), and climbs until an answer
is final. A failed proof tells where to grow: its zone is what it rests on, and the next area is wider where
the zone leans on the boundary. While a rung stays open, the next one is wider all around.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from honte.core import Color
from honte.tsumego.open.bounds import Any, FirstMove
from honte.tsumego.open.growing import Growth
from honte.tsumego.problem import Problem
from honte.tsumego.problem.predicates import is_sealed
from honte.tsumego.proof.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Callable

    from honte.search.effort import Effort

FIRST_NODES = 4_000
"""Nodes for the first try of a question; each further try takes as many as all before."""


@dataclass(slots=True, eq=False)
class Rung:
    """An area, the solver that is asked there (its own or that of the cage), and the nodes spent."""

    solver: Solver
    asked: Solver
    spent: int = 0

    @property
    def price(self) -> int:
        """The nodes of the next try."""
        return max(FIRST_NODES, self.spent)


@dataclass(slots=True, eq=False)
class Ladder:
    """A question: does the mover, with these threats and this first move, succeed?"""

    growth: Growth
    solver_of: Callable[[Problem], Solver]
    mover: Color
    threats: int
    move: FirstMove
    caged: bool
    final: bool
    """The answer that holds on the whole board, whatever the area."""
    weight: float
    """How likely this question decides the position, against others."""
    rungs: list[Rung] = field(default_factory=list)
    """Areas that are open, from small to wide."""
    answer: bool | None = None
    """The answer of the widest area asked, once it is final or the area cannot grow."""
    decided: Rung | None = None
    """Where the last answer was found."""
    spent: int = 0
    """Nodes spent on all rungs."""

    def start(self, problem: Problem | None) -> None:
        """Puts up the first rung, on the smallest area that holds the move."""
        if problem is not None and self.move is not None and not isinstance(self.move, Any):
            problem = self.growth.with_move(problem, self.move)
        self._climb(problem)

    @property
    def is_open(self) -> bool:
        """Whether there is something to ask."""
        return self.answer is None and bool(self.rungs)

    @property
    def next(self) -> Rung:
        """The rung to try next: each wider one gets half as much as the one below it."""
        return min(enumerate(self.rungs), key=lambda each: each[1].price << each[0])[1]

    @property
    def worth(self) -> float:
        """Expected decisions for each node that is spent by then."""
        return self.weight / (self.spent + self.next.price)

    def ask(self, effort: Effort) -> None:
        """Tries the next rung once."""
        rung = self.next
        asked, before = rung.asked, rung.asked.prover.nodes
        part = effort.at_most(rung.price)
        if isinstance(self.move, Any):
            answer = asked.succeeds(self.mover, self.threats, part)
        else:
            answer = asked.tries(self.mover, self.threats, self.move, part)
        spent = asked.prover.nodes - before
        rung.spent += spent
        self.spent += spent
        problem = rung.solver.problem
        if answer is None:
            if rung is self.rungs[-1]:
                self._climb(self.growth.wider(problem, None))
            return
        self.decided = rung
        if answer is self.final:
            self.answer = answer
            return
        is_last = rung is self.rungs[-1]
        del self.rungs[: self.rungs.index(rung) + 1]  # smaller areas give the same answer
        if is_last and not self._climb(self.growth.wider(problem, asked.prover.zone if spent else None)):
            self.answer = answer

    def _climb(self, problem: Problem | None) -> bool:
        """Puts up a rung on an area; where there is no cage, on the next area that has one."""
        while problem is not None:
            solver = self.solver_of(problem)
            asked = solver.cage if self.caged and not is_sealed(problem) else solver
            if asked is not None:
                self.rungs.append(Rung(solver, asked))
                return True
            problem = self.growth.wider(problem, None)
        return False
