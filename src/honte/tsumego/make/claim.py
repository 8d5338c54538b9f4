"""The claim of a problem: one first move is right, all others are wrong, the opponent wins by moving first.

Each part is proved so that it holds on the whole board. Life is proved in the area, where empty points around
it count as the attacker's. Death is proved there, too, and again in the cage of the area, where empty points
around it count as the defender's. Walls must have two liberties outside. "Wins" means against any ko threats.
"""

from __future__ import annotations

from collections.abc import Iterator

from honte.core import Color, Move
from honte.search.budget import Budget
from honte.tsumego.problem import Objective, Problem
from honte.tsumego.problem.predicates import is_sealed, walls_stand
from honte.tsumego.proof.local import TooLarge
from honte.tsumego.proof.prover import MOST_THREATS, Child, Verdict
from honte.tsumego.proof.resistance import Resistance
from honte.tsumego.proof.solver import Solver

MEMORY_MB = 16
"""Megabytes for the table of one search."""


class Claim:
    """Proofs about one problem, within a budget; every question has the answer True, False or None (open)."""

    def __init__(self, problem: Problem, nodes: int) -> None:
        """Raises TooLarge when the area does not fit the solver."""
        self.problem = problem
        self.mover = problem.to_play
        self.solver = Solver(problem, Budget(nodes=nodes, memory_mb=MEMORY_MB))
        self.sealed = is_sealed(problem)
        self.cage = None if self.sealed else self.solver.cage

    @property
    def is_sound(self) -> bool:
        """Whether proofs can hold on the whole board: walls stand, and an open area has a cage."""
        friends = self.problem.area.neighbors() & self.problem.board.stones(self.problem.defender)
        return walls_stand(self.problem) and (self.sealed or self.cage is not None) and not friends

    @property
    def kills(self) -> bool:
        """Whether the side to play wants to kill."""
        return self.problem.objective is Objective.KILL

    @property
    def nodes(self) -> int:
        """Nodes that all proofs of this claim took."""
        return self.solver.prover.nodes + (0 if self.cage is None else self.cage.prover.nodes)

    # Questions

    def wins(self, mover: Color) -> bool | None:
        """Whether a side wins by moving first."""
        found = self.solver.succeeds(mover, -MOST_THREATS)
        if found and mover is self.problem.attacker and self.cage is not None:
            return self.cage.succeeds(mover, -MOST_THREATS)
        return found

    def first_moves(self) -> list[Move]:
        """The legal first moves of the side to play, without the pass."""
        start = self.solver.start(self.mover, -MOST_THREATS)
        return [child.move for child in self.solver.prover.children(start) if child.move is not None]

    def is_right(self, move: Move) -> bool | None:
        """Whether a first move wins on the whole board; None when the nodes did not suffice."""
        return self._captures(move) if self.kills else self._saves(move)

    def is_wrong(self, move: Move) -> bool | None:
        """Whether a first move fails on the whole board; None when the nodes did not suffice.

        A move that only the empty points around the area decide is neither right nor wrong.
        """
        return self._saves(move) if self.kills else self._captures(move)

    def _saves(self, move: Move) -> bool | None:
        verdict = self._after(self.solver, move)
        return None if verdict is Verdict.UNKNOWN else verdict is Verdict.SAVED

    def _captures(self, move: Move) -> bool | None:
        for solver in (self.solver, self.cage):
            verdict = Verdict.CAPTURED if solver is None else self._after(solver, move)
            if verdict is not Verdict.CAPTURED:
                return None if verdict is Verdict.UNKNOWN else False
        return True

    def only_move(self) -> Move:
        """The one right first move when all others are wrong; None in every other case."""
        found = None
        for move in self.first_moves():
            if self.is_right(move):
                if found is not None:
                    return None
                found = move
            elif not self.is_wrong(move):
                return None
        return found

    def holds(self, move: Move) -> bool | None:
        """Whether the move is the only right one and the opponent wins by moving first; None if open.

        The questions that refute a claim fastest come first.
        """
        if not self.is_sound:
            return False
        answers = self._answers(move)
        is_open = False
        for answer in answers:
            if answer is False:
                return False
            is_open = is_open or answer is None
        return None if is_open else True

    def _answers(self, move: Move) -> Iterator[bool | None]:
        yield self.is_right(move)
        yield self.wins(self.mover.opponent)
        for other in self.first_moves():
            if other != move:
                yield self.is_wrong(other)

    def _after(self, solver: Solver, move: Move) -> Verdict:
        child = _child(solver, self.mover, move)
        if child is None:
            return Verdict.UNKNOWN
        return Verdict.CAPTURED if child.fallen else solver.prover.prove(child.state, solver.budget)

    def has_threat(self, move: Move) -> bool:
        """Whether the loser can threaten anything after a right first move, so that the answer goes on."""
        child = _child(self.solver, self.mover, move)
        if child is None or child.fallen:
            return False
        resistance = Resistance(self.solver, captures=self.kills)
        return next(resistance.threats(child.state), None) is not None

    def refutations(self, move: Move) -> int:
        """How many replies refute a wrong first move, counted up to two; a pass counts, too."""
        prover, found = self.solver.prover, 0
        child = _child(self.solver, self.mover, move)
        if child is None or child.fallen:
            return 0
        goal = Verdict.SAVED if self.kills else Verdict.CAPTURED
        for reply in prover.children(child.state):
            verdict = Verdict.CAPTURED if reply.fallen else prover.prove(reply.state, self.solver.budget)
            found += verdict is goal
            if found > 1:
                break
        return found


def _child(solver: Solver, mover: Color, move: Move) -> Child | None:
    start = solver.start(mover, -MOST_THREATS)
    return next((child for child in solver.prover.children(start) if child.move == move), None)


def claim_of(problem: Problem, nodes: int) -> Claim | None:
    """The claim; None when the area is too large for the solver."""
    try:
        return Claim(problem, nodes)
    except TooLarge:
        return None
