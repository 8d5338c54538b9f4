"""The compiled Go board: chains and captures kept up move by move, for millions of moves a second.

A board is one record of `honte.kernels.go.layout.BOARD`. Several boards are an array of such records, so
taking back a move is a copy of one record onto another.

Chains are circular lists with one head each. Their liberties are counted as pseudo-liberties (a liberty
counts once for every stone of the chain next to it): cheap to keep, and zero exactly when the chain is
captured. Every cell also counts its neighbors by kind in one packed word, which answers "has an empty
neighbor", "all mine" and "all theirs" with one load. Both ideas are common to fast playout programs
(libEGO, Pachi). Real liberties are walked only on request.

Superko is not judged here: `hash` lets the caller keep a history.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.go.hashing import shape_key, stone_key

# The layout under its own names too: callers outside the family know the board by this module alone.
from honte.kernels.go.layout import (
    BLACK_FIELD,
    C0,
    C1,
    C3,
    EDGE,
    EMPTY,
    EMPTY_FIELD,
    FIELD,
    U0,
    U1,
    U2,
    U4,
    UP,
    WHITE_FIELD,
    neighbor,
)
from honte.kernels.go.layout import BOARD as BOARD
from honte.kernels.go.layout import CELLS as CELLS
from honte.kernels.go.layout import POINTS as POINTS
from honte.kernels.go.layout import STRIDE as STRIDE
from honte.kernels.go.stones import put, remove
from honte.kernels.intrinsics import copy_item
from honte.kernels.jit import kernel

_DIAGONAL_A = np.uint64(STRIDE + 1)
_DIAGONAL_B = np.uint64(STRIDE - 1)
_ONE16 = np.uint16(1)
_MOST_OF_ONE = np.uint16(4)
"""A chain with one liberty has at most four pseudo-liberties."""


# Making boards


@kernel
def clear(boards, i, cols, rows):
    """Makes board `i` an empty board of `cols` by `rows` points."""
    b = boards[i]
    b.cols = np.uint32(cols)
    b.rows = np.uint32(rows)
    b.hash = shape_key(cols, rows)
    b.ko = np.uint32(0)
    for p in range(CELLS):
        b.color[p] = EDGE
        b.around[p] = 0
        b.head[p] = p
        b.next[p] = p
        b.stones[p] = 0
        b.breath[p] = 0
        b.place[p] = 0
    count = 0
    for row in range(rows):
        for col in range(cols):
            p = (row + 1) * STRIDE + col + 1
            b.color[p] = EMPTY
            b.empty[count] = p
            b.place[p] = count
            count += 1
            # An edge neighbor counts as a stone of either color: an eye is then "all mine".
            edges = int(col == 0) + int(col == cols - 1) + int(row == 0) + int(row == rows - 1)
            b.around[p] = edges * 17 + ((4 - edges) << 8)
    b.empties = np.uint32(count)


@kernel
def setup(boards, i, cols, rows, stones):
    """Sets up board `i` with `stones` (0, 1, 2 row by row from the lower left).

    Every chain of the final board must have a liberty. Then no chain loses its last liberty on the way,
    in whatever order the stones are put down.
    """
    clear(boards, i, cols, rows)
    for row in range(rows):
        for col in range(cols):
            color = stones[row * cols + col]
            if color != EMPTY:
                play(boards, i, np.uint64((row + 1) * STRIDE + col + 1), np.uint8(color))
    boards[i].ko = np.uint32(0)


@kernel
def copy(boards, source, target):
    """Copies board `source` onto board `target`; this is how moves are taken back."""
    copy_item(boards, source, target)


# Playing


@kernel
def play(boards, i, p, color):
    """Plays on an empty cell and returns the number of stones taken off; updates `ko` and `hash`.

    A stone that captures nothing and has no liberty takes its own chain off. NO_POINT passes.
    """
    b = boards[i]
    p = np.uint64(p)
    color = np.uint8(color)
    if p == U0:
        b.ko = np.uint32(0)
        return 0
    before = np.uint64(b.empties) - U1
    put(b, p, color)
    key = b.hash ^ stone_key(p, color)
    gone = np.uint8(C3 - color)
    if b.breath[b.head[p]] == 0:
        gone = color
        remove(b, p, BLACK_FIELD if color == C1 else WHITE_FIELD)
    after = np.uint64(b.empties)
    for k in range(before, after):
        key ^= stone_key(b.empty[np.uint64(k)], gone)
    b.hash = key
    return np.int64(after - before)


# Asking


@kernel
def stands(b, p, color):
    """Whether a stone on an empty cell without empty neighbors would have a liberty or capture.

    A chain next to the cell counts it as a pseudo-liberty once for each contact. An own chain with more
    pseudo-liberties than contacts lends a liberty; an opponent's chain with no more is captured. The code
    has no branches, because the processor would mispredict them in playouts.
    """
    west, east, south, north = p - U1, p + U1, p - UP, p + UP
    hw, he, hs, hn = b.head[west], b.head[east], b.head[south], b.head[north]
    we, ws, wn = _bit(hw == he), _bit(hw == hs), _bit(hw == hn)
    es, en, sn = _bit(he == hs), _bit(he == hn), _bit(hs == hn)
    return (
        _helps(b.color[west], color, _bit(b.breath[hw] == _ONE16 + we + ws + wn))
        | _helps(b.color[east], color, _bit(b.breath[he] == _ONE16 + we + es + en))
        | _helps(b.color[south], color, _bit(b.breath[hs] == _ONE16 + ws + es + sn))
        | _helps(b.color[north], color, _bit(b.breath[hn] == _ONE16 + wn + en + sn))
    ) != 0


@kernel
def _bit(condition):
    """Returns a condition as 0 or 1."""
    return np.uint16(condition)


@kernel
def _helps(stone, own, last):
    """Returns 1 if a neighbor lets a move stand; `last` is 1 if the cell is the neighbor's only liberty."""
    return (_bit(stone == own) & (_ONE16 - last)) | (_bit(stone == C3 - own) & last)


@kernel
def _has_own_neighbor(b, p, color):
    """Whether a stone of `color` stands next to a cell."""
    return (
        b.color[p - U1] == color
        or b.color[p + U1] == color
        or b.color[p - UP] == color
        or b.color[p + UP] == color
    )


@kernel
def legal_cell(b, p, color, suicide):
    """Whether an empty cell may be played under simple ko.

    `suicide` allows the suicide of several stones; that of one stone is never legal.
    """
    if b.around[p] >= EMPTY_FIELD:
        return True
    if p == np.uint64(b.ko):
        return False
    return stands(b, p, color) or (suicide and _has_own_neighbor(b, p, color))


@kernel
def legal(boards, i, p, color, suicide):
    """Whether a cell is a legal move under simple ko; NO_POINT, the pass, always is."""
    b = boards[i]
    p = np.uint64(p)
    if p == U0:
        return True
    return b.color[p] == C0 and legal_cell(b, p, np.uint8(color), suicide)


@kernel
def legal_moves(boards, i, color, suicide, out):
    """Writes all legal cells except the pass to `out` (room for POINTS) and returns their number."""
    b = boards[i]
    color = np.uint8(color)
    count = U0
    for k in range(np.uint64(b.empties)):
        p = np.uint64(b.empty[np.uint64(k)])
        out[count] = np.uint16(p)
        if b.around[p] >= EMPTY_FIELD or legal_cell(b, p, color, suicide):
            count += U1
    return np.int64(count)


@kernel
def eye(b, p, color):
    """Whether an empty cell looks like an own eye: all neighbors are own or edge, and it is not false.

    An eye is false when the opponent holds two of its diagonals, or one at the edge.
    """
    shift = U0 if color == C1 else U4
    if (np.uint64(b.around[p]) >> shift) & FIELD != U4:
        return False
    other = C3 - color
    a, c = b.color[p - _DIAGONAL_A], b.color[p + _DIAGONAL_A]
    d, e = b.color[p - _DIAGONAL_B], b.color[p + _DIAGONAL_B]
    bad = np.uint64(a == other) + np.uint64(c == other) + np.uint64(d == other) + np.uint64(e == other)
    edge = a == C3 or c == C3 or d == C3 or e == C3
    return bad + np.uint64(edge) < U2


@kernel
def liberties(boards, i, p, out):
    """Writes a chain's distinct liberties to `out` and returns their number; see `list_liberties`."""
    return list_liberties(boards[i], np.uint64(p), out)


@kernel
def list_liberties(b, p, out):
    """Writes a chain's distinct liberties to `out` and returns their number; stops when `out` is full.

    Meant for small counts (one, two or three liberties), because each is looked up among those found.
    """
    s = p
    found = 0
    while True:
        for k in range(4):
            q = neighbor(s, k)
            if b.color[q] == C0:
                place = 0
                while place < found and out[place] != q:
                    place += 1
                if place == found:
                    out[found] = q
                    found += 1
                    if found == len(out):
                        return found
        s = np.uint64(b.next[s])
        if s == p:
            return found


@kernel
def only_liberty(b, p):
    """Returns the liberty of a chain in atari; 0 when the chain has more than one."""
    if b.breath[b.head[p]] > _MOST_OF_ONE:
        return U0
    found = U0
    s = p
    while True:
        for k in range(4):
            q = neighbor(s, k)
            if b.color[q] == C0 and q != found:
                if found != U0:
                    return U0
                found = q
        s = np.uint64(b.next[s])
        if s == p:
            return found
