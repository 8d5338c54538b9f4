"""The scene: shapes on a canvas, in the order they are painted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from honte.drawing.raster import png
from honte.drawing.shapes import XY, Circle, Line, Polygon, Rect, Shape, Style, Text
from honte.drawing.vector import svg


@dataclass
class Scene:
    """Shapes on a canvas.

    >>> scene = Scene(40, 40, "#ffffff", title="a stone")
    >>> scene.circle((20, 20), 15, Style(fill="#000000"))
    >>> scene.svg().count("<circle")
    1
    >>> scene.png(scale=2)[:4]
    b'\\x89PNG'
    """

    width: float
    height: float
    background: str = "#ffffff"
    title: str = ""
    shapes: list[Shape] = field(default_factory=list)

    def line(self, start: XY, end: XY, style: Style) -> None:
        """Adds a straight line."""
        self.shapes.append(Line(start, end, style))

    def circle(self, center: XY, radius: float, style: Style) -> None:
        """Adds a circle."""
        self.shapes.append(Circle(center, radius, style))

    def rect(self, corner: XY, size: XY, style: Style, rounded: float = 0.0) -> None:
        """Adds a rectangle by its upper left corner and its width and height."""
        self.shapes.append(Rect(corner, size, style, rounded))

    def polygon(self, points: Sequence[XY], style: Style, *, closed: bool = True) -> None:
        """Adds a line through points, closed by default."""
        self.shapes.append(Polygon(tuple(points), style, closed))

    def text(
        self,
        center: XY,
        text: str,
        size: float,
        color: str,
        opacity: float = 1.0,
        *,
        bold: bool = False,
        italic: bool = False,
    ) -> None:
        """Adds a text centered on a point; `size` is the font size in units."""
        self.shapes.append(Text(center, text, size, color, opacity, bold, italic))

    def svg(self) -> str:
        """The picture as a whole SVG document."""
        return svg(self)

    def png(self, scale: float = 2.0) -> bytes:
        """The picture as a PNG file, `scale` pixels to a unit."""
        return png(self, scale)
