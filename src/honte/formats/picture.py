"""Pictures of boards as in a Go book: SVG and PNG.

A `Picture` is a board and what is drawn on it: last move, marks, labels, move numbers, a heat map,
ownership paint, regions, dimmed points, a crop. Layers are painted from the paper upward: regions,
lines, heat, stones, dimming, ownership, marks, letters. Themes (book, wood, light, dark) are data.

>>> picture = Picture(Board(9).place(Point.parse("E5"), BLACK)[0], last=Point.parse("E5"))
>>> picture.svg().startswith("<svg")
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from honte.core.board import BLACK, Board, Color
from honte.drawing import XY, Glow, Scene, Style, mix, regular_polygon
from honte.errors import InputError
from honte.formats.outline import outline
from honte.formats.themes import THEMES, Theme
from honte.grid import COLUMN_LETTERS, Grid, Point, PointSet
from honte.whole import write_whole

CELL = 24.0
"""Units from one line to the next."""
STONE = 0.478
"""A stone's radius in cells: neighbors just about touch, as in print."""
SHAPES = ("triangle", "square", "circle", "cross")
"""The marks that a point can have."""
COORDINATES = ("none", "a1", "top")
"""The ways to label the edges; see `Picture.coordinates`."""


@dataclass(frozen=True)
class Region:
    """A tinted area with a border; without a color the theme's palette gives one."""

    points: PointSet
    color: str | None = None
    label: str = ""


@dataclass(frozen=True)
class Picture:
    """What to draw. Only `board` is needed."""

    board: Board
    last: Point | None = None
    marks: Mapping[Point, str] = field(default_factory=dict)
    """`triangle`, `square`, `circle` or `cross` by point."""
    labels: Mapping[Point, str] = field(default_factory=dict)
    slanted: PointSet | None = None
    """Points whose labels stand in italics."""
    numbers: Mapping[Point, int] = field(default_factory=dict)
    """Move numbers, on stones or on empty points."""
    ghosts: Mapping[Point, Color] = field(default_factory=dict)
    """Stones that are only suggested: half transparent, on empty points."""
    heat: Mapping[Point, float] = field(default_factory=dict)
    """0 to 1 by point."""
    ownership: Mapping[Point, float] = field(default_factory=dict)
    """-1 (White's) to +1 (Black's) by point, painted as squares that grow with certainty."""
    regions: Sequence[Region] = ()
    dimmed: PointSet | None = None
    """Points that take no part: paled."""
    crop: tuple[Point, Point] | None = None
    """Two opposite corners of the part to show."""
    coordinates: str = "a1"
    """`a1`: rows from the bottom; `top`: rows from the top, as in the moyo paper; `none`."""
    theme: str = "book"
    title: str = ""

    def scene(self) -> Scene:
        """The picture as a scene, to be drawn or put into an animation."""
        return _Painter(self).scene()

    def svg(self) -> str:
        """The picture as a whole SVG document."""
        return self.scene().svg()

    def png(self, cell_pixels: int = 32) -> bytes:
        """A PNG with this many pixels from line to line."""
        return self.scene().png(cell_pixels / CELL)

    def to_bytes(self, name: str, cell_pixels: int = 32) -> bytes:
        """The bytes for a file of this name: SVG or PNG by its ending; raises InputError for any other."""
        ending = Path(name).suffix.lower()
        if ending == ".svg":
            return self.svg().encode("utf8")
        if ending == ".png":
            return self.png(cell_pixels)
        raise InputError(f"{name}: pictures are .svg or .png")

    def save(self, path: str | Path, cell_pixels: int = 32) -> None:
        """Writes the picture to a file: SVG or PNG by its ending.

        Raises InputError for any other ending, and when the file cannot be written.
        """
        data = self.to_bytes(str(path), cell_pixels)
        try:
            write_whole(path, data)
        except OSError as error:
            raise InputError(f"cannot write {path}: {error.strerror or error}") from None

    def _repr_svg_(self) -> str:
        return self.svg()


class _Painter:
    """Paints one picture layer by layer."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.board = picture.board
        self.grid: Grid = picture.board.grid
        self.theme = _theme(picture.theme)
        if picture.coordinates not in COORDINATES:
            raise InputError(f"coordinates {picture.coordinates!r}; known: {', '.join(COORDINATES)}")
        self.low, self.high = _corners(picture.crop, self.grid)
        self.margin = CELL * (1.45 if picture.coordinates != "none" else 0.8)
        self.points = [p for p in self.grid if self._shown(p)]

    def scene(self) -> Scene:
        """Paints from the paper upward, each layer over the ones before."""
        cols, rows = self.high.col - self.low.col, self.high.row - self.low.row
        extra = CELL * 0.9 if self.picture.title else 0.0
        self.out = Scene(
            cols * CELL + 2 * self.margin,
            rows * CELL + 2 * self.margin + extra,
            self.theme.paper,
            self.picture.title or f"a Go board of {self.grid.cols} by {self.grid.rows}",
        )
        self._wood_grain()
        for number, region in enumerate(self.picture.regions):
            self._region(region, number)
        self._lines()
        self._heat()
        self._stones()
        self._dim()
        self._ownership()
        self._marks()
        self._letters()
        self._region_labels()
        self._coordinates()
        if self.picture.title:
            center = (self.out.width / 2, self.out.height - CELL * 0.75)
            self.out.text(center, self.picture.title, CELL * 0.58, self.theme.ink)
        return self.out

    # Geometry

    def _shown(self, point: Point) -> bool:
        return self.low.col <= point.col <= self.high.col and self.low.row <= point.row <= self.high.row

    def _at(self, point: Point) -> XY:
        return (
            self.margin + (point.col - self.low.col) * CELL,
            self.margin + (self.high.row - point.row) * CELL,
        )

    def _inside(self, points: Mapping[Point, object]) -> list[Point]:
        for point in points:
            if point not in self.grid:
                raise InputError(f"{point} is not on a {self.grid.cols}x{self.grid.rows} board")
        return [p for p in points if self._shown(p)]

    # Paper and lines

    def _wood_grain(self) -> None:
        """Faint uneven lines along the board; their places follow a fixed rule, not chance."""
        if self.theme.grain is None:
            return
        x, step = 0.0, 0
        while x < self.out.width:
            sway = (step * 37 % 11 - 5) * 0.5
            style = Style(
                stroke=self.theme.grain, width=0.6 + step * 29 % 7 / 4, opacity=0.10 + step % 3 * 0.05
            )
            self.out.line((x, -5), (x + sway, self.out.height + 5), style)
            x += 3.5 + step * 53 % 17 / 2.2
            step += 1

    def _lines(self) -> None:
        """Lines run half a cell past a crop where the board goes on; the board's edge is stronger."""
        low, high, grid = self.low, self.high, self.grid
        beyond = 0.5
        left = -beyond if low.col > 0 else 0.0
        right = beyond if high.col < grid.cols - 1 else 0.0
        bottom = beyond if low.row > 0 else 0.0
        top = -beyond if high.row < grid.rows - 1 else 0.0
        thin = Style(stroke=self.theme.line, width=self.theme.line_width)
        edge = Style(stroke=self.theme.line, width=self.theme.edge_width)
        for row in range(low.row, high.row + 1):
            (x1, y), (x2, _) = self._at(Point(low.col, row)), self._at(Point(high.col, row))
            style = edge if row in (0, grid.rows - 1) else thin
            self.out.line((x1 + left * CELL, y), (x2 + right * CELL, y), style)
        for col in range(low.col, high.col + 1):
            (x, y1), (_, y2) = self._at(Point(col, high.row)), self._at(Point(col, low.row))
            style = edge if col in (0, grid.cols - 1) else thin
            self.out.line((x, y1 + top * CELL), (x, y2 + bottom * CELL), style)
        for point in filter(self._shown, grid.star_points):
            self.out.circle(self._at(point), CELL * 0.105, Style(fill=self.theme.line))

    # Stones

    def _stones(self) -> None:
        stones = [p for p in self.points if self.board[p] is not None]
        if self.theme.shadow:
            for point in stones:
                x, y = self._at(point)
                self.out.circle((x + 1.2, y + 1.8), CELL * STONE, Style(fill="#000000", opacity=0.28))
        for point in stones:
            self._stone(point, self.board[point] is BLACK, 1.0)
        for point in self._inside(self.picture.ghosts):
            if self.board[point] is None:
                self._stone(point, self.picture.ghosts[point] is BLACK, 0.55)

    def _stone(self, point: Point, black: bool, opacity: float) -> None:
        fill: str | Glow = self.theme.black if black else self.theme.white
        rim = self.theme.black_rim if black else self.theme.white_rim
        radius = CELL * STONE - (self.theme.rim_width / 2 if rim else 0)
        self.out.circle(self._at(point), radius, Style(fill, rim, self.theme.rim_width, opacity))

    def _dim(self) -> None:
        if self.picture.dimmed is None:
            return
        for point in self.points:
            if point in self.picture.dimmed:
                x, y = self._at(point)
                style = Style(fill=self.theme.paper, opacity=0.62)
                self.out.rect((x - CELL / 2, y - CELL / 2), (CELL, CELL), style)

    # Areas

    def _heat(self) -> None:
        for point in self._inside(self.picture.heat):
            value = min(1.0, max(0.0, self.picture.heat[point]))
            if value > 0.005:
                radius = CELL * (0.2 + 0.3 * value)
                color = self.theme.heat(value)
                self.out.circle(self._at(point), radius, Style(fill=color, opacity=0.35 + 0.55 * value))

    def _ownership(self) -> None:
        for point in self._inside(self.picture.ownership):
            value = min(1.0, max(-1.0, self.picture.ownership[point]))
            if abs(value) < 0.05:
                continue
            side = CELL * (0.14 + 0.32 * abs(value))
            x, y = self._at(point)
            fill, rim = self.theme.own_black if value > 0 else self.theme.own_white
            style = Style(fill, rim, 0.8, 0.3 + 0.7 * abs(value))
            self.out.rect((x - side / 2, y - side / 2), (side, side), style, rounded=1.0)

    def _region(self, region: Region, number: int) -> None:
        color = region.color or self.theme.palette[number % len(self.theme.palette)]
        tint = Style(fill=color, opacity=self.theme.tint)
        inside = [p for p in region.points if self._shown(p)]
        for point in inside:
            x, y = self._at(point)
            self.out.rect((x - CELL / 2, y - CELL / 2), (CELL, CELL), tint)
        border = Style(stroke=mix(color, self.theme.ink, 0.25), width=1.6)
        for start, end in outline(inside):
            (x1, y1), (x2, y2) = (self._corner(*start), self._corner(*end))
            self.out.line((x1, y1), (x2, y2), border)

    def _corner(self, col: int, row: int) -> XY:
        """The lower left corner of a point's cell."""
        x, y = self._at(Point(col, row))
        return x - CELL / 2, y + CELL / 2

    def _region_labels(self) -> None:
        for region in self.picture.regions:
            inside = [p for p in region.points if self._shown(p)]
            if region.label and inside:
                self._letter(middle_of(inside), region.label, CELL * 0.62, bold=True)

    # Marks and letters

    def _ink_on(self, point: Point) -> str:
        color = self.board[point]
        if color is None:
            return self.theme.mark
        return self.theme.on_black if color is BLACK else self.theme.on_white

    def _marks(self) -> None:
        for point in self._inside(self.picture.marks):
            self._mark(point, self.picture.marks[point])
        last = self.picture.last
        if last is not None and self._shown(last) and last not in self.picture.numbers:
            ink = self._ink_on(last)
            self.out.circle(self._at(last), CELL * 0.2, Style(stroke=ink, width=1.7))

    def _mark(self, point: Point, shape: str) -> None:
        (x, y), r = self._at(point), CELL * 0.27
        style = Style(stroke=self._ink_on(point), width=1.7)
        if shape == "triangle":
            self.out.polygon(regular_polygon((x, y + r * 0.14), r * 1.08, 3), style)
        elif shape == "square":
            s = r * 0.82
            self.out.polygon([(x - s, y - s), (x + s, y - s), (x + s, y + s), (x - s, y + s)], style)
        elif shape == "circle":
            self.out.circle((x, y), r * 0.88, style)
        elif shape == "cross":
            s = r * 0.78
            self.out.line((x - s, y - s), (x + s, y + s), style)
            self.out.line((x - s, y + s), (x + s, y - s), style)
        else:
            raise InputError(f"mark {shape!r}; known: {', '.join(SHAPES)}")

    def _letters(self) -> None:
        for point in self._inside(self.picture.labels):
            text = self.picture.labels[point]
            self._letter(point, text, CELL * (0.66 if len(text) < 2 else 0.54 if len(text) < 3 else 0.42))
        for point in self._inside(self.picture.numbers):
            text = str(self.picture.numbers[point])
            self._letter(point, text, CELL * (0.6 if len(text) < 2 else 0.52 if len(text) < 3 else 0.42))

    def _letter(self, point: Point, text: str, size: float, *, bold: bool = False) -> None:
        """A letter; on an empty point the lines are cleared away behind it first."""
        if self.board[point] is None and point not in self.picture.ghosts:
            ground = self.theme.paper
            for number, region in enumerate(self.picture.regions):
                if point in region.points:
                    color = region.color or self.theme.palette[number % len(self.theme.palette)]
                    ground = mix(ground, color, self.theme.tint)
            self.out.circle(self._at(point), CELL * 0.36, Style(fill=ground))
        italic = self.picture.slanted is not None and point in self.picture.slanted
        self.out.text(self._at(point), text, size, self._ink_on(point), bold=bold, italic=italic)

    def _coordinates(self) -> None:
        if self.picture.coordinates == "none":
            return
        size, low, high, grid = CELL * 0.44, self.low, self.high, self.grid
        near, (right, bottom) = CELL * 0.42, self._at(Point(high.col, low.row))
        far_x, far_y = right + self.margin - near, bottom + self.margin - near
        # Letters stand only along the board's own edges, or at the left and below when none is shown.
        tops = [near] if high.row == grid.rows - 1 else []
        bottoms = [far_y] if low.row == 0 or not tops else []
        rights = [far_x] if high.col == grid.cols - 1 else []
        lefts = [near] if low.col == 0 or not rights else []
        for col in range(low.col, high.col + 1):
            x, _ = self._at(Point(col, low.row))
            for y in tops + bottoms:
                self.out.text((x, y), COLUMN_LETTERS[col], size, self.theme.faint)
        for row in range(low.row, high.row + 1):
            _, y = self._at(Point(low.col, row))
            number = row + 1 if self.picture.coordinates == "a1" else grid.rows - row
            for x in lefts + rights:
                self.out.text((x, y), str(number), size, self.theme.faint)


def _theme(name: str) -> Theme:
    if name not in THEMES:
        raise InputError(f"theme {name!r}; known: {', '.join(THEMES)}")
    return THEMES[name]


def _corners(crop: tuple[Point, Point] | None, grid: Grid) -> tuple[Point, Point]:
    """The lower left and the upper right point that are shown."""
    if crop is None:
        return Point(0, 0), Point(grid.cols - 1, grid.rows - 1)
    a, b = crop
    if a not in grid or b not in grid:
        raise InputError(f"the crop {a} to {b} is not on a {grid.cols}x{grid.rows} board")
    return Point(min(a.col, b.col), min(a.row, b.row)), Point(max(a.col, b.col), max(a.row, b.row))


def crop_around(points: PointSet, margin: int = 2) -> tuple[Point, Point] | None:
    """A crop that shows these points and a margin; edges that are nearly reached are shown whole."""
    if not points:
        return None
    grid, cols, rows = points.grid, [p.col for p in points], [p.row for p in points]

    def span(values: list[int], side: int) -> tuple[int, int]:
        low, high = min(values) - margin, max(values) + margin
        return (0 if low <= 1 else low), (side - 1 if high >= side - 2 else high)

    (left, right), (bottom, top) = span(cols, grid.cols), span(rows, grid.rows)
    return Point(left, bottom), Point(right, top)


def middle_of(points: Sequence[Point]) -> Point:
    """The member nearest to the center of a set: where a person would point."""
    x, y = sum(p.col for p in points) / len(points), sum(p.row for p in points) / len(points)
    return min(points, key=lambda p: ((p.col - x) ** 2 + (p.row - y) ** 2, p))
