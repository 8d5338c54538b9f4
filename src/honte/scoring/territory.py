"""Territory counting: surrounded points and prisoners, with dame, false eyes and seki as the Japanese
rules treat them; and the problem set's own count.

Flood fill alone (see `area`) gives a side too much in two cases, and lightvector's goscorer showed
how much they matter: eyes of groups in seki are not territory, and neither are points that must be
filled before the end (false eyes, protections once the dame are gone). The method here is our own and
follows what players do at the board; docs/algorithms/counting.md describes it in full:

1. Dame are as good as filled. A chain that then has a single liberty inside its own territory, one
   that touches another friendly chain, must connect there: that point is filled. Chains that can
   connect at a dame instead are taken as one. Repeat.
2. Chains that share a surrounded region, or that cannot be cut, form a group. A group with fewer
   than two eyes that touches, through dame, an enemy group with fewer than two eyes, is in seki.
3. Regions next to a group in seki are nobody's, and dead stones inside them stay where they are.

It does not read: it misses a protection that only a sequence of several moves shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from honte.core import BLACK, WHITE, Board, Color, Scoring
from honte.grid import Grid, PointSet
from honte.scoring.area import area_score, check_dead, surrounded_masks
from honte.scoring.score import Score, Side


@dataclass(frozen=True, slots=True)
class Holdings:
    """Masks of what territory counting finds on a board without its dead stones."""

    black: int
    white: int
    dame: int
    seki: int
    fill: int


def holdings(board: Board, dead_mask: int = 0, *, strict: bool = True) -> Holdings:
    """Who holds which empty point once dead stones are off the board; `strict=False` is plain flood fill."""
    grid = board.grid
    black, white, dame = surrounded_masks(board, dead_mask)
    if not strict:
        return Holdings(black, white, dame, 0, 0)
    stones = {BLACK: board.black_mask & ~dead_mask, WHITE: board.white_mask & ~dead_mask}
    points = {BLACK: black, WHITE: white}
    fill = {c: _forced_fills(grid, stones[c], points[c], dame) for c in (BLACK, WHITE)}
    groups = {
        color: _groups(
            grid, stones[color] | fill[color], points[color] & ~fill[color], dame, stones[color.opponent]
        )
        for color in (BLACK, WHITE)
    }
    seki = _seki_stones(grid, groups, dame)
    lost = {color: _touching_parts(grid, points[color] & ~fill[color], seki) for color in (BLACK, WHITE)}
    all_fill = fill[BLACK] | fill[WHITE]
    return Holdings(
        black & ~all_fill & ~lost[BLACK],
        white & ~all_fill & ~lost[WHITE],
        dame,
        lost[BLACK] | lost[WHITE],
        all_fill,
    )


# Step 1: points that must be filled


def _forced_fills(grid: Grid, stones: int, points: int, dame: int) -> int:
    """Points of one side's territory that it must fill to connect, once all dame are taken.

    Chains that meet at a dame can connect there instead, so they are looked at as one.
    """
    fill = 0
    while True:
        added = 0
        held = stones | fill
        for body in grid.component_masks(held | _links(grid, held, dame)):
            liberties = grid.neighbors_mask(body) & points & ~fill
            single = liberties and not liberties & (liberties - 1)
            if single and grid.neighbors_mask(liberties) & held & ~body:
                added |= liberties
        if not added:
            return fill
        fill |= added


def _links(grid: Grid, stones: int, dame: int) -> int:
    """The dame that touch two different chains of these stones."""
    found = 0
    for bit in grid.masks_of(dame & grid.neighbors_mask(stones)):
        beside = grid.neighbors_mask(bit) & stones
        if beside & (beside - 1) and beside & ~grid.flood_mask(beside & -beside, stones):
            found |= bit
    return found


# Step 2: groups and their eyes


@dataclass(slots=True)
class _Group:
    stones: int
    eyes: int


def _groups(grid: Grid, stones: int, points: int, dame: int, enemy: int) -> list[_Group]:
    """Chains of one side joined through its regions and through links that cannot be cut."""
    chains = list(grid.component_masks(stones))
    parts = list(grid.component_masks(points))
    around = [grid.neighbors_mask(part) for part in parts]
    groups: list[int] = []
    for chain in chains:
        merged = chain
        for other in list(groups):
            if _linked(grid, chain, other, around, dame, enemy):
                merged |= other
                groups.remove(other)
        groups.append(merged)
    groups = _closure(groups, around)
    return [
        _Group(g, sum(_eyes(grid, p) for p, a in zip(parts, around, strict=True) if a & g)) for g in groups
    ]


def _linked(grid: Grid, one: int, two: int, around: Sequence[int], dame: int, enemy: int) -> bool:
    """Whether two sets of stones share a region, two dame, or one dame where a cut cannot stand."""
    if any(ring & one and ring & two for ring in around):
        return True
    shared = grid.neighbors_mask(one) & grid.neighbors_mask(two) & dame
    if shared & (shared - 1):
        return True
    around_cut = grid.neighbors_mask(shared)
    return bool(shared) and not around_cut & enemy and (around_cut & dame).bit_count() <= 1


def _closure(groups: list[int], around: Sequence[int]) -> list[int]:
    """Joins groups until no region touches two of them."""
    for ring in around:
        touching = [g for g in groups if g & ring]
        if len(touching) > 1:
            groups = [g for g in groups if not g & ring]
            joined = 0
            for g in touching:
                joined |= g
            groups.append(joined)
    return groups


def _eyes(grid: Grid, region: int) -> int:
    """How many eyes a surrounded region is worth: two from four points on, unless it is a square."""
    size = region.bit_count()
    if size < 4:
        return 1
    stride = grid.stride
    square = size == 4 and any(
        region == corner | corner << 1 | corner << stride | corner << stride + 1
        for corner in grid.masks_of(region)
    )
    return 1 if square else 2


# Step 3: seki


def _seki_stones(grid: Grid, groups: dict[Color, list[_Group]], dame: int) -> int:
    """The stones of groups without two eyes that share dame with an enemy group of the same kind."""
    weak = {color: [g.stones for g in groups[color] if g.eyes < 2] for color in (BLACK, WHITE)}
    found = 0
    for color in (BLACK, WHITE):
        enemy = 0
        for stones in weak[color.opponent]:
            enemy |= stones
        for stones in weak[color]:
            if grid.neighbors_mask(stones) & grid.neighbors_mask(enemy) & dame:
                found |= stones
    return found


def _touching_parts(grid: Grid, points: int, stones: int) -> int:
    """The connected parts of `points` that touch these stones."""
    found = 0
    for part in grid.component_masks(points):
        if grid.neighbors_mask(part) & stones:
            found |= part
    return found


# Counts


def territory_score(
    board: Board,
    dead: PointSet | None = None,
    *,
    prisoners: tuple[int, int] = (0, 0),
    komi: float = 0.0,
    bonus: float = 0.0,
    strict: bool = True,
) -> Score:
    """Counts surrounded points and the opponent's lost stones, as Japanese rules do.

    `prisoners` are the numbers of black and of white stones captured during play. `strict=False` is plain
    flood fill, as on servers that count the board as it was left.

    White's stone at C1 hangs on the point B1: once the dame D1 is taken, White has to connect there,
    so B1 is no territory.

    >>> board = Board.parse('''
    ... . O . O X .
    ... O O O O X X
    ... O O X X X .
    ... O O X X X X
    ... O . O . X .
    ... ''')
    >>> score = territory_score(board)
    >>> score.black.points, score.white.points, str(score.fill)
    (3, 2, '{B1}')
    """
    grid = board.grid
    dead = check_dead(board, PointSet(grid) if dead is None else dead)
    held = holdings(board, dead.mask, strict=strict)
    kept = held.seki & dead.mask
    dead_black = (board.black_mask & dead.mask & ~kept).bit_count()
    dead_white = (board.white_mask & dead.mask & ~kept).bit_count()
    lost_black, lost_white = prisoners
    return Score(
        scoring=Scoring.TERRITORY,
        black=Side(points=held.black.bit_count(), prisoners=lost_white, dead=dead_white),
        white=Side(
            points=held.white.bit_count(), prisoners=lost_black, dead=dead_black, komi=komi, bonus=bonus
        ),
        black_points=PointSet(grid, held.black),
        white_points=PointSet(grid, held.white),
        dame=PointSet(grid, held.dame),
        seki=PointSet(grid, held.seki),
        fill=PointSet(grid, held.fill),
        dead=dead,
    )


def problem_set_score(
    board: Board, dead: PointSet | None = None, *, prisoners: tuple[int, int] = (0, 0), komi: float = 0.0
) -> Score:
    """The problem set's count: surrounded empty points less one's own captured and dead stones.

    Plain flood fill: eyes in seki and false eyes count. The empty points are those left once the
    dead stones are off the board.
    """
    flood = area_score(board, dead)
    lost = [
        captured + (board.stones_mask(color) & flood.dead.mask).bit_count()
        for color, captured in zip((BLACK, WHITE), prisoners, strict=True)
    ]
    return Score(
        scoring=Scoring.PROBLEM_SET,
        black=Side(points=flood.black.points, lost=lost[0]),
        white=Side(points=flood.white.points, lost=lost[1], komi=komi),
        black_points=flood.black_points,
        white_points=flood.white_points,
        dame=flood.dame,
        seki=PointSet(board.grid),
        fill=PointSet(board.grid),
        dead=flood.dead,
    )
