"""Moves that are one under the symmetries of a position."""

from __future__ import annotations

from collections.abc import Sequence

from honte.core import Move, Position


def images_of(position: Position, moves: list[Move], past: Sequence[Position] = ()) -> dict[Move, list[Move]]:
    """For one move of each kind, all moves that the position's symmetries take it to, itself first.

    A game before the position may have none of its symmetries: then every move stands alone.

    >>> from honte.core import PASS
    >>> kinds = images_of(Position.empty(3), [*Position.empty(3).board.grid.points, PASS])
    >>> [len(images) for images in kinds.values()]
    [4, 4, 1, 1]
    """
    board, ko = position.board, position.ko
    same = [
        symmetry
        for symmetry in board.grid.symmetries
        if not past and board.transformed(symmetry) == board and (ko is None or symmetry(ko) == ko)
    ]
    found: dict[Move, list[Move]] = {}
    done: set[Move] = set()
    for move in moves:
        if move in done:
            continue
        images: list[Move] = [move]
        if move is not None:
            images += [symmetry(move) for symmetry in same]
        found[move] = list(dict.fromkeys(images))
        done.update(images)
    return found
