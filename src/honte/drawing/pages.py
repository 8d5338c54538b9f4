"""Scenes as pages of a PDF file: lines, curves and text, so that print is sharp at any size.

The text is Helvetica, which every PDF viewer has, in the Western characters of Windows-1252; other characters
become question marks. A glow is painted in its darker color.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from honte.drawing.shapes import CAP_HALF, XY, Circle, Glow, Line, Polygon, Rect, Shape, Style, Text, rgb

if TYPE_CHECKING:
    from honte.drawing.scene import Scene

A4 = (595.28, 841.89)
"""Width and height of a page of A4, in points of 1/72 inch."""
_CURVE = 0.5523
"""Length of the handles of a Bezier quarter circle, in radii."""
_WIDTHS = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
)  # fmt: skip
"""Widths of Helvetica's characters from the space to the tilde, in thousandths of the font size."""
_OTHER_WIDTH = 556
"""The width taken for every other character."""
_FONTS = ("Helvetica", "Helvetica-Bold", "Helvetica-Oblique", "Helvetica-BoldOblique")


def text_width(text: str, size: float) -> float:
    """How wide a text is, in the units of its size.

    >>> round(text_width("Go", 10), 2)
    13.34
    """
    units = (
        _WIDTHS[ord(sign) - 32] if 32 <= ord(sign) < 32 + len(_WIDTHS) else _OTHER_WIDTH for sign in text
    )
    return sum(units) * size / 1000


def fitted(text: str, size: float, width: float) -> str:
    """The text, cut with dots when it is wider than `width`."""
    if text_width(text, size) <= width:
        return text
    while text and text_width(text + "...", size) > width:
        text = text[:-1]
    return text.rstrip() + "..."


def place(page: Scene, scene: Scene, corner: XY, scale: float) -> None:
    """Puts a scene onto a page, its upper left corner at `corner`; `scale` enlarges it."""
    for shape in scene.shapes:
        page.shapes.append(_moved(shape, corner, scale))


def _moved(shape: Shape, corner: XY, k: float) -> Shape:
    def at(point: XY) -> XY:
        return corner[0] + k * point[0], corner[1] + k * point[1]

    if isinstance(shape, Text):
        return replace(shape, center=at(shape.center), size=shape.size * k)
    style = replace(shape.style, width=shape.style.width * k)
    if isinstance(shape, Line):
        return Line(at(shape.start), at(shape.end), style)
    if isinstance(shape, Circle):
        return Circle(at(shape.center), shape.radius * k, style)
    if isinstance(shape, Rect):
        return Rect(at(shape.corner), (shape.size[0] * k, shape.size[1] * k), style, shape.rounded * k)
    return Polygon(tuple(map(at, shape.points)), style, shape.closed)


def pdf(pages: Sequence[Scene], title: str = "") -> bytes:
    """The PDF file of some scenes, one page each; a unit of a scene is a point of 1/72 inch."""
    opacities: dict[float, str] = {}
    contents = [_content(page, opacities) for page in pages]
    first = 4 + len(_FONTS) + len(opacities)
    fonts = " ".join(f"/F{number} {4 + number} 0 R" for number in range(len(_FONTS)))
    states = " ".join(
        f"/{name} {4 + len(_FONTS) + number} 0 R" for number, name in enumerate(opacities.values())
    )
    kids = " ".join(f"{first + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Producer (honte) /Title (" + _escaped(title) + b") >>",
        *(
            f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>".encode()
            for name in _FONTS
        ),
        *(f"<< /Type /ExtGState /CA {value:.3f} /ca {value:.3f} >>".encode() for value in opacities),
    ]
    for number, (page, content) in enumerate(zip(pages, contents, strict=True)):
        size = f"{page.width:.2f} {page.height:.2f}"
        resources = f"<< /Font << {fonts} >> /ExtGState << {states} >> >>"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {size}] /Resources {resources} "
            f"/Contents {first + 2 * number + 1} 0 R >>".encode()
        )
        packed = zlib.compress(content, 9)
        head = f"<< /Length {len(packed)} /Filter /FlateDecode >>\nstream\n".encode()
        objects.append(head + packed + b"\nendstream")
    return _file(objects)


def _file(objects: Iterable[bytes]) -> bytes:
    """The objects with their numbers, and the table of where they stand."""
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
    for each in places:
        out += b"%010d 00000 n \n" % each
    out += b"trailer\n<< /Size %d /Root 1 0 R /Info 3 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(places) + 1,
        start,
    )
    return bytes(out)


# The contents of a page


def _content(page: Scene, opacities: dict[float, str]) -> bytes:
    """The drawing commands of a page; PDF counts from the lower left, so everything is turned over once."""
    parts = [f"1 0 0 -1 0 {page.height:.2f} cm 1 J 1 j".encode()]
    whole = Rect((0, 0), (page.width, page.height), Style(fill=page.background))
    for shape in (whole, *page.shapes):
        parts.append(b"q")
        opacity = shape.opacity if isinstance(shape, Text) else shape.style.opacity
        if opacity < 1:
            parts.append(f"/{opacities.setdefault(round(opacity, 3), f'G{len(opacities)}')} gs".encode())
        parts.append(_text(shape) if isinstance(shape, Text) else _drawn(shape).encode())
        parts.append(b"Q")
    return b"\n".join(parts)


def _drawn(shape: Line | Circle | Rect | Polygon) -> str:
    style = shape.style
    fill = style.fill.dark if isinstance(style.fill, Glow) else style.fill
    closed = not isinstance(shape, Line) and not (isinstance(shape, Polygon) and not shape.closed)
    fills = fill is not None and closed
    paint = [f"{_color(fill)} rg"] if fill is not None and fills else []
    if style.stroke:
        paint.append(f"{_color(style.stroke)} RG {style.width:.3f} w")
    end = "b" if fills and style.stroke else "f" if fills else "s" if closed else "S"
    return " ".join([*paint, _path(shape), end if paint else "n"])


def _path(shape: Line | Circle | Rect | Polygon) -> str:
    if isinstance(shape, Line):
        return f"{_at(shape.start)} m {_at(shape.end)} l"
    if isinstance(shape, Circle):
        return _circle(shape.center, shape.radius)
    if isinstance(shape, Rect):
        return f"{_at(shape.corner)} {_at(shape.size)} re"
    first, *rest = shape.points
    return f"{_at(first)} m " + " ".join(f"{_at(point)} l" for point in rest)


def _circle(center: XY, r: float) -> str:
    """Four Bezier curves."""
    x, y = center
    k = _CURVE * r
    return (
        f"{_at((x + r, y))} m {_at((x + r, y + k))} {_at((x + k, y + r))} {_at((x, y + r))} c "
        f"{_at((x - k, y + r))} {_at((x - r, y + k))} {_at((x - r, y))} c "
        f"{_at((x - r, y - k))} {_at((x - k, y - r))} {_at((x, y - r))} c "
        f"{_at((x + k, y - r))} {_at((x + r, y - k))} {_at((x + r, y))} c"
    )


def _text(text: Text) -> bytes:
    font = text.bold + 2 * text.italic
    x = text.center[0] - text_width(text.text, text.size) / 2
    y = text.center[1] + CAP_HALF * text.size
    head = f"BT {_color(text.color)} rg /F{font} {text.size:.3f} Tf 1 0 0 -1 {_at((x, y))} Tm ("
    return head.encode() + _escaped(text.text) + b") Tj ET"


def _escaped(text: str) -> bytes:
    data = text.encode("cp1252", errors="replace")
    return data.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)").replace(b"\n", b" ")


def _color(code: str) -> str:
    return " ".join(f"{part / 255:.3f}" for part in rgb(code))


def _at(point: XY) -> str:
    return f"{point[0]:.2f} {point[1]:.2f}"
