"""The compiled Go board: chains and captures kept up move by move, for millions of moves a second.

A board is one record of `BOARD` (see below), several boards an array of them, so that undo is a copy
of one record onto another. Points are cells of a bordered mailbox of fixed stride: the cell of
(col, row) is `(row + 1) * STRIDE + col + 1`, and everything off the board is an EDGE cell, so no
neighbor ever needs a bounds check. Boards from 1x1 to 25x25 share one layout and one machine code.

Chains are circular lists with one head each. Their liberties are counted as pseudo-liberties (a
liberty counts once for every stone of the chain next to it): cheap to keep, and zero exactly when
the chain is captured. Every cell also counts its neighbors by kind in one packed word, which answers
"has an empty neighbor", "all mine" and "all theirs" with one load. Both ideas are common to fast
playout programs (libEGO, Pachi); real liberties are walked when asked for.

Colors are 1 Black and 2 White. Superko is not judged here: `hash` lets the caller keep a history.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import copy_item, ctz
from honte.kernels.jit import kernel

MAX_SIDE = 25
STRIDE = MAX_SIDE + 1
CELLS = 704
"""(MAX_SIDE + 2) * STRIDE + 1 cells are needed; rounded up to whole cache lines."""
POINTS = MAX_SIDE * MAX_SIDE

EMPTY, BLACK, WHITE, EDGE = 0, 1, 2, 3
NO_POINT = 0
"""A cell that is never on the board: no ko, no move, a pass."""

BOARD = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("hash", np.uint64),
                ("cols", np.uint32),
                ("rows", np.uint32),
                ("empties", np.uint32),  # how many cells of `empty` are in use
                ("ko", np.uint32),
                ("color", np.uint8, (CELLS,)),
                ("around", np.uint16, (CELLS,)),  # neighbors by kind: black + white << 4 + empty << 8
                ("head", np.uint16, (CELLS,)),  # a chain's name; an empty or edge cell is its own
                ("next", np.uint16, (CELLS,)),  # the next stone of the chain, in a ring
                ("stones", np.uint16, (CELLS,)),  # at heads: how many stones
                ("breath", np.uint16, (CELLS,)),  # at heads: pseudo-liberties
                ("empty", np.uint16, (POINTS + 1,)),  # the empty cells in any order
                ("place", np.uint16, (CELLS,)),  # where in `empty` a cell is
            ],
            align=True,
        ),
    )
)

_U0, _U1, _U2, _U3, _U4 = (np.uint64(n) for n in range(5))
_UP = np.uint64(STRIDE)
_DIAGONAL_A = np.uint64(STRIDE + 1)
_DIAGONAL_B = np.uint64(STRIDE - 1)
_BLACK_FIELD = np.uint16(1)
_WHITE_FIELD = np.uint16(1 << 4)
_EMPTY_FIELD = np.uint16(1 << 8)
_FIELD = np.uint64(15)
_EMPTY_SHIFT = np.uint64(8)
_C0, _C1, _C3 = np.uint8(0), np.uint8(1), np.uint8(3)
_ONE16 = np.uint16(1)

_MIX_A = np.uint64(0xBF58476D1CE4E5B9)
_MIX_B = np.uint64(0x94D049BB133111EB)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
SIDE_KEY = np.uint64(0xD1B54A32D192ED03)
"""Xor to `hash` when White is to play, where a situation and not a board is meant."""


# Hashing


@kernel
def mix(word):
    """SplitMix64's finalizer: a good 64-bit hash of a counter, used as Zobrist key and to seed."""
    word = word * _GOLDEN + _GOLDEN
    word = (word ^ (word >> _S30)) * _MIX_A
    word = (word ^ (word >> _S27)) * _MIX_B
    return word ^ (word >> _S31)


@kernel
def stone_key(p, color):
    """The Zobrist key of one stone."""
    return mix((np.uint64(p) << _U2) + np.uint64(color))


# Making boards


@kernel
def clear(boards, i, cols, rows):
    """Makes board `i` an empty one of this shape."""
    b = boards[i]
    b.cols = np.uint32(cols)
    b.rows = np.uint32(rows)
    b.hash = mix((np.uint64(cols) << _S32) + np.uint64(rows))
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
    """Makes board `i` hold `stones` (0, 1, 2 row by row from the lower left).

    The stones must be able to stand: every chain has a liberty. Then no chain can lose its last
    liberty on the way either, in whichever order they are put down.
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
    """Copies one board onto another: how moves are taken back."""
    copy_item(boards, source, target)


# Placing stones


@kernel
def _join(b, p, q):
    """Joins the chain of q to that of p; the shorter one takes the other's head."""
    a, z = np.uint64(b.head[p]), np.uint64(b.head[q])
    if b.stones[a] < b.stones[z]:
        a, z = z, a
    b.breath[a] += b.breath[z]
    b.stones[a] += b.stones[z]
    head = np.uint16(a)
    s = z
    while True:
        b.head[s] = head
        s = np.uint64(b.next[s])
        if s == z:
            break
    b.next[a], b.next[z] = b.next[z], b.next[a]


@kernel
def _neighbor(p, k):
    """Neighbor number k of a cell: west, east, south, north."""
    step = _U1 if k < _U2 else _UP
    return p + step if k & _U1 else p - step


@kernel
def _join_all(b, p, todo):
    """Joins a new stone to the neighbors whose bits are set in `todo`."""
    q = _neighbor(p, np.uint64(ctz(todo)))
    todo &= todo - _U1
    h = np.uint64(b.head[q])
    b.head[p] = np.uint16(h)
    b.stones[h] += _ONE16
    b.breath[h] += b.breath[p]
    b.next[p] = b.next[h]
    b.next[h] = np.uint16(p)
    while todo != _U0:
        q = _neighbor(p, np.uint64(ctz(todo)))
        todo &= todo - _U1
        if b.head[q] != b.head[p]:
            _join(b, p, q)


@kernel
def _lift_cell(b, q, kind):
    b.around[q] += kind
    b.breath[b.head[q]] += _ONE16


@kernel
def _remove(b, p, kind):
    """Takes the chain of p off; its cells go to the end of `empty` and its neighbors breathe."""
    count = np.uint64(b.empties)
    start = np.uint64(b.head[p])
    gain = np.uint16(_EMPTY_FIELD - kind)
    s = start
    while True:
        following = np.uint64(b.next[s])
        b.color[s] = _C0
        b.head[s] = np.uint16(s)
        b.empty[count] = np.uint16(s)
        b.place[s] = np.uint16(count)
        count += _U1
        _lift_cell(b, s - _U1, gain)
        _lift_cell(b, s + _U1, gain)
        _lift_cell(b, s - _UP, gain)
        _lift_cell(b, s + _UP, gain)
        s = following
        if s == start:
            break
    b.empties = np.uint32(count)


@kernel
def _press_cell(b, q, kind):
    b.around[q] += kind
    b.breath[b.head[q]] -= _ONE16


@kernel
def put(b, p, color):
    """Puts a stone on an empty cell and takes off what it captures; keeps `ko`, but not `hash`.

    The captured cells are the last ones of `empty`. A stone without a liberty stays: `play` looks
    after suicide.
    """
    # 1. The cell leaves the list of empty ones.
    count = np.uint64(b.empties) - _U1
    hole, last = b.place[p], b.empty[count]
    b.empty[hole] = last
    b.place[last] = hole
    b.empties = np.uint32(count)
    # 2. A chain of one stone, and one breath less for all around.
    before = np.uint64(b.around[p])
    kind = _BLACK_FIELD if color == _C1 else _WHITE_FIELD
    other_kind = _WHITE_FIELD if color == _C1 else _BLACK_FIELD
    b.color[p] = color
    b.stones[p] = _ONE16
    b.next[p] = np.uint16(p)
    b.breath[p] = np.uint16(before >> _EMPTY_SHIFT)
    press = np.uint16(kind - _EMPTY_FIELD)
    west, east, south, north = p - _U1, p + _U1, p - _UP, p + _UP
    _press_cell(b, west, press)
    _press_cell(b, east, press)
    _press_cell(b, south, press)
    _press_cell(b, north, press)
    # 3. Own neighbors join: the first one takes the stone in, others are joined chain to chain.
    own_shift = _U0 if color == _C1 else _U4
    other_shift = _U4 - own_shift
    cw, ce, cs, cn = b.color[west], b.color[east], b.color[south], b.color[north]
    todo = (
        np.uint64(cw == color)
        | np.uint64(ce == color) << _U1
        | np.uint64(cs == color) << _U2
        | np.uint64(cn == color) << _U3
    )
    if todo != _U0:
        _join_all(b, p, todo)
    # 4. The opponent's neighbors without breath are captured.
    b.ko = np.uint32(0)
    theirs = (before >> other_shift) & _FIELD
    if theirs != _U0:
        other = _C3 - color
        dw = (cw == other) & (b.breath[b.head[west]] == 0)
        de = (ce == other) & (b.breath[b.head[east]] == 0)
        ds = (cs == other) & (b.breath[b.head[south]] == 0)
        dn = (cn == other) & (b.breath[b.head[north]] == 0)
        if dw | de | ds | dn:
            if dw:
                _remove(b, west, other_kind)
            if de and b.color[east] == other:
                _remove(b, east, other_kind)
            if ds and b.color[south] == other:
                _remove(b, south, other_kind)
            if dn and b.color[north] == other:
                _remove(b, north, other_kind)
            # 5. One stone taken from between opponents only: a ko.
            if theirs == _U4 and np.uint64(b.empties) == count + _U1:
                b.ko = np.uint32(b.empty[count])


@kernel
def play(boards, i, p, color):
    """Plays on an empty cell and returns how many stones were taken off; keeps `ko` and `hash`.

    A stone that captures nothing and has no liberty takes its own chain off. NO_POINT passes.
    """
    b = boards[i]
    p = np.uint64(p)
    color = np.uint8(color)
    if p == _U0:
        b.ko = np.uint32(0)
        return 0
    before = np.uint64(b.empties) - _U1
    put(b, p, color)
    key = b.hash ^ stone_key(p, color)
    gone = _C3 - color
    if b.breath[b.head[p]] == 0:
        gone = color
        _remove(b, p, _BLACK_FIELD if color == _C1 else _WHITE_FIELD)
    after = np.uint64(b.empties)
    for k in range(before, after):
        key ^= stone_key(b.empty[np.uint64(k)], gone)
    b.hash = key
    return np.int64(after - before)


# Asking


@kernel
def stands(b, p, color):
    """Whether a stone on an empty cell without empty neighbors would have a liberty or capture.

    The cell is a pseudo-liberty of a chain next to it as often as they touch: an own chain that
    has more than those lends a liberty, an opponent's that has no more is captured. No branches:
    in playouts they would be guessed wrong.
    """
    west, east, south, north = p - _U1, p + _U1, p - _UP, p + _UP
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
    return np.uint16(condition)


@kernel
def _helps(stone, own, last):
    """Whether a neighbor makes a move stand; `last` says that the cell is its only liberty."""
    return (_bit(stone == own) & (_ONE16 - last)) | (_bit(stone == _C3 - own) & last)


@kernel
def _has_own_neighbor(b, p, color):
    return (
        b.color[p - _U1] == color
        or b.color[p + _U1] == color
        or b.color[p - _UP] == color
        or b.color[p + _UP] == color
    )


@kernel
def legal_cell(b, p, color, suicide):
    """Whether an empty cell may be played under simple ko; `suicide` allows that of several stones."""
    if b.around[p] >= _EMPTY_FIELD:
        return True
    if p == np.uint64(b.ko):
        return False
    return stands(b, p, color) or (suicide and _has_own_neighbor(b, p, color))


@kernel
def legal(boards, i, p, color, suicide):
    """Whether a cell is a legal move under simple ko; NO_POINT, a pass, always is."""
    b = boards[i]
    p = np.uint64(p)
    if p == _U0:
        return True
    return b.color[p] == _C0 and legal_cell(b, p, np.uint8(color), suicide)


@kernel
def legal_moves(boards, i, color, suicide, out):
    """Writes all legal cells but the pass to `out` (room for POINTS) and returns how many there are."""
    b = boards[i]
    color = np.uint8(color)
    count = _U0
    for k in range(np.uint64(b.empties)):
        p = np.uint64(b.empty[np.uint64(k)])
        out[count] = np.uint16(p)
        if b.around[p] >= _EMPTY_FIELD or legal_cell(b, p, color, suicide):
            count += _U1
    return np.int64(count)


@kernel
def eye(b, p, color):
    """Whether an empty cell looks like an own eye: all neighbors own or edge, and not false.

    It is false when opponents hold two of its diagonals, or one at the edge.
    """
    shift = _U0 if color == _C1 else _U4
    if (np.uint64(b.around[p]) >> shift) & _FIELD != _U4:
        return False
    other = _C3 - color
    a, c = b.color[p - _DIAGONAL_A], b.color[p + _DIAGONAL_A]
    d, e = b.color[p - _DIAGONAL_B], b.color[p + _DIAGONAL_B]
    bad = np.uint64(a == other) + np.uint64(c == other) + np.uint64(d == other) + np.uint64(e == other)
    edge = a == _C3 or c == _C3 or d == _C3 or e == _C3
    return bad + np.uint64(edge) < _U2


@kernel
def liberties(boards, i, p, out):
    """Writes a chain's distinct liberties to `out` and returns how many; stops when `out` is full.

    Meant for small counts (one, two or three liberties): it looks each up among those found.
    """
    b = boards[i]
    start = np.uint64(p)
    s = start
    found = 0
    while True:
        for q in (s - _U1, s + _U1, s - _UP, s + _UP):
            if b.color[q] == _C0:
                k = 0
                while k < found and out[k] != q:
                    k += 1
                if k == found:
                    out[found] = q
                    found += 1
                    if found == len(out):
                        return found
        s = np.uint64(b.next[s])
        if s == start:
            return found
