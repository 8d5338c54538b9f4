"""Boards of up to 30 points as two 64-bit masks: chains, moves, area, and what is secured for good.

The bits are those of `honte.grid.Grid` (row * stride + col, one empty column between rows), so a
Board's masks go in unchanged. `own` is the side that proves something, `opp` its opponent.

`secured` is a static test: it finds stones and points that `own` holds for good, whoever moves, and looks
at own stones only. docs/algorithms/smallboard.md proves it, also under every superko rule. It is stricter
than Benson's test, because under area scoring dead stones count until they are taken off.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_0, U64_1, lowest, popcount
from honte.kernels.jit import kernel

MAX_CHAINS = 32
"""More chains than 30 points can hold for one side."""


@kernel
def around(mask, stride, full):
    """Returns all points next to a point of the mask; members of the mask too if they touch another."""
    return (mask << U64_1 | mask >> U64_1 | mask << stride | mask >> stride) & full


@kernel
def flood(seed, within, stride):
    """Returns all of `within` connected to `seed`, a part of it (of one point or many).

    Rows lie one stride apart, so the whole front spreads by four shifts at once.
    """
    reached = seed
    while True:
        spread = reached | (
            (reached << U64_1 | reached >> U64_1 | reached << stride | reached >> stride) & within
        )
        if spread == reached:
            return reached
        reached = spread


@kernel
def list_chains(stones, empty, stride, full, chains, liberties):
    """Writes every chain and its liberties into two arrays; returns their number."""
    count = 0
    rest = stones
    while rest != U64_0:
        chain = flood(lowest(rest), stones, stride)
        chains[count] = chain
        liberties[count] = around(chain, stride, full) & empty
        count += 1
        rest &= ~chain
    return count


@kernel
def captured_by(bit, count, chains, liberties):
    """Returns the stones of the listed chains whose last liberty is `bit`."""
    taken = U64_0
    for i in range(count):
        if liberties[i] == bit:
            taken |= chains[i]
    return taken


@kernel
def breathes(bit, count, chains, liberties, stride, full, empty):
    """Whether a stone on `bit` that captures nothing has a liberty, by itself or through a friend."""
    near = around(bit, stride, full)
    if near & empty != U64_0:
        return True
    free = U64_0
    for i in range(count):
        if chains[i] & near != U64_0:
            free |= liberties[i]
    return free & ~bit != U64_0


@kernel
def ko_after(bit, mover, empty, taken, stride, full):
    """Returns the point that simple ko bans after a move, or 0.

    There is one when a single stone took a single stone and stands alone in atari.
    """
    if taken == U64_0 or taken & (taken - U64_1) != U64_0:
        return U64_0
    near = around(bit, stride, full)
    if near & mover != U64_0 or near & empty != taken:
        return U64_0
    return taken


@kernel
def area_margin(own, opp, stride, full):
    """Returns the stones and surrounded points of `own` minus those of `opp`, as the board stands."""
    empty = full & ~(own | opp)
    ours = flood(around(own, stride, full) & empty, empty, stride)
    theirs = flood(around(opp, stride, full) & empty, empty, stride)
    return popcount(own | ours & ~theirs) - popcount(opp | theirs & ~ours)


@kernel
def safe_chains(own, stride, full, scratch):
    """Step 1 of `secured`: returns the number of chains with two solid regions, and all their stones.

    `scratch` then holds the chains, and from MAX_CHAINS on their neighbors.
    """
    count = 0
    rest = own
    while rest != U64_0:
        chain = flood(lowest(rest), own, stride)
        near = around(chain, stride, full) & ~chain
        if near & (near - U64_1) != U64_0:
            scratch[count] = chain
            scratch[MAX_CHAINS + count] = near
            count += 1
        rest &= ~chain
    alive = own
    while count > 0:
        alive = U64_0
        for i in range(count):
            alive |= scratch[i]
            scratch[2 * MAX_CHAINS + i] = U64_0
        rest = full & ~alive
        outside = rest
        while rest != U64_0:
            region = flood(lowest(rest), outside, stride)
            for i in range(count):
                if region & ~scratch[MAX_CHAINS + i] == U64_0:
                    scratch[2 * MAX_CHAINS + i] += U64_1
            rest &= ~region
        kept = 0
        for i in range(count):
            if scratch[2 * MAX_CHAINS + i] >= np.uint64(2):
                scratch[kept] = scratch[i]
                scratch[MAX_CHAINS + kept] = scratch[MAX_CHAINS + i]
                kept += 1
        if kept == count:
            break
        count = kept
    return count, alive


@kernel
def secured(own, stride, full, thin, scratch):
    """Returns two masks of what `own` holds for good: (strict, relaxed).

    1. A region is *solid* for a chain when all its points touch that chain. Chains with fewer than two
       solid regions are dropped until every chain left has two.
    2. An inner point touches none of these chains. The regions that the chains enclose count if they have
       no inner point, one, or two adjacent ones. `strict` also requires that no own stone is cut off there.
    `thin` (a board one point wide) allows no inner points.
    """
    strict = U64_0
    relaxed = U64_0
    if popcount(own) < 2:
        return strict, relaxed
    count, alive = safe_chains(own, stride, full, scratch)
    if count == 0:
        return strict, relaxed
    strict = alive
    relaxed = alive
    touched = U64_0
    for i in range(count):
        touched |= scratch[MAX_CHAINS + i]
    rest = full & ~alive
    outside = rest
    while rest != U64_0:
        region = flood(lowest(rest), outside, stride)
        inner = region & ~touched
        fine = inner == U64_0
        if not fine and not thin:
            others = inner & (inner - U64_1)
            fine = others == U64_0 or (
                others & (others - U64_1) == U64_0 and around(others, stride, full) & inner != U64_0
            )
        if fine:
            relaxed |= region
            if inner & own == U64_0:
                strict |= region
        rest &= ~region
    return strict, relaxed
