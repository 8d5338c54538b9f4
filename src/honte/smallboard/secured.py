"""The points that stones secure by themselves, by a plain reading of docs/algorithms/smallboard.md."""

from __future__ import annotations

from typing import NamedTuple

from honte.grid import Grid


class Secured(NamedTuple):
    """What a set of stones holds for good, as masks."""

    chains: int
    """The stones that can never be captured."""
    points: int
    """Those stones and all points that they secure."""
    touched: int
    """The points next to those stones; the other points of a secured region are its inner points."""


def secured_by(grid: Grid, own: int) -> Secured:
    """What these stones of one color secure, whoever moves.

    >>> secured_by(Grid(5, 1), 0b01010).points.bit_count()
    5
    """
    chains = list(grid.component_masks(own))
    while True:
        alive = sum(chains)
        regions = list(grid.component_masks(grid.full_mask & ~alive))
        kept = [
            chain
            for chain in chains
            if sum(region & ~grid.neighbors_mask(chain) == 0 for region in regions) >= 2
        ]
        if len(kept) == len(chains):
            break
        chains = kept
    if not chains:
        return Secured(0, 0, 0)
    touched = 0
    for chain in chains:
        touched |= grid.neighbors_mask(chain)
    good = sum(region for region in regions if _falls(grid, region, region & ~touched, own))
    return Secured(alive, alive | good, touched)


def _falls(grid: Grid, region: int, inner: int, own: int) -> bool:
    """Whether an enclosed region has too little room inside for the opponent to live."""
    if inner == 0:
        return True
    if min(grid.cols, grid.rows) == 1 or inner & own:
        return False
    if inner.bit_count() == 1:
        return True
    first = inner & -inner
    return inner.bit_count() == 2 and bool(grid.neighbors_mask(first) & inner)
