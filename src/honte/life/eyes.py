"""Eye spaces: their shapes, real and false eyes, how many eyes they make and where the vital point is.

An eye space is a region that one color encloses: empty points and enemy stones caught inside. How many
eyes it yields depends on its shape and on who moves first. For spaces of up to seven points the
answer is worked out by a small exact game on the shape alone: the attacker wants to leave a single
eye, the defender wants two. The table that every book prints (straight three, bent four, bulky
five, rabbity six) falls out of it. Corners, outside liberties and the safety of the wall are not
part of a shape: bent four in the corner and the like are for `safety` and for reading.

A one-point eye is false when the enemy holds, or can take, enough of its diagonals to make the wall
fall apart: two of four in the middle, one on the edge or in the corner.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from honte.core import Board, Color
from honte.grid import Grid, Point, PointSet

LARGE = 8
"""Spaces of this many points hold two eyes however they are shaped."""


@dataclass(frozen=True, slots=True)
class EyeSpace:
    """One enclosed space of a color and what it is worth."""

    color: Color
    points: PointSet
    caught: PointSet
    """Enemy stones inside."""
    eyes_first: int
    """Eyes when the owner moves first in it."""
    eyes_second: int
    """Eyes when the attacker moves first."""
    vital: PointSet
    """The points where either side should play when the two counts of eyes differ."""
    false: bool
    reason: str


def eye_spaces(board: Board, color: Color, most: int = 12) -> Iterator[EyeSpace]:
    """The enclosed spaces of a color with up to `most` points, in board order.

    >>> board = Board.parse('''
    ... X X X X X
    ... X . . . X
    ... X X X X X
    ... ''')
    >>> space = next(eye_spaces(board, Color.BLACK))
    >>> space.eyes_first, space.eyes_second, str(space.vital)
    (2, 1, '{C2}')
    >>> space.reason
    'three in a row: two eyes with C2, one if the opponent takes it'
    """
    grid = board.grid
    own = board.stones_mask(color)
    for region in grid.component_masks(grid.full_mask & ~own):
        if region.bit_count() <= most and grid.neighbors_mask(region):
            yield _space(board, color, region)


def _space(board: Board, color: Color, region: int) -> EyeSpace:
    grid = board.grid
    caught = region & board.stones_mask(color.opponent)
    empty = region & ~caught
    size = region.bit_count()
    false = size == 1 and is_false_eye(board, grid.point_of(region.bit_length() - 1), color)
    if false:
        first = second = 0
        vital = 0
    elif size >= LARGE:
        first = second = 2
        vital = 0
    else:
        first, second, vital = shape_eyes(grid, empty, caught)
    where = PointSet(grid, vital)
    reason = _reason(shape_name(grid, region), first, second, where, false=false)
    return EyeSpace(
        color, PointSet(grid, region), PointSet(grid, caught), first, second, where, false, reason
    )


def _reason(name: str, first: int, second: int, vital: PointSet, *, false: bool) -> str:
    if false:
        return f"{name}: a false eye, its diagonals belong to the opponent"
    if first == second:
        return f"{name}: {('no eye', 'one eye', 'two eyes')[second]} whoever moves first"
    return f"{name}: two eyes with {' or '.join(map(str, vital))}, one if the opponent takes it"


# Real and false


def is_eye(board: Board, point: Point, color: Color) -> bool:
    """Whether a single empty point is surrounded by stones of one color, real eye or false."""
    grid = board.grid
    bit = grid.bit(point)
    return bool(board.empty_mask & bit) and not grid.neighbors_mask(bit) & ~board.stones_mask(color)


def is_false_eye(board: Board, point: Point, color: Color) -> bool:
    """Whether the enemy holds the diagonals of a one-point eye: two in the middle, one at the edge.

    >>> board = Board.parse('''
    ... . X O
    ... X O X
    ... O X .
    ... ''')
    >>> is_false_eye(board, Point.parse("C1"), Color.BLACK)
    True
    >>> is_false_eye(board.with_stones(board.stones(Color.WHITE), None), Point.parse("C1"), Color.BLACK)
    False
    """
    grid = board.grid
    diagonals = [Point(point.col + i, point.row + j) for i in (-1, 1) for j in (-1, 1)]
    inside = [p for p in diagonals if p in grid]
    enemy = sum(board[p] is color.opponent for p in inside)
    return enemy >= (2 if len(inside) == 4 else 1)


# Shapes


@lru_cache(maxsize=65536)
def shape_eyes(grid: Grid, empty: int, caught: int) -> tuple[int, int, int]:
    """Eyes of a shape if the owner moves first, if the attacker does, and the points that matter.

    `empty` and `caught` are masks; the wall is taken to be one chain that cannot be broken.
    """
    first = 2 if _owner_makes_two(grid, empty, caught) else 1
    second = 2 if _attacker_fails(grid, empty, caught) else 1
    vital = 0
    if first != second:
        for bit in grid.masks_of(empty):
            rest = empty & ~bit
            if not _owner_makes_two(grid, rest, caught | bit) and _attacker_fails(grid, rest, caught):
                vital |= bit
    return first, second, vital


def _parted(grid: Grid, region: int) -> bool:
    """Whether the owner's stones have split the space in two."""
    return grid.flood_mask(region & -region, region) != region


@lru_cache(maxsize=65536)
def _attacker_fails(grid: Grid, empty: int, caught: int) -> bool:
    """With the attacker to move (or to wait) the owner still gets two eyes."""
    region = empty | caught
    if _parted(grid, region):
        return True
    if region.bit_count() <= 2 or not _owner_makes_two(grid, empty, caught):
        return False
    return all(
        _owner_makes_two(grid, empty & ~bit, caught | bit)
        for bit in grid.masks_of(empty)
        if grid.neighbors_mask(grid.flood_mask(bit, caught | bit)) & empty
    )


@lru_cache(maxsize=65536)
def _owner_makes_two(grid: Grid, empty: int, caught: int) -> bool:
    """The owner to move gets two eyes."""
    region = empty | caught
    if _parted(grid, region):
        return True
    if region.bit_count() <= 2:
        return False
    for bit in grid.masks_of(empty):
        kept, freed = _captured(grid, empty & ~bit, caught)
        if _attacker_fails(grid, empty & ~bit | freed, kept):
            return True
    return False


def _captured(grid: Grid, empty: int, caught: int) -> tuple[int, int]:
    """Caught chains that have lost their last liberty come off."""
    freed = 0
    for chain in grid.component_masks(caught):
        if not grid.neighbors_mask(chain) & empty:
            freed |= chain
    return caught & ~freed, freed


_NAMES = {
    (1, (0,)): "one point",
    (2, (1, 1)): "two points",
    (4, (2, 2, 2, 2)): "square four",
    (4, (1, 1, 1, 3)): "pyramid four",
    (5, (1, 2, 2, 2, 3)): "bulky five",
    (5, (1, 1, 1, 1, 4)): "cross five",
    (6, (1, 1, 2, 2, 2, 4)): "rabbity six",
    (6, (2, 2, 2, 2, 3, 3)): "rectangular six",
}


def shape_name(grid: Grid, region: int) -> str:
    """What players call a shape, or its size.

    >>> grid = Grid(9)
    >>> shape_name(grid, grid.set(map(Point.parse, ("A1", "B1", "A2", "B2", "C2"))).mask)
    'bulky five'
    """
    size = region.bit_count()
    degrees = tuple(sorted((grid.neighbors_mask(bit) & region).bit_count() for bit in grid.masks_of(region)))
    if (size, degrees) in _NAMES:
        return _NAMES[size, degrees]
    if size in (3, 4) and degrees.count(1) == 2:
        numeral = "three" if size == 3 else "four"
        return f"{numeral} in a row" if _is_straight(grid, region) else f"bent {numeral}"
    return f"{size} points"


def _is_straight(grid: Grid, region: int) -> bool:
    points = list(PointSet(grid, region))
    return len({p.col for p in points}) == 1 or len({p.row for p in points}) == 1
