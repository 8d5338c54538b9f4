"""Stones on a grid: nothing of turns, ko or history.

A `Board` is an immutable value over two int masks. Chains and liberties are found when asked for,
by flooding; on 19x19 a placement with its captures costs some ten microseconds in plain Python.
For millions of moves use the compiled board in `honte.kernels`.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

from honte.errors import IllegalPosition, InputError, ParseError
from honte.grid import MAX_SIDE, Grid, Point, PointSet, Symmetry


class Color(IntEnum):
    """Black or White. Black is +1, so that scores and estimates count for Black."""

    BLACK = 1
    WHITE = -1

    @property
    def opponent(self) -> Color:
        """The other color."""
        return WHITE if self is BLACK else BLACK

    @property
    def letter(self) -> str:
        """`B` or `W`."""
        return "B" if self is BLACK else "W"

    def __str__(self) -> str:
        return "Black" if self is BLACK else "White"

    @classmethod
    def parse(cls, text: str) -> Color:
        """Reads b, B, black, X, or w, W, white, O."""
        color = _COLOR_WORDS.get(text.strip().lower())
        if color is None:
            raise InputError(f"{text!r} is not a color; expected B or W (also black, white, X, O)")
        return color


BLACK = Color.BLACK
WHITE = Color.WHITE
_COLOR_WORDS = {"b": BLACK, "black": BLACK, "x": BLACK, "w": WHITE, "white": WHITE, "o": WHITE}

STONE_LETTERS: dict[str, Color | None] = {
    ".": None, "+": None, ",": None, "0": None, "-": None, "_": None,
    "X": BLACK, "x": BLACK, "B": BLACK, "b": BLACK, "#": BLACK, "@": BLACK, "●": BLACK,
    "O": WHITE, "o": WHITE, "W": WHITE, "w": WHITE, "○": WHITE,
}  # fmt: skip
"""What each letter of a text board means; the empty ones include the problem set's `0`."""


class Chain(NamedTuple):
    """Solidly connected stones of one color and the empty points next to them."""

    color: Color
    stones: PointSet
    liberties: PointSet


class Board:
    """Black and white stones on a grid.

    >>> board = Board.parse('''
    ... . X .
    ... X O .
    ... . X .
    ... ''')
    >>> board, captured = board.place(Point.parse("C2"), BLACK)
    >>> print(board)
    . X .
    X . X
    . X .
    >>> print(captured)
    {B2}
    """

    __slots__ = ("black_mask", "grid", "white_mask")

    grid: Grid
    black_mask: int
    white_mask: int

    def __init__(self, grid: Grid | int = 19, black_mask: int = 0, white_mask: int = 0) -> None:
        grid = Grid(grid) if isinstance(grid, int) else grid
        if grid.cols > MAX_SIDE or grid.rows > MAX_SIDE:
            raise InputError(
                f"a {grid.cols}x{grid.rows} board is out of range; sides go from 1 to {MAX_SIDE}"
            )
        if (black_mask | white_mask) & ~grid.full_mask:
            raise InputError(f"stones off a {grid.cols}x{grid.rows} board")
        if black_mask & white_mask:
            both = PointSet(grid, black_mask & white_mask)
            raise IllegalPosition([f"{p} holds a black and a white stone" for p in both])
        _set(self, "grid", grid)
        _set(self, "black_mask", black_mask)
        _set(self, "white_mask", white_mask)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"Board is immutable: cannot set {name}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (
            self.black_mask == other.black_mask
            and self.white_mask == other.white_mask
            and self.grid is other.grid
        )

    def __hash__(self) -> int:
        return hash((self.black_mask, self.white_mask))

    def __reduce__(self) -> tuple[type[Board], tuple[Grid, int, int]]:
        return Board, (self.grid, self.black_mask, self.white_mask)

    # Text

    @classmethod
    def parse(cls, text: str) -> Board:
        """Reads rows of stones from the top, with or without spaces between; see STONE_LETTERS.

        Coordinates and marks are read by `honte.formats.diagram`.
        """
        rows = ["".join(line.split()) for line in text.strip().splitlines()]
        if not rows or not rows[0]:
            raise ParseError("an empty board; expected rows of . X O (or 0 B W)")
        width = max(map(len, rows))
        if width > MAX_SIDE or len(rows) > MAX_SIDE:
            raise ParseError(f"a {width}x{len(rows)} board is too large; sides go up to {MAX_SIDE}")
        grid = Grid(width, len(rows))
        masks = {BLACK: 0, WHITE: 0}
        for number, row in enumerate(rows, 1):
            if len(row) != grid.cols:
                raise ParseError(f"{len(row)} points where other rows have {grid.cols}", number)
            for col, letter in enumerate(row):
                if letter not in STONE_LETTERS:
                    raise ParseError(f"{letter!r} is not a stone or an empty point", number, col + 1)
                color = STONE_LETTERS[letter]
                if color is not None:
                    masks[color] |= grid.bit(Point(col, grid.rows - number))
        return cls(grid, masks[BLACK], masks[WHITE])

    def __str__(self) -> str:
        cols, rows, stride = self.grid.cols, self.grid.rows, self.grid.stride
        # Both masks as binary text, lowest bit first, side by side.
        black, white = (f"{mask:0{rows * stride}b}"[::-1] for mask in (self.black_mask, self.white_mask))
        letters = ["X" if b == "1" else "O" if w == "1" else "." for b, w in zip(black, white, strict=True)]
        return "\n".join(
            " ".join(letters[start : start + cols]) for start in range((rows - 1) * stride, -1, -stride)
        )

    def __repr__(self) -> str:
        return f"Board({self.grid!r}, {self.black_mask:#x}, {self.white_mask:#x})"

    # Stones

    def __getitem__(self, point: Point) -> Color | None:
        bit = self.grid.bit(point)
        return BLACK if self.black_mask & bit else WHITE if self.white_mask & bit else None

    def stones_mask(self, color: Color) -> int:
        """The mask of one color's stones."""
        return self.black_mask if color is BLACK else self.white_mask

    def stones(self, color: Color) -> PointSet:
        """The stones of one color."""
        return PointSet(self.grid, self.stones_mask(color))

    @property
    def empty_mask(self) -> int:
        """The mask of the empty points."""
        return self.grid.full_mask & ~(self.black_mask | self.white_mask)

    @property
    def empty(self) -> PointSet:
        """The empty points."""
        return PointSet(self.grid, self.empty_mask)

    def with_stones(self, points: PointSet, color: Color | None) -> Board:
        """The board with these points set to one color, or cleared; nothing is captured."""
        black, white = self.black_mask & ~points.mask, self.white_mask & ~points.mask
        if color is BLACK:
            black |= points.mask
        elif color is WHITE:
            white |= points.mask
        return Board(self.grid, black, white)

    # Chains

    def chain(self, point: Point) -> Chain | None:
        """The chain of the stone on a point; None on an empty point."""
        color = self[point]
        if color is None:
            return None
        return self._chain(color, self.grid.flood_mask(self.grid.bit(point), self.stones_mask(color)))

    def chains(self, color: Color | None = None) -> Iterator[Chain]:
        """All chains, Black's first; or those of one color."""
        for each in (BLACK, WHITE) if color is None else (color,):
            for part in self.grid.component_masks(self.stones_mask(each)):
                yield self._chain(each, part)

    def _chain(self, color: Color, stones: int) -> Chain:
        grid = self.grid
        liberties = grid.neighbors_mask(stones) & self.empty_mask
        return Chain(color, PointSet(grid, stones), PointSet(grid, liberties))

    # Placing

    def place(self, point: Point, color: Color) -> tuple[Board, PointSet]:
        """Puts a stone on an empty point and takes off what it captures.

        Returns the new board and all stones taken off. A stone that captures nothing and has no
        liberty takes its own chain off: whether that is allowed is for `Position` to say.
        """
        grid = self.grid
        bit = grid.bit(point)
        if (self.black_mask | self.white_mask) & bit:
            raise InputError(f"{point} is not empty")
        own, other, captured = self.place_mask(bit, color)
        black, white = (own, other) if color is BLACK else (other, own)
        return board_unchecked(grid, black, white), PointSet(grid, captured)

    def place_mask(self, bit: int, color: Color) -> tuple[int, int, int]:
        """`place` on masks, unchecked: own stones, the opponent's, and what was taken off."""
        own, other = (
            (self.black_mask, self.white_mask) if color is BLACK else (self.white_mask, self.black_mask)
        )
        own |= bit
        stride = self.grid.stride
        empty = self.grid.full_mask & ~(own | other)
        around = bit << 1 | bit >> 1 | bit << stride | bit >> stride
        captured = 0
        touched = around & other
        while touched:
            seed = touched & -touched
            chain, breathes = _breath(seed, other, empty, stride)
            if not breathes:
                captured |= chain
            touched &= ~chain
        if captured:
            return own, other & ~captured, captured
        if not around & empty:
            chain, breathes = _breath(bit, own, empty, stride)
            if not breathes:
                return own & ~chain, other, chain
        return own, other, 0

    # Standing

    def faults(self) -> list[str]:
        """Why this board cannot stand: every chain without a liberty, named by its first stone."""
        return [
            f"the {chain.color.name.lower()} chain at {next(iter(chain.stones))} has no liberty"
            for chain in self.chains()
            if not chain.liberties
        ]

    def checked(self) -> Board:
        """This board; raises IllegalPosition with every fault if it cannot stand."""
        if faults := self.faults():
            raise IllegalPosition(faults)
        return self

    # Views

    def swapped(self) -> Board:
        """The same board with the colors exchanged."""
        return Board(self.grid, self.white_mask, self.black_mask)

    def transformed(self, symmetry: Symmetry) -> Board:
        """The board under a symmetry of its grid."""
        return Board(self.grid, symmetry.mask(self.black_mask), symmetry.mask(self.white_mask))


_set = object.__setattr__


def board_unchecked(grid: Grid, black_mask: int, white_mask: int) -> Board:
    """A board from masks that are known to be sound: skips the checks of the constructor."""
    board = object.__new__(Board)
    _set(board, "grid", grid)
    _set(board, "black_mask", black_mask)
    _set(board, "white_mask", white_mask)
    return board


def _breath(seed: int, within: int, empty: int, stride: int) -> tuple[int, bool]:
    """Floods a chain until it is whole or meets a liberty; returns the stones reached, and whether it did."""
    reached = seed
    while True:
        around = reached << 1 | reached >> 1 | reached << stride | reached >> stride
        if around & empty:
            return reached | around & within, True
        spread = reached | around & within
        if spread == reached:
            return reached, False
        reached = spread
