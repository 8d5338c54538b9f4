"""Flood-filled regions and the area count (paper 000, sections 4 to 6).

The paper floods from an empty point until stones stop it and collects the colors met in a set: one
color in the set makes the region that color's, two make it nobody's. Dead stones are walked through
like empty points. That is `regions`; the area count (stones and surrounded points, as Chinese and
Tromp-Taylor rules have it) needs nothing more. Seki and false eyes matter only to territory.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from honte.core import BLACK, WHITE, Board, Color, Scoring
from honte.errors import InputError
from honte.grid import PointSet
from honte.scoring.score import Score, Side


@dataclass(frozen=True, slots=True)
class Region:
    """Connected points without living stones, and the colors of the living stones around them."""

    points: PointSet
    dead: PointSet
    borders: frozenset[Color]

    @property
    def owner(self) -> Color | None:
        """The only color around; None between both colors and on a board without stones."""
        return next(iter(self.borders)) if len(self.borders) == 1 else None

    @property
    def value(self) -> int:
        """The points of a closed region that holds dead stones of the opponent."""
        return enclosed_value(len(self.points - self.dead), len(self.dead))


def enclosed_value(empty: int, dead: int) -> int:
    """Paper 000's total territory: empty points + 2 x dead stones.

    The paper's second formula, all enclosed points + dead stones, is the same number because
    all enclosed points = empty points + dead stones. Its own example:

    >>> enclosed_value(empty=10, dead=6) == (10 + 6) + 6 == 22
    True
    """
    return empty + 2 * dead


def regions(board: Board, dead: PointSet | None = None) -> Iterator[Region]:
    """The regions of a board, dead stones counted as empty points.

    >>> board = Board.parse('''
    ... . X O .
    ... . X O O
    ... X X O .
    ... ''')
    >>> [(len(r.points), str(r.owner)) for r in regions(board)]
    [(1, 'White'), (2, 'Black'), (1, 'White')]
    """
    grid = board.grid
    dead_mask = 0 if dead is None else dead.mask
    black, white = board.black_mask & ~dead_mask, board.white_mask & ~dead_mask
    for part in grid.component_masks(grid.full_mask & ~(black | white)):
        around = grid.neighbors_mask(part)
        borders = frozenset(c for c, mask in ((BLACK, black), (WHITE, white)) if around & mask)
        yield Region(PointSet(grid, part), PointSet(grid, part & dead_mask), borders)


def surrounded_masks(board: Board, dead_mask: int = 0) -> tuple[int, int, int]:
    """Black's surrounded points, White's, and the points of regions between both or without border."""
    black = white = dame = 0
    for region in regions(board, PointSet(board.grid, dead_mask)):
        if region.owner is BLACK:
            black |= region.points.mask
        elif region.owner is WHITE:
            white |= region.points.mask
        else:
            dame |= region.points.mask
    return black, white, dame


def check_dead(board: Board, dead: PointSet) -> PointSet:
    """These stones; raises InputError when a point is empty or a chain is only partly marked."""
    for point in dead:
        chain = board.chain(point)
        if chain is None:
            raise InputError(f"{point} is empty, so no stone there can be dead")
        if not chain.stones <= dead:
            raise InputError(f"only part of the chain at {point} is marked dead; a chain lives or dies whole")
    return dead


def area_score(board: Board, dead: PointSet | None = None, *, komi: float = 0.0, bonus: float = 0.0) -> Score:
    """Counts living stones and the points they surround; dead stones change hands.

    >>> area_score(Board.parse(". X O .\\n. X O O\\nX X O .")).margin
    0.0
    """
    grid = board.grid
    dead = check_dead(board, PointSet(grid) if dead is None else dead)
    black, white, dame = surrounded_masks(board, dead.mask)
    return Score(
        scoring=Scoring.AREA,
        black=Side(points=black.bit_count(), stones=(board.black_mask & ~dead.mask).bit_count()),
        white=Side(
            points=white.bit_count(),
            stones=(board.white_mask & ~dead.mask).bit_count(),
            komi=komi,
            bonus=bonus,
        ),
        black_points=PointSet(grid, black),
        white_points=PointSet(grid, white),
        dame=PointSet(grid, dame),
        seki=PointSet(grid),
        fill=PointSet(grid),
        dead=dead,
    )
