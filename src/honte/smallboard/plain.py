"""A slow, plain solver that keeps the whole history: tests compare the fast solver with it.

It uses the rules of `honte.core` alone, under positional or situational superko, with alpha-beta and
nothing else: no table, no static knowledge. Late positions with a few empty points take thousands to
millions of nodes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from honte.core import BLACK, PASS, Board, KoRule, Move, Position, Rules
from honte.errors import InputError


class OutOfNodes(Exception):
    """The plain solver reached its limit of nodes or of length, so there is no answer."""


def area_margin(board: Board) -> int:
    """Black's stones and surrounded points minus White's, on the board as it stands.

    >>> area_margin(Board.parse(". X . O"))
    1
    """
    grid = board.grid
    margin = board.black_mask.bit_count() - board.white_mask.bit_count()
    for region in grid.component_masks(board.empty_mask):
        near = grid.neighbors_mask(region)
        black, white = bool(near & board.black_mask), bool(near & board.white_mask)
        margin += (black - white) * region.bit_count()
    return margin


@dataclass
class PlainSolver:
    """Alpha-beta with explicit history; raises OutOfNodes when `nodes` passes `limit`."""

    rules: Rules
    limit: int = 1_000_000
    longest: int = 200
    """The longest line in moves: superko ends every game, but some go on for hundreds of moves."""
    nodes: int = 0
    seen: set[object] = field(default_factory=set)

    def __post_init__(self) -> None:
        if self.rules.ko not in (KoRule.POSITIONAL, KoRule.SITUATIONAL):
            raise InputError("the plain solver needs a superko rule: a game under simple ko may never end")

    def value(self, position: Position, low: int = -99, high: int = 99, *, passed: bool = False) -> int:
        """Black's margin with best play, exact inside the window; the history includes the position."""
        key = self._key(position)
        fresh = key not in self.seen
        self.seen.add(key)
        try:
            return self._search(position, low, high, passed)
        finally:
            if fresh:
                self.seen.remove(key)

    def move_values(self, position: Position, past: Iterable[Position] = ()) -> dict[Move, int]:
        """The exact value of every legal move and of a pass, after the game in `past`."""
        self.seen = {self._key(each) for each in (*past, position)}
        values: dict[Move, int] = {}
        for move in [*position.legal_moves(self.rules), PASS]:
            if position.illegality(move, self.rules, self.seen) is None:
                values[move] = self.value(position.play_unchecked(move), passed=move is PASS)
        return values

    def _key(self, position: Position) -> object:
        return position.board if self.rules.ko is KoRule.POSITIONAL else position

    def _search(self, position: Position, low: int, high: int, passed: bool) -> int:
        self.nodes += 1
        if self.nodes > self.limit or len(self.seen) > self.longest:
            raise OutOfNodes
        black = position.to_play is BLACK
        best = -99 if black else 99
        for move in self._moves(position):
            if move is PASS and passed:
                value = area_margin(position.board)
            else:
                value = self.value(position.play_unchecked(move), low, high, passed=move is PASS)
            if black:
                best = max(best, value)
                low = max(low, best)
            else:
                best = min(best, value)
                high = min(high, best)
            if low >= high:
                break
        return best

    def _moves(self, position: Position) -> list[Move]:
        moves: list[Move] = [PASS]
        moves += [
            point
            for point in position.legal_moves(self.rules)
            if position.illegality(point, self.rules, self.seen) is None
        ]
        return moves
