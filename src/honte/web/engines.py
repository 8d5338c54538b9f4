"""The engines the page can call, each behind one function."""

from __future__ import annotations

from honte.core import Game
from honte.grid import PointSet


def propose_dead(game: Game) -> PointSet:
    """The chains that an engine takes for dead."""
    return PointSet(game.grid)
