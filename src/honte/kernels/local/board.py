"""A local board for life and death: up to 64 points in one word, the rest of the world frozen.

Points of the problem's area are bits 0 to 63 in any order; `neighbors` holds each point's neighbors
inside the area. What lies outside is two masks: `wall`, the points that touch safe attacker stones,
and `ally`, those that touch safe defender stones. A chain that has a stone on such a point of its own
color can never be captured.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_0, U64_1, ctz
from honte.kernels.jit import kernel

MAX_POINTS = 64
MAX_KEYS = 16
NO_KO = 64
EDGE = 64
HOSTILE = 65
FRIENDLY = 66
OUTSIDE = 67
"""Codes for points outside: off the board, the attacker's, the defender's; in `sight` empty ones, too."""
VIEW = 28
"""Points around a move that `tsumego_policy` looks at."""

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
"""The frozen part of a problem. `keys` are the stones of each keystone chain at the start. `generation`
tells this problem's table entries from those of earlier ones. `free_pass` lets the attacker pass at any time.
`ring` holds the eight neighbors of a point, `sight` more of its surroundings, as bits or codes."""


@kernel
def flood(region, seed, within):
    """All of `within` that is connected to `seed`, which must lie in it."""
    reached = seed
    frontier = seed
    while frontier:
        spread = region.neighbors[ctz(frontier)] & within & ~reached
        frontier = (frontier & (frontier - U64_1)) | spread
        reached |= spread
    return reached


@kernel
def around(region, mask):
    """The union of the neighbors of all points of a mask (its own points may be among them)."""
    result = U64_0
    while mask:
        result |= region.neighbors[ctz(mask)]
        mask &= mask - U64_1
    return result


@kernel
def breathes(region, seed, within, empty, safe):
    """Whether the chain of `seed` has a liberty or is safe; and the stones seen until that was known."""
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
    """Plays on an empty point: legal, own stones, the opponent's, captured stones, new ko point.

    `own_safe` and `other_safe` are `wall` and `ally` in the order of the mover. Suicide is illegal;
    a ko ban is for the caller to check.
    """
    stone = U64_1 << np.uint64(point)
    touched = region.neighbors[point]
    own |= stone
    empty = region.full & ~(own | other)
    captured = U64_0
    rest = touched & other
    while rest:
        alive, seen = breathes(region, rest & (~rest + U64_1), other, empty, other_safe)
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
    """The bit set of keystone chains still standing after a capture."""
    if captured:
        for i in range(region.key_count):
            if region.keys[i] & captured:
                keys &= ~(1 << i)
    return keys


@kernel
def keys_lost(region, keys):
    """Whether the attacker has captured what he must."""
    if region.capture_any:
        return keys != (1 << region.key_count) - 1
    return keys == 0


@kernel
def shape(region, attacker, defender, point):
    """The eight neighbors of a point in one number, two bits each: empty, attacker, defender, edge."""
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
