"""Pass-alive chains and territory (Benson, "Life in the Game of Go", 1976).

A set of chains is pass-alive when its owner may pass forever and still loses none of them: each
chain has two *vital* regions, regions enclosed by the set whose every empty point is a liberty of
that chain. Benson's algorithm starts from all chains of a color and all regions around them and
throws out chains with fewer than two vital regions and regions that touch a chain thrown out,
until nothing changes. The answer is exact: what is not found can be captured against passes.

Pass-alive territory consists of the regions that pass-alive chains enclose without room for an enemy to
live: at most one point of such a region, or two neighboring ones, touches none of these chains. The
algorithm assumes that suicide is illegal; its chains and its territory hold where suicide is legal, too.
"""

from __future__ import annotations

from dataclasses import dataclass

from honte.core import Board, Color
from honte.grid import Grid, PointSet


@dataclass(frozen=True, slots=True)
class PassAlive:
    """What one color holds even if it never moves again."""

    color: Color
    stones: PointSet
    territory: PointSet
    reason: str

    @property
    def points(self) -> PointSet:
        """Stones and territory together."""
        return self.stones | self.territory


def pass_alive(board: Board, color: Color) -> PassAlive:
    """The pass-alive chains and territory of a color.

    >>> board = Board.parse('''
    ... . X . X O .
    ... X X X X O .
    ... O O O O . .
    ... . . . . . .
    ... ''')
    >>> life = pass_alive(board, Color.BLACK)
    >>> len(life.stones), str(life.territory)
    (6, '{A4, C4}')
    """
    grid = board.grid
    stones, regions = pass_alive_masks(grid, board.stones_mask(color), board.stones_mask(color.opponent))
    territory = 0
    for region in regions:
        if room_to_live(grid, region & ~grid.neighbors_mask(stones)):
            continue
        territory |= region
    chains = sum(1 for _ in grid.component_masks(stones))
    reason = (
        f"{chains} chain{'s' if chains != 1 else ''} with two vital regions each"
        if chains
        else "no chain has two vital regions"
    )
    return PassAlive(color, PointSet(grid, stones), PointSet(grid, territory), reason)


def pass_alive_masks(grid: Grid, own: int, enemy: int) -> tuple[int, list[int]]:
    """Benson on masks: the pass-alive stones, and every region that only they enclose."""
    empty = grid.full_mask & ~(own | enemy)
    chains = list(grid.component_masks(own))
    outside = list(grid.component_masks(grid.full_mask & ~own))
    rings = {region: grid.neighbors_mask(region) & own for region in outside}
    # A region can be vital only to chains that touch every one of its empty points.
    touch = {chain: grid.neighbors_mask(chain) for chain in chains}
    vital = {
        chain: [r for r in outside if rings[r] & chain and not r & empty & ~touch[chain]] for chain in chains
    }
    alive = own
    while True:
        kept = 0
        for chain in chains:
            if sum(1 for r in vital[chain] if not rings[r] & ~alive) >= 2:
                kept |= chain
        if kept == alive:
            break
        alive = kept
        chains = [chain for chain in chains if chain & alive]
    return alive, [r for r in outside if rings[r] and not rings[r] & ~alive]


def room_to_live(grid: Grid, inner: int) -> bool:
    """Whether points that touch no wall could hold an enemy's two eyes: more than one or two adjacent."""
    count = inner.bit_count()
    if count <= 1:
        return False
    return count > 2 or not grid.dilate_mask(inner & -inner) & inner & (inner - 1)
