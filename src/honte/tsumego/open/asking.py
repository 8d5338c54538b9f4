"""A solver that shares what it proves: questions that follow from known answers are not searched again.

All areas, cages and targets of one position share `Bounds`, one for each color that is attacked. A move
that a small area refutes is refuted in every wider one, a move that does not kill a part of the target does
not kill the whole, and what fails with more threats fails with fewer: each is one implication of the bounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from honte.core import Color, Move
from honte.grid import PointSet
from honte.search.budget import Budget
from honte.search.effort import Effort
from honte.tsumego.open.bounds import Any, Bounds, FirstMove, Question
from honte.tsumego.problem import Problem
from honte.tsumego.problem.predicates import can_be_caged
from honte.tsumego.proof.local import TooLarge
from honte.tsumego.proof.prover import Child, Prover, Verdict
from honte.tsumego.proof.solver import Solver
from honte.tsumego.proof.watch import Watch


@dataclass(frozen=True, slots=True)
class Shared:
    """What the solvers of one reading have in common."""

    bounds: Bounds
    world: PointSet
    """All points but safe friends of the defender: what is refuted here is refuted for good."""


class Asker(Solver):
    """A solver on one area or in its cage that consults and feeds the bounds."""

    def __init__(
        self,
        problem: Problem,
        budget: Budget,
        prover: Prover,
        watch: Watch,
        shared: Shared,
    ) -> None:
        super().__init__(problem, budget, prover, watch)
        self.shared = shared

    @cached_property
    def cage(self) -> Asker | None:
        """The same area with the empty points around it as the defender's; None if that is impossible."""
        if not can_be_caged(self.problem):
            return None
        try:
            prover = Prover(self.problem, free_pass=True, beside=self.prover, escape=True)
        except TooLarge:  # stones that are safe here may be capturable there, and then take room
            return None
        return Asker(self.problem, self.budget, prover, self.watch, self.shared)

    # Questions

    def question(self, mover: Color, threats: int, move: FirstMove) -> Question:
        """The question whether the attacker captures, after a first move of the mover with these threats."""
        attacks = mover is self.problem.attacker
        asked = Question(
            self.problem.area,
            self.problem.keystones,
            attacks,
            threats if attacks else -threats,
            self.prover.escape,
        )
        return asked.with_move(move)

    def is_refuted(self, mover: Color, threats: int, move: Move) -> bool:
        """Whether a first move of the attacker is known to fail on the whole board."""
        world = Question(self.shared.world, self.problem.keystones, True, threats).with_move(move)
        return mover is self.problem.attacker and self.shared.bounds.known(world) is False

    def succeeds(self, mover: Color, threats: int, effort: Effort | None = None) -> bool | None:
        """Whether the mover reaches the aim; a failure that follows from known answers is not searched."""
        question = self.question(mover, threats, Any.MOVE)
        if self._fails(mover, question):
            self.asked, self.threats = mover, threats
            self.answers[mover, threats] = False
            return False
        answer = super().succeeds(mover, threats, effort)
        if answer is not None:
            self._learn(question, captured=answer == question.attacker_first)
        return answer

    def tries(self, mover: Color, threats: int, move: Move, effort: Effort) -> bool | None:
        """Whether one first move reaches the aim; what follows from known answers is not searched."""
        question = self.question(mover, threats, move)
        known = self.shared.bounds.known(question)
        if known is None or (known and not self.prover.free_pass):
            return super().tries(mover, threats, move, effort)
        return known == question.attacker_first

    def judge(self, child: Child, effort: Effort, asked: tuple[Color, int] | None = None) -> Verdict:
        """What is proved about the keystones after a move of a mover with some threats."""
        if asked is None or child.fallen:
            return super().judge(child, effort)
        question = self.question(*asked, child.move)
        verdict = super().judge(child, effort)
        if verdict is not Verdict.UNKNOWN:
            self._learn(question, captured=verdict is Verdict.CAPTURED)
        return verdict

    # The attacker who may not pass is asked only where the area is all there is: such lives stay there.

    def _fails(self, mover: Color, question: Question) -> bool:
        known = self.shared.bounds.known(question)
        if known is None or (known and not self.prover.free_pass):
            return False
        return known != (mover is self.problem.attacker)

    def _learn(self, question: Question, *, captured: bool) -> None:
        if captured or self.prover.free_pass:
            self.shared.bounds.learn(question, captured=captured)
