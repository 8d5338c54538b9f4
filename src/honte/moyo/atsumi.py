"""Atsumi by group: how far each group controls the vacant points around it (paper 001, section 2).

Tajima and Sanechika, "Equivalent Size of Moyo", take atsumi from a potential described in a report
that is hard to come by. This module defines one that keeps to every sentence of their section 2.
docs/algorithms/moyo.md gives the reasons, and `python -m training.atsumi` measures the constants.

1. *Groups.* Chains whose stones are linked by one of five shapes (LINKS) form one group.
2. *Connecting lines.* The vacant points between linked stones are worth at least 0.8: an opponent
   cannot pass there. A point that an opponent's stone touches is no part of a line.
3. *Dame degree.* The steps from the group through vacant points, up to the 4th. Stones and connecting
   lines of the other color block.
4. *Potential.* It falls with the degree and grows with the size of the group (POTENTIAL). Beyond
   the 4th dame there is only the BACKGROUND that both colors have everywhere.
5. *Normalizing.* (B - W) / (B + W), rounded to tenths. Points where both are equal get 0: blank.
6. *Territory.* Areas closed by stones, lines and low stones near the edge are worth 1.0; inside
   them the 5th dame counts too. An area closed by stones alone is territory however deep it is.

Dead stones count as living ones: take them off first.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from honte.core.arrays import array_mask, mask_array
from honte.core.board import BLACK, WHITE, Board, Color
from honte.grid import Grid, Point, PointSet

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CUTOFF = 8
"""Atsumi in tenths from which on a point keeps the opponent out (section 2)."""
TERRITORY = 10
"""Atsumi in tenths of a point that is completely controlled."""
LAST_DEGREE = 4
"""The last dame degree that has a potential of its own."""
ENCLOSED_DEGREE = 5
"""The last dame degree inside a closed area: the exceptional 5th dame."""
GROUP_CLASSES = (1, 2, 4)
"""The least number of stones of each class of groups: 1, 2 or 3, and 4 stones and more."""
POTENTIAL = ((295, 225, 175, 140), (385, 295, 210, 155), (665, 445, 260, 170))
"""Potential by class of group and dame degree, in the unit of BACKGROUND."""
BACKGROUND = 100
"""The potential that both colors have everywhere."""
MOST_ORDINARY = 7
"""The most tenths that closeness alone gives: only lines and territory keep the opponent out."""
EDGE_LINE = 3
"""A stone up to this line closes the gap to the edge, if no opponent's stone is beside the gap."""


class Link(NamedTuple):
    """A shape in which two stones belong together."""

    name: str
    far: tuple[int, int]
    corridor: tuple[tuple[int, int], ...]
    """The points between the stones, which must be vacant."""
    value: int
    """Atsumi of these points in tenths: the share of games in which the link held, at most 9."""
    tough: bool
    """Whether the link holds when an opponent's stone touches the corridor."""


LINKS = (
    Link("diagonal", (1, 1), ((0, 1), (1, 0)), 9, True),
    Link("knight", (2, 1), ((1, 0), (1, 1)), 9, True),
    Link("one-space", (2, 0), ((1, 0),), 9, False),
    Link("large knight", (3, 1), ((1, 0), (2, 0), (1, 1), (2, 1)), 9, False),
    Link("two-space", (3, 0), ((1, 0), (2, 0)), 8, False),
)
"""The shapes that link two stones; offsets are (row, col)."""


def oriented(link: Link) -> Iterator[tuple[tuple[int, int], tuple[tuple[int, int], ...]]]:
    """Every way in which a link can lie on the board, each pair of stones once: (far stone, corridor)."""
    seen = set()
    for swap, rows, cols in product((False, True), (1, -1), (1, -1)):
        far, *corridor = (
            (col * rows, row * cols) if swap else (row * rows, col * cols)
            for row, col in (link.far, *link.corridor)
        )
        if far > (0, 0) and far not in seen:
            seen.add(far)
            yield far, tuple(corridor)


class Tables(NamedTuple):
    """The constants of this module as arrays for the kernels."""

    links: NDArray[np.int64]
    classes: NDArray[np.int64]
    potentials: NDArray[np.int64]
    settings: NDArray[np.int64]


@cache
def tables() -> Tables:
    """The arrays, made once."""
    import numpy as np

    from honte.kernels.maps import atsumi as kernels

    rows = []
    for link in LINKS:
        for far, corridor in oriented(link):
            flat = [step for point in corridor for step in point]
            head = [*far, int(link.tough), link.value, len(corridor)]
            rows.append([*head, *flat, *[0] * (kernels.LINK_COLUMNS - 5 - len(flat))])
    settings = (LAST_DEGREE, ENCLOSED_DEGREE, BACKGROUND, MOST_ORDINARY, EDGE_LINE, CUTOFF, TERRITORY)
    return Tables(*(np.array(each, dtype=np.int64) for each in (rows, GROUP_CLASSES, POTENTIAL, settings)))


class Group(NamedTuple):
    """Chains of one color that are linked."""

    color: Color
    stones: PointSet


class Atsumi:
    """The atsumi of every vacant point, from -1.0 (White) to 1.0 (Black); 0.0 is nobody's.

    >>> from honte.core import Board
    >>> corner = atsumi(Board.parse('''
    ... . . . . . . . . .
    ... . . . . . . . . .
    ... . . . . . . . O .
    ... . . . . . . . . .
    ... . . . . . . . . .
    ... . . X . X . . . .
    ... . . . . . . . . .
    ... . . . . . . . . .
    ... . . . . . . . . .'''))
    >>> corner[Point.parse("D4")], corner[Point.parse("C3")]
    (0.9, 0.6)
    >>> print(corner.cutoff_points(BLACK))
    {D4}
    """

    def __init__(self, board: Board, tenths: NDArray[np.int64], parents: NDArray[np.int64]) -> None:
        self.board = board
        self.tenths = tenths
        """Atsumi in whole tenths, by [row, col] from the lower left."""
        self._parents = parents

    @property
    def grid(self) -> Grid:
        """The points of the board."""
        return self.board.grid

    def __getitem__(self, point: Point) -> float:
        self.grid.bit(point)
        return int(self.tenths[point.row, point.col]) / 10

    def cutoff_points(self, color: Color) -> PointSet:
        """The vacant points with an atsumi of 0.8 and more for a color, territory included."""
        return self._at_least(color, CUTOFF)

    def territory(self, color: Color) -> PointSet:
        """The vacant points with an atsumi of 1.0 for a color."""
        return self._at_least(color, TERRITORY)

    def connecting_lines(self, color: Color) -> PointSet:
        """The cutoff points of a color that are not territory."""
        return self.cutoff_points(color) - self.territory(color)

    def controlled(self, color: Color) -> PointSet:
        """The vacant points with any atsumi for a color."""
        return self._at_least(color, 1)

    def _at_least(self, color: Color, least: int) -> PointSet:
        return point_set(self.grid, self.tenths * int(color) >= least)

    def total(self, color: Color) -> float:
        """The sum of one color's atsumi over all points."""
        own = self.tenths * int(color)
        return int(own[own > 0].sum()) / 10

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The groups, Black's first, each color's by their lowest stone."""
        found: dict[tuple[int, int], list[Point]] = {}
        for color in (BLACK, WHITE):
            for point in self.board.stones(color):
                found.setdefault((-color, int(self._parents[point.row, point.col])), []).append(point)
        return tuple(Group(Color(-sign), self.grid.set(points)) for (sign, _), points in found.items())


def atsumi(board: Board) -> Atsumi:
    """The atsumi of a board; raises IllegalPosition when a chain has no liberty."""
    from honte.kernels.maps.atsumi import find_atsumi

    work, width = load(board)
    find_atsumi(work, width, *tables())
    return atsumi_of(board, work)


def atsumi_of(board: Board, work: NDArray[np.int64]) -> Atsumi:
    """The atsumi in the work array of a kernel that has run."""
    from honte.kernels.maps.atsumi import ATSUMI, PARENT

    return Atsumi(board, plane(board.grid, work, ATSUMI), plane(board.grid, work, PARENT))


# The border between boards and the kernels' padded arrays


def load(board: Board) -> tuple[NDArray[np.int64], int]:
    """A work array that holds a board's stones, and its row width.

    Raises IllegalPosition when a chain has no liberty.
    """
    from honte.kernels.maps.atsumi import CELLS, PAD, new_work

    board.checked()
    grid = board.grid
    work = new_work(grid.cols, grid.rows)
    cells = on_board(work[CELLS], grid)
    cells += mask_array(grid, board.black_mask)
    cells -= mask_array(grid, board.white_mask)
    return work, grid.cols + PAD


def on_board(cells: NDArray[np.int64], grid: Grid) -> NDArray[np.int64]:
    """The part of a padded plane that is the board, as a view by [row, col]."""
    from honte.kernels.maps.atsumi import PAD

    width = grid.cols + PAD
    start = PAD * width + PAD
    return cells[start : start + grid.rows * width].reshape(grid.rows, width)[:, : grid.cols]


def plane(grid: Grid, work: NDArray[np.int64], index: int) -> NDArray[np.int64]:
    """A copy of one plane of a work array, by [row, col] from the lower left."""
    return on_board(work[index], grid).copy()


def point_set(grid: Grid, wanted: NDArray[np.bool_]) -> PointSet:
    """The points where an array by [row, col] is true."""
    return PointSet(grid, array_mask(grid, wanted))
