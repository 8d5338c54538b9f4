"""Settling playouts: who owns each point of a nearly finished board at the end of games played out.

This is the border between positions and `honte.kernels.go.settle`. Answers are arrays of mean owners, -1
White to +1 Black. The playouts are made for boards on which little is left to play; for open positions use
`honte.estimate`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from honte.core import BLACK, Board, Color, Position
from honte.core.arrays import KERNEL_COLOR, compiled, cut_to_board
from honte.core.random_games import MOVES_PER_POINT
from honte.search.budget import Budget

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def settle(
    position: Position, playouts: int, *, seed: int = 1, budget: Budget | None = None
) -> NDArray[np.float64]:
    """The mean owner of every point over `playouts` games, shape (rows, cols) with row 0 at the bottom.

    A budget that ends early leaves the mean of the games played until then.
    """
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
        MOVES_PER_POINT * grid.size,
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
    """`settle` with the side `first` to move; without `first`, half of the games with each side."""
    if first is not None:
        return settle(Position(board, first), playouts, seed=seed, budget=budget)
    half = playouts // 2
    black = settle(Position(board, BLACK), half, seed=seed, budget=budget)
    return (black + settle(Position(board, BLACK.opponent), half, seed=seed + 1, budget=budget)) / 2
