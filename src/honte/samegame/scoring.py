"""The points for moves and for the end of a SameGame game.

Programs and contests count (n-2)^2 points for a group of n tiles and 1000 for an empty board. Casual
versions count (n-1)^2 or n(n-1), or subtract points for tiles that are left.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from honte.errors import InputError
from honte.samegame.board import MAX_SIDE, Board

FORMULAS = {
    "(n-2)^2": lambda n: (n - 2) ** 2,
    "(n-1)^2": lambda n: (n - 1) ** 2,
    "n(n-1)": lambda n: n * (n - 1),
    "n^2": lambda n: n * n,
}
"""The points of a group of n tiles, by name."""


@dataclass(frozen=True)
class Scoring:
    """How a game is scored.

    >>> Scoring().points(10), Scoring(formula="n(n-1)").points(10)
    (64, 90)
    """

    formula: str = "(n-2)^2"
    clear_bonus: int = 1000
    """Points for an empty board."""
    tile_penalty: int = 0
    """Points subtracted at the end for each tile that is left."""
    color_penalty: bool = False
    """Whether each color that is left costs what removing it as one group would have given."""

    def __post_init__(self) -> None:
        if self.formula not in FORMULAS:
            raise InputError(f"{self.formula!r} is not a formula; expected one of {', '.join(FORMULAS)}")
        for name, value in (("clear bonus", self.clear_bonus), ("tile penalty", self.tile_penalty)):
            if not 0 <= value <= 1_000_000:
                raise InputError(f"the {name} is {value}; expected 0 to 1000000")

    def points(self, size: int) -> int:
        """Points for removing a group of `size` tiles."""
        return FORMULAS[self.formula](size) if size >= 2 else 0

    def penalty(self, left: int) -> int:
        """Points subtracted at the end when `left` tiles of one color are left."""
        return left * self.tile_penalty + (self.points(left) if self.color_penalty else 0)

    def end(self, board: Board) -> int:
        """Points for the end of the game: the clearing bonus, or minus the penalty.

        >>> Scoring().end(Board([[], []], 3)), Scoring(tile_penalty=5).end(Board([[1], [2]], 3))
        (1000, -10)
        """
        if board.count == 0:
            return self.clear_bonus
        return -sum(map(self.penalty, board.color_counts.values()))

    @cached_property
    def tables(self) -> tuple[list[int], list[int]]:
        """Points and penalties for 0 to 2500 tiles, for compiled search."""
        sizes = range(MAX_SIDE * MAX_SIDE + 1)
        return [self.points(n) for n in sizes], [self.penalty(n) for n in sizes]


STANDARD = Scoring()
CASUAL = Scoring(formula="(n-1)^2", clear_bonus=0)
SCORINGS = {"standard": STANDARD, "casual": CASUAL}
