"""Playouts that look at the last move: chains in atari are captured or saved before anything else.

Plain random games toss a coin for every chain in atari. Here the side to move first takes the chain of the
last stone if it has one liberty left. Then it looks at its own chains next to the last stone: a chain in
atari is saved by taking a neighbor in atari, or by running if that gives two liberties. Otherwise the move
is random. At move 180 of counted games this cuts the squared error of ownership by a sixth and nearly
doubles the rank correlation with the result, for a third of the speed. Refusing to put own chains into
atari makes it worse: nakade and throw-ins need such moves.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.go.board import only_liberty, stands
from honte.kernels.go.games import add_owners, play_out, run_games
from honte.kernels.go.layout import C3, EMPTY_FIELD, U0, neighbor
from honte.kernels.go.playout import find_move
from honte.kernels.jit import kernel

_S60 = np.uint64(60)
_SAFE_BREATH = np.uint16(2)
"""A friend with more pseudo-liberties than this counts as one liberty gained."""


@kernel
def capture_beside(b, p, color):
    """Returns a move that captures a chain in atari next to the own chain of p; 0 when there is none."""
    other = C3 - color
    s = p
    while True:
        for k in range(4):
            q = neighbor(s, k)
            if b.color[q] == other:
                prey = only_liberty(b, q)
                if prey != U0 and prey != np.uint64(b.ko):
                    return prey
        s = np.uint64(b.next[s])
        if s == p:
            return U0


@kernel
def _runs_out(b, q, color):
    """Whether a stone on the last liberty q leaves about two: empty neighbors, or a friend with room."""
    room = np.int64(b.around[q] >> 8)
    for k in range(4):
        r = neighbor(q, k)
        if b.color[r] == color and b.breath[b.head[r]] > _SAFE_BREATH:
            room += 1
    return room >= 2


@kernel
def answer(b, last, color, draw):
    """Returns a capture or rescue in answer to the last move; 0 when there is none."""
    other = C3 - color
    if b.color[last] == other:
        q = only_liberty(b, last)
        if q != U0 and q != np.uint64(b.ko):
            return q
    first = np.int64(draw >> _S60)
    for k in range(4):
        r = neighbor(last, (k + first) & 3)
        if b.color[r] == color:
            q = only_liberty(b, r)
            if q != U0:
                prey = capture_beside(b, r, color)
                if prey != U0:
                    return prey
                if _runs_out(b, q, color):
                    return q
    return U0


@kernel(inline="always")
def _choose(b, last, color, draw, desk):
    """The policy of tactical games: an answer to the last move if it is legal, else a random move."""
    if last != U0:
        p = answer(b, last, color, draw)
        if p != U0 and (b.around[p] >= EMPTY_FIELD or stands(b, p, color)):
            return p
    return find_move(b, color, draw)


@kernel
def _play(b, color, draw, limit, desk, number):
    """Plays board `b` tactically to its end; returns the number of stones put down."""
    return play_out(_choose, b, U0, color, draw, limit, desk)


@kernel
def run_tactical(boards, color, first, count, seed, limit, tallies, t, control):
    """Plays tactical games; arguments and result are those of `honte.kernels.go.games.run_games`."""
    return run_games(_play, add_owners, boards, color, first, count, seed, limit, 0, tallies, t, control)
