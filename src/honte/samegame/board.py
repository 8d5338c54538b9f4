"""SameGame: boards, groups, falling tiles, scoring, move lists.

Rules: a move removes a group of two or more orthogonally connected tiles of one color. Tiles above
fall down, then columns to the right of an empty one close up to the left. The game ends when no group
is left. Boards go up to 50x50 with up to nine colors.

A move is written "column,row" by any tile of its group, both counted from 1 at the lower left: "3,1"
is the bottom tile of the third column. (Vertices such as D4 end at 25 columns, so they are not used.)
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from honte.errors import IllegalMove, InputError, ParseError
from honte.grid import Grid, Point, PointSet

MAX_SIDE = 50
"""The most columns and the most rows of a board."""
MAX_COLORS = 9
SYMBOLS = "123456789"
"""The characters of colors 1 to 9, unless a board was read with others."""
EMPTY = ".-_"
"""Characters that stand for an empty cell; boards are written with the first one."""


def move_text(point: Point) -> str:
    """A move as text.

    >>> move_text(Point(2, 0))
    '3,1'
    """
    return f"{point.col + 1},{point.row + 1}"


def parse_move(text: str) -> Point:
    """Reads a move such as "3,1" or "3 1": column and row from 1 at the lower left.

    >>> parse_move("3,1")
    Point(col=2, row=0)
    """
    parts = text.replace(",", " ").split()
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() for part in parts):
        raise ParseError(f"{text.strip()!r} is not a move; expected column,row as 3,1")
    col, row = int(parts[0]), int(parts[1])
    if not (1 <= col <= MAX_SIDE and 1 <= row <= MAX_SIDE):
        raise ParseError(f"{text.strip()!r} is not a move; columns and rows go from 1 to {MAX_SIDE}")
    return Point(col - 1, row - 1)


@dataclass(frozen=True)
class Group:
    """Connected tiles of one color, at least two when it is a move."""

    color: int
    points: PointSet

    @property
    def size(self) -> int:
        """The number of tiles."""
        return len(self.points)

    @property
    def move(self) -> Point:
        """The tile that names the group: lowest row first, then leftmost."""
        return next(iter(self.points))


class Board:
    """An immutable position; equality is equality of tiles and of the frame.

    >>> board = Board.parse('''
    ... 1 2 2
    ... 1 1 3
    ... ''')
    >>> [(move_text(group.move), group.size) for group in board.groups()]
    [('1,1', 3), ('2,2', 2)]
    >>> after, size = board.remove(parse_move("1,1"))
    >>> print(after)
    . 2 .
    2 3 .
    """

    __slots__ = ("__dict__", "columns", "grid", "symbols")

    def __init__(self, columns: Sequence[Sequence[int]], rows: int, symbols: str = SYMBOLS) -> None:
        self.columns = tuple(tuple(column) for column in columns)
        self.grid = _grid(len(self.columns), rows)
        self.symbols = symbols
        _check(self.columns, rows)

    # Text

    @classmethod
    def parse(cls, text: str) -> Board:
        """Reads rows from top to bottom: digits or letters for colors, with or without spaces.

        `.`, `-` and `_` are empty cells. Colors are numbered by their characters' order.
        """
        rows = [
            (number, "".join(line.split())) for number, line in enumerate(text.split("\n"), 1) if line.strip()
        ]
        if not rows:
            raise ParseError("no board: expected rows of digits or letters")
        width = len(rows[0][1])
        for number, row in rows:
            _check_row(row, number, width)
        return cls.of_rows([row for _, row in rows])

    @classmethod
    def of_rows(cls, rows: Sequence[str]) -> Board:
        """A board from strings, one for each row from the top."""
        used = sorted({char for row in rows for char in row} - set(EMPTY))
        if len(used) > MAX_COLORS:
            raise ParseError(f"{len(used)} colors ({' '.join(used)}); at most {MAX_COLORS}")
        color = {char: index for index, char in enumerate(used, 1)} | dict.fromkeys(EMPTY, 0)
        columns = [[color[row[col]] for row in reversed(rows)] for col in range(len(rows[0]))]
        for column in columns:
            while column and column[-1] == 0:
                column.pop()
        return cls(columns, len(rows), "".join(used).ljust(MAX_COLORS, "?"))

    def rows(self) -> list[str]:
        """The rows from top to bottom, one character a tile."""
        return [
            "".join(map(self._symbol, range(self.cols), [r] * self.cols))
            for r in reversed(range(self.height))
        ]

    def _symbol(self, col: int, row: int) -> str:
        color = self.color(Point(col, row))
        return self.symbols[color - 1] if color else EMPTY[0]

    def __str__(self) -> str:
        return "\n".join(" ".join(row) for row in self.rows())

    def __repr__(self) -> str:
        return f"Board.of_rows({self.rows()!r})"

    @classmethod
    def random(cls, cols: int = 15, rows: int | None = None, colors: int = 5, seed: int = 0) -> Board:
        """A full board of random colors; equal seeds give equal boards."""
        rows = cols if rows is None else rows
        _grid(cols, rows)
        if not 1 <= colors <= MAX_COLORS:
            raise InputError(f"{colors} colors; expected 1 to {MAX_COLORS}")
        draw = random.Random(f"samegame {cols} {rows} {colors} {seed}")
        return cls([[draw.randint(1, colors) for _ in range(rows)] for _ in range(cols)], rows)

    # Queries

    @property
    def cols(self) -> int:
        """The number of columns, empty ones included."""
        return self.grid.cols

    @property
    def height(self) -> int:
        """The number of rows, empty ones included."""
        return self.grid.rows

    @cached_property
    def count(self) -> int:
        """How many tiles are left."""
        return sum(map(len, self.columns))

    def color(self, point: Point) -> int:
        """The color of a tile from 1, or 0 for an empty cell; raises InputError off the board."""
        if point not in self.grid:
            raise InputError(f"{move_text(point)} is not on a {self.cols}x{self.height} board")
        column = self.columns[point.col]
        return column[point.row] if point.row < len(column) else 0

    @cached_property
    def color_counts(self) -> dict[int, int]:
        """Tiles of each color that is left."""
        tiles = [color for column in self.columns for color in column]
        return {color: tiles.count(color) for color in sorted(set(tiles))}

    @cached_property
    def _masks(self) -> dict[int, int]:
        masks = dict.fromkeys(self.color_counts, 0)
        for col, column in enumerate(self.columns):
            for row, color in enumerate(column):
                masks[color] |= 1 << row * self.grid.stride + col
        return masks

    def groups(self) -> list[Group]:
        """Every move: the groups of two or more, by color and then from the lower left."""
        return [
            Group(color, PointSet(self.grid, part))
            for color, mask in self._masks.items()
            for part in self.grid.component_masks(mask)
            if part & (part - 1)
        ]

    def group(self, point: Point) -> Group:
        """The group of a tile, which may be the tile alone; raises IllegalMove on an empty cell."""
        color = self.color(point)
        if not color:
            raise IllegalMove(point, "empty", f"{move_text(point)} is an empty cell")
        return Group(
            color, PointSet(self.grid, self.grid.flood_mask(self.grid.bit(point), self._masks[color]))
        )

    @cached_property
    def is_over(self) -> bool:
        """Whether no group of two or more is left."""
        return not self.groups()

    # Moves

    def remove(self, point: Point) -> tuple[Board, int]:
        """The board after a move and the size of the group; raises IllegalMove."""
        group = self.group(point)
        if group.size < 2:
            raise IllegalMove(
                point, "single", f"{move_text(point)} is a single tile; a move takes two or more"
            )
        gone = group.points
        kept = [
            [color for row, color in enumerate(column) if Point(col, row) not in gone]
            for col, column in enumerate(self.columns)
        ]
        full = [column for column in kept if column]
        return Board(full + [[]] * (self.cols - len(full)), self.height, self.symbols), group.size

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self.columns == other.columns and self.grid is other.grid

    def __hash__(self) -> int:
        return hash((self.columns, self.height))

    def __iter__(self) -> Iterator[tuple[Point, int]]:
        """All tiles with their colors, column by column."""
        for col, column in enumerate(self.columns):
            for row, color in enumerate(column):
                yield Point(col, row), color


def _grid(cols: int, rows: int) -> Grid:
    if not (1 <= cols <= MAX_SIDE and 1 <= rows <= MAX_SIDE):
        raise InputError(f"a {cols}x{rows} board is out of range; sides go from 1 to {MAX_SIDE}")
    return Grid(cols, rows)


def _check_row(row: str, number: int, width: int) -> None:
    if len(row) != width:
        raise ParseError(f"this row has {len(row)} cells, the first one {width}", number)
    for place, char in enumerate(row, 1):
        if not (char in EMPTY or (char.isascii() and char.isalnum())):
            raise ParseError(
                f"{char!r} is not a tile; expected a digit, a letter or . for empty", number, place
            )


def _check(columns: Sequence[Sequence[int]], rows: int) -> None:
    """Raises ParseError or InputError for tiles in the air, gaps between columns, colors out of range."""
    for col, column in enumerate(columns, 1):
        if len(column) > rows:
            raise InputError(f"column {col} has {len(column)} tiles; the board has {rows} rows")
        if 0 in column:
            raise ParseError(f"column {col} has a tile above an empty cell; let it fall first")
        if any(not 0 < color <= MAX_COLORS for color in column):
            raise InputError(f"column {col} has a color out of range; expected 1 to {MAX_COLORS}")
    full = [bool(column) for column in columns]
    if full != sorted(full, reverse=True):
        raise ParseError(f"column {full.index(False) + 1} is empty before the last tile; close it first")
