"""Which moves look relevant to GoLD's search, and which ones are suicidal.

Haris, *Go - Project* (2019), 4.2.4 and 4.2.5.
"""

from __future__ import annotations

from honte.kernels.gold.board import (
    ATTACKER,
    COLOR,
    DEFENDER,
    EDGE,
    EMPTY,
    KEY,
    fresh_stamp,
    neighbor,
    walk,
    walk_as,
)
from honte.kernels.gold.eyes import LARGEST, find_shape, gather_space, is_vital
from honte.kernels.jit import kernel

NEAR = 64
"""The relevance of a point one step from the keystones; halved at each further step, up to three steps."""
VITAL = 256
"""The relevance that a vital point adds."""


# Distance and vital points


@kernel
def rate_moves(s, ply):
    """Fills `relevance` for the cells of the area by distance to the keystones and by vital points."""
    cells = s.cells[ply]
    stamp = fresh_stamp(s)
    length = 0
    for k in range(s.point_count):
        p = s.points[k]
        s.relevance[p] = 0
    for k in range(s.point_count):
        p = s.points[k]
        if cells[p] >= KEY and s.mark[p] != stamp:
            length = spread_from(s, ply, p, stamp, length)
    # Rings around the key group: through empty points and the defender's stones, not through walls.
    start, worth = 0, NEAR
    for _ in range(3):
        end = length
        for k in range(start, end):
            at = s.queue[k]
            for side in range(4):
                q = neighbor(at, side)
                kind = cells[q] & COLOR
                if s.mark[q] == stamp or kind in (EDGE, ATTACKER) or s.area[q] == 0:
                    continue
                s.mark[q] = stamp
                s.queue[length] = q
                length += 1
                if kind == EMPTY:
                    s.relevance[q] += worth
        start = end
        worth //= 2
    rate_vital_points(s, ply)


@kernel
def spread_from(s, ply, p, stamp, length):
    """Appends the chain of a keystone to `queue`; returns the new length of `queue`."""
    cells = s.cells[ply]
    head = length
    s.queue[length] = p
    s.mark[p] = stamp
    length += 1
    while head < length:
        at = s.queue[head]
        head += 1
        for side in range(4):
            q = neighbor(at, side)
            if s.mark[q] != stamp and (cells[q] & COLOR) == DEFENDER:
                s.mark[q] = stamp
                s.queue[length] = q
                length += 1
    return length


@kernel
def rate_vital_points(s, ply):
    """Adds VITAL to the relevance of the vital points of every shape on the board."""
    cells = s.cells[ply]
    for k in range(s.point_count):
        s.label[s.points[k]] = 0
    stamp = fresh_stamp(s)
    for k in range(s.point_count):
        p = s.points[k]
        if (cells[p] & COLOR) == DEFENDER or s.mark[p] == stamp:
            continue
        size, _ = gather_space(s, ply, p, stamp)
        if size < 3 or size > LARGEST:
            continue
        shape, origin = find_shape(s, size)
        if shape < 0:
            continue
        for i in range(size):
            q = s.queue[i]
            if cells[q] == EMPTY and is_vital(s, shape, origin, q):
                s.relevance[q] += VITAL


# Suicidal moves


@kernel
def mark_suicidal(s, ply):
    """Sets the relevance of the defender's suicidal moves (4.2.5) to -1.

    A move is suicidal if it fills one of the last two liberties of a keystone's chain, unless it captures,
    gains a liberty, or connects to a chain with other liberties.
    """
    cells = s.cells[ply]
    for k in range(s.point_count):
        p = s.points[k]
        if cells[p] != EMPTY:
            continue
        touches = False
        for side in range(4):
            q = neighbor(p, side)
            if cells[q] >= KEY:
                _, liberties = walk(s, ply, q)
                touches = touches or liberties == 2
        if touches and is_suicidal(s, ply, p):
            s.relevance[p] = -1


@kernel
def is_suicidal(s, ply, p):
    """Whether a defender's stone on p leaves its chain with one liberty and captures nothing."""
    for side in range(4):
        q = neighbor(p, side)
        if (s.cells[ply, q] & COLOR) == ATTACKER:
            _, liberties = walk(s, ply, q)
            if liberties == 1:
                return False
    _, liberties = walk_as(s, ply, p, DEFENDER)
    return liberties < 2
