"""The parts of a count and their sum, the same for every way of counting.

A `Score` says for both sides what was counted (surrounded points, living stones, prisoners, dead
stones, komi) so that a table can be shown and checked by hand. Black is positive in `margin`.
It does not count by itself: `area` and `territory` fill it in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from honte.core import BLACK, WHITE, Color, Result, Scoring
from honte.grid import PointSet


@dataclass(frozen=True, slots=True)
class Side:
    """The parts of one side's count; a part that the way of counting does not use is 0.

    `points` are surrounded points, those under dead stones included. `prisoners` and `dead` are the
    opponent's stones: taken off during play, and left on the board but dead. `lost` are one's own
    stones of both kinds, which only the problem set's count subtracts.
    """

    points: int = 0
    stones: int = 0
    prisoners: int = 0
    dead: int = 0
    lost: int = 0
    komi: float = 0.0
    bonus: float = 0.0

    @property
    def total(self) -> float:
        """The sum of all parts."""
        return self.points + self.stones + self.prisoners + self.dead - self.lost + self.komi + self.bonus

    def parts(self) -> dict[str, float]:
        """The parts by name, in the order a table shows them."""
        return {
            "points": self.points,
            "stones": self.stones,
            "prisoners": self.prisoners,
            "dead": self.dead,
            "lost": -self.lost,
            "komi": self.komi,
            "bonus": self.bonus,
            "total": self.total,
        }


@dataclass(frozen=True, slots=True)
class Score:
    """A finished count: who owns which points and what it sums to.

    `black_points` and `white_points` are the surrounded points that were counted, `dame` the empty
    points that belong to nobody, `seki` the eyes of groups in seki, which territory counting gives
    to nobody, and `fill` the points inside territory that their owner has to fill in the end.
    """

    scoring: Scoring
    black: Side
    white: Side
    black_points: PointSet
    white_points: PointSet
    dame: PointSet
    seki: PointSet
    fill: PointSet
    dead: PointSet

    @property
    def margin(self) -> float:
        """Black's total less White's."""
        return self.black.total - self.white.total

    @property
    def result(self) -> Result:
        """The result that the margin gives."""
        return Result.by_margin(self.margin)

    def side(self, color: Color) -> Side:
        """The parts of one color's count."""
        return self.black if color is BLACK else self.white

    def points(self, color: Color) -> PointSet:
        """The surrounded points that one color was given."""
        return self.black_points if color is BLACK else self.white_points

    def owner(self, color_of: PointSet) -> Color | None:
        """The side that holds all of these points; None when they are not all one side's."""
        for color in (BLACK, WHITE):
            if color_of and color_of <= self.points(color):
                return color
        return None

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "scoring": self.scoring.value,
            "margin": self.margin,
            "result": str(self.result),
            "black": self.black.parts(),
            "white": self.white.parts(),
            "dame": [str(p) for p in self.dame],
            "seki": [str(p) for p in self.seki],
            "fill": [str(p) for p in self.fill],
            "dead": [str(p) for p in self.dead],
        }
