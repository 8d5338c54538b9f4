"""A tiny drawing scene with two back ends: SVG text, and PNG (or animated GIF) by Pillow.

A `Scene` is a list of shapes in the order they are painted; x grows to the right, y downward. The two
back ends give the same picture: texts are centered on their point by the height of a capital letter,
and the PNG is painted several times larger and averaged down, so that edges are smooth. No system font
is needed: Pillow brings its own.

Nothing here knows Go: `honte.formats.picture` draws Go boards with it, `honte.samegame.picture` SameGame
boards.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from typing import TYPE_CHECKING, TypeAlias

from honte.errors import InputError

if TYPE_CHECKING:
    from PIL import Image, ImageDraw, ImageFont

CAP_HALF = 0.355
"""Half the height of a capital letter, as a fraction of the font size: a text's baseline lies this far
below its center."""
SLANT = 0.22
"""How far italics lean to the side, as a fraction of their height."""
OVERSAMPLING = 3
"""A PNG is painted this many times larger in both directions, then averaged down."""
MAX_PIXELS = 40_000_000
"""The most pixels of a picture, before oversampling."""
FONTS = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif"
"""The fonts that an SVG asks for, in order of preference."""

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


# Shapes


@dataclass(frozen=True)
class Glow:
    """A radial gradient for circles: `light` at the focus (up and to the left), `dark` at the rim."""

    light: str
    dark: str
    focus: XY = (-0.32, -0.36)
    """Where the light falls, in radii from the center."""


@dataclass(frozen=True)
class Style:
    fill: str | Glow | None = None
    stroke: str | None = None
    width: float = 1.0
    opacity: float = 1.0


@dataclass(frozen=True)
class Line:
    start: XY
    end: XY
    style: Style


@dataclass(frozen=True)
class Circle:
    center: XY
    radius: float
    style: Style


@dataclass(frozen=True)
class Rect:
    corner: XY
    """The upper left corner."""
    size: XY
    style: Style
    rounded: float = 0.0


@dataclass(frozen=True)
class Polygon:
    points: tuple[XY, ...]
    style: Style
    closed: bool = True


@dataclass(frozen=True)
class Text:
    center: XY
    text: str
    size: float
    color: str
    opacity: float = 1.0
    bold: bool = False
    italic: bool = False


Shape: TypeAlias = Line | Circle | Rect | Polygon | Text


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
        self.shapes.append(Line(start, end, style))

    def circle(self, center: XY, radius: float, style: Style) -> None:
        self.shapes.append(Circle(center, radius, style))

    def rect(self, corner: XY, size: XY, style: Style, rounded: float = 0.0) -> None:
        self.shapes.append(Rect(corner, size, style, rounded))

    def polygon(self, points: Sequence[XY], style: Style, *, closed: bool = True) -> None:
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
        self.shapes.append(Text(center, text, size, color, opacity, bold, italic))

    def svg(self) -> str:
        """The picture as a whole SVG document."""
        return svg(self)

    def png(self, scale: float = 2.0) -> bytes:
        """The picture as a PNG file, `scale` pixels to a unit."""
        return _file([paint(self, scale)], "PNG")


# SVG


def svg(scene: Scene) -> str:
    """The SVG document of a scene; a screen reader says its title."""
    glows: dict[Glow, str] = {}
    body = [_svg_shape(shape, glows) for shape in scene.shapes]
    size = f'width="{_n(scene.width)}" height="{_n(scene.height)}"'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
        f'viewBox="0 0 {_n(scene.width)} {_n(scene.height)}" role="img" '
        f'aria-label="{escape(scene.title or "picture")}">'
    )
    title = [f"<title>{escape(scene.title, quote=False)}</title>"] if scene.title else []
    defs = ["<defs>" + "".join(map(_svg_glow, glows, glows.values())) + "</defs>"] if glows else []
    paper = f'<rect width="100%" height="100%" fill="{scene.background}"/>'
    return "\n".join([head, *title, *defs, paper, *body, "</svg>", ""])


def _svg_glow(glow: Glow, name: str) -> str:
    fx, fy = (50 + 50 * part for part in glow.focus)
    return (
        f'<radialGradient id="{name}" cx="50%" cy="50%" r="50%" fx="{_n(fx)}%" fy="{_n(fy)}%">'
        f'<stop offset="0" stop-color="{glow.light}"/><stop offset="1" stop-color="{glow.dark}"/>'
        "</radialGradient>"
    )


def _svg_shape(shape: Shape, glows: dict[Glow, str]) -> str:
    if isinstance(shape, Text):
        x, y = shape.center
        weight = ' font-weight="bold"' if shape.bold else ""
        weight += ' font-style="italic"' if shape.italic else ""
        faint = f' opacity="{_n(shape.opacity)}"' if shape.opacity < 1 else ""
        return (
            f'<text x="{_n(x)}" y="{_n(y + CAP_HALF * shape.size)}" font-size="{_n(shape.size)}" '
            f'fill="{shape.color}" text-anchor="middle" font-family="{FONTS}"{weight}{faint}>'
            f"{escape(shape.text, quote=False)}</text>"
        )
    paint = _svg_style(shape.style, glows)
    if isinstance(shape, Line):
        (x1, y1), (x2, y2) = shape.start, shape.end
        return (
            f'<line x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}"{paint} stroke-linecap="round"/>'
        )
    if isinstance(shape, Circle):
        (x, y), r = shape.center, shape.radius
        return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}"{paint}/>'
    if isinstance(shape, Rect):
        (x, y), (w, h) = shape.corner, shape.size
        round_ = f' rx="{_n(shape.rounded)}"' if shape.rounded else ""
        return f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(w)}" height="{_n(h)}"{round_}{paint}/>'
    points = " ".join(f"{_n(x)},{_n(y)}" for x, y in shape.points)
    return f'<{"polygon" if shape.closed else "polyline"} points="{points}"{paint} stroke-linejoin="round"/>'


def _svg_style(style: Style, glows: dict[Glow, str]) -> str:
    if isinstance(style.fill, Glow):
        fill = f"url(#{glows.setdefault(style.fill, f'glow{len(glows)}')})"
    else:
        fill = style.fill or "none"
    parts = f' fill="{fill}"'
    if style.stroke:
        parts += f' stroke="{style.stroke}" stroke-width="{_n(style.width)}"'
    return parts + (f' opacity="{_n(style.opacity)}"' if style.opacity < 1 else "")


def _n(value: float) -> str:
    """A number with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}"


# PNG and GIF


def paint(scene: Scene, scale: float = 2.0) -> Image.Image:
    """The picture as a Pillow image; raises InputError for a size that is out of range."""
    from PIL import Image

    width, height = round(scene.width * scale), round(scene.height * scale)
    if scale <= 0 or not 0 < width * height <= MAX_PIXELS:
        raise InputError(f"a picture of {width} x {height} pixels is out of range")
    large = (width * OVERSAMPLING, height * OVERSAMPLING)
    painter = _Painter(Image.new("RGB", large, rgb(scene.background)), scale * OVERSAMPLING)
    for shape in scene.shapes:
        painter.draw(shape)
    return painter.image.reduce(OVERSAMPLING)


def gif(scenes: Sequence[Scene], milliseconds: int | Sequence[int] = 500, scale: float = 1.0) -> bytes:
    """An animated GIF that repeats; one duration for all frames or one for each."""
    if not scenes:
        raise InputError("an animation needs at least one picture")
    frames = [paint(scene, scale) for scene in scenes]
    if any(frame.size != frames[0].size for frame in frames):
        raise InputError("the pictures of an animation must have one size")
    times = milliseconds if isinstance(milliseconds, int) else list(milliseconds)
    return _file(frames, "GIF", milliseconds=times)


def _file(frames: Sequence[Image.Image], kind: str, milliseconds: int | list[int] = 0) -> bytes:
    out = io.BytesIO()
    if kind == "GIF":
        few = [frame.quantize(128) for frame in frames]
        few[0].save(out, "GIF", save_all=True, append_images=few[1:], duration=milliseconds, loop=0)
    else:
        frames[0].save(out, "PNG", optimize=True)
    return out.getvalue()


@cache
def _font(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    from PIL import ImageFont

    return ImageFont.load_default(size=size)


@cache
def _ball(radius: int, glow: Glow) -> tuple[Image.Image, Image.Image]:
    """A shaded disc and its mask: circles shrink from the rim to the focus."""
    from PIL import Image, ImageDraw

    side = 2 * radius + 1
    disc = Image.new("RGB", (side, side), rgb(glow.dark))
    mask = Image.new("L", (side, side), 0)
    ImageDraw.Draw(mask).ellipse((0, 0, side - 1, side - 1), fill=255)
    brush = ImageDraw.Draw(disc)
    steps = max(8, min(radius, 48))
    for step in range(steps + 1):
        share = step / steps
        r = radius * (1 - share)
        x, y = (radius + radius * part * share for part in glow.focus)
        brush.ellipse((x - r, y - r, x + r, y + r), fill=rgb(mix(glow.dark, glow.light, share)))
    return disc, mask


class _Painter:
    """Paints shapes on a large image, in pixels."""

    def __init__(self, image: Image.Image, scale: float) -> None:
        from PIL import ImageDraw

        self.image, self.scale = image, scale
        self.brush: ImageDraw.ImageDraw = ImageDraw.Draw(image, "RGBA")

    def draw(self, shape: Shape) -> None:
        if isinstance(shape, Text):
            self._text(shape)
        elif isinstance(shape, Line):
            self._lines([shape.start, shape.end], shape.style)
        elif isinstance(shape, Circle):
            self._circle(shape)
        elif isinstance(shape, Rect):
            self._rect(shape)
        else:
            fill = _flat(shape.style)
            if fill and shape.closed:
                self.brush.polygon([self._at(p) for p in shape.points], fill=fill)
            self._lines([*shape.points, shape.points[0]] if shape.closed else shape.points, shape.style)

    def _at(self, point: XY) -> XY:
        return point[0] * self.scale, point[1] * self.scale

    def _text(self, shape: Text) -> None:
        x, y = self._at((shape.center[0], shape.center[1] + CAP_HALF * shape.size))
        bold = max(1, round(shape.size * self.scale / 40)) if shape.bold else 0
        color = (*rgb(shape.color), round(255 * shape.opacity))
        font = _font(shape.size * self.scale)
        if shape.italic:
            self._slanted(shape.text, (x, y), font, color, bold)
        else:
            self.brush.text((x, y), shape.text, fill=color, font=font, anchor="ms", stroke_width=bold)

    def _slanted(
        self,
        text: str,
        at: XY,
        font: ImageFont.FreeTypeFont | ImageFont.ImageFont,
        color: tuple[int, int, int, int],
        bold: int,
    ) -> None:
        """Text leaning to the right round its middle: Pillow's own font has no italics."""
        from PIL import Image, ImageDraw

        left, top, right, bottom = ImageDraw.Draw(self.image).textbbox((0, 0), text, font, anchor="ms")
        width, height = round(right - left) * 2 + 8, round(bottom - top) * 2 + 8
        base = round(height * 0.75)
        mask = Image.new("L", (width, height), 0)
        brush = ImageDraw.Draw(mask)
        brush.text((width / 2, base), text, fill=color[3], font=font, anchor="ms", stroke_width=bold)
        middle = base + (top + bottom) / 2
        lean = (1.0, SLANT, -SLANT * middle, 0.0, 1.0, 0.0)
        mask = mask.transform(mask.size, Image.Transform.AFFINE, lean, Image.Resampling.BILINEAR)
        self.image.paste(color[:3], (round(at[0] - width / 2), round(at[1] - base)), mask)

    def _lines(self, points: Sequence[XY], style: Style) -> None:
        if style.stroke is None:
            return
        color, width = _stroke(style), max(1, round(style.width * self.scale))
        pixels = [self._at(p) for p in points]
        straight = len(pixels) == 2 and (pixels[0][0] == pixels[1][0] or pixels[0][1] == pixels[1][1])
        if straight:
            (x1, y1), (x2, y2) = sorted(pixels)
            h = width / 2
            self.brush.rectangle(
                (round(x1 - h), round(y1 - h), round(x2 + h) - 1, round(y2 + h) - 1), fill=color
            )
            return
        self.brush.line(pixels, fill=color, width=width, joint="curve")
        if style.opacity == 1:  # round caps, which Pillow's lines lack
            for x, y in pixels:
                r = width / 2
                self.brush.ellipse((x - r, y - r, x + r, y + r), fill=color)

    def _circle(self, shape: Circle) -> None:
        (x, y), style = self._at(shape.center), shape.style
        r = shape.radius * self.scale
        if isinstance(style.fill, Glow):
            disc, mask = _ball(round(r), style.fill)
            if style.opacity < 1:
                mask = mask.point([round(level * style.opacity) for level in range(256)])
            self.image.paste(disc, (round(x) - round(r), round(y) - round(r)), mask)
        width = max(1, round(style.width * self.scale))
        if style.stroke:
            outer = r + width / 2
            self.brush.ellipse((x - outer, y - outer, x + outer, y + outer), None, _stroke(style), width)
            r -= width / 2 - 1
        if fill := _flat(style):
            self.brush.ellipse((x - r, y - r, x + r, y + r), fill=fill)

    def _rect(self, shape: Rect) -> None:
        (x, y), (w, h) = self._at(shape.corner), self._at(shape.size)
        style = shape.style
        box = (x, y, x + w - 1, y + h - 1)
        width = max(1, round(style.width * self.scale)) if style.stroke else 0
        outline = _stroke(style) if style.stroke else None
        self.brush.rounded_rectangle(box, shape.rounded * self.scale, _flat(style), outline, width)


def _flat(style: Style) -> tuple[int, int, int, int] | None:
    """The fill as RGBA; None for none or for a glow."""
    if style.fill is None or isinstance(style.fill, Glow):
        return None
    return (*rgb(style.fill), round(255 * style.opacity))


def _stroke(style: Style) -> tuple[int, int, int, int]:
    return (*rgb(style.stroke or "#000000"), round(255 * style.opacity))


def regular_polygon(center: XY, radius: float, sides: int, turn: float = 0.0) -> list[XY]:
    """The corners of a regular polygon, the first one straight up, turned clockwise by `turn` radians."""
    x, y = center
    angles = (turn + 2 * math.pi * k / sides for k in range(sides))
    return [(x + radius * math.sin(a), y - radius * math.cos(a)) for a in angles]
