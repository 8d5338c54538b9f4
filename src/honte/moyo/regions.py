"""Regions, families and equidistance lines (paper 001, section 3).

The distance of a point from a color is the number of steps from its nearest stone through vacant
points; stones of the other color block. Points equally far from both colors lie on an equidistance line.
All other points fall into regions: connected points that are nearer to one color. The stones in a region
are its family (section 5.2). Distance alone says who controls a point, not how firmly: `honte.moyo.size`
does that.

Everything here is flooding on masks, without compiled code.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from honte.core.board import BLACK, WHITE, Board, Color
from honte.grid import Grid, Point, PointSet


class Region(NamedTuple):
    """A family of stones and the points it controls."""

    color: Color
    family: PointSet
    """The stones of the region."""
    points: PointSet
    """The vacant points of the region."""

    @property
    def area(self) -> PointSet:
        """Stones and vacant points together."""
        return self.family | self.points


class Regions:
    """The regions of a board, with the equidistance lines between them.

    >>> from honte.core import Board
    >>> split = regions(Board.parse('''
    ... . . . . .
    ... . X . O .
    ... . . . . .
    ... '''))
    >>> [(str(r.color), str(r.family), len(r.points)) for r in split]
    [('Black', '{B2}', 5), ('White', '{D2}', 5)]
    >>> print(split.equidistant)
    {C1, C2, C3}
    """

    def __init__(self, board: Board, regions: tuple[Region, ...]) -> None:
        self.board = board
        self.all = regions
        """Black's regions first, each color's by their lowest point."""

    def __iter__(self) -> Iterator[Region]:
        return iter(self.all)

    def __len__(self) -> int:
        return len(self.all)

    def of(self, color: Color) -> tuple[Region, ...]:
        """The regions of one color, largest first."""
        mine = (region for region in self.all if region.color is color)
        return tuple(sorted(mine, key=lambda region: -len(region.area)))

    def at(self, point: Point) -> Region | None:
        """The region that holds a point; None on an equidistance line and on an empty board."""
        return next((region for region in self.all if point in region.area), None)

    def controlled(self, color: Color) -> PointSet:
        """All vacant points that are nearer to one color."""
        points = PointSet(self.board.grid)
        for region in self.of(color):
            points = points | region.points
        return points

    @property
    def equidistant(self) -> PointSet:
        """The vacant points that are as far from Black as from White."""
        return self.board.empty - self.controlled(BLACK) - self.controlled(WHITE)


def regions(board: Board) -> Regions:
    """Finds the regions of a board."""
    grid = board.grid
    nearer = nearer_masks(board)
    found = []
    for color in (BLACK, WHITE):
        stones = board.stones_mask(color)
        for part in grid.component_masks(nearer[color] | stones):
            family, points = PointSet(grid, part & stones), PointSet(grid, part & ~stones)
            found.append(Region(color, family, points))
    return Regions(board, tuple(found))


def nearer_masks(board: Board) -> dict[Color, int]:
    """The vacant points that are nearer to each color."""
    grid, empty = board.grid, board.empty_mask
    nearer = {BLACK: 0, WHITE: 0}
    black, white = board.black_mask, board.white_mask
    while True:
        more_black = grid.neighbors_mask(black) & empty & ~black
        more_white = grid.neighbors_mask(white) & empty & ~white
        if not more_black and not more_white:
            return nearer
        # A color gets what it reaches first. It also walks through points that the other reached first.
        nearer[BLACK] |= more_black & ~(white | more_white)
        nearer[WHITE] |= more_white & ~(black | more_black)
        black |= more_black
        white |= more_white


def distances(board: Board, color: Color) -> dict[Point, int]:
    """The steps from the nearest stone of a color to each vacant point that it can reach.

    >>> from honte.core import Board
    >>> walled = distances(Board.parse("X . O . .\\n. . O . .\\n. . . . ."), BLACK)
    >>> walled[Point.parse("B3")], walled[Point.parse("D3")]
    (1, 7)
    """
    grid: Grid = board.grid
    reached, found, step = board.stones_mask(color), {}, 0
    while frontier := grid.neighbors_mask(reached) & board.empty_mask:
        step += 1
        found.update(dict.fromkeys(PointSet(grid, frontier), step))
        reached |= frontier
    return found
