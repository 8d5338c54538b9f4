"""The curve of a game as SVG: Black's margin after every move, its error as a band, marks to click.

Colors come from the page (`page.css`), so that the curve follows its light and dark look. Large margins are
shown smaller: the axis is linear near zero and grows with the logarithm beyond.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

WIDTH, HEIGHT = 760.0, 240.0
LEFT, RIGHT, TOP, BOTTOM = 46.0, 12.0, 14.0, 26.0
"""Units of the frame around the curve."""
LINEAR = 10.0
"""Points of margin around zero within which the axis is nearly linear."""
TICKS = (0, 5, 10, 20, 40, 80, 160, 320)
"""Margins that the axis names."""


class Mark(NamedTuple):
    """A mark on the curve that leads to a part of the page."""

    move: int
    anchor: str
    label: str
    kind: str
    """A class of the style sheet: `loss` or `fight`."""


def curve_svg(curve: Sequence[Sequence[float]], marks: Iterable[Mark] = ()) -> str:
    """The drawing; `curve` has margin and error of each position, from the start of the game."""
    top = max([1.0, *(abs(each[0]) + each[1] for each in curve)])
    draw = _Frame(max(1, len(curve) - 1), _scaled(top))
    upper = [draw.at(n, each[0] + each[1]) for n, each in enumerate(curve)]
    lower = [draw.at(n, each[0] - each[1]) for n, each in enumerate(curve)]
    line = [draw.at(n, each[0]) for n, each in enumerate(curve)]
    parts = [
        f'<svg class="curve" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" '
        'role="group" aria-label="Black\'s margin after every move, with its error">',
        *_axes(draw, top),
        f'<polygon class="band" points="{_path([*upper, *lower[::-1]])}"/>',
        f'<polyline class="margin" points="{_path(line)}"/>',
        *(_mark(draw, curve, mark) for mark in marks if mark.move < len(curve)),
        "</svg>",
    ]
    return "\n".join(parts)


class _Frame(NamedTuple):
    """Where moves and margins lie in the drawing."""

    moves: int
    top: float
    """The largest scaled margin."""

    def at(self, move: float, margin: float) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * move / self.moves
        middle, half = (TOP + HEIGHT - BOTTOM) / 2, (HEIGHT - TOP - BOTTOM) / 2
        return x, middle - half * max(-1.0, min(1.0, _scaled(margin) / self.top))


def _scaled(margin: float) -> float:
    return math.asinh(margin / LINEAR)


def _axes(draw: _Frame, top: float) -> Iterable[str]:
    for value in TICKS:
        if value > top:
            break
        for sign in (1, -1) if value else (1,):
            _, y = draw.at(0, sign * value)
            kind = "zero" if value == 0 else "grid"
            yield f'<line class="{kind}" x1="{LEFT:g}" x2="{WIDTH - RIGHT:g}" y1="{y:.1f}" y2="{y:.1f}"/>'
            who = "even" if value == 0 else f"{'B' if sign > 0 else 'W'}+{value}"
            yield f'<text class="tick" x="{LEFT - 6:g}" y="{y + 4:.1f}" text-anchor="end">{who}</text>'
    step = next(s for s in (5, 10, 20, 25, 50, 100, 200, 500, 1000) if draw.moves / s <= 8 or s == 1000)
    for move in range(step, draw.moves + 1, step):
        x, _ = draw.at(move, 0)
        yield f'<text class="tick" x="{x:.1f}" y="{HEIGHT - 6:g}" text-anchor="middle">{move}</text>'


def _mark(draw: _Frame, curve: Sequence[Sequence[float]], mark: Mark) -> str:
    x, y = draw.at(mark.move, curve[mark.move][0])
    label = escape(mark.label)
    shape = (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5"/>'
        if mark.kind == "loss"
        else f'<rect x="{x - 4.2:.1f}" y="{y - 4.2:.1f}" width="8.4" height="8.4" '
        f'transform="rotate(45 {x:.1f} {y:.1f})"/>'
    )
    return (
        f'<a href="#{mark.anchor}" class="{mark.kind}" aria-label="{label}"><title>{label}</title>{shape}</a>'
    )


def _path(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
