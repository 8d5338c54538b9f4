"""A board with a side to play and a ko point: the one place that knows which moves are legal."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from honte.core.board import BLACK, Board, Color, board_unchecked
from honte.core.rules import PROBLEM_SET, KoRule, Rules
from honte.errors import IllegalMove, InputError
from honte.grid import Grid, Point, PointSet

Move: TypeAlias = Point | None
"""A point, or None for a pass."""
PASS: Move = None


def vertex(move: Move) -> str:
    """The text of a move: "D4" or "pass"."""
    return "pass" if move is None else str(move)


def parse_move(text: str, grid: Grid) -> Move:
    """Reads "D4" or "pass" for a grid."""
    return PASS if text.strip().lower() in ("pass", "") else grid.parse(text)


class Illegality(Enum):
    """Why a move is illegal."""

    OFF_BOARD = "is off the board"
    OCCUPIED = "is occupied"
    SUICIDE = "would be suicide"
    KO = "would retake the ko at once"
    SUPERKO = "would repeat an earlier position"
    PASS_FORBIDDEN = "passing is not allowed here"
    GAME_OVER = "the game is over"


@dataclass(frozen=True, slots=True)
class Position:
    """Board, side to play and ko point.

    Two positions are equal when their boards and their sides to play are: situational superko forbids
    an equal position to return. The ko point follows from the last move and takes no part.
    """

    board: Board
    to_play: Color = BLACK
    ko: Point | None = field(default=None, compare=False)

    @classmethod
    def empty(cls, cols: int = 19, rows: int | None = None) -> Position:
        """An empty board with Black to play; square unless `rows` is given."""
        return cls(Board(Grid(cols, rows)))

    # Legality

    def illegality(self, move: Move, rules: Rules, seen: Container[object] = ()) -> Illegality | None:
        """Why a move is illegal, or None.

        `seen` holds what superko forbids to return: boards for positional, positions for situational.
        Without it superko is not checked, since a single position has no history.
        """
        if move is None:
            return None
        board = self.board
        grid = board.grid
        if move not in grid:
            return Illegality.OFF_BOARD
        bit = grid.bit(move)
        if (board.black_mask | board.white_mask) & bit:
            return Illegality.OCCUPIED
        if move == self.ko and rules.ko is not KoRule.NONE:
            return Illegality.KO
        own, other, _ = board.place_mask(bit, self.to_play)
        if not own & bit and not rules.suicide:
            return Illegality.SUICIDE
        if not own & bit and own == board.stones_mask(self.to_play):
            return Illegality.SUICIDE  # one stone that takes itself off changes nothing: never a move
        if seen and _repeats(self._after(own, other), seen, rules):
            return Illegality.SUPERKO
        return None

    def _after(self, own: int, other: int) -> Position:
        black, white = (own, other) if self.to_play is BLACK else (other, own)
        return Position(board_unchecked(self.board.grid, black, white), self.to_play.opponent)

    def legal_moves_mask(self, rules: Rules) -> int:
        """All legal points, found in one pass over the chains; superko, which needs a history, is left out.

        A point is legal when it has an empty neighbor, or touches an own chain with another
        liberty, or fills the last liberty of an opponent's chain.
        """
        board = self.board
        grid, empty = board.grid, board.empty_mask
        own, other = board.stones_mask(self.to_play), board.stones_mask(self.to_play.opponent)
        legal = empty & _touching(grid, empty)
        for part in grid.component_masks(own):
            liberties = grid.neighbors_mask(part) & empty
            if rules.suicide or liberties & (liberties - 1):
                legal |= liberties
        for part in grid.component_masks(other):
            liberties = grid.neighbors_mask(part) & empty
            if not liberties & (liberties - 1):
                legal |= liberties
        if self.ko is not None and rules.ko is not KoRule.NONE:
            legal &= ~grid.bit(self.ko)
        return legal

    def legal_moves(self, rules: Rules) -> PointSet:
        """All legal points. A pass, which is always legal, is not among them."""
        return PointSet(self.board.grid, self.legal_moves_mask(rules))

    # Playing

    def play(self, move: Move, rules: Rules, seen: Container[object] = ()) -> Position:
        """The position after a legal move; raises IllegalMove with its reason."""
        reason = self.illegality(move, rules, seen)
        if reason is not None:
            raise IllegalMove(move, reason, f"{self.to_play} {vertex(move)}: {reason.value}")
        return self.play_unchecked(move)

    def play_unchecked(self, move: Move) -> Position:
        """The position after a move that is known to be legal; captures and ko are found."""
        return self.play_and_captured(move)[0]

    def play_and_captured(self, move: Move) -> tuple[Position, PointSet]:
        """`play_unchecked`, together with the stones taken off."""
        board, color = self.board, self.to_play
        grid = board.grid
        if move is None:
            return Position(board, color.opponent), PointSet(grid)
        bit = grid.bit(move)
        own, other, captured = board.place_mask(bit, color)
        black, white = (own, other) if color is BLACK else (other, own)
        ko = _ko_point(grid, bit, own, grid.full_mask & ~(own | other), captured)
        return Position(board_unchecked(grid, black, white), color.opponent, ko), PointSet(grid, captured)

    # Views

    def with_to_play(self, color: Color) -> Position:
        """The same board with this side to play and no ko."""
        return self if color is self.to_play else Position(self.board, color)


def _touching(grid: Grid, mask: int) -> int:
    """The points that have a neighbor in the mask (members of the mask too)."""
    stride = grid.stride
    return (mask << 1 | mask >> 1 | mask << stride | mask >> stride) & grid.full_mask


def _ko_point(grid: Grid, bit: int, own: int, empty: int, captured: int) -> Point | None:
    """The ko point after a single stone took a single stone and stands in atari, alone."""
    if captured.bit_count() != 1 or not own & bit:
        return None
    around = _touching(grid, bit)
    if around & own or around & empty != captured:
        return None
    return grid.point_of(captured.bit_length() - 1)


def _repeats(position: Position, seen: Container[object], rules: Rules) -> bool:
    """Whether a superko rule forbids this position after what has been seen."""
    if rules.ko is KoRule.POSITIONAL:
        return position.board in seen
    return rules.ko is KoRule.SITUATIONAL and position in seen


def legal_map(board: Board, color: Color) -> str:
    """The problem set's legal-move map: rows from the top, `L` and `I` in place of the empty points.

    >>> print(legal_map(Board.parse("0B0\\nB0B\\n0B0"), Color.WHITE))
    IBI
    BIB
    IBI
    """
    grid = board.grid
    if grid.cols != grid.rows or grid.cols > 19:
        raise InputError(f"a {grid.cols}x{grid.rows} array; the legal-move map needs n x n with n up to 19")
    legal = Position(board.checked(), color).legal_moves(PROBLEM_SET)

    def letter(point: Point) -> str:
        stone = board[point]
        return stone.letter if stone is not None else "L" if point in legal else "I"

    return "\n".join(
        "".join(letter(Point(col, row)) for col in range(grid.cols)) for row in reversed(range(grid.rows))
    )
