"""The small pieces of SGF text: tokens, escapes, points.

One regular expression cuts a file into tokens; its quantifiers are possessive, so a file that never
closes a bracket fails in linear time. Values stay raw, as they stand between the brackets, until their
meaning is asked for; so unknown properties survive unchanged.
"""

from __future__ import annotations

import re
from functools import cache

from honte.core.position import Move
from honte.errors import ParseError
from honte.grid import Grid, Point, PointSet

_VALUE = r"\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\]"
TOKEN = re.compile(
    rf"(;)?\s*([A-Za-z][A-Za-z0-9]*)\s*{_VALUE}\s*"  # 1 2 3: a property, perhaps with its node's start
    rf"|{_VALUE}\s*"  # 4: one more value
    r"|([;()])\s*"  # 5: structure
    r"|(.)",  # 6: anything else is an error
    re.DOTALL,
)
TREE_START = re.compile(r"\(\s*;")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
_ESCAPED = re.compile(r"\\(\r\n|\n\r|.)|(\r\n|\n\r|[\n\r])|([\t\v\f])", re.DOTALL)


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Where an offset is, both counted from 1; files with bare CR line ends count those."""
    newline = "\n" if "\n" in text else "\r"
    return text.count(newline, 0, offset) + 1, offset - text.rfind(newline, 0, offset)


def error_at(text: str, offset: int, message: str) -> ParseError:
    """A ParseError with the line and column of an offset."""
    return ParseError(message, *line_and_column(text, offset))


# Text values


def unescape(raw: str) -> str:
    """The meaning of a raw Text value: escapes resolved, soft line breaks gone, tabs as spaces.

    >>> unescape("a\\\\]b")
    'a]b'
    """
    if "\\" not in raw and "\r" not in raw and "\t" not in raw:
        return raw

    def meaning(match: re.Match[str]) -> str:
        escaped, newline, _ = match.groups()
        if escaped is not None:
            return "" if escaped[0] in "\r\n" else " " if escaped in "\t\v\f" else escaped
        return "\n" if newline else " "

    return _ESCAPED.sub(meaning, raw)


def escape(text: str, *, composed: bool = False) -> str:
    """A raw value for any text; `composed` protects colons too."""
    raw = text.replace("\\", "\\\\").replace("]", "\\]")
    return raw.replace(":", "\\:") if composed else raw


def split_composed(raw: str) -> tuple[str, str] | None:
    """The two raw halves of `a:b`; None without an unescaped colon."""
    match = re.match(r"((?:[^\\:]|\\.)*):(.*)", raw, re.DOTALL)
    return (match[1], match[2]) if match else None


# Points


@cache
def point_table(grid: Grid) -> dict[str, Point]:
    """Every point of a grid by its two letters; SGF counts rows from the top."""
    return {
        LETTERS[col] + LETTERS[grid.rows - 1 - row]: Point(col, row)
        for col in range(grid.cols)
        for row in range(grid.rows)
    }


def parse_point(raw: str, grid: Grid) -> Point:
    """Reads two letters; raises ParseError off the board."""
    clean = raw.strip()
    point = point_table(grid).get(clean) or point_table(grid).get(clean.lower())
    if point is None:
        raise ParseError(f"{raw!r} is not a point of a {grid.cols}x{grid.rows} board")
    return point


def parse_move(raw: str, grid: Grid) -> Move:
    """Reads a move: empty is a pass, and so is `tt` on boards up to 19x19."""
    point = point_table(grid).get(raw)
    if point is not None:
        return point
    clean = raw.strip()
    if clean == "" or (clean.lower() == "tt" and max(grid.cols, grid.rows) <= 19):
        return None
    return parse_point(clean, grid)


def parse_points(raws: list[str], grid: Grid) -> PointSet:
    """Reads a point list, compressed rectangles `ul:lr` included; empty values add nothing."""
    mask = 0
    for raw in raws:
        first, colon, last = raw.partition(":")
        if not raw.strip():
            continue
        a = parse_point(first, grid)
        b = parse_point(last, grid) if colon else a
        for col in range(min(a.col, b.col), max(a.col, b.col) + 1):
            for row in range(min(a.row, b.row), max(a.row, b.row) + 1):
                mask |= grid.bit(Point(col, row))
    return PointSet(grid, mask)


def point_text(point: Point, grid: Grid) -> str:
    """The two letters of a point."""
    return LETTERS[point.col] + LETTERS[grid.rows - 1 - point.row]


def move_text(move: Move, grid: Grid) -> str:
    """The two letters of a move, nothing for a pass."""
    return "" if move is None else point_text(move, grid)
