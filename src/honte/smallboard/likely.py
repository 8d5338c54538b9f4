"""A move where nothing is proved: the network's, or else the one nearest to the center. It is a guess."""

from __future__ import annotations

from collections.abc import Collection

from honte.core import Move, Position
from honte.errors import InputError
from honte.network import predict, supports


def likely_move(position: Position, among: Collection[Move]) -> Move:
    """The likeliest of some moves, for the side to play.

    >>> from honte.core import CHINESE
    >>> position = Position.empty(4, 3)
    >>> print(likely_move(position, position.legal_moves(CHINESE)))
    B2
    """
    grid = position.board.grid
    if supports(grid):
        try:
            return next(move for move, _ in predict(position).moves() if move in among)
        except (InputError, StopIteration):  # no network, or only moves that it never plays
            pass

    def distance(move: Move) -> int:
        if move is None:
            return 4 * grid.size
        return abs(2 * move.col + 1 - grid.cols) + abs(2 * move.row + 1 - grid.rows)

    return min(among, key=distance)
