"""What the network sees of a position: 15 planes, all from the side of the mover.

| planes | what |
|---|---|
| 0, 1 | stones of the mover, stones of the other side |
| 2, 3, 4 | stones of the mover in chains with 1, 2, 3 liberties |
| 5, 6, 7 | the same for the other side |
| 8 | the point where the mover may not retake a ko |
| 9 | ones |
| 10 to 14 | the last five moves, latest first; empty where unknown |

Planes are arrays of rows from the lower left. `training/network/positions.py` makes the same planes for
training; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honte.core import Game, Move, Position
from honte.errors import InputError
from honte.grid import Grid

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PLANES = 15
HISTORY = 5
"""How many of the last moves are shown."""
SMALLEST, LARGEST = 5, 19
"""The board sides that the network knows."""


@dataclass(frozen=True)
class View:
    """A position and the moves that led to it, latest first; without moves the network sees the stones."""

    position: Position
    last: tuple[Move, ...] = ()

    @classmethod
    def of(cls, game: Game, move: int | None = None) -> View:
        """A game as it stood after `move` moves (all by default).

        >>> game = Game(9)
        >>> game.play(game.grid.parse("E5"))
        >>> str(View.of(game).last[0])
        'E5'
        """
        at = len(game.steps) if move is None else move
        if not 0 <= at <= len(game.steps):
            raise InputError(f"move {at} is not in this game of {len(game.steps)} moves")
        position = game.start if at == 0 else game.steps[at - 1].position
        steps = game.steps[max(0, at - HISTORY) : at]
        return cls(position, tuple(step.move for step in reversed(steps)))

    def after(self, move: Move) -> View:
        """The view after a move that is known to be legal."""
        return View(self.position.play_unchecked(move), (move, *self.last[: HISTORY - 1]))


def supports(grid: Grid) -> bool:
    """Whether the network can judge boards of this shape."""
    return grid.cols == grid.rows and SMALLEST <= grid.cols <= LARGEST


def check(grid: Grid) -> None:
    """Raises InputError for a board that the network cannot judge."""
    if not supports(grid):
        raise InputError(
            f"the network knows square boards from {SMALLEST}x{SMALLEST} to {LARGEST}x{LARGEST}, "
            f"not {grid.cols}x{grid.rows}"
        )


def planes_of(view: View) -> NDArray[np.float32]:
    """The planes of one position, shape (15, side, side)."""
    import numpy as np

    position, grid = view.position, view.position.board.grid
    check(grid)
    planes = np.zeros((PLANES, grid.rows, grid.cols), dtype=np.float32)
    masks = [0] * 9
    for chain in position.board.chains():
        other = chain.color is not position.to_play
        masks[other] |= chain.stones.mask
        liberties = len(chain.liberties)
        if 1 <= liberties <= 3:
            masks[2 + 3 * other + liberties - 1] |= chain.stones.mask
    masks[8] = 0 if position.ko is None else grid.bit(position.ko)
    for number, mask in enumerate(masks):
        planes[number] = mask_array(grid, mask)
    planes[9] = 1
    for back, move in enumerate(view.last[:HISTORY]):
        if move is not None:
            planes[10 + back, move.row, move.col] = 1
    return planes


def mask_array(grid: Grid, mask: int) -> NDArray[np.uint8]:
    """A mask as an array of 0 and 1, rows from the lower left."""
    import numpy as np

    size = grid.rows * grid.stride
    bits = np.unpackbits(np.frombuffer(mask.to_bytes((size + 7) // 8, "little"), np.uint8), bitorder="little")
    return bits[:size].reshape(grid.rows, grid.stride)[:, : grid.cols]


def batch_of(views: Sequence[View]) -> NDArray[np.float32]:
    """The planes of several positions of one board side, shape (n, 15, side, side)."""
    import numpy as np

    return np.stack([planes_of(view) for view in views])
