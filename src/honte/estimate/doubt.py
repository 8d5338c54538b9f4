"""Groups that playouts leave in doubt, and the weighing that decides about them.

Playouts flatter weak groups: of large groups that survive in somewhat more than half of them, most were
dead when the game was counted; of single stones in atari at a border, most were not. And games that
come to be counted are close: who is a hundred points behind has resigned. So a group in doubt is
weighed as paper 000 (section 7) proposes, by a weighted sum of a few factors. The weights were fitted
by benchmarks/fit_count.py on counted games, where a group's true fate is known when only one of its
two fates gives the recorded result.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from honte.core import Board, Color
from honte.core.compiled import mask_array
from honte.grid import Grid

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LOW, HIGH = -0.45, 0.6
"""Lives between which a chain is in doubt."""
TOGETHER = 0.15
"""Chains whose lives differ by less than this, and which lie together, are one group."""

Fate = tuple[Color, int, float]
"""A chain as color, mask and life (-1 lost to +1 kept, by playouts)."""


@dataclass(frozen=True, slots=True)
class Factors:
    """What is known of a group in doubt; each between -1 and 1."""

    life: float
    """How it fares in playouts."""
    liberties: float
    """Its liberties, up to 12, over 12: a group that lives in eyes or seki has few."""
    rival: float
    """How the weakest chain against it fares."""
    around: float
    """Who owns its liberties in the end."""
    ko: float
    """1 for a single stone in atari."""
    close: float = 0.0
    """How much closer the count is if it lives, in units of CLOSE points."""

    def weigh(self) -> float:
        """How likely it is alive, 0 to 1."""
        sums = sum(w * x for w, x in zip(WEIGHTS, self.values(), strict=True))
        return 1 / (1 + math.exp(-sums))

    def values(self) -> tuple[float, ...]:
        return (self.life, self.liberties, self.rival, self.around, self.ko, self.close)

    def with_margins(self, alive: float, dead: float) -> Factors:
        """The same with the count that each fate gives. Games that are counted are close games."""
        gain = (abs(dead) - abs(alive)) / CLOSE
        return replace(self, close=max(-MOST_CLOSE, min(MOST_CLOSE, gain)))


CLOSE, MOST_CLOSE = 20.0, 3.0
WEIGHTS = (5.5, -2.1, 1.2, 1.7, 0.8, 0.6)
"""For the factors in their order: 92 of 100 groups right in cross-validation, 91 by life alone."""


@dataclass(frozen=True, slots=True)
class Group:
    """Chains of one color that share their fate."""

    color: Color
    stones: int
    life: float
    chains: tuple[int, ...]


def gather(board: Board, chains: Iterable[Fate]) -> list[Group]:
    """Joins chains of one color that lie together and fare alike."""
    grid = board.grid
    groups: list[tuple[Color, list[int], list[float]]] = []
    for color, mask, life in chains:
        near = grid.neighbors_mask(mask)
        near |= grid.neighbors_mask(near & board.empty_mask)
        masks, lives = [mask], [life]
        for other in list(groups):
            mean = sum(other[2]) / len(other[2])
            if other[0] is color and any(m & near for m in other[1]) and abs(mean - life) < TOGETHER:
                masks += other[1]
                lives += other[2]
                groups.remove(other)
        groups.append((color, masks, lives))
    return [Group(color, sum(masks), sum(lives) / len(lives), tuple(masks)) for color, masks, lives in groups]


def factors(board: Board, group: Group, chains: Sequence[Fate], ownership: NDArray[np.float64]) -> Factors:
    """The factors of one group on a board from which the clearly dead are gone."""
    grid = board.grid
    around = grid.neighbors_mask(group.stones)
    liberties = around & board.empty_mask
    rivals = [life for color, mask, life in chains if color is not group.color and mask & around]
    return Factors(
        life=group.life,
        liberties=min(liberties.bit_count(), 12) / 12,
        rival=min(rivals, default=1.0),
        around=mean_owner(grid, liberties, ownership) * group.color,
        ko=float(group.stones.bit_count() == 1 and liberties.bit_count() == 1),
    )


def mean_owner(grid: Grid, mask: int, ownership: NDArray[np.float64]) -> float:
    """The mean ownership of some points; 0 for none."""
    if not mask:
        return 0.0
    inside = mask_array(grid, mask)
    return float((ownership * inside).sum() / mask.bit_count())
