"""Cutoff numbers and enclosed equivalent size: the points that a moyo is worth.

After Tajima and Sanechika, "Equivalent Size of Moyo" (paper 001), sections 4 to 6, with their terms. From
each vacant point a cursor walks in four directions. A direction counts for Black if the first cutoff
object on it is Black's, and for White if it is White's. The difference of the two cutoff numbers
gives the point's size: enclosing, not closeness, makes territory.

Life and death and the strength of groups do not count, as the paper says itself. Cutoff points come from
atsumi (`honte.moyo.atsumi`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from honte.core import CHINESE, Position, Rules
from honte.core.board import BLACK, WHITE, Board, Color
from honte.errors import InputError
from honte.grid import MAX_SIDE, Grid, Point, PointSet
from honte.moyo.atsumi import Atsumi, atsumi_of, load, on_board, plane, point_set, tables
from honte.search.warm import warms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_LEG = 4
"""The highest line from which a stone has a leg to the edge (4.1)."""
MAX_SPAN = 5
"""The widest same color span, in points between the legs (4.1)."""
OBJECT_SIZE = 80
"""The size of cutoff objects other than territory, in hundredths of a point (4.3, figure 7)."""
TERRITORY_SIZE = 100
"""The size of territory, in hundredths of a point."""
LINEAR = (0, 20, 40, 60, 80)
"""D = 2d/10 in hundredths, for a difference d of 0 to 4 (4.3)."""
LATE = (0, 5, 15, 40, 80)
"""The same range on a curve that stays low until the enclosure is nearly complete (5.2, 6.3)."""
FRAMEWORK_LEVEL = 40
"""Size in hundredths from which on a point belongs to a moyo: a difference of two directions."""
NEARBY = 2
"""Steps outside a moyo up to which a move completes or reduces it."""


class Kind(IntEnum):
    """The kinds of objects that stop a cursor (4.1)."""

    STONE = 1
    """A stone."""
    CUTOFF_POINT = 2
    """A vacant point of a connecting line: atsumi of 0.8 or 0.9."""
    TERRITORY = 3
    """A vacant point with an atsumi of 1.0."""
    LEG = 4
    """On the perpendicular from a stone on the 4th line or below to the edge."""
    SPAN = 5
    """On the first line between two legs of one color, at most five points apart."""


class CutoffObject(NamedTuple):
    """The color and kind of the object on a point."""

    color: Color
    kind: Kind


@dataclass(frozen=True, slots=True)
class Options:
    """The paper's variations and future work; all off by default."""

    region_decides: bool = False
    """Where the region and the enclosed size name different colors, the region's color counts (5.3)."""
    reach: int | None = None
    """Objects more than this many steps away do not count (5.3)."""
    fade: bool = False
    """With `reach`: objects farther away count reach/distance of a direction."""
    diagonals: bool = False
    """Eight directions instead of four, each worth half (6.3)."""
    late: bool = False
    """The curve LATE instead of LINEAR (6.3)."""
    combine: bool = False
    """Joins the size with atsumi: of one color they add up, of two colors they cancel (4.3, 6.2)."""

    def __post_init__(self) -> None:
        if self.reach is not None and self.reach < 1:
            raise InputError(f"reach is {self.reach}; expected 1 or more")
        if self.fade and self.reach is None:
            raise InputError("fade needs a reach beyond which objects fade")

    def array(self) -> NDArray[np.int64]:
        """The options as an array for the kernels."""
        import numpy as np

        reach = min(self.reach or 0, 2 * MAX_SIDE)  # longer than any board
        flags = (self.region_decides, reach, self.fade, self.diagonals, self.combine)
        sizes = (MAX_LEG, MAX_SPAN, OBJECT_SIZE, TERRITORY_SIZE)
        return np.array([*sizes, *flags, *(LATE if self.late else LINEAR)], dtype=np.int64)


PAPER = Options()
"""Section 4 without variations."""


class Totals(NamedTuple):
    """The paper's evaluations of a whole board, in points, positive for Black (4.3)."""

    s: float
    """S: enclosed equivalent size summed over all vacant points."""
    s_dropped: float
    """S', in which points with atsumi do not count."""
    s_atsumi: float
    """S', in which points with atsumi count their atsumi."""

    def __sub__(self, other: Totals) -> Totals:
        return Totals(*(round(a - b, 2) for a, b in zip(self, other, strict=True)))


class Framework(NamedTuple):
    """A moyo: connected vacant points that one color encloses and that are not territory."""

    color: Color
    points: PointSet
    size: float
    """The sum of the enclosed equivalent sizes of its points, in points."""


class Moyo:
    """The evaluation of one board.

    >>> from honte.core import Board
    >>> found = moyo(Board.parse('''
    ... . . . . . . . . .
    ... . . . . . . . . .
    ... . . X . . . O . .
    ... . . . . . . . . .
    ... . . . . . . . . .
    ... . . . . . . . . .
    ... . . X . . . O . .
    ... . . . . . . . . .
    ... . . . . . . . . .'''))
    >>> found.object_at(Point.parse("C1"))
    CutoffObject(color=<Color.BLACK: 1>, kind=<Kind.LEG: 4>)
    >>> found.object_at(Point.parse("A5")).kind, found.pair(Point.parse("C5"))
    (<Kind.SPAN: 5>, (3, 1))
    >>> found.totals.s
    0.0
    """

    def __init__(
        self, board: Board, options: Options, work: NDArray[np.int64], totals: NDArray[np.int64]
    ) -> None:
        from honte.kernels.maps import size as kernels

        grid = board.grid
        self.board = board
        self.options = options
        self.atsumi: Atsumi = atsumi_of(board, work)
        self.hundredths = plane(grid, work, kernels.ENCLOSED)
        """Enclosed equivalent size in hundredths, by [row, col] from the lower left."""
        self.totals = _totals(totals)
        self._objects = plane(grid, work, kernels.OBJECT)
        self._black = plane(grid, work, kernels.NUMBER)
        self._white = plane(grid, work, kernels.NUMBER + 1)

    @property
    def grid(self) -> Grid:
        """The points of the board."""
        return self.board.grid

    # Cutoff objects (4.1)

    def object_at(self, point: Point) -> CutoffObject | None:
        """The cutoff object on a point, or None."""
        self.grid.bit(point)
        code = int(self._objects[point.row, point.col])
        return CutoffObject(BLACK if code > 0 else WHITE, Kind(abs(code))) if code else None

    def objects(self, color: Color, kinds: Iterable[Kind] = tuple(Kind)) -> PointSet:
        """All points that hold an object of this color and of one of these kinds."""
        import numpy as np

        wanted = np.isin(self._objects, [int(color) * kind for kind in kinds])
        return point_set(self.grid, wanted)

    # Cutoff numbers (4.2)

    def cutoff_number(self, point: Point, color: Color) -> float:
        """The number of directions in which a cursor meets an object of this color first.

        It is whole unless `fade` is on, and 0 on cutoff objects, where the paper does not define it.
        """
        self.grid.bit(point)
        numbers = self._black if color is BLACK else self._white
        return int(numbers[point.row, point.col]) / 100

    def pair(self, point: Point) -> tuple[int, int] | None:
        """(b, w), rounded, as figure 5 prints it; None on cutoff objects."""
        if self.object_at(point) is not None:
            return None
        return round(self.cutoff_number(point, BLACK)), round(self.cutoff_number(point, WHITE))

    def difference(self, point: Point) -> float:
        """d = b - w (4.3, figure 6)."""
        return self.cutoff_number(point, BLACK) - self.cutoff_number(point, WHITE)

    # Equivalent size (4.3)

    def share(self, point: Point, color: Color) -> float:
        """B = (d + 5)/10 for Black and W = 1 - B for White: from 0.1 to 0.9 off cutoff objects."""
        return round(0.5 + int(color) * self.enclosed_size(point) / 2, 4)

    def enclosed_size(self, point: Point) -> float:
        """D = B - W = 2d/10; 0.8 on cutoff objects and 1.0 on territory (figure 7); 0 on stones."""
        self.grid.bit(point)
        return int(self.hundredths[point.row, point.col]) / 100

    # Moyos

    def frameworks(self, color: Color) -> tuple[Framework, ...]:
        """The moyos of one color, largest size first."""
        own = self.hundredths * int(color)
        wanted = point_set(self.grid, own >= FRAMEWORK_LEVEL) - self.atsumi.territory(color)
        parts = (self._framework(color, part) for part in wanted.components())
        return tuple(sorted(parts, key=lambda part: (-part.size, part.points.mask)))

    def _framework(self, color: Color, points: PointSet) -> Framework:
        size = sum(int(self.hundredths[p.row, p.col]) for p in points)
        return Framework(color, points, size * int(color) / 100)


def moyo(board: Board, options: Options = PAPER) -> Moyo:
    """Evaluates a board; raises IllegalPosition when a chain has no liberty."""
    from honte.kernels.maps.size import evaluate, no_totals

    work, width = load(board)
    totals = no_totals(1)[0]
    evaluate(work, width, board.grid.cols, board.grid.rows, *tables(), options.array(), totals)
    return Moyo(board, options, work, totals)


def after_moves(position: Position, options: Options = PAPER, rules: Rules = CHINESE) -> dict[Point, Totals]:
    """The totals after each legal move of the side to play."""
    import numpy as np

    from honte.kernels.maps.size import evaluate_moves, no_totals

    grid = position.board.grid
    work, width = load(position.board)
    moves = list(position.legal_moves(rules))
    index = on_board(np.arange(work.shape[1]), grid)
    cells = np.array([index[p.row, p.col] for p in moves], dtype=np.int64)
    totals = no_totals(len(moves))
    evaluate_moves(
        work,
        width,
        grid.cols,
        grid.rows,
        tuple(tables()),
        options.array(),
        int(position.to_play),
        cells,
        totals,
    )
    return {move: _totals(row) for move, row in zip(moves, totals, strict=True)}


class Change(NamedTuple):
    """A move, and the change of the board's totals by it."""

    color: Color
    move: Point
    by: Totals


def move_changes(position: Position, options: Options = PAPER, rules: Rules = CHINESE) -> tuple[Change, ...]:
    """The change of the totals by each legal move of the side to play, the best first.

    Moves are ranked by `s_atsumi`. `s_dropped` would rank a move high for taking points out of the sum.
    """
    before = moyo(position.board, options).totals
    color = position.to_play
    changes = [
        Change(color, move, after - before) for move, after in after_moves(position, options, rules).items()
    ]
    return tuple(sorted(changes, key=lambda change: (-change.by.s_atsumi * color, change.move)))


def best_near(changes: Iterable[Change], found: Moyo, framework: Framework) -> Change | None:
    """The first of these ranked changes that lies in or near a moyo: its completing or reducing move.

    Points that the other color encloses do not count: a move there is an invasion.
    """
    near = framework.points
    for _ in range(NEARBY):
        near = near.dilate()
    theirs = point_set(found.grid, found.hundredths * int(framework.color) < 0)
    return next((change for change in changes if change.move in near - theirs), None)


def _totals(row: NDArray[np.int64]) -> Totals:
    return Totals(*(int(value) / 100 for value in row))


@warms("moyo", seconds=6)
def warm_up() -> None:
    """Compiles all that evaluating uses, on a tiny board."""
    move_changes(Position.empty(2))
