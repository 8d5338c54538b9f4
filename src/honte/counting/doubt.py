"""Groups whose fate stays in doubt, and the weighing that decides about them.

What playouts and the judge of chains (`chains`) say about a group is one thing; that games which come to be
counted are close is another: who is a hundred points behind has resigned. So a group in doubt is
weighed as paper 000 (section 7) proposes, by a weighted sum of a few factors. The weights are fitted
by training/count.py on counted games, where a group's true fate is known when only one of its
two fates gives the recorded result; they ship with those of the judge.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from honte.core import Board, Color
from honte.counting.evidence import Fate, mean_owner

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DOUBT = 0.96
"""Chains whose life is surer than this (-1 dead to +1 alive) are not in doubt."""
TOGETHER = 0.3
"""Chains whose lives differ by less than this, and which lie together, are one group."""
CLOSE = 20.0
"""Points from which on a margin counts as large: twice as far beyond is half as likely, not less."""
FAR_ODDS = 6.0
"""Log odds that count as certain."""


@dataclass(frozen=True, slots=True)
class Factors:
    """What is known of a group in doubt; each between -1 and 1, but for `close`."""

    odds: float
    """The log odds of its life by the judge of chains, over FAR_ODDS."""
    liberties: float
    """Its liberties, up to 12, over 12: a group that lives in eyes or seki has few."""
    rival: float
    """How the weakest chain against it fares."""
    around: float
    """Who owns its liberties in the end, by playouts."""
    ko: float
    """1 for a single stone in atari."""
    close: float = 0.0
    """How much closer the count is if it lives, as the logarithm of a ratio."""

    def weigh(self, weights: Sequence[float] | NDArray[np.float32]) -> float:
        """How likely it is alive, 0 to 1."""
        sums = sum(float(w) * x for w, x in zip(weights, self.values(), strict=True))
        return 1 / (1 + math.exp(-sums))

    def values(self) -> tuple[float, ...]:
        return (self.odds, self.liberties, self.rival, self.around, self.ko, self.close)

    def with_margins(self, alive: float, dead: float) -> Factors:
        """The same with the count that each fate gives. Games that are counted are close games.

        A logarithm, because a game that is lost by a hundred either way was never going to be close.
        """
        return replace(self, close=math.log((CLOSE + abs(dead)) / (CLOSE + abs(alive))))


@dataclass(frozen=True, slots=True)
class Group:
    """Chains of one color that share their fate."""

    color: Color
    stones: int
    life: float
    chains: tuple[int, ...]


def gather(board: Board, chains: Iterable[Fate], together: float = TOGETHER) -> list[Group]:
    """Joins chains of one color that lie together and fare alike."""
    grid = board.grid
    groups: list[tuple[Color, list[int], list[float]]] = []
    for color, mask, life in chains:
        near = grid.neighbors_mask(mask)
        near |= grid.neighbors_mask(near & board.empty_mask)
        masks, lives = [mask], [life]
        for other in list(groups):
            mean = sum(other[2]) / len(other[2])
            if other[0] is color and any(m & near for m in other[1]) and abs(mean - life) < together:
                masks += other[1]
                lives += other[2]
                groups.remove(other)
        groups.append((color, masks, lives))
    return [Group(color, sum(masks), sum(lives) / len(lives), tuple(masks)) for color, masks, lives in groups]


def rivals(board: Board, group: Group, groups: Iterable[Group], together: float = TOGETHER) -> list[Group]:
    """The groups that live if this one dies and die if it lives: beside it, the opposite fate as sure.

    Two weak groups that both live (seki) or both die are no rivals of this kind.
    """
    grid = board.grid
    near = grid.neighbors_mask(group.stones)
    near |= grid.neighbors_mask(near & board.empty_mask)
    return [
        other
        for other in groups
        if other.color is not group.color
        and other.stones & near
        and (other.life < 0) != (group.life < 0)
        and abs(other.life + group.life) < together
    ]


def factors(board: Board, group: Group, chains: Sequence[Fate], ownership: NDArray[np.float64]) -> Factors:
    """The factors of one group among all chains of the board."""
    grid = board.grid
    around = grid.neighbors_mask(group.stones)
    liberties = around & board.empty_mask
    rivals = [life for color, mask, life in chains if color is not group.color and mask & around]
    life = max(-0.9999, min(0.9999, group.life))
    odds = math.log((1 + life) / (1 - life)) / FAR_ODDS
    return Factors(
        odds=max(-1.0, min(1.0, odds)),
        liberties=min(liberties.bit_count(), 12) / 12,
        rival=min(rivals, default=1.0),
        around=mean_owner(grid, liberties, ownership) * group.color,
        ko=float(group.stones.bit_count() == 1 and liberties.bit_count() == 1),
    )
