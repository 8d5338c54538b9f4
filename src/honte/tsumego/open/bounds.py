"""What one search proves says of other questions: bounds that follow from more and less.

All questions about one position ask the same thing: is the target captured? They differ in what each side
is given: the area, whose the surroundings are (the attacker's, or in a cage the defender's), the target, the
ko threats, the first move. Giving the attacker more never hurts the attacker. So questions are ordered by how
easy they are for the attacker: a capture holds in every easier question, a target that is saved is saved in
every harder one. Areas whose surroundings are the attacker's bound the defender from below, cages from above;
where both meet, the truth is known.

`Bounds` keeps what is proved and answers what follows. It is pure: it searches nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from honte.core import Board, Color, Move
from honte.grid import PointSet


class Any(Enum):
    """Stands for whichever first move is best."""

    MOVE = "any move"


FirstMove = Move | Any
"""A first move, a pass (None), or whichever is best."""


@dataclass(frozen=True, slots=True)
class Question:
    """Is every stone of the target captured, with this side first?"""

    area: PointSet
    """Where play happens."""
    target: PointSet
    attacker_first: bool
    threats: int = 0
    """The attacker's ko threats outside, less the defender's."""
    caged: bool = False
    """Whether the empty points around the area are the defender's; otherwise they are the attacker's."""
    move: FirstMove = Any.MOVE

    def with_move(self, move: FirstMove) -> Question:
        """The same question about one first move; outside the area a move is a pass."""
        inside = isinstance(move, Any) or move is None or move in self.area
        return replace(self, move=move if inside else None)


class Bounds:
    """What is proved about one position and one color to be attacked, and what follows from it."""

    def __init__(self, board: Board, defender: Color) -> None:
        self._allies = board.stones(defender)
        self._walls = board.stones(defender.opponent)
        self._captured: list[Question] = []
        self._saved: list[Question] = []

    def learn(self, question: Question, *, captured: bool) -> None:
        """Takes a proved answer, and forgets those that follow from it."""
        if self.known(question) is not None:
            return
        if captured:
            self._captured = [q for q in self._captured if not self.is_easier(q, question)] + [question]
        else:
            self._saved = [q for q in self._saved if not self.is_easier(question, q)] + [question]

    def known(self, question: Question) -> bool | None:
        """Whether the target is proved to be captured (True) or saved (False); None if neither follows."""
        if any(self.is_easier(question, harder) for harder in self._captured):
            return True
        if any(self.is_easier(easier, question) for easier in self._saved):
            return False
        return None

    def is_easier(self, easy: Question, hard: Question) -> bool:
        """Whether a capture in `hard` is one in `easy`: the attacker has all that, and perhaps more."""
        return (
            easy.attacker_first == hard.attacker_first
            and easy.threats >= hard.threats
            and easy.target <= hard.target
            and self._gives_more(easy, hard)
            and _allows_more(easy, hard)
        )

    def _gives_more(self, easy: Question, hard: Question) -> bool:
        """Whether area and surroundings give the attacker at least as much."""
        if easy.caged and not hard.caged:
            return False
        if easy.caged == hard.caged and easy.area == hard.area:
            return True
        if hard.caged:
            # What holds in a cage holds wherever the cage is part of the area and its walls are no weaker.
            return hard.area <= easy.area and not hard.area.neighbors() & self._walls & easy.area
        # Stones beside the area count as safe: those of the defender must be so in both.
        return easy.area <= hard.area and not easy.area.neighbors() & self._allies & hard.area


def _allows_more(easy: Question, hard: Question) -> bool:
    """Whether the first move of `easy` is at least as good for the attacker as that of `hard`."""
    if isinstance(hard.move, Any):  # captured whatever the defender plays first
        if isinstance(easy.move, Any):
            return True
        return not easy.attacker_first and (easy.move is None or easy.move in hard.area)
    if isinstance(easy.move, Any):  # captured by this move of the attacker
        return easy.attacker_first
    played = hard.with_move(hard.move).move
    return easy.with_move(easy.move).move == easy.with_move(played).move
