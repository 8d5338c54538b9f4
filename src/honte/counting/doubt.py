"""Groups whose fate stays in doubt, and the weighted sum that decides it.

Playouts and the fate network (`fate_network`) judge a group by the board. The count is evidence too: games
that are counted are close, because a player who is a hundred points behind resigns. So a group in doubt
is weighed as paper 000 (section 7) proposes, by a weighted sum of a few factors. `python -m training.count`
fits the weights on counted games, on groups of which only one fate gives the recorded result. The weights
ship in one file with those of the network.
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
"""A chain is in doubt when its life (-1 dead to +1 alive) lies between -DOUBT and DOUBT."""
TOGETHER = 0.3
"""Chains that lie together are one group when their lives differ by less than this."""
CLOSE = 20.0
"""Points added to both margins before their ratio is taken, so that small margins hardly differ."""
FAR_ODDS = 6.0
"""Log odds that count as certain: the factor `odds` is 1 from here on."""


@dataclass(frozen=True, slots=True)
class Factors:
    """What is known of a group in doubt. Every factor but `close` lies between -1 and 1."""

    odds: float
    """The log odds of its life by the fate network, divided by FAR_ODDS."""
    liberties: float
    """Its liberties, at most 12, divided by 12. A group that lives by eyes or in seki has few."""
    rival: float
    """The life of the weakest enemy chain that touches it; 1 where none does."""
    around: float
    """The mean owner of its liberties at the end of playouts, 1 for the group's own side."""
    ko: float
    """1 for a single stone in atari."""
    close: float = 0.0
    """The logarithm of how many times closer the count is if it lives than if it dies."""

    def weigh(self, weights: Sequence[float] | NDArray[np.float32]) -> float:
        """The chance that the group is alive, 0 to 1."""
        sums = sum(float(w) * x for w, x in zip(weights, self.values(), strict=True))
        return 1 / (1 + math.exp(-sums))

    def values(self) -> tuple[float, ...]:
        """The factors in the order of the weights."""
        return (self.odds, self.liberties, self.rival, self.around, self.ko, self.close)

    def with_margins(self, alive: float, dead: float) -> Factors:
        """The same factors with `close`, from Black's margin if the group lives and if it dies.

        It is a ratio: where both fates leave one side a hundred points behind, closeness says little.
        """
        return replace(self, close=math.log((CLOSE + abs(dead)) / (CLOSE + abs(alive))))


@dataclass(frozen=True, slots=True)
class Group:
    """Chains of one color that share their fate. `stones` and `chains` are masks; `life` is their mean."""

    color: Color
    stones: int
    life: float
    chains: tuple[int, ...]


def gather(board: Board, chains: Iterable[Fate], together: float = TOGETHER) -> list[Group]:
    """Joins chains of one color that lie together and whose lives differ by less than `together`.

    Two chains lie together when one empty point touches both.
    """
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
    """The enemy groups in a race with this one: they lie beside it and live exactly if it dies.

    Their life is the opposite of this group's, up to `together`. Two weak groups that both live (seki) or
    both die are no rivals.
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
    """The factors of one group; `chains` are all chains of the board, `ownership` is by playouts."""
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
