"""Time control: how many seconds a move may take, from what the controller says of the clocks.

GTP knows absolute time and Canadian byo-yomi (a period for a number of stones); KGS adds Japanese byo-yomi
(each move may take a period), which counts here as Canadian with one stone.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from honte.core import BLACK, WHITE, Color

RESERVE = 0.1
"""Seconds of every move that are kept for the way to the controller."""
SHARE_KEPT = 0.1
"""Fraction of a byo-yomi period that is never spent."""
MOVES_PER_POINT = 0.35
"""Moves that one side plays in a whole game, for each point of the board."""
FEWEST_LEFT = 12
"""A game is expected to go on for at least this many moves of one side."""
SHORTEST = 0.02
"""Seconds that a move gets however little time is left."""


@dataclass(slots=True)
class Clock:
    """The clocks of both sides; without settings there is no limit."""

    main: float = 0.0
    period: float = 0.0
    stones: int = 0
    running: bool = False
    left: dict[Color, tuple[float, int]] = field(default_factory=dict)
    """What each side has: seconds, and stones of the period, 0 in main time."""

    def set(self, main: float, period: float, stones: int) -> None:
        """New settings, as `time_settings` gives them; a period without stones means no limit."""
        self.main, self.period, self.stones = main, period, stones
        self.running = not (period > 0 and stones == 0)
        self.restart()

    def clear(self) -> None:
        """No limit."""
        self.running = False
        self.left = {}

    def restart(self) -> None:
        """Full clocks, for a new game."""
        first = (self.main, 0) if self.main > 0 or not self.stones else (self.period, self.stones)
        self.left = dict.fromkeys((BLACK, WHITE), first) if self.running else {}

    def tell(self, color: Color, seconds: float, stones: int) -> None:
        """What the controller says of one side's clock."""
        self.running = True
        self.left[color] = (max(0.0, seconds), max(0, stones))

    def spend(self, color: Color, seconds: float) -> None:
        """Takes the seconds of a move off a clock, until the controller says better."""
        if not self.running or color not in self.left:
            return
        left, stones = self.left[color]
        left -= seconds
        if stones:
            stones -= 1
        if (left <= 0 and self.stones) or (stones == 0 and self.left[color][1]):
            left, stones = self.period, self.stones
        self.left[color] = (max(0.0, left), stones)

    def seconds(self, color: Color, points: int, played: int) -> float | None:
        """Seconds for the next move of a side on a board of this many points, after `played` moves.

        None without a limit.

        >>> clock = Clock()
        >>> clock.set(0, 30, 10)
        >>> round(clock.seconds(BLACK, 361, 0), 1)
        2.6
        """
        if not self.running or color not in self.left:
            return None
        left, stones = self.left[color]
        if stones:
            share = (1 - SHARE_KEPT) * left / stones
        else:
            share = left / max(FEWEST_LEFT, MOVES_PER_POINT * points - played / 2)
            if self.stones and self.period > 0:
                in_period = (1 - SHARE_KEPT) * self.period / self.stones
                share = max(share, min(in_period, left + in_period))
        return max(SHORTEST, share - RESERVE)
