"""What playouts tell about a board that is to be counted, before anybody judges its chains.

Settling playouts (`settling`) are played with each side moving first. Chains that are clearly dead are
then taken off, in steps, and the rest is played out again: what is dead for certain stops disturbing what
is not. A few tactical playouts, which toss more coins, are a second opinion. Chains that are pass-alive
(Benson) or that somebody has spoken for are never taken off.
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
"""Enough that a chain's life is known to about 0.04."""
REMOVALS = (-0.8, -0.6, -0.45)
"""Chains below these lives are taken off, one step after the other, and the rest is judged again."""

Fate = tuple[Color, int, float]
"""A chain as color, mask and life (-1 lost to +1 kept, by playouts)."""


@dataclass(frozen=True)
class Evidence:
    """Arrays of owners have shape (rows, cols), row 0 at the bottom, Black positive."""

    board: Board
    """As it was left, without stones that were said to be dead."""
    now: Board
    """Without the clearly dead."""
    black_first: NDArray[np.float64]
    white_first: NDArray[np.float64]
    settled: NDArray[np.float64]
    """Who owns what once the clearly dead are gone."""
    tactical: NDArray[np.float64]
    forever: int
    """Chains that are alive even if they never move again."""
    removed: tuple[Fate, ...]


def collect_evidence(
    board: Board, playouts: int = PLAYOUTS, *, seed: int = 1, forced: dict[int, bool] | None = None
) -> Evidence:
    """Plays a board out; `forced` names chains (by mask) whose life is given."""
    forced = forced or {}
    forever = (pass_alive(board, BLACK).stones | pass_alive(board, WHITE).stones).mask
    if not board.black_mask or not board.white_mask:
        forever = board.black_mask | board.white_mask  # nobody is there to take them
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
    """Every chain with how it fares in the playouts."""
    grid = board.grid
    return [
        (chain.color, chain.stones.mask, mean_owner(grid, chain.stones.mask, ownership) * chain.color)
        for chain in board.chains()
    ]


def mean_owner(grid: Grid, mask: int, ownership: NDArray[np.float64]) -> float:
    """The mean ownership of some points; 0 for none."""
    if not mask:
        return 0.0
    inside = mask_array(grid, mask)
    return float((ownership * inside).sum() / mask.bit_count())


def without(board: Board, mask: int) -> Board:
    """A board without some stones."""
    return board.with_stones(PointSet(board.grid, mask), None) if mask else board


def union(masks: Iterable[int]) -> int:
    """All points of some masks."""
    found = 0
    for mask in masks:
        found |= mask
    return found
