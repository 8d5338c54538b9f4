"""Whether a game is over: what is still open on a board, as the network sees it with either side to play.

A finished board has owners that nobody doubts, and the next move gains little for either side. The limits
were chosen on some games kept aside and hold on others (docs/algorithms/counting.md). `final` asks here; on
boards that the network does not know it asks how much playouts leave undecided.
"""

from __future__ import annotations

from dataclasses import dataclass

from honte.core import Board
from honte.counting.whole_board import whole_board

OPEN_PER_LINE = 1.1
"""Points in doubt for each line of the board (21 on 19x19) above which a game is not finished."""
SWING = 6.0
"""Points that the next move may decide in a finished game."""


@dataclass(frozen=True, slots=True)
class Openness:
    """What is open on a board."""

    points: float
    """The sum over all points of how far each is from having a sure owner, 0 to 1."""
    swing: float
    """How much better the result is for Black with Black to play than with White to play, in points."""
    side: int
    """The side of the board."""

    @property
    def finished(self) -> bool:
        """Whether little is open, and nothing large depends on who moves first."""
        return self.points <= OPEN_PER_LINE * self.side and self.swing <= SWING

    def __str__(self) -> str:
        if self.points > OPEN_PER_LINE * self.side:
            return f"about {round(self.points)} points have no sure owner yet"
        return f"the next move decides about {round(self.swing)} points"


def openness(board: Board) -> Openness | None:
    """What is open on a board; None where the network cannot judge it.

    >>> print(openness(Board(9)))
    about 81 points have no sure owner yet
    """
    found = whole_board(board)
    if found is None:
        return None
    return Openness(float((1 - abs(found.owners)).sum()), found.swing, board.grid.cols)
