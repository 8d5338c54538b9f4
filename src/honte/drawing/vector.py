"""Scenes as SVG documents."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from honte.drawing.shapes import CAP_HALF, Circle, Glow, Line, Rect, Shape, Style, Text

if TYPE_CHECKING:
    from honte.drawing.scene import Scene

FONTS = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif"
"""The fonts that an SVG asks for, in order of preference."""


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
