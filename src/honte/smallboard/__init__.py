"""Perfect play on small boards: value, best moves and best line; each is proved or marked as open."""

from honte.smallboard.solver import MoveValue, Solution, solve

__all__ = ["MoveValue", "Solution", "solve"]
