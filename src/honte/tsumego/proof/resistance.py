"""Resistance: what the losing side can still try, and which try lasts longest.

A move of the loser is a threat when the winner must answer it: if the winner plays elsewhere, the loser
succeeds. Without a threat left, the play is over, although stones may still stand. A strong player chooses
the threat that asks for the most answers, leaves the fewest right ones, and lies near the fighting.
"""

from __future__ import annotations

from collections.abc import Iterator

from honte.core import Move
from honte.grid import Point
from honte.search.budget import Budget
from honte.search.effort import Effort
from honte.tsumego.proof.local import NO_KO
from honte.tsumego.proof.prover import MOST_THREATS, Child, Prover, State, Verdict
from honte.tsumego.proof.solver import Solver

QUESTION = 200_000
"""Most nodes of the search for one question about a threat."""
LOOKAHEAD = 3
"""Threats in a row, with their answers, by which two moves of the loser are compared."""


class Resistance:
    """The losing side of a proved result, in the area of one solver."""

    def __init__(
        self,
        solver: Solver,
        *,
        captures: bool,
        effort: Effort | Budget | None = None,
        question: int = QUESTION,
    ) -> None:
        """`captures` says whether the winner is the attacker. The effort bounds all questions together."""
        self.solver = solver
        self.captures = captures
        self.effort = solver.budget if effort is None else effort
        self.question = question

    @property
    def prover(self) -> Prover:
        """The prover that answers the questions."""
        return self.solver.prover

    def ask(self, state: State) -> Verdict:
        """What is proved about the keystones, within the nodes of one question."""
        return self.prover.prove(state, self.effort, nodes=self.question)

    def is_won(self, state: State) -> bool:
        """Whether the winner is proved to win from here."""
        return self.ask(state) is (Verdict.CAPTURED if self.captures else Verdict.SAVED)

    def ko_point(self, state: State) -> Move:
        """The point where the side to play may not retake without a threat; None without a ko."""
        import numpy as np

        from honte.kernels.local.moves import ko_of

        index = int(ko_of(np.uint64(state.meta)))
        return None if index == NO_KO else self.prover.local.point(index)

    def threats(self, state: State) -> Iterator[Child]:
        """The loser's moves after which the winner may not play elsewhere; an open question counts as one."""
        for child in self.prover.children(state):
            if child.move is None or child.fallen:
                continue
            waited = State(child.state.attacker, child.state.defender, child.state.meta ^ 1)
            if self.ko_point(child.state) is not None or not self.is_won(waited):
                yield child

    def answers(self, state: State) -> list[Child]:
        """The winner's moves that win, without the pass; a capture of the keystones is the only one."""
        found = []
        for child in self.prover.children(state):
            if child.fallen:
                if self.captures:
                    return [child]
            elif child.move is not None and self.is_won(child.state):
                found.append(child)
        return found

    def lasting(self, state: State, most: int = LOOKAHEAD) -> int:
        """How many threats in a row the winner must answer, at most `most`; the loser moves first."""
        longest = 0
        for threat in self.threats(state) if most else ():
            longest = max(longest, self._length(self.answers(threat.state), most))
            if longest == most:
                break
        return longest

    def _length(self, answers: list[Child], most: int) -> int:
        """Threats of a line that begins with a threat with these answers: the winner takes the shortest."""
        shortest = most  # without a proved answer nothing shows that the line is short
        for answer in answers:
            shortest = min(shortest, 1 + (0 if answer.fallen else self.lasting(answer.state, most - 1)))
            if shortest == 1:
                break
        return shortest

    def best(self, state: State, last: Move) -> Move:
        """The loser's most stubborn move after the winner's move `last`; None when no threat is left.

        A move that a ko forbids on the board is no choice.
        """
        banned = self.ko_point(state)
        rated = []
        for order, threat in enumerate(self.threats(state)):
            if threat.move is None or threat.move == banned:
                continue
            answers = self.answers(threat.state)
            length = self._length(answers, LOOKAHEAD)
            rated.append((-length, len(answers), distance(threat.move, last), order, threat.move))
        return min(rated)[-1] if rated else None


def winner_threats(high: int) -> int:
    """The winner's ko threats, more than the loser's, under which a proved result is played on."""
    return max(-MOST_THREATS, min(high, MOST_THREATS))


def distance(point: Point, last: Move) -> int:
    """Steps along the lines from the last move; 0 after a pass."""
    return 0 if last is None else abs(point.col - last.col) + abs(point.row - last.row)
