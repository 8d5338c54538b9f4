"""Colors and shapes: what a scene consists of."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

from honte.errors import InputError

CAP_HALF = 0.355
"""Half the height of a capital letter, as a fraction of the font size: a text's baseline lies this far
below its center."""

Color: TypeAlias = tuple[int, int, int]
XY: TypeAlias = tuple[float, float]


def rgb(code: str) -> Color:
    """A color from "#e0b46c" or "#333"."""
    digits = code.removeprefix("#")
    digits = "".join(ch * 2 for ch in digits) if len(digits) == 3 else digits
    try:
        value = int(digits, 16)
    except ValueError:
        value = -1
    if len(digits) != 6 or value < 0:
        raise InputError(f"{code!r} is not a color; expected #rrggbb")
    return value >> 16, value >> 8 & 255, value & 255


def mix(a: str, b: str, share: float) -> str:
    """The color `share` of the way from a to b."""
    parts = (round(x + (y - x) * share) for x, y in zip(rgb(a), rgb(b), strict=True))
    return "#" + "".join(f"{part:02x}" for part in parts)


def regular_polygon(center: XY, radius: float, sides: int, turn: float = 0.0) -> list[XY]:
    """The corners of a regular polygon, the first one straight up, turned clockwise by `turn` radians."""
    x, y = center
    angles = (turn + 2 * math.pi * k / sides for k in range(sides))
    return [(x + radius * math.sin(a), y - radius * math.cos(a)) for a in angles]


@dataclass(frozen=True)
class Glow:
    """A radial gradient for circles: `light` at the focus (up and to the left), `dark` at the rim."""

    light: str
    dark: str
    focus: XY = (-0.32, -0.36)
    """Where the light falls, in radii from the center."""


@dataclass(frozen=True)
class Style:
    """How a shape is painted: its fill, its stroke with a width in units, and an opacity from 0 to 1."""

    fill: str | Glow | None = None
    stroke: str | None = None
    width: float = 1.0
    opacity: float = 1.0


@dataclass(frozen=True)
class Line:
    """A straight line with round ends."""

    start: XY
    end: XY
    style: Style


@dataclass(frozen=True)
class Circle:
    """A circle, filled or as a ring."""

    center: XY
    radius: float
    style: Style


@dataclass(frozen=True)
class Rect:
    """A rectangle, perhaps with rounded corners."""

    corner: XY
    """The upper left corner."""
    size: XY
    style: Style
    rounded: float = 0.0


@dataclass(frozen=True)
class Polygon:
    """A line through points; closed it can have a fill."""

    points: tuple[XY, ...]
    style: Style
    closed: bool = True


@dataclass(frozen=True)
class Text:
    """A text in one line, centered on a point; `size` is the font size in units."""

    center: XY
    text: str
    size: float
    color: str
    opacity: float = 1.0
    bold: bool = False
    italic: bool = False


Shape: TypeAlias = Line | Circle | Rect | Polygon | Text
