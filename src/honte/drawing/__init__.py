"""A tiny drawing scene with three back ends: SVG text, PNG (or animated GIF) by Pillow, and pages of PDF.

A `Scene` is a list of shapes in the order they are painted; x grows to the right, y downward. The
back ends give the same picture: texts are centered on their point by the height of a capital letter,
and the PNG is painted several times larger and averaged down, so that edges are smooth. No system font
is needed: Pillow brings its own.

Nothing here knows Go: `honte.formats.picture` draws Go boards with it, `honte.samegame.picture` SameGame
boards.
"""

from honte.drawing.raster import gif, paint
from honte.drawing.scene import Scene
from honte.drawing.shapes import (
    XY,
    Circle,
    Color,
    Glow,
    Line,
    Polygon,
    Rect,
    Shape,
    Style,
    Text,
    mix,
    regular_polygon,
    rgb,
)
from honte.drawing.vector import svg

__all__ = [
    "XY",
    "Circle",
    "Color",
    "Glow",
    "Line",
    "Polygon",
    "Rect",
    "Scene",
    "Shape",
    "Style",
    "Text",
    "gif",
    "mix",
    "paint",
    "regular_polygon",
    "rgb",
    "svg",
]
