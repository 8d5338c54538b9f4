"""Who owns what at the end, by playouts that settle a nearly finished board.

The border between positions and `honte.kernels.go.settle`: one array of ownership per side that moves
first, -1 White to +1 Black. For open positions use the estimators; this one is for boards on which
little is left to play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from honte.core import BLACK, Board, Color, Position
from honte.core.arrays import KERNEL_COLOR, compiled, cut_to_board
from honte.search.budget import Budget

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def settle(
    position: Position, playouts: int, *, seed: int = 1, budget: Budget | None = None
) -> NDArray[np.float64]:
    """The mean owner of every point, shape (rows, cols) with row 0 at the bottom."""
    import numpy as np

    from honte.kernels.go import settle as kernels
    from honte.kernels.go.playout import TALLY

    grid = position.board.grid
    boards = compiled(position, 2)
    tallies = np.zeros(1, TALLY)
    scratch = np.zeros(1, kernels.SCRATCH)
    control = (budget or Budget()).control
    played = kernels.run_settling(
        boards,
        KERNEL_COLOR[position.to_play],
        0,
        playouts,
        seed,
        3 * grid.size,
        scratch,
        0,
        tallies,
        0,
        control,
    )
    difference = tallies[0]["black"].astype(np.float64) - tallies[0]["white"]
    return cut_to_board(difference / max(1, played), grid.cols, grid.rows)


def settle_both(
    board: Board, playouts: int, *, seed: int = 1, first: Color | None = None, budget: Budget | None = None
) -> NDArray[np.float64]:
    """`settle` with the side `first` to move, or half and half when nobody is to move."""
    if first is not None:
        return settle(Position(board, first), playouts, seed=seed, budget=budget)
    half = playouts // 2
    black = settle(Position(board, BLACK), half, seed=seed, budget=budget)
    return (black + settle(Position(board, BLACK.opponent), half, seed=seed + 1, budget=budget)) / 2
