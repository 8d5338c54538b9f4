"""The paper's figures 2 to 9 for any position, as text and as pictures (paper 001).

Each figure keeps the paper's notation. Numbers are tenths of a point, Black's upright and White's in
italics; plain text writes a minus before White's. ■ and □ are Black's and White's territory or region,
* is an equidistance line, # and @ are legs, & and !! are same color spans.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from honte.core.board import BLACK, WHITE, Board, Color
from honte.errors import InputError
from honte.formats.picture import Picture, Region
from honte.grid import COLUMN_LETTERS, Point
from honte.moyo.regions import regions
from honte.moyo.size import PAPER, Kind, Moyo, Options, moyo

SQUARES = {BLACK: "■", WHITE: "□"}
"""The marks of territory and regions."""
LEGS = {BLACK: "#", WHITE: "@"}
"""The marks of legs."""
SPANS = {BLACK: "&", WHITE: "!!"}
"""The marks of same color spans."""
GROUNDS = {BLACK: ("#b4b4b4", "#5f5f5f"), WHITE: ("#bcd8f4", "#3f8fdf")}
"""The tints under the points that each color controls weakly and strongly."""
STRONG_TENTHS = 6
"""Tenths from which on a point has the strong tint."""
STRONG_DIFFERENCE = 3
"""Difference of cutoff numbers from which on a point has the strong tint."""
COORDINATES = ("a1", "top")
"""The styles of coordinates: row 1 below, or row 1 on top as in the paper."""


class Mark(NamedTuple):
    """The text on a point, and the color that it counts for."""

    text: str
    color: Color | None = None
    strong: bool = True
    """Whether the point has the strong tint."""

    @property
    def plain(self) -> str:
        """The mark without italics: a number of White's has a minus."""
        number = len(self.text) == 1 and self.text.isdigit()
        return f"-{self.text}" if number and self.color is WHITE else self.text


class Figure(NamedTuple):
    """One figure of one position."""

    name: str
    title: str
    board: Board
    marks: Mapping[Point, Mark]

    def rows(self) -> list[list[str]]:
        """The marks as text from the top row down; stones are X and O, blank points a dot."""
        grid = self.board.grid
        return [
            [self._cell(Point(col, row)) for col in range(grid.cols)] for row in reversed(range(grid.rows))
        ]

    def _cell(self, point: Point) -> str:
        stone = self.board[point]
        if stone is not None:
            return "X" if stone is BLACK else "O"
        return self.marks[point].plain if point in self.marks else "."

    def text(self, coordinates: str = "a1") -> str:
        """The figure in characters, with coordinates on all four sides."""
        rows = self.rows()
        numbers = _row_numbers(len(rows), coordinates)
        wide = 2 if all(len(cell) < 2 for row in rows for cell in row) else 3
        letters = "   " + "".join(letter.rjust(wide) for letter in COLUMN_LETTERS[: len(rows[0])])
        lines = [
            f"{number:>2} " + "".join(cell.rjust(wide) for cell in row) + f" {number:>2}"
            for number, row in zip(numbers, rows, strict=True)
        ]
        return "\n".join([letters, *lines, letters])

    def picture(self, coordinates: str = "a1", theme: str = "book", *, titled: bool = True) -> Picture:
        """The figure as a picture, with the marks over the tint of their color."""
        grid = self.board.grid
        squares = {p: m for p, m in self.marks.items() if m.text in SQUARES.values()}
        small = 0.42 if self.name == "regions" else 0.95
        return Picture(
            self.board,
            labels={p: mark.text for p, mark in self.marks.items() if p not in squares},
            slanted=grid.set(p for p, mark in self.marks.items() if mark.color is WHITE),
            ownership={p: small * int(mark.color or 0) for p, mark in squares.items()},
            regions=self._grounds(),
            coordinates=coordinates,
            theme=theme,
            title=self.title if titled else "",
        )

    def _grounds(self) -> list[Region]:
        """The tinted areas; stones stand on the strong tint of their color."""
        found = []
        for color in (BLACK, WHITE):
            for strong in (False, True):
                own = (p for p, m in self.marks.items() if m.color is color and m.strong is strong)
                points = self.board.grid.set(own)
                if strong:
                    points = points | self.board.stones(color)
                if points:
                    found.append(Region(points, GROUNDS[color][strong]))
        return found


def _row_numbers(rows: int, coordinates: str) -> range:
    if coordinates not in COORDINATES:
        raise InputError(f"coordinates {coordinates!r}; known: {', '.join(COORDINATES)}")
    return range(rows, 0, -1) if coordinates == "a1" else range(1, rows + 1)


def vertex_in(point: Point, rows: int, coordinates: str) -> str:
    """A point's text in a style of coordinates; `top` counts rows from above, as the paper does.

    >>> vertex_in(Point.parse("C16"), 19, "top")
    'C4'
    """
    return str(point if coordinates == "a1" else Point(point.col, rows - 1 - point.row))


# The marks of each figure on vacant points


def _tenths(tenths: int, color: Color) -> Mark:
    text = SQUARES[color] if tenths == 10 else str(tenths)
    return Mark(text, color, tenths >= STRONG_TENTHS)


def _atsumi(found: Moyo) -> dict[Point, Mark]:
    marks = {}
    for point in found.board.empty:
        tenths = round(10 * found.atsumi[point])
        if tenths:
            color = BLACK if tenths > 0 else WHITE
            marks[point] = _tenths(abs(tenths), color)
    return marks


def _regions(found: Moyo) -> dict[Point, Mark]:
    split = regions(found.board)
    marks = {point: Mark("*") for point in split.equidistant}
    for color in (BLACK, WHITE):
        marks |= {point: Mark(SQUARES[color], color) for point in split.controlled(color)}
    return marks


def _objects(found: Moyo) -> dict[Point, Mark]:
    marks = {}
    for point in found.board.empty:
        thing = found.object_at(point)
        if thing is not None:
            marks[point] = Mark(_object_text(found, point, thing.kind, thing.color), thing.color)
    return marks


def _object_text(found: Moyo, point: Point, kind: Kind, color: Color) -> str:
    if kind is Kind.LEG:
        return LEGS[color]
    if kind is Kind.SPAN:
        return SPANS[color]
    return SQUARES[color] if kind is Kind.TERRITORY else str(round(abs(10 * found.atsumi[point])))


def _pairs(found: Moyo) -> dict[Point, Mark]:
    marks = {}
    for point in found.board.empty:
        pair = found.pair(point)
        if pair is not None:
            lead = pair[0] - pair[1]
            color = BLACK if lead > 0 else WHITE if lead < 0 else None
            marks[point] = Mark(f"{pair[0]}{pair[1]}", color, abs(lead) >= STRONG_DIFFERENCE)
    return marks


def _difference(found: Moyo) -> dict[Point, Mark]:
    marks = {}
    for point in found.board.empty:
        lead = round(found.difference(point))
        if lead:
            color = BLACK if lead > 0 else WHITE
            marks[point] = Mark(str(abs(lead)), color, abs(lead) >= STRONG_DIFFERENCE)
    return marks


def _size(found: Moyo) -> dict[Point, Mark]:
    marks = {}
    for point in found.board.empty:
        size = found.enclosed_size(point)
        tenths = round(10 * abs(size))
        if tenths:
            color = BLACK if size > 0 else WHITE
            marks[point] = _tenths(tenths, color)
    return marks


class _Kind(NamedTuple):
    """A kind of figure: its number in the paper, its title, and its marks."""

    number: str
    title: str
    marks: Callable[[Moyo], dict[Point, Mark]]


FIGURES: dict[str, _Kind] = {
    "atsumi": _Kind("2", "Atsumi by groups", _atsumi),
    "regions": _Kind("3", "Regions and equidistance lines", _regions),
    "objects": _Kind("4", "Cutoff objects", _objects),
    "pairs": _Kind("5", "Pairs of cutoff numbers", _pairs),
    "difference": _Kind("6", "Difference of cutoff numbers", _difference),
    "size": _Kind("7", "Enclosed equivalent size", _size),
}
"""The figures by name. The paper's figures 8 and 9 are `pairs` and `difference` one move earlier."""


def figure(name: str, found: Moyo) -> Figure:
    """One figure of an evaluated board; raises InputError for an unknown name."""
    if name not in FIGURES:
        raise InputError(f"figure {name!r}; known: {', '.join(FIGURES)}")
    kind = FIGURES[name]
    return Figure(name, kind.title, found.board, kind.marks(found))


def figures(board: Board, options: Options = PAPER) -> tuple[Figure, ...]:
    """All figures of a board."""
    found = moyo(board, options)
    return tuple(figure(name, found) for name in FIGURES)
