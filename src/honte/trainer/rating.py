"""The player's rating: Glicko (M. Glickman, *The Glicko system*, 1995), one game for each problem.

A rank is 100 points: 30 kyu is 0, 1 kyu is 2900, 1 dan is 3000. A problem plays with the rating of its level.
Solved without help and without a wrong move is a win, anything else a loss. The deviation says how far the
rating may be off; it shrinks with every problem and grows again in pauses.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

POINTS_PER_RANK = 100.0
START = 1500.0
"""The rating before the first problem: 15 kyu."""
MOST_DEVIATION = 250.0
"""The deviation before the first problem, in points."""
LEAST_DEVIATION = 45.0
"""The deviation never falls below this, so that the rating keeps moving."""
GROWTH = 13.0
"""Growth of the deviation, in points times the square root of days: from 45 back to 250 in about a year."""
GRADED_DEVIATION, GUESSED_DEVIATION = 80.0, 250.0
"""How far the level of a problem may be off, in points: graded by its source, or guessed from its proof."""
_Q = math.log(10) / 400
DAY = 86_400.0
"""Seconds of a day."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating with its deviation, both in points.

    >>> Rating(1500, 100).after(1500, won=True).value > 1500
    True
    """

    value: float = START
    deviation: float = MOST_DEVIATION

    @property
    def level(self) -> float:
        """The number of the rank, see `honte.tsumego.problem.levels`."""
        return self.value / POINTS_PER_RANK

    def rested(self, seconds: float) -> Rating:
        """The rating after a pause: the same value, known less well."""
        grown = math.sqrt(self.deviation**2 + GROWTH**2 * max(0.0, seconds) / DAY)
        return Rating(self.value, min(MOST_DEVIATION, grown))

    def chance(self, problem: float, problem_deviation: float = GRADED_DEVIATION) -> float:
        """The chance to solve a problem of this rating at the first try, from 0 to 1."""
        return 1 / (1 + 10 ** (-_weight(problem_deviation) * (self.value - problem) / 400))

    def after(self, problem: float, *, won: bool, problem_deviation: float = GRADED_DEVIATION) -> Rating:
        """The rating after one problem."""
        weight, chance = _weight(problem_deviation), self.chance(problem, problem_deviation)
        spread = 1 / (_Q**2 * weight**2 * chance * (1 - chance))
        precision = 1 / self.deviation**2 + 1 / spread
        value = self.value + _Q / precision * weight * (won - chance)
        return Rating(value, max(LEAST_DEVIATION, math.sqrt(1 / precision)))


def _weight(deviation: float) -> float:
    """Glicko's g: a problem whose level is uncertain moves the rating less."""
    return 1 / math.sqrt(1 + 3 * _Q**2 * deviation**2 / math.pi**2)


def rating_of_level(level: float) -> float:
    """The rating of a problem with this level."""
    return level * POINTS_PER_RANK
