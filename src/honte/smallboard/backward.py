"""Every position of a board that one side wins whole, found backwards from the end (kernels: `backward`).

Boards of up to 25 points. 5x5 with the prover on the center point needs 7 GB of memory; without that
condition 18 GB. Goals other than the whole board are not asked.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from honte.errors import InputError
from honte.grid import Grid
from honte.search.budget import Budget, run_threads

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from honte.kernels.small.space import Work

MAX_POINTS = 25
"""The most points of a board."""


class Above(NamedTuple):
    """Where the opponent, to play, loses against one stone more: where the cubes begin, and the cubes."""

    base: int
    lost: NDArray[np.uint64]
    ko_base: int
    kos: NDArray[np.uint64]


class Backward:
    """The won positions of a board, sweep by sweep; `keep` are points that the prover never loses.

    >>> sweeps = Backward(Grid(3, 3))
    >>> while sweeps.sweep():
    ...     pass
    >>> sweeps.won(own=1 << 4, opp=1 << 0)  # the center against a corner
    True
    """

    def __init__(self, grid: Grid, keep: int = 0, budget: Budget | None = None) -> None:
        import numpy as np

        from honte.smallboard.cubespace import fill_safe, make_space

        if grid.size > MAX_POINTS:
            raise InputError(f"the board has {grid.size} points; expected {MAX_POINTS} at most")
        self.grid = grid
        self.budget = budget or Budget()
        self.number = 0
        """Sweeps so far."""
        made = make_space(grid, keep)
        self.space, self.layers, self.ko_layers = made.space, made.layers, made.ko_layers
        self.plane = np.zeros(made.words, np.uint64)
        self.bans = np.zeros(made.ban_words, np.uint64)
        self.changed = np.ones(len(self.space.sets), np.bool_)
        self.flags = np.zeros(len(self.space.sets), np.uint8)
        self._first = made.first
        self._rooms = [np.zeros(made.layer_words, np.uint64) for _ in range(2)]
        self._ko_rooms = [np.zeros(made.ko_words, np.uint64) for _ in range(2)]
        self._work = [made.work() for _ in range(self.budget.threads)]
        fill_safe(made, grid, self.plane)

    def sweep(self, fresh: Callable[[int, NDArray[np.uint64]], None] | None = None) -> int:
        """Finds what is won by one move more; returns the number of such positions, images not counted.

        `fresh(stones, bits)` gets the new positions of each number of own stones, as cubes side by side.
        """
        import numpy as np

        gained, above = 0, Above(0, self._rooms[0], 0, self._ko_rooms[0])
        for stones in reversed(range(self.grid.size)):
            which = stones % 2
            base, ko_base = self.layers[stones], self.ko_layers[stones]
            lost, kos = self._rooms[which], self._ko_rooms[which]
            self._judge(stones, base, lost, kos, ko_base)
            room = np.zeros(self.layers[stones + 1] - base if fresh else 0, np.uint64)
            gained += self._grow(stones, above, base, lost, room)
            if fresh:
                fresh(stones, room)
            above = Above(base, lost, ko_base, kos)
        self.number += 1
        return gained

    def _judge(self, stones: int, base: int, lost: Any, kos: Any, ko_base: int) -> None:
        from honte.kernels.small.backward import judge_layer

        first, last = self._first[stones], self._first[stones + 1]
        self._share(lambda work, cells: judge_layer(
            self.space, work, self.plane, self.bans, self.changed, self.flags, first, last, base, lost, kos,
            ko_base, cells,
        ))  # fmt: skip

    def _grow(self, stones: int, above: Above, base: int, lost: Any, room: Any) -> int:
        from honte.kernels.small.backward import grow_layer

        first, last = self._first[stones], self._first[stones + 1]
        return self._share(lambda work, cells: grow_layer(
            self.space, work, self.plane, self.bans, self.changed, self.flags, first, last, *above, base,
            lost, room, cells,
        ))  # fmt: skip

    def _share(self, task: Callable[[Work, NDArray[np.int64]], object]) -> int:
        """Runs a task in every thread; its cells: the next set, stop, positions found."""
        import numpy as np

        cells = np.zeros(3, np.int64)

        def poll() -> None:
            cells[1] = self.budget.stopped

        run_threads(self.budget, [partial(task, work, cells) for work in self._work], poll)
        return int(cells[2])

    def won(self, own: int, opp: int) -> bool:
        """Whether the prover, to play, wins a position that can stand; masks without gaps between rows."""
        from honte.kernels.small.space import is_won

        return bool(is_won(self.space, self.plane, own, opp))
