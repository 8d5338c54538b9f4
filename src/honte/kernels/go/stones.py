"""Stones put down and chains taken off: what every move does to a compiled Go board.

Chains are circular lists with one head each, and every cell counts its neighbors by kind; see
`honte.kernels.go.board`.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.go.layout import (
    BLACK_FIELD,
    C0,
    C1,
    C3,
    EMPTY_FIELD,
    EMPTY_SHIFT,
    FIELD,
    U0,
    U1,
    U2,
    U3,
    U4,
    UP,
    WHITE_FIELD,
    neighbor,
)
from honte.kernels.intrinsics import ctz
from honte.kernels.jit import kernel

_ONE16 = np.uint16(1)


@kernel
def _join(b, p, q):
    """Joins the chains of p and q; the shorter one takes the head of the longer one."""
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
def _join_all(b, p, todo):
    """Joins a new stone to the neighbors whose bits are set in `todo`."""
    q = neighbor(p, ctz(todo))
    todo &= todo - U1
    h = np.uint64(b.head[q])
    b.head[p] = np.uint16(h)
    b.stones[h] += _ONE16
    b.breath[h] += b.breath[p]
    b.next[p] = b.next[h]
    b.next[h] = np.uint16(p)
    while todo != U0:
        q = neighbor(p, ctz(todo))
        todo &= todo - U1
        if b.head[q] != b.head[p]:
            _join(b, p, q)


@kernel
def _lift_cell(b, q, kind):
    """Gives a neighbor of a stone that leaves the board one pseudo-liberty more."""
    b.around[q] += kind
    b.breath[b.head[q]] += _ONE16


@kernel
def remove(b, p, kind):
    """Takes the chain of p off the board and appends its cells to `empty`."""
    count = np.uint64(b.empties)
    start = np.uint64(b.head[p])
    gain = np.uint16(EMPTY_FIELD - kind)
    s = start
    while True:
        following = np.uint64(b.next[s])
        b.color[s] = C0
        b.head[s] = np.uint16(s)
        b.empty[count] = np.uint16(s)
        b.place[s] = np.uint16(count)
        count += U1
        _lift_cell(b, s - U1, gain)
        _lift_cell(b, s + U1, gain)
        _lift_cell(b, s - UP, gain)
        _lift_cell(b, s + UP, gain)
        s = following
        if s == start:
            break
    b.empties = np.uint32(count)


@kernel
def _press_cell(b, q, kind):
    """Takes one pseudo-liberty from a neighbor of a new stone."""
    b.around[q] += kind
    b.breath[b.head[q]] -= _ONE16


@kernel
def put(b, p, color):
    """Puts a stone on an empty cell and takes off what it captures; updates `ko`, but not `hash`.

    The captured cells are the last ones of `empty`. A stone without a liberty stays: only `play` handles
    suicide.
    """
    # 1. The cell leaves the list of empty ones.
    count = np.uint64(b.empties) - U1
    hole, last = b.place[p], b.empty[count]
    b.empty[hole] = last
    b.place[last] = hole
    b.empties = np.uint32(count)
    # 2. A chain of one stone, and one breath less for all around.
    before = np.uint64(b.around[p])
    kind = BLACK_FIELD if color == C1 else WHITE_FIELD
    other_kind = WHITE_FIELD if color == C1 else BLACK_FIELD
    b.color[p] = color
    b.stones[p] = _ONE16
    b.next[p] = np.uint16(p)
    b.breath[p] = np.uint16(before >> EMPTY_SHIFT)
    press = np.uint16(kind - EMPTY_FIELD)
    west, east, south, north = p - U1, p + U1, p - UP, p + UP
    _press_cell(b, west, press)
    _press_cell(b, east, press)
    _press_cell(b, south, press)
    _press_cell(b, north, press)
    # 3. Own neighbors join: the first one takes the stone in, others are joined chain to chain.
    cw, ce, cs, cn = b.color[west], b.color[east], b.color[south], b.color[north]
    todo = (
        np.uint64(b.color[west] == color)
        | np.uint64(b.color[east] == color) << U1
        | np.uint64(b.color[south] == color) << U2
        | np.uint64(b.color[north] == color) << U3
    )
    if todo != U0:
        _join_all(b, p, todo)
    # 4. The opponent's neighbors without breath are captured.
    b.ko = np.uint32(0)
    theirs = (before >> (U4 if color == C1 else U0)) & FIELD
    if theirs != U0:
        other = C3 - color
        dw = (cw == other) & (b.breath[b.head[west]] == 0)
        de = (ce == other) & (b.breath[b.head[east]] == 0)
        ds = (cs == other) & (b.breath[b.head[south]] == 0)
        dn = (cn == other) & (b.breath[b.head[north]] == 0)
        if dw | de | ds | dn:
            if dw:
                remove(b, west, other_kind)
            if de and b.color[east] == other:
                remove(b, east, other_kind)
            if ds and b.color[south] == other:
                remove(b, south, other_kind)
            if dn and b.color[north] == other:
                remove(b, north, other_kind)
        # 5. One stone taken from between opponents only: a ko.
        if theirs == U4 and np.uint64(b.empties) == count + U1:
            b.ko = np.uint32(b.empty[count])
