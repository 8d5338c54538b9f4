"""Scenes as pixels: PNG and animated GIF files, painted by Pillow."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from honte.drawing.shapes import CAP_HALF, XY, Circle, Glow, Line, Rect, Shape, Style, Text, mix, rgb
from honte.errors import InputError

if TYPE_CHECKING:
    from PIL import Image, ImageDraw, ImageFont

    from honte.drawing.scene import Scene

SLANT = 0.22
"""How far italics lean to the side, as a fraction of their height."""
OVERSAMPLING = 3
"""A PNG is painted this many times larger in both directions, then averaged down."""
MAX_PIXELS = 40_000_000
"""The most pixels of a picture, before oversampling."""


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


def png(scene: Scene, scale: float = 2.0) -> bytes:
    """The picture as a PNG file, `scale` pixels to a unit."""
    return _file([paint(scene, scale)], "PNG")


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
