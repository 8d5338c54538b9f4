"""What the network of the whole board says of a board to be counted: owners, and what a move is worth.

It judges the bare board twice, once for each side to play: nobody should gain by having the next move in a
finished game. Knows only boards that `honte.network` knows.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from honte.core import BLACK, WHITE, Board, Position
from honte.errors import InputError
from honte.network import View, load

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SYMMETRIES = 8
"""Images of the board over which answers are averaged."""
REMEMBERED = 8
"""Boards whose judgment is kept: a count asks for the same board several times."""


@dataclass(frozen=True, slots=True, eq=False)
class WholeBoard:
    """The network's judgment of a board, as the mean of both sides to play."""

    owners: NDArray[np.float64]
    """Who will own each point, -1 White to +1 Black; shape (rows, cols)."""
    swing: float
    """How much better the result is for Black with Black to play than with White to play, in points."""


def whole_board(board: Board) -> WholeBoard | None:
    """What the network says of a board; None where it cannot judge it."""
    try:
        return _judged(board)
    except InputError:
        return None


@lru_cache(REMEMBERED)
def _judged(board: Board) -> WholeBoard:
    views = [View(Position(board, color)) for color in (BLACK, WHITE)]
    black, white = load().predict(views, symmetries=SYMMETRIES)
    owners = (black.owners + white.owners).astype(float) / 2
    return WholeBoard(owners.reshape(board.grid.rows, board.grid.cols), black.lead - white.lead)
