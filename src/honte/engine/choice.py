"""What an opponent answers: a move or a resignation, the alternatives, and the expected end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honte.core import Move

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Candidate:
    """A first move that the search tried: its visits, and the mover's chance to win after it."""

    move: Move
    visits: int
    win_rate: float


@dataclass(frozen=True, slots=True)
class Choice:
    """The move to play, the alternatives by visits, and how the game is expected to end."""

    move: Move
    win_rate: float
    """The mover's chance to win, 0 to 1."""
    simulations: int
    """Visits or playouts of the search; 0 for a move that needed no search."""
    candidates: tuple[Candidate, ...]
    ownership: NDArray[np.float64]
    """Mean final owner of every point, -1 White to +1 Black; shape (rows, cols), row 0 at the bottom."""
    resigns: bool = False
    """Whether the opponent gives the game up; `move` is what it would play otherwise."""
    note: str = ""
    """How the move was found where the network did not choose it; empty otherwise."""
