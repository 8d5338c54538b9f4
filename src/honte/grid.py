"""Points, grids and sets of points: the geometry that Go and SameGame share.

A `Point` is an intersection counted from the lower left, so its text ("D4") needs no board size.
A `PointSet` is an immutable set of points held in one int. Masks (raw ints) are the fast door to
the same sets: bit `row * stride + col`, where `stride = cols + 1` leaves one empty column so that
a shift can never wrap round from one row into the next.

Everything that spreads over a board (chains, liberties, territory, eyes, regions, SameGame groups)
is `neighbors`, `flood` or `components` from here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property
from typing import NamedTuple

from honte.errors import InputError, ParseError

COLUMN_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
MAX_SIDE = 25
"""The largest Go board side: there are 25 column letters without I."""


class Point(NamedTuple):
    """An intersection: column and row from the lower left, both from 0.

    >>> Point.parse("D4")
    Point(col=3, row=3)
    >>> str(Point(8, 0))
    'J1'
    """

    col: int
    row: int

    def __str__(self) -> str:
        letter = COLUMN_LETTERS[self.col] if 0 <= self.col < MAX_SIDE else f"({self.col})"
        return f"{letter}{self.row + 1}"

    @classmethod
    def parse(cls, text: str) -> Point:
        """Reads a vertex such as "D4" or "q16"; the letter I is not used."""
        vertex = text.strip().upper()
        digits = vertex[1:]
        if not vertex or vertex[0] not in COLUMN_LETTERS or not digits.isascii() or not digits.isdigit():
            raise ParseError(
                f"{text.strip()!r} is not a point; expected a letter A-Z without I and a row, as D4"
            )
        if len(digits) > 4:
            raise ParseError(f"{text.strip()[:9]!r}... is not a point; the row is too large")
        if int(digits) < 1:
            raise ParseError(f"{text.strip()!r} is not a point; rows count from 1")
        return cls(COLUMN_LETTERS.index(vertex[0]), int(digits) - 1)


class Grid:
    """A rectangle of points. Grids of one shape are one object, so `is` and `==` agree.

    >>> Grid(19) is Grid(19, 19)
    True
    >>> Grid(5, 3).size
    15
    """

    __slots__ = ("__dict__", "cols", "full_mask", "rows", "size", "stride")

    cols: int
    rows: int
    size: int
    stride: int
    full_mask: int

    def __new__(cls, cols: int, rows: int | None = None) -> Grid:
        return _grid(cols, cols if rows is None else rows)

    def __repr__(self) -> str:
        return f"Grid({self.cols}, {self.rows})"

    def __reduce__(self) -> tuple[type[Grid], tuple[int, int]]:
        return Grid, (self.cols, self.rows)

    def __copy__(self) -> Grid:
        return self

    def __deepcopy__(self, memo: object) -> Grid:
        return self

    # Points and indices

    def __contains__(self, point: Point) -> bool:
        return 0 <= point[0] < self.cols and 0 <= point[1] < self.rows

    def __iter__(self) -> Iterator[Point]:
        """All points, row by row from the lower left."""
        return iter(self.points)

    def __len__(self) -> int:
        return self.size

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """All points, row by row from the lower left."""
        return tuple(Point(col, row) for row in range(self.rows) for col in range(self.cols))

    def bit(self, point: Point) -> int:
        """The mask of one point; raises InputError off the board."""
        col, row = point
        if not (0 <= col < self.cols and 0 <= row < self.rows):
            raise InputError(f"{point} is not on a {self.cols}x{self.rows} board")
        return 1 << row * self.stride + col

    def point_of(self, index: int) -> Point:
        """The point of one bit index."""
        row, col = divmod(index, self.stride)
        return Point(col, row)

    def parse(self, text: str) -> Point:
        """Reads a vertex and checks that it is on this grid."""
        point = Point.parse(text)
        if point not in self:
            raise InputError(f"{point} is not on a {self.cols}x{self.rows} board")
        return point

    # Spreading

    def dilate_mask(self, mask: int) -> int:
        """The mask together with all its orthogonal neighbors."""
        stride = self.stride
        return (mask | mask << 1 | mask >> 1 | mask << stride | mask >> stride) & self.full_mask

    def neighbors_mask(self, mask: int) -> int:
        """The orthogonal neighbors of a mask that are not in it."""
        stride = self.stride
        return (mask << 1 | mask >> 1 | mask << stride | mask >> stride) & self.full_mask & ~mask

    def flood_mask(self, seed: int, within: int) -> int:
        """All of `within` that is connected to `seed` (which is itself cut to `within`)."""
        stride = self.stride
        reached = seed & within
        while True:
            spread = (reached | reached << 1 | reached >> 1 | reached << stride | reached >> stride) & within
            if spread == reached:
                return reached
            reached = spread

    def component_masks(self, mask: int) -> Iterator[int]:
        """The connected parts of a mask, lowest bit first."""
        while mask:
            part = self.flood_mask(mask & -mask, mask)
            yield part
            mask ^= part

    def masks_of(self, mask: int) -> Iterator[int]:
        """The single-bit masks of a mask, lowest first."""
        while mask:
            low = mask & -mask
            yield low
            mask ^= low

    # Sets

    def set(self, points: Iterable[Point] = ()) -> PointSet:
        """The set of these points; raises InputError for a point off the board."""
        mask = 0
        for point in points:
            mask |= self.bit(point)
        return PointSet(self, mask)

    @cached_property
    def all(self) -> PointSet:
        """The set of all points."""
        return PointSet(self, self.full_mask)

    @cached_property
    def edge_mask(self) -> int:
        """The points of the first line."""
        return self.set(p for p in self if p.col in (0, self.cols - 1) or p.row in (0, self.rows - 1)).mask

    def line(self, point: Point) -> int:
        """The distance to the nearest edge, counted as players do: 1 on the edge."""
        return 1 + min(point.col, point.row, self.cols - 1 - point.col, self.rows - 1 - point.row)

    @cached_property
    def star_points(self) -> tuple[Point, ...]:
        """The handicap points as drawn on printed boards; none below 7x7."""
        return tuple(
            Point(col, row)
            for col in _stars(self.cols)
            for row in _stars(self.rows)
            if self._is_star(col, row)
        )

    def _is_star(self, col: int, row: int) -> bool:
        middle = (col == self.cols // 2) + (row == self.rows // 2)
        return middle != 1 or min(self.cols, self.rows) >= 15

    # Symmetries

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The maps of the grid onto itself, identity first: eight on a square, four on a rectangle."""
        cols, rows = self.cols - 1, self.rows - 1
        maps: list[Callable[[Point], Point]] = [
            lambda p: p,
            lambda p: Point(cols - p.col, p.row),
            lambda p: Point(p.col, rows - p.row),
            lambda p: Point(cols - p.col, rows - p.row),
        ]
        if self.cols == self.rows:
            maps += [
                lambda p: Point(p.row, p.col),
                lambda p: Point(rows - p.row, p.col),
                lambda p: Point(p.row, cols - p.col),
                lambda p: Point(rows - p.row, cols - p.col),
            ]
        return tuple(Symmetry(self, tuple(f(p) for p in self.points)) for f in maps)


@cache
def _grid(cols: int, rows: int) -> Grid:
    # 50 is SameGame's limit; Go boards are held to MAX_SIDE where their text is read and made.
    if not (1 <= cols <= 50 and 1 <= rows <= 50):
        raise InputError(f"a {cols}x{rows} board is out of range; sides go from 1 to {MAX_SIDE}")
    grid = object.__new__(Grid)
    grid.cols, grid.rows = cols, rows
    grid.size = cols * rows
    grid.stride = cols + 1
    row_mask = (1 << cols) - 1
    grid.full_mask = sum(row_mask << row * grid.stride for row in range(rows))
    return grid


def _stars(side: int) -> tuple[int, ...]:
    if side < 7:
        return ()
    edge = 2 if side < 13 else 3
    if side % 2 == 0 or side == 7:
        return (edge, side - 1 - edge)
    return (edge, side // 2, side - 1 - edge)


class Symmetry:
    """One map of a grid onto itself, for points, masks and sets."""

    __slots__ = ("grid", "image")

    def __init__(self, grid: Grid, image: tuple[Point, ...]) -> None:
        self.grid = grid
        self.image = image

    def __call__(self, point: Point) -> Point:
        return self.image[point.row * self.grid.cols + point.col]

    def mask(self, mask: int) -> int:
        """The image of a mask."""
        grid = self.grid
        return sum(grid.bit(self(p)) for p in PointSet(grid, mask))

    @property
    def inverse(self) -> Symmetry:
        """The map that undoes this one."""
        source = {image: point for point, image in zip(self.grid.points, self.image, strict=True)}
        return Symmetry(self.grid, tuple(source[p] for p in self.grid.points))


class PointSet:
    """An immutable set of points of one grid, held in one int (`mask`).

    >>> corner = Grid(5).set([Point.parse("A1")])
    >>> print(corner.neighbors())
    {B1, A2}
    >>> len(corner.dilate() | Grid(5).set([Point.parse("E5")]))
    4
    """

    __slots__ = ("grid", "mask")

    def __init__(self, grid: Grid, mask: int = 0) -> None:
        self.grid = grid
        self.mask = mask

    # Set behavior

    def __contains__(self, point: Point) -> bool:
        return point in self.grid and bool(self.mask >> point[1] * self.grid.stride + point[0] & 1)

    def __iter__(self) -> Iterator[Point]:
        """The points, row by row from the lower left."""
        mask, stride = self.mask, self.grid.stride
        while mask:
            low = mask & -mask
            row, col = divmod(low.bit_length() - 1, stride)
            yield Point(col, row)
            mask ^= low

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PointSet):
            return NotImplemented
        return self.mask == other.mask and self.grid is other.grid

    def __hash__(self) -> int:
        return hash((self.mask, self.grid.cols, self.grid.rows))

    def __or__(self, other: PointSet) -> PointSet:
        return PointSet(self.grid, self.mask | other.mask)

    def __and__(self, other: PointSet) -> PointSet:
        return PointSet(self.grid, self.mask & other.mask)

    def __sub__(self, other: PointSet) -> PointSet:
        return PointSet(self.grid, self.mask & ~other.mask)

    def __xor__(self, other: PointSet) -> PointSet:
        return PointSet(self.grid, self.mask ^ other.mask)

    def __invert__(self) -> PointSet:
        return PointSet(self.grid, self.grid.full_mask & ~self.mask)

    def __le__(self, other: PointSet) -> bool:
        return self.mask & ~other.mask == 0

    def isdisjoint(self, other: PointSet) -> bool:
        """Whether the two sets have no point in common."""
        return self.mask & other.mask == 0

    def __str__(self) -> str:
        return "{" + ", ".join(map(str, self)) + "}"

    def __repr__(self) -> str:
        return f"PointSet({self.grid!r}, {self.mask:#x})"

    # Geometry

    def dilate(self) -> PointSet:
        """The set together with its orthogonal neighbors."""
        return PointSet(self.grid, self.grid.dilate_mask(self.mask))

    def neighbors(self) -> PointSet:
        """The orthogonal neighbors that are not in the set."""
        return PointSet(self.grid, self.grid.neighbors_mask(self.mask))

    def flood(self, within: PointSet) -> PointSet:
        """All of `within` that is connected to this set."""
        return PointSet(self.grid, self.grid.flood_mask(self.mask, within.mask))

    def components(self) -> Iterator[PointSet]:
        """The connected parts, in the order of their lowest point."""
        return (PointSet(self.grid, part) for part in self.grid.component_masks(self.mask))
