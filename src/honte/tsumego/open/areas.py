"""Which points can matter to a target: the area of a problem, from small to large.

An area grows from the target over the defender's stones and over empty points: all within `reach` steps,
and farther ones that are nearer to the target than to the attacker's outer stones. An attacker chain that
touches a large outside is a wall. Other attacker chains next to the area belong to it, with the pockets
behind them. "Alive" in a small area holds in every larger one, because empty points outside an area count
as the attacker's. "Dead" must be proved again in a wider area.
"""

from __future__ import annotations

from honte.core import Board, Color
from honte.grid import Grid, PointSet

LARGE_OUTSIDE = 15
"""An attacker chain next to 15 or more connected empty points outside is a wall that cannot be captured."""
OPEN_AREA = 30
"""A chain next to 30 or more connected points nearer to its own color is not surrounded."""
FAR = 400
"""A reach, in steps, beyond every board: the area grows until attacker stones stop it."""
THIN = 1
"""A wall chain with at most one liberty outside the area may be captured."""
SHORT = 2
"""A wall chain with at most two liberties may be captured."""
SAFE_LIBERTIES = 4
"""Least number of liberties, without those shared with the target, of a friend that counts as safe."""


def find_area(
    board: Board,
    target: PointSet,
    defender: Color,
    reach: int = FAR,
    *,
    tight: bool = False,
    friends: PointSet | None = None,
    walls: PointSet | None = None,
) -> PointSet:
    """The area around a target; with a reach of FAR it grows until attacker stones stop it.

    A tight area has no points beyond the reach, however near they are to the target. Friends are defender
    stones that stay outside the area, where they are safe; so are the attacker stones among `walls`.

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
    own = board.stones_mask(defender) & ~(friends.mask if friends else 0)
    within = _reachable(board, target.mask, defender, own, reach, tight=tight)
    area = _whole(grid, grid.flood_mask(target.mask, within | own), own)
    return PointSet(grid, _closed(board, area, attacker, own, walls))


def grow_area(
    board: Board,
    area: PointSet,
    at: PointSet,
    defender: Color,
    *,
    friends: PointSet | None = None,
    walls: PointSet | None = None,
) -> PointSet:
    """The area with the empty points around the points `at`, and all that must come with them."""
    grid = board.grid
    own = board.stones_mask(defender) & ~(friends.mask if friends else 0)
    added = _whole(grid, area.mask | grid.dilate_mask(at.mask) & board.empty_mask, own)
    return PointSet(grid, _closed(board, added, board.stones_mask(defender.opponent), own, walls))


def _closed(board: Board, area: int, attacker: int, own: int, walls: PointSet | None) -> int:
    """The area with inner attacker chains, whole defender chains and a liberty of each."""
    grid = board.grid
    while True:
        grown = _whole(grid, _add_inner_chains(board, area, attacker, own, walls), own)
        grown |= _stranded_liberties(board, grown, own)
        if grown == area:
            return area
        area = grown


def _reachable(board: Board, target: int, defender: Color, own: int, reach: int, *, tight: bool) -> int:
    """Empty points nearer to the target than to the outer attackers, or within `reach` of it."""
    grid, empty = board.grid, board.empty_mask
    if reach >= FAR:
        return empty
    attacker = defender.opponent
    stones = board.stones_mask(attacker)
    hostile = stones & ~inner_stones(board, attacker).mask or stones
    reached = grid.flood_mask(target, own)
    near = 0
    for distance in range(1, FAR):
        spread = reached | grid.neighbors_mask(reached) & empty
        spread |= grid.flood_mask(grid.dilate_mask(spread) & own, own)
        hostile |= grid.neighbors_mask(hostile) & empty
        new = spread & ~reached & empty
        near |= new if distance <= reach else new & ~hostile
        if spread == reached or (tight and distance >= reach):
            break
        reached = spread
    return near


def _add_inner_chains(board: Board, area: int, attacker: int, defender: int, safe: PointSet | None) -> int:
    """Adds attacker chains that are not safe and touch no large outside, and the pockets behind them."""
    grid = board.grid
    outside = board.empty_mask & ~area
    walls = attacker & safe.mask if safe else 0
    for part in grid.component_masks(outside):
        if part.bit_count() >= LARGE_OUTSIDE:
            walls |= grid.neighbors_mask(part) & attacker
    walls = grid.flood_mask(walls, attacker)
    grown = area
    touching = grid.neighbors_mask(area) & attacker & ~walls
    for chain in grid.component_masks(grid.flood_mask(touching, attacker)):
        pockets = grid.flood_mask(grid.neighbors_mask(chain) & outside, outside | defender)
        if pockets.bit_count() < 2 * LARGE_OUTSIDE:
            grown |= chain | _whole(grid, pockets, defender)
    return grown


def safe_friends(board: Board, target: PointSet, defender: Color) -> PointSet:
    """Defender chains in the open with SAFE_LIBERTIES or more: connecting with them saves the target."""
    stones = board.stones(defender) - inner_stones(board, defender) - target
    shared = target.neighbors()
    chains = (chain for chain in board.chains(defender) if chain.stones <= stones)
    strong = [chain.stones for chain in chains if len(chain.liberties - shared) >= SAFE_LIBERTIES]
    return PointSet(board.grid, sum(part.mask for part in strong))


def with_thin_walls(
    board: Board,
    area: PointSet,
    defender: Color,
    friends: PointSet | None = None,
    safe: PointSet | None = None,
) -> PointSet:
    """The area with the thin wall chains around it (THIN, SHORT) that are not safe, and their liberties.

    Inside the area such a chain can be captured. It is safe once a move connects it to stones or points
    farther out.
    """
    grid, empty = board.grid, board.empty_mask
    attacker = board.stones_mask(defender.opponent) & ~(safe.mask if safe else 0)
    own = board.stones_mask(defender) & ~(friends.mask if friends else 0)
    mask = area.mask
    while True:
        grown = mask
        touching = grid.neighbors_mask(mask) & attacker & ~mask
        for chain in grid.component_masks(grid.flood_mask(touching, attacker)):
            liberties = grid.neighbors_mask(chain) & empty
            if (liberties & ~mask).bit_count() <= THIN or liberties.bit_count() <= SHORT:
                grown |= chain | liberties
        grown = _whole(grid, grown, own)
        grown |= _stranded_liberties(board, grown, own)
        if grown == mask:
            return PointSet(grid, mask)
        mask = grown


def _stranded_liberties(board: Board, area: int, defender: int) -> int:
    """The liberties of defender chains in the area that have none inside it: they would count as dead."""
    grid, empty = board.grid, board.empty_mask
    found = 0
    for chain in grid.component_masks(defender & area):
        liberties = grid.neighbors_mask(chain) & empty
        if not liberties & area:
            found |= liberties
    return found


def _whole(grid: Grid, mask: int, stones: int) -> int:
    """The mask with every chain of these stones that is in it or next to it."""
    return mask | grid.flood_mask(grid.dilate_mask(mask) & stones, stones)


def inner_stones(board: Board, color: Color) -> PointSet:
    """The surrounded stones of one color: they touch no OPEN_AREA points nearer to their own color."""
    grid = board.grid
    near = nearer_points(board, color)
    outer = 0
    for part in grid.component_masks(near.mask):
        if part.bit_count() >= OPEN_AREA:
            outer |= grid.dilate_mask(part)
    stones = board.stones_mask(color)
    open_stones = grid.flood_mask(outer & stones, stones)
    return PointSet(grid, stones & ~open_stones)


def nearer_points(board: Board, color: Color) -> PointSet:
    """Empty points with a shorter path over empty points to this color than to the other."""
    grid = board.grid
    empty = board.empty_mask
    own_front, other_front = board.stones_mask(color), board.stones_mask(color.opponent)
    near = far = 0
    while own_front or other_front:
        free = empty & ~near & ~far
        own_new = grid.neighbors_mask(own_front) & free
        other_new = grid.neighbors_mask(other_front) & free
        near |= own_new & ~other_new
        far |= other_new
        own_front, other_front = own_new & ~other_new, other_new
    return PointSet(grid, near)
