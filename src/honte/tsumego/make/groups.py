"""Random construction: enclosed groups, built and changed at random.

A group is an eye space with a wall of the defender around it and safe attacker stones around that. Then
stones are removed, added and moved. `honte.tsumego.make.generate` keeps the few that make good problems.
"""

from __future__ import annotations

import random

from honte.core import BLACK, WHITE, Board, Color
from honte.errors import GoError
from honte.grid import Grid, Point, PointSet
from honte.tsumego.problem import Problem
from honte.tsumego.problem.place import Place

SIDE = 13
"""Side of the board in points; no group touches an edge that its place does not name."""
REACH = 3
"""Most columns and rows between an eye space and its start."""
POINTS = (5, 14)
"""Fewest and most empty points of the area."""


# Building


def candidate(rng: random.Random, place: Place, points: tuple[int, int] = POINTS) -> Problem | None:
    """One random enclosed group as a problem; None when the result is no problem."""
    grid = Grid(SIDE)
    space = _space(rng, grid, place)
    wall = _around(grid, space)
    outside = _around(grid, space | wall)
    defender = rng.choice((BLACK, WHITE))
    own, other, safe = wall, 0, outside
    open_points = space
    for _ in range(rng.randint(1, 4)):  # holes in the defender's wall
        bit = _pick(rng, grid, own)
        own &= ~bit
        open_points |= bit
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):  # attacker stones inside
        bit = _pick(rng, grid, open_points)
        open_points &= ~bit
        other |= bit
    for _ in range(rng.choice((0, 0, 1, 2))):  # defender stones inside
        bit = _pick(rng, grid, open_points)
        open_points &= ~bit
        own |= bit
    for _ in range(rng.choice((0, 0, 1, 1, 2))):  # outside liberties
        bit = _pick(rng, grid, safe)
        if bit & grid.neighbors_mask(own | open_points):
            safe &= ~bit
            open_points |= bit
    return _problem(grid, defender, own, other, safe, open_points, rng, points)


def mutated(rng: random.Random, problem: Problem) -> Problem | None:
    """The problem with one or two points of its area changed; None when the result is no problem."""
    grid, defender = problem.grid, problem.defender
    own = problem.board.stones_mask(defender)
    other = problem.board.stones_mask(problem.attacker)
    area = problem.area.mask
    safe = other & ~area
    inside = other & area
    empty = area & ~own & ~inside
    for _ in range(rng.randint(1, 2)):
        bit = _pick(rng, grid, area | (safe & grid.neighbors_mask(area)))
        own, inside, safe, empty = (mask & ~bit for mask in (own, inside, safe, empty))
        kind = rng.randrange(4)
        if kind == 0:
            own |= bit
        elif kind == 1:
            inside |= bit
        else:
            empty |= bit
    return _problem(grid, defender, own, inside, safe, empty, rng)


def _problem(
    grid: Grid,
    defender: Color,
    own: int,
    other: int,
    safe: int,
    empty: int,
    rng: random.Random,
    points: tuple[int, int] = POINTS,
) -> Problem | None:
    """A problem about the largest chain; None when it is invalid or poor."""
    safe |= grid.neighbors_mask(own | other | empty) & ~(other | safe)  # closes every way out
    attacker = other | safe
    black, white = (own, attacker) if defender is BLACK else (attacker, own)
    if own & attacker:
        return None
    board = Board(grid, black, white)
    chains = sorted((chain for chain in board.chains(defender)), key=lambda c: -len(c.stones))
    if not chains or len(chains[0].stones) < 4:
        return None
    area = own | other | empty
    # Attacker stones inside that are connected to the safe wall are part of it.
    inner = grid.flood_mask(safe, attacker)
    area &= ~inner
    low, high = points
    if not low <= (area & ~own & ~other).bit_count() <= high or len(list(grid.component_masks(area))) > 1:
        return None
    try:
        return Problem(
            board,
            chains[0].stones,
            to_play=rng.choice((BLACK, WHITE)),
            area=PointSet(grid, area),
        )
    except GoError:
        return None


def _space(rng: random.Random, grid: Grid, place: Place) -> int:
    """A random connected eye space of four to nine points at this place."""
    if place is Place.CORNER:
        start = Point(0, grid.rows - 1)
    elif place is Place.SIDE:
        start = Point(SIDE // 2, grid.rows - 1)
    else:
        start = Point(SIDE // 2, SIDE // 2)
    inner = _inner(grid, start)
    mask = grid.bit(start)
    for _ in range(rng.randint(3, 8)):
        around = grid.neighbors_mask(mask) & inner
        if around:
            mask |= _pick(rng, grid, around)
    return mask


def _inner(grid: Grid, start: Point) -> int:
    """Where an eye space may lie: within REACH of its start, so that two rings of stones fit around it."""
    near = (p for p in grid if abs(p.col - start.col) <= REACH and abs(p.row - start.row) <= REACH)
    return grid.set(near).mask


def _around(grid: Grid, mask: int) -> int:
    """The ring of points next to a mask, diagonals included."""
    beside = grid.dilate_mask(mask)
    stride = grid.stride
    return (
        (beside | beside << 1 | beside >> 1 | beside << stride | beside >> stride)
        & grid.full_mask
        & _box(grid, mask)
        & ~mask
    )


def _box(grid: Grid, mask: int) -> int:
    """The points at king's distance 1 from a mask, and the mask."""
    stride = grid.stride
    wide = (mask | mask << 1 | mask >> 1) & grid.full_mask
    return (wide | wide << stride | wide >> stride) & grid.full_mask


def _pick(rng: random.Random, grid: Grid, mask: int) -> int:
    """One random bit of a mask; 0 when the mask is empty."""
    bits = list(grid.masks_of(mask))
    return rng.choice(bits) if bits else 0
