"""Random games from a position: who owns each point in the end, and by how much Black leads.

`honte.kernels.go.playout` plays the games, in as many threads as the budget allows. The same seed gives
the same result for any number of threads, unless the run stops early.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from honte.core.arrays import KERNEL_COLOR, compiled, cut_to_board
from honte.core.position import Position
from honte.errors import InputError
from honte.grid import Grid
from honte.search.budget import Budget, run_threads
from honte.search.warm import warms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOVES_PER_POINT = 3
"""A playout ends after this many moves for each point of the board: some kos and sekis go on forever."""


@dataclass(frozen=True)
class PlayoutTally:
    """The outcome of random games from one position, counted by area without komi.

    Arrays have shape (rows, cols) with row 0 at the bottom.
    """

    grid: Grid
    playouts: int
    moves: int
    black: NDArray[np.float64]
    """The share of playouts in which Black owned a point."""
    white: NDArray[np.float64]
    """The share of playouts in which White owned a point."""
    margin: float
    """The mean area margin, positive for Black."""
    spread: float
    """The standard deviation of one playout's margin."""

    @property
    def ownership(self) -> NDArray[np.float64]:
        """The mean owner of each point, from -1 (White) to +1 (Black)."""
        return self.black - self.white

    @property
    def error(self) -> float:
        """The standard error of the margin; infinite with fewer than two playouts."""
        return self.spread / math.sqrt(self.playouts) if self.playouts > 1 else math.inf

    @property
    def digest(self) -> str:
        """The number of moves and a short hash of the owners: equal runs have equal digests."""
        import hashlib

        import numpy as np

        counts = (np.stack([self.black, self.white]) * self.playouts).round().astype(np.int64)
        return f"{self.moves}-{hashlib.sha256(counts.tobytes()).hexdigest()[:12]}"


def run_playouts(
    position: Position,
    playouts: int = 1000,
    *,
    seed: int = 1,
    tactical: bool = False,
    budget: Budget | None = None,
    watch: Callable[[PlayoutTally], object] | None = None,
) -> PlayoutTally:
    """Plays random games from a position and calls `watch` with the tally about ten times a second.

    When the budget ends first, the tally holds the games played until then. `tactical` games capture and
    save chains in atari: they find the owners of points more accurately, at two thirds of the speed.

    >>> full = Position.empty(5)
    >>> tally = run_playouts(full, 100)
    >>> tally.playouts, -25 <= tally.margin <= 25
    (100, True)
    """
    import numpy as np

    from honte.kernels.go import playout as kernels
    from honte.kernels.go import tactics

    if playouts < 1:
        raise InputError(f"{playouts} playouts; expected 1 or more")
    seed &= (1 << 63) - 1  # any whole number is a seed; kernels take 63 bits of it
    budget = budget or Budget()
    threads = min(budget.threads, playouts)
    tallies = np.zeros(threads, dtype=kernels.TALLY)
    grid, color = position.board.grid, KERNEL_COLOR[position.to_play]
    limit = MOVES_PER_POINT * grid.size + 8
    start = compiled(position)
    cuts = [playouts * t // threads for t in range(threads + 1)]

    run = tactics.run_tactical if tactical else kernels.run_playouts

    def task(t: int) -> Callable[[], int]:
        boards = np.concatenate([start, start])
        return lambda: int(
            run(boards, color, cuts[t], cuts[t + 1] - cuts[t], seed, limit, tallies, t, budget.control)
        )

    look = None if watch is None else lambda: watch(_sum(grid, tallies))
    run_threads(budget, [task(t) for t in range(threads)], look)
    return _sum(grid, tallies)


def _sum(grid: Grid, tallies: NDArray[Any]) -> PlayoutTally:
    import numpy as np

    count = int(tallies["playouts"].sum())
    share = 1 / max(count, 1)
    mean = int(tallies["score"].sum()) * share
    variance = max(0.0, int(tallies["score_squares"].sum()) * share - mean * mean)
    black, white = (
        cut_to_board(tallies[name].sum(axis=0, dtype=np.float64), grid.cols, grid.rows) * share
        for name in ("black", "white")
    )
    moves = int(tallies["moves"].sum())
    return PlayoutTally(grid, count, moves, black, white, mean, math.sqrt(variance))


@warms("playouts", seconds=3)
def warm_up() -> None:
    """Compiles the playout kernels."""
    for tactical in (False, True):
        run_playouts(Position.empty(2), 1, tactical=tactical)
