"""A local board for life and death: up to 64 points in one word, with everything outside frozen.

The points of the problem's area are bits 0 to 63 in any order; `neighbors` holds each point's neighbors
inside the area. Two masks describe the outside: `wall`, the points next to safe attacker stones, and
`ally`, the points next to safe defender stones. A chain with a stone on such a point of its own color can
never be captured.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_0, U64_1, ctz, lowest
from honte.kernels.jit import kernel

MAX_POINTS = 64
MAX_KEYS = 16
NO_KO = 64
"""The ko point of a position without one."""
EDGE, HOSTILE, FRIENDLY, OUTSIDE = 64, 65, 66, 67
"""Codes of points outside the area: off the board, the attacker's, the defender's, empty (`sight` only)."""
VIEW = 28
"""The number of points around a move that `honte.kernels.local.policy` looks at."""

REGION = np.dtype(
    [
        ("neighbors", np.uint64, (MAX_POINTS,)),
        ("ring", np.uint8, (MAX_POINTS, 8)),
        ("sight", np.uint8, (MAX_POINTS, VIEW)),
        ("keys", np.uint64, (MAX_KEYS,)),
        ("full", np.uint64),
        ("wall", np.uint64),
        ("ally", np.uint64),
        ("points", np.int64),
        ("key_count", np.int64),
        ("capture_any", np.int64),
        ("generation", np.int64),
        ("free_pass", np.int64),
    ]
)
"""The frozen part of a problem.

`keys` are the stones of each keystone chain at the start. `generation` distinguishes this problem's table
entries from those of earlier ones. `free_pass` lets the attacker pass at any time. `ring` holds the eight
neighbors of a point, and `sight` VIEW points around it; both hold bit numbers or codes.
"""


@kernel
def flood(region, seed, within):
    """Returns all of `within` that is connected to `seed`, a part of it.

    Areas have any shape, so points are numbered and their neighbors looked up. Whole small boards have
    rows, and spread by shifts (`honte.kernels.small.board.flood`).
    """
    reached = seed
    frontier = seed
    while frontier:
        spread = region.neighbors[ctz(frontier)] & within & ~reached
        frontier = (frontier & (frontier - U64_1)) | spread
        reached |= spread
    return reached


@kernel
def around(region, mask):
    """Returns the neighbors of all points of a mask (points of the mask may be among them)."""
    result = U64_0
    while mask:
        result |= region.neighbors[ctz(mask)]
        mask &= mask - U64_1
    return result


@kernel
def breathes(region, seed, within, empty, safe):
    """Returns whether the chain of `seed` has a liberty or is safe, and the stones seen until then."""
    reached = seed
    frontier = seed
    while frontier:
        if frontier & safe:
            return True, reached
        touched = region.neighbors[ctz(frontier)]
        if touched & empty:
            return True, reached
        spread = touched & within & ~reached
        frontier = (frontier & (frontier - U64_1)) | spread
        reached |= spread
    return False, reached


@kernel
def place(region, own, other, own_safe, other_safe, point):
    """Plays on an empty point; returns (legal, own stones, other stones, captured stones, new ko point).

    `own_safe` and `other_safe` are `wall` and `ally`, the mover's first. Suicide is illegal; the caller
    checks the ko.
    """
    stone = U64_1 << np.uint64(point)
    touched = region.neighbors[point]
    own |= stone
    empty = region.full & ~(own | other)
    captured = U64_0
    rest = touched & other
    while rest:
        alive, seen = breathes(region, lowest(rest), other, empty, other_safe)
        if not alive:
            captured |= seen
        rest &= ~seen
    if captured:
        ko = NO_KO
        lone = not (touched & own) and not (stone & own_safe)
        if lone and captured & (captured - U64_1) == U64_0 and touched & (empty | captured) == captured:
            ko = ctz(captured)
        return True, own, other & ~captured, captured, ko
    if not touched & empty:
        alive, _ = breathes(region, stone, own, empty, own_safe)
        if not alive:
            return False, own, other, captured, NO_KO
    return True, own, other, captured, NO_KO


@kernel
def keys_left(region, keys, captured):
    """Returns the bits of the keystone chains that still stand after a capture."""
    if captured:
        for i in range(region.key_count):
            if region.keys[i] & captured:
                keys &= ~(1 << i)
    return keys


@kernel
def keys_lost(region, keys):
    """Whether the attacker has captured enough: one keystone chain (`capture_any`), or all of them."""
    if region.capture_any:
        return keys != (1 << region.key_count) - 1
    return keys == 0


@kernel
def shape(region, attacker, defender, point):
    """Returns the eight neighbors of a point as one number, two bits each.

    The bits mean 0 empty, 1 attacker, 2 defender, 3 edge.
    """
    code = 0
    for k in range(8):
        q = region.ring[point, k]
        if q < MAX_POINTS:
            bit = np.uint64(q)
            state = np.int64(attacker >> bit & U64_1) | np.int64(defender >> bit & U64_1) << 1
        elif q == EDGE:
            state = 3
        elif q == HOSTILE:
            state = 1
        else:
            state = 2
        code |= state << (2 * k)
    return code
