"""The arguments of a command, read one after another; every fault is one clear line."""

from __future__ import annotations

import math

from honte.core import BLACK, WHITE, Color, Move
from honte.errors import GoError, InputError
from honte.grid import Grid, Point
from honte.gtp.protocol import Request

COLORS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}


class Arguments:
    """What follows the name of a command. Every fault starts with "syntax error", as the protocol asks."""

    def __init__(self, request: Request) -> None:
        self.rest = request.rest
        self._left = list(request.args)
        self._name = request.name

    def __len__(self) -> int:
        """How many arguments are left."""
        return len(self._left)

    def peek(self) -> str:
        """The next argument, which stays; empty at the end."""
        return self._left[0] if self._left else ""

    def word(self, what: str) -> str:
        """The next argument."""
        if not self._left:
            raise InputError(f"syntax error: {self._name} needs {what}")
        return self._left.pop(0)

    def words(self) -> list[str]:
        """All arguments that are left."""
        left, self._left = self._left, []
        return left

    def integer(self, what: str) -> int:
        """A whole number."""
        text = self.word(what)
        if not (text.isascii() and text.removeprefix("-").isdigit() and len(text) < 12):
            raise InputError(f"syntax error: {text!r} is not a whole number; expected {what}")
        return int(text)

    def number(self, what: str) -> float:
        """A finite number."""
        text = self.word(what)
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise InputError(f"syntax error: {text!r} is not a number; expected {what}")
        return value

    def color(self) -> Color:
        """Black or White in the spellings of the protocol: b, black, w, white."""
        text = self.word("a color (b or w)")
        if text.lower() not in COLORS:
            raise InputError(f"syntax error: {text!r} is not a color; expected b, black, w or white")
        return COLORS[text.lower()]

    def color_or(self, default: Color) -> Color:
        """A color if one follows, else the default."""
        return self.color() if self.peek().lower() in COLORS else default

    def move(self, grid: Grid) -> Move:
        """A vertex or a pass."""
        text = self.word("a vertex")
        return None if text.lower() == "pass" else _point(text, grid)

    def point(self, grid: Grid) -> Point:
        """A vertex that is no pass."""
        return _point(self.word("a vertex"), grid)

    def points(self, grid: Grid) -> list[Point]:
        """All arguments that are left, each a vertex."""
        return [_point(text, grid) for text in self.words()]

    def end(self) -> None:
        """Refuses arguments that are left."""
        if self._left:
            raise InputError(f"syntax error: {self._name} takes no {self._left[0]!r}")


def _point(text: str, grid: Grid) -> Point:
    try:
        return grid.parse(text)
    except GoError as error:
        raise InputError(f"syntax error: {error}") from None
