"""Monte-Carlo ownership: random games from a position, with the same answer however the board is turned.

With one seed, random games on a board and on its mirror image differ. So the games are always played on
one form of the position, the least of its images with Black to move, and the owners are turned back. Where
several turns lead to that form, the mean over them counts. The answer is then exactly symmetric.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from honte.core.arrays import array_mask, stones_array
from honte.core.board import BLACK, Board
from honte.core.position import Position
from honte.core.random_games import PlayoutTally, run_playouts
from honte.estimate.ownership import Ownership, Setting
from honte.grid import Grid, Point, PointSet
from honte.search.budget import Budget

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DEAD_BELOW = -0.5
"""A chain is probably dead when the mean owner of its points, 1 for its own side, is below this."""
KO_MARK = 3
"""The entry of the ko point in an array of stones."""


class Turn(NamedTuple):
    """One symmetry of an array of points: it is transposed first, then flipped."""

    transpose: bool
    flip_rows: bool
    flip_cols: bool

    def apply(self, array: NDArray[Any]) -> NDArray[Any]:
        """The array turned."""
        turned = array.T if self.transpose else array
        return turned[:: -1 if self.flip_rows else 1, :: -1 if self.flip_cols else 1]

    def undo(self, array: NDArray[Any]) -> NDArray[Any]:
        """The array turned back."""
        flipped = array[:: -1 if self.flip_rows else 1, :: -1 if self.flip_cols else 1]
        return flipped.T if self.transpose else flipped


@dataclass(frozen=True)
class Canonical:
    """The least image of a position, with Black to move, and the turns that lead to it."""

    position: Position
    turns: tuple[Turn, ...]
    sign: int
    """-1 when the colors were exchanged."""

    def back(self, array: NDArray[Any]) -> NDArray[np.float64]:
        """Values on the image, Black positive, as values on the position that it was made from."""
        import numpy as np

        images = [turn.undo(array) for turn in self.turns]
        return np.asarray(self.sign * np.mean(images, axis=0))


def canonical(position: Position) -> Canonical:
    """The form shared by a position and all its rotations, mirror images and color swaps."""
    import numpy as np

    grid = position.board.grid
    stones = stones_array(position.board)
    if position.to_play is not BLACK:
        stones = np.where(stones > 0, 3 - stones, 0).astype(np.uint8)
    if position.ko is not None:
        stones[position.ko.row, position.ko.col] = KO_MARK
    square = grid.cols == grid.rows
    turns = [
        Turn(t, r, c)
        for t in ((False, True) if square else (False,))
        for r in (False, True)
        for c in (False, True)
    ]
    images = [np.ascontiguousarray(turn.apply(stones)) for turn in turns]
    keys = [image.tobytes() for image in images]
    least = min(keys)
    same = tuple(turn for turn, key in zip(turns, keys, strict=True) if key == least)
    return Canonical(_position(images[keys.index(least)], grid), same, int(position.to_play))


def _position(stones: NDArray[np.uint8], grid: Grid) -> Position:
    import numpy as np

    board = Board(grid, array_mask(grid, stones == 1), array_mask(grid, stones == 2))
    marked = np.argwhere(stones == KO_MARK)
    ko = Point(int(marked[0][1]), int(marked[0][0])) if len(marked) else None
    return Position(board, BLACK, ko)


@dataclass(frozen=True)
class PlayoutView:
    """The result of playouts, turned back to the given position."""

    ownership: NDArray[np.float64]
    """Shape (rows, cols), row 0 at the bottom, Black positive."""
    playouts: int
    """The number of games played."""
    standard_error: float
    """The standard error of the mean margin, in points."""
    spread: float
    """The standard deviation of one game's margin, in points."""


def symmetric_playouts(
    position: Position,
    playouts: int = 1000,
    *,
    seed: int = 1,
    budget: Budget | None = None,
    watch: Callable[[PlayoutView], object] | None = None,
) -> PlayoutView:
    """Plays random games whose result does not depend on how the board is turned or which color is which.

    `watch` gets the result so far about ten times a second. A budget may end the games early.
    """
    form = canonical(position)

    def view(tally: PlayoutTally) -> PlayoutView:
        return PlayoutView(form.back(tally.ownership), tally.playouts, tally.error, tally.spread)

    look = None if watch is None else lambda tally: watch(view(tally))
    return view(run_playouts(form.position, playouts, seed=seed, tactical=True, budget=budget, watch=look))


def likely_dead(board: Board, ownership: NDArray[np.float64], below: float = DEAD_BELOW) -> PointSet:
    """The stones of chains whose mean ownership, 1 for their own side, is below `below`."""
    dead = 0
    for chain in board.chains():
        mean = sum(float(ownership[p.row, p.col]) for p in chain.stones) / len(chain.stones)
        if chain.color * mean < below:
            dead |= chain.stones.mask
    return PointSet(board.grid, dead)


def estimate_playouts(
    setting: Setting,
    *,
    playouts: int = 1000,
    seed: int = 1,
    budget: Budget | None = None,
    watch: Callable[[PlayoutView], object] | None = None,
) -> Ownership:
    """Estimates by the mean owner of each point at the end of random games."""
    view = symmetric_playouts(setting.position, playouts, seed=seed, budget=budget, watch=watch)
    return Ownership(
        setting,
        tuple(view.ownership.reshape(-1).tolist()),
        "playouts",
        dead=likely_dead(setting.board, view.ownership),
        details={"playouts": view.playouts, "standard_error": round(view.standard_error, 3)},
    )
