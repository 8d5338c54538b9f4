"""Which points can matter to a target: the area of a problem, from small to large.

The area is flooded from the target through everything that is not an attacker stone, up to a reach
counted in empty points. Attacker chains are wall when they touch a large outside; others are inside, with
the pockets behind them. An answer "alive" in a small area stays true in a larger one, because empty
points left out count as the attacker's; an answer "dead" must be shown again on a wider one.
"""

from __future__ import annotations

from honte.core import Board, Color
from honte.grid import Grid, PointSet

LARGE_OUTSIDE = 15
"""An attacker chain next to this many connected empty points outside is a wall that cannot be captured."""
FAR = 400


def find_area(board: Board, target: PointSet, defender: Color, reach: int = FAR) -> PointSet:
    """The area around a target for one reach; a reach of FAR floods until attacker stones stop it.

    >>> board = Board.parse('''
    ... . . O X . . .
    ... O O O X . . .
    ... X X X X . . .
    ... . . . . . . .
    ... ''')
    >>> print(find_area(board, board.stones(Color.WHITE), Color.WHITE))
    {A3, B3, C3, A4, B4, C4}
    """
    grid = board.grid
    attacker = board.stones_mask(defender.opponent)
    area = _flood(board, target.mask, attacker, reach)
    while True:
        grown = _add_inner_chains(board, area, attacker, board.stones_mask(defender))
        if grown == area:
            return PointSet(grid, area)
        area = grown


def _flood(board: Board, target: int, attacker: int, reach: int) -> int:
    """Points within `reach` empty points of the target, through defender stones for free."""
    grid = board.grid
    empty = board.empty_mask
    own = grid.full_mask & ~attacker & ~empty
    reached = grid.flood_mask(target, own)
    for _ in range(reach):
        spread = reached | grid.neighbors_mask(reached) & empty
        spread |= grid.flood_mask(grid.dilate_mask(spread) & own, own)
        if spread == reached:
            break
        reached = spread
    return reached


def _add_inner_chains(board: Board, area: int, attacker: int, defender: int) -> int:
    """Adds attacker chains that touch no large outside, and the pockets behind them."""
    grid = board.grid
    outside = board.empty_mask & ~area
    walls = 0
    for part in grid.component_masks(outside):
        if part.bit_count() >= LARGE_OUTSIDE:
            walls |= grid.neighbors_mask(part) & attacker
    walls = grid.flood_mask(walls, attacker)
    grown = area
    touching = grid.neighbors_mask(area) & attacker & ~walls
    for chain in grid.component_masks(grid.flood_mask(touching, attacker)):
        pockets = grid.flood_mask(grid.neighbors_mask(chain) & outside, outside | defender)
        grown |= chain | _whole(grid, pockets, defender)
    return grown


def _whole(grid: Grid, mask: int, stones: int) -> int:
    """A mask with every chain of these stones that it touches."""
    return mask | grid.flood_mask(grid.dilate_mask(mask) & stones, stones)
