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
    prior: float = 0.0
    """How likely the move was before the search, 0 to 1; 0 where the search knows no likely moves."""
    lead: float | None = None
    """The mover's expected lead in points after the move, komi included; None where it is not known."""
    line: tuple[Move, ...] = ()
    """The most visited moves of both sides from here, this move first; empty where no tree was kept."""


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
