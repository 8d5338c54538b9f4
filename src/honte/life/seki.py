"""Seki in its standard shapes: two chains that stand against each other and may not be attacked.

Two chains of different color that are not safe by themselves and share liberties are in seki when
either side, by playing on a shared liberty, puts its own chain into atari. Three standard cases, with
all outside liberties gone (Kiseido's and every textbook's list):

- no eye on either side and at least two shared liberties;
- one eye each and at least one shared liberty;
- one eye against none is no seki: the side with the eye wins.

A chain inside the other's only eye space is no seki but a nakade when giving it up, one stone larger,
leaves a space of one eye.

Kos, several chains that hold each other, and sekis made by a nakade shape half filled are found
only where these rules apply to the chains that touch.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from honte.core import BLACK, WHITE, Board, Chain
from honte.grid import PointSet
from honte.life.eyes import shape_eyes
from honte.life.safety import safety


@dataclass(frozen=True, slots=True)
class Seki:
    """Two chains in seki and the points neither side may play."""

    black: PointSet
    white: PointSet
    shared: PointSet
    reason: str


def find_seki(board: Board) -> Iterator[Seki]:
    """Pairs of chains in a standard seki, in board order.

    >>> board = Board.parse('''
    ... . O X . O X .
    ... O O X . O X X
    ... . O X O O X .
    ... O O O X X X X
    ... ''')
    >>> for seki in find_seki(board):
    ...     print(seki.reason)
    no eyes and 2 shared liberties: whoever plays D3 or D4 is in atari
    """
    safe = safety(board, BLACK).stones | safety(board, WHITE).stones
    weak = {color: [c for c in board.chains(color) if not c.stones <= safe] for color in (BLACK, WHITE)}
    for black in weak[BLACK]:
        for white in weak[WHITE]:
            shared = black.liberties & white.liberties
            if not shared:
                continue
            own_black, own_white = black.liberties - shared, white.liberties - shared
            eyes = (_eyes(board, black, own_black), _eyes(board, white, own_white))
            if None in eyes:
                continue
            reason = _verdict(eyes[0] or 0, eyes[1] or 0, shared)
            if reason and not (_is_nakade(black, white, shared) or _is_nakade(white, black, shared)):
                yield Seki(black.stones, white.stones, shared, reason)


def _verdict(black_eyes: int, white_eyes: int, shared: PointSet) -> str:
    where = " or ".join(map(str, shared))
    if black_eyes == white_eyes == 0 and len(shared) >= 2:
        return f"no eyes and {len(shared)} shared liberties: whoever plays {where} is in atari"
    if black_eyes == white_eyes == 1:
        return f"an eye each and {len(shared)} shared: whoever plays {where} is in atari"
    return ""


def _is_nakade(inner: Chain, outer: Chain, shared: PointSet) -> bool:
    """Whether a chain enclosed by another kills it: taken one stone larger, it leaves a single eye."""
    grid = inner.stones.grid
    space = inner.stones | shared
    if inner.liberties != shared or not space.neighbors() <= outer.stones:
        return False
    return any(shape_eyes(grid, inner.stones.mask | grid.bit(point), 0)[1] < 2 for point in shared)


def _eyes(board: Board, chain: Chain, own: PointSet) -> int | None:
    """0 or 1 eyes inside the chain; None when it has liberties outside or more eye space."""
    grid = board.grid
    regions = list(own.components())
    if len(regions) > 1:
        return None
    enclosed = all(
        not grid.neighbors_mask(region.mask) & ~chain.stones.mask & ~region.mask for region in regions
    )
    return len(regions) if enclosed else None
