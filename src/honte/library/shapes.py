"""Search by shape: a small pattern of stones, found in any problem under symmetry and exchange of colors.

A pattern is a text diagram. `X` and `O` are stones of two colors, `.` is an empty point, `?` may be anything.
Edges drawn with `|` and `---` must be edges of the board.

    | . X O
    | . X O        three stones on a side, the edge to the left
    | . X O
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from honte.core import Board
from honte.errors import ParseError
from honte.grid import MAX_SIDE

STRIDE = 2 * MAX_SIDE + 2
"""Bits from one row to the next in the masks here, so that a pattern never wraps into the next row."""
_SIGNS = {"X": "black", "#": "black", "O": "white", ".": "empty", "+": "empty", ",": "empty"}
Cell = tuple[int, int, str]


class Field(NamedTuple):
    """A board as masks over a grid of `STRIDE` columns: stones, empty points, and the edge around them."""

    black: int
    white: int
    empty: int
    edge: int

    @classmethod
    def of(cls, board: Board) -> Field:
        """The masks of a board, which lies one column and one row inside."""
        grid = board.grid
        row_bits = (1 << grid.cols) - 1
        black = white = inside = 0
        for row in range(grid.rows):
            here, there = row * (grid.cols + 1), (row + 1) * STRIDE + 1
            black |= (board.black_mask >> here & row_bits) << there
            white |= (board.white_mask >> here & row_bits) << there
            inside |= row_bits << there
        whole = 0
        for row in range(grid.rows + 2):
            whole |= ((1 << (grid.cols + 2)) - 1) << row * STRIDE
        return cls(black, white, inside & ~black & ~white, whole & ~inside)


class Shape:
    """A pattern with all its images.

    >>> Shape.parse("X O\\nO X").is_in(Field.of(Board.parse(". . . .\\n. O X .\\n. X O .\\n. . . .")))
    True
    """

    def __init__(self, cells: Iterable[Cell]) -> None:
        base = list(cells)
        if not any(kind in ("black", "white") for _, _, kind in base):
            raise ParseError("the shape has no stone; expected X or O")
        self.images = tuple(_unique(base))

    @classmethod
    def parse(cls, text: str) -> Shape:
        """Reads a diagram; raises ParseError for signs it does not know."""
        lines = [line.rstrip() for line in text.strip("\n").splitlines() if line.strip()]
        edges = {i for i, line in enumerate(lines) if set(line.strip()) <= set("-+| ") and "--" in line}
        rows = [(i, _row(line, i + 1)) for i, line in enumerate(lines) if i not in edges]
        if not rows:
            raise ParseError("an empty shape; expected rows of X, O, . and ?")
        width = max(len(signs) for _, (_, signs, _) in rows)
        if max(width, len(rows)) > MAX_SIDE:
            raise ParseError(f"a shape of {width}x{len(rows)} points; sides go up to {MAX_SIDE}")
        return cls(_cells(rows, edges, width))

    def is_in(self, field: Field) -> bool:
        """Whether any image of the shape lies on the board."""
        return any(_lies_in(image, field) for image in self.images)


def _row(line: str, number: int) -> tuple[bool, str, bool]:
    """The signs of a line without spaces, and whether an edge stands before and behind them."""
    bare = line.replace(" ", "").upper()
    signs = bare.strip("|")
    for sign in signs:
        if sign not in _SIGNS and sign != "?":
            raise ParseError(f"{sign!r} in a shape; expected X, O, . or ?", number)
    return bare.startswith("|"), signs, bare.endswith("|")


def _cells(rows: list[tuple[int, tuple[bool, str, bool]]], edges: set[int], width: int) -> Iterator[Cell]:
    """Every point that the pattern asks for: column, row from the bottom, kind."""
    first, last = rows[0][0], rows[-1][0]
    for y, (_, (left, signs, right)) in enumerate(reversed(rows)):
        yield from ((x, y, _SIGNS[sign]) for x, sign in enumerate(signs) if sign in _SIGNS)
        if left:
            yield -1, y, "edge"
        if right:
            yield len(signs), y, "edge"
    for edge in edges:
        if not first < edge < last:
            line = len(rows) if edge < first else -1
            yield from ((x, line, "edge") for x in range(width))


def _unique(cells: list[Cell]) -> Iterator[tuple[tuple[int, str], ...]]:
    """The different images of the cells under eight symmetries and two colorings, as offsets with kinds."""
    swap = {"black": "white", "white": "black"}
    seen = set()
    for swapped in (False, True):
        for a, b, c, d in ((1, 0, 0, 1), (-1, 0, 0, 1), (1, 0, 0, -1), (-1, 0, 0, -1),
                           (0, 1, 1, 0), (0, -1, 1, 0), (0, 1, -1, 0), (0, -1, -1, 0)):  # fmt: skip
            turned = [
                (a * x + b * y, c * x + d * y, swap.get(kind, kind) if swapped else kind)
                for x, y, kind in cells
            ]
            left, low = min(x for x, _, _ in turned), min(y for _, y, _ in turned)
            # Stones come first: few points of a board are stones, so most images fail at once.
            order = sorted(
                (kind in ("empty", "edge"), (y - low) * STRIDE + x - left, kind) for x, y, kind in turned
            )
            image = tuple((offset, kind) for _, offset, kind in order)
            if image not in seen:
                seen.add(image)
                yield image


def _lies_in(image: tuple[tuple[int, str], ...], field: Field) -> bool:
    places = -1
    for offset, kind in image:
        places &= getattr(field, kind) >> offset
        if not places:
            return False
    return True
