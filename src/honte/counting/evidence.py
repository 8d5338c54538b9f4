"""The evidence of playouts about a board that is to be counted. `judging` draws the conclusions.

1. Settling playouts (`settling`) are played with Black and with White moving first.
2. Chains that are clearly dead are taken off, in steps, and the rest is played out again. A group beside a
   dead chain is judged better without it.
3. Tactical playouts, which choose more moves at random, are a second opinion.

Chains that are pass-alive (Benson) and chains whose fate the caller gives are never taken off.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honte.core import BLACK, WHITE, Board, Color, Position
from honte.core.arrays import mask_array
from honte.core.random_games import run_playouts
from honte.counting.settling import settle, settle_both
from honte.grid import Grid, PointSet
from honte.life import pass_alive

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PLAYOUTS = 600
"""Settling playouts for a count, both sides together. A chain's life then has a standard error of 0.04."""
REMOVALS = (-0.8, -0.6, -0.45)
"""In each step the chains with a life below this number are taken off, and the rest is played out again."""

Fate = tuple[Color, int, float]
"""A chain as color, mask and life: -1 if its points always end as the opponent's, +1 if always as its own."""


@dataclass(frozen=True)
class Evidence:
    """The results of all playouts of one board.

    Arrays hold the mean owner of each point, -1 White to +1 Black, shape (rows, cols), row 0 at the bottom.
    """

    board: Board
    """The board as it was left, without the stones that the caller gave as dead."""
    now: Board
    """The board without the chains in `removed`."""
    black_first: NDArray[np.float64]
    """By playouts on `board` that Black begins."""
    white_first: NDArray[np.float64]
    """By playouts on `board` that White begins."""
    settled: NDArray[np.float64]
    """By playouts on the board `now`, both sides moving first equally often."""
    tactical: NDArray[np.float64]
    """By tactical playouts on `board`."""
    forever: int
    """The mask of all pass-alive stones."""
    removed: tuple[Fate, ...]
    """The clearly dead chains, with their lives when they were taken off."""


def collect_evidence(
    board: Board, playouts: int = PLAYOUTS, *, seed: int = 1, forced: dict[int, bool] | None = None
) -> Evidence:
    """Plays a board out; `forced` says of some chains, by their masks, whether they live."""
    forced = forced or {}
    forever = (pass_alive(board, BLACK).stones | pass_alive(board, WHITE).stones).mask
    if not board.black_mask or not board.white_mask:
        forever = board.black_mask | board.white_mask  # no enemy stone is there to capture them
    fixed = forever | union(forced)
    board = without(board, union(mask for mask, lives in forced.items() if not lives))
    half = max(1, playouts // 2)
    black_first = settle(Position(board, BLACK), half, seed=seed)
    white_first = settle(Position(board, WHITE), half, seed=seed + 1)
    now, settled, removed = board, (black_first + white_first) / 2, []
    for step, limit in enumerate(REMOVALS):
        low = [fate for fate in fates(now, settled) if fate[2] < limit and not fate[1] & fixed]
        if low:
            removed += low
            now = without(now, union(mask for _, mask, _ in low))
            settled = settle_both(now, half, seed=seed + 10 * (step + 1))
    tactical = (_tactical(board, BLACK, half, seed) + _tactical(board, WHITE, half, seed)) / 2
    return Evidence(board, now, black_first, white_first, settled, tactical, forever, tuple(removed))


def _tactical(board: Board, first: Color, playouts: int, seed: int) -> NDArray[np.float64]:
    return run_playouts(Position(board, first), max(1, playouts // 2), seed=seed, tactical=True).ownership


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
