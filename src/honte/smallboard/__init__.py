"""Perfect play on small boards: values, best moves and best play, each proved or said open."""

from honte.smallboard.solver import MoveValue, Solution, solve

__all__ = ["MoveValue", "Solution", "solve"]
