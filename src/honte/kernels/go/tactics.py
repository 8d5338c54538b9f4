"""Playouts that look at the last move: chains in atari are captured or saved before anything else.

Plain random games toss a coin for every chain in atari. Here the side to move first takes the chain
of the last stone if that has one liberty left; then looks at its own chains next to the last stone: one in
atari is saved by taking a neighbor in atari, or by running if that gives two liberties. Otherwise the
move is random as ever. At move 180 of counted games this cuts the squared error of ownership by a sixth
and nearly doubles the rank correlation with the result, for a third of the speed. Refusing to put own
chains into atari was tried and made it worse: nakade and throw-ins need it.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.control import NODES, STOP
from honte.kernels.go.board import STRIDE, mix, put, stands
from honte.kernels.go.playout import add_owners, find_move
from honte.kernels.intrinsics import atomic_add, atomic_load, copy_item
from honte.kernels.jit import kernel

_U0, _U1 = np.uint64(0), np.uint64(1)
_UP = np.uint64(STRIDE)
_S7, _S9, _S60 = np.uint64(7), np.uint64(9), np.uint64(60)
_C0, _C3 = np.uint8(0), np.uint8(3)
_EMPTY_FIELD = np.uint16(1 << 8)
_MOST_OF_ONE = np.uint16(4)
"""One liberty is at most four pseudo-liberties."""
_SAFE_BREATH = np.uint16(2)


@kernel
def neighbor(p, k):
    """Neighbor number k of a cell: west, east, south, north."""
    step = _U1 if k < 2 else _UP
    return p + step if k & 1 else p - step


@kernel
def only_liberty(b, p):
    """The liberty of a chain that has only one; 0 when it has more."""
    if b.breath[b.head[p]] > _MOST_OF_ONE:
        return _U0
    found = _U0
    s = p
    while True:
        for k in range(4):
            q = neighbor(s, k)
            if b.color[q] == _C0 and q != found:
                if found != _U0:
                    return _U0
                found = q
        s = np.uint64(b.next[s])
        if s == p:
            return found


@kernel
def _rescue(b, p, color):
    """A capture next to the chain of p that is in atari; 0 when there is none."""
    other = _C3 - color
    s = p
    while True:
        for k in range(4):
            q = neighbor(s, k)
            if b.color[q] == other:
                prey = only_liberty(b, q)
                if prey != _U0 and prey != np.uint64(b.ko):
                    return prey
        s = np.uint64(b.next[s])
        if s == p:
            return _U0


@kernel
def _runs_out(b, q, color):
    """Whether a stone on the last liberty q would leave about two: empty neighbors, or a healthy friend."""
    room = np.int64(b.around[q] >> 8)
    for k in range(4):
        r = neighbor(q, k)
        if b.color[r] == color and b.breath[b.head[r]] > _SAFE_BREATH:
            room += 1
    return room >= 2


@kernel
def answer(b, last, color, draw):
    """A capture or rescue that the last move calls for; 0 when it calls for none."""
    other = _C3 - color
    if b.color[last] == other:
        q = only_liberty(b, last)
        if q != _U0 and q != np.uint64(b.ko):
            return q
    first = np.int64(draw >> _S60)
    for k in range(4):
        r = neighbor(last, (k + first) & 3)
        if b.color[r] == color:
            q = only_liberty(b, r)
            if q != _U0:
                prey = _rescue(b, r, color)
                if prey != _U0:
                    return prey
                if _runs_out(b, q, color):
                    return q
    return _U0


@kernel
def play_tactically(b, color, draw, limit):
    """`play_to_end` with answers to the last move; returns how many stones were put down."""
    passes, moves = 0, 0
    last = _U0
    while passes < 2 and moves < limit:
        draw ^= draw << _S7
        draw ^= draw >> _S9
        p = _U0
        if last != _U0:
            p = answer(b, last, color, draw)
            if p != _U0 and b.around[p] < _EMPTY_FIELD and not stands(b, p, color):
                p = _U0
        if p == _U0:
            p = find_move(b, color, draw)
        if p == _U0:
            passes += 1
            b.ko = np.uint32(0)
        else:
            passes = 0
            moves += 1
            put(b, p, color)
        last = p
        color = _C3 - color
    return moves


@kernel
def run_tactical(boards, color, first, count, seed, limit, tallies, t, control):
    """`honte.kernels.go.playout.run_playouts` with tactical playouts; the same arguments and meaning."""
    tally = tallies[t]
    for n in range(count):
        if atomic_load(control, STOP) != 0:
            return n
        copy_item(boards, 0, 1)
        draw = mix(mix(np.uint64(seed)) ^ np.uint64(first + n)) | _U1
        tally.moves += play_tactically(boards[1], np.uint8(color), draw, np.int64(limit))
        add_owners(boards[1], tally)
        tally.playouts += 1
        atomic_add(control, NODES, 1)
    return count
