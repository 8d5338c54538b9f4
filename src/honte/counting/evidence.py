"""The evidence of playouts about a board that is to be counted. `judging` draws the conclusions.

Settling playouts (`settling`) are played with Black and with White moving first. Chains that are clearly dead
are taken off, in steps, and the rest is played out again: a group beside a dead chain is judged better
without it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from honte.core import Board, Color
from honte.core.arrays import mask_array
from honte.counting.settling import settle_both
from honte.grid import Grid, PointSet

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PLAYOUTS = 300
"""Settling playouts for a count, both sides together. A chain's life then has a standard error of 0.06."""
REMOVALS = (-0.8, -0.6, -0.45)
"""In each step the chains with a life below this number are taken off, and the rest is played out again."""

Fate = tuple[Color, int, float]
"""A chain as color, mask and life: -1 if its points always end as the opponent's, +1 if always as its own."""


def play_out(
    board: Board, playouts: int = PLAYOUTS, *, seed: int = 1, fixed: int = 0
) -> tuple[list[Fate], NDArray[np.float64]]:
    """Every chain with its life, and the mean owner of each point when the clearly dead are taken off.

    A life is the mean of two: with all stones on the board, and with the clearly dead taken off. Owners are
    -1 White to +1 Black, shape (rows, cols), row 0 at the bottom. Chains in the mask `fixed` are never taken
    off.
    """
    now, first = board, settle_both(board, playouts, seed=seed)
    owners = first
    for step, limit in enumerate(REMOVALS):
        low = union(mask for _, mask, life in fates(now, owners) if life < limit and not mask & fixed)
        if low:
            now = without(now, low)
            owners = settle_both(now, max(2, playouts // 2), seed=seed + 10 * (step + 1))
    return fates(board, (first + owners) / 2), owners


def fates(board: Board, ownership: NDArray[np.float64]) -> list[Fate]:
    """Every chain with its life: the mean owner of its points, positive for its own side."""
    grid = board.grid
    return [
        (chain.color, chain.stones.mask, mean_owner(grid, chain.stones.mask, ownership) * chain.color)
        for chain in board.chains()
    ]


def mean_owner(grid: Grid, mask: int, ownership: NDArray[np.float64]) -> float:
    """The mean ownership of the points in a mask; 0 for an empty mask."""
    if not mask:
        return 0.0
    inside = mask_array(grid, mask)
    return float((ownership * inside).sum() / mask.bit_count())


def without(board: Board, mask: int) -> Board:
    """The board without the stones in a mask."""
    return board.with_stones(PointSet(board.grid, mask), None) if mask else board


def union(masks: Iterable[int]) -> int:
    """All points of these masks in one mask."""
    found = 0
    for mask in masks:
        found |= mask
    return found
