"""Which moves look promising in a local fight: a small network over the surroundings of a move.

For every legal move the points around it (5x5, and the third point in each straight line) each have one
of sixteen states; what the move captures, its liberties and what it does to the room for eyes are two
more. Each of these thirty codes adds a row of weights to a hidden layer, and the layer gives one number, the
move's *promise*. Attacker and defender have weights of their own. `benchmarks/fit_policy.py` fits them.

The promise guides guesses (`tsumego_mcts`); no proof rests on it.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_0, U64_1, ctz, popcount
from honte.kernels.jit import kernel
from honte.kernels.tsumego_board import MAX_POINTS, VIEW, around, flood

CODES = VIEW + 2
STATES = 16
HIDDEN = 32
FINE = 512
UNIT = FINE * FINE

EMPTY = 0
ATTACKER = 1
SAFE_ATTACKER = 4
DEFENDER = 5
KEYSTONE = 8
SAFE_DEFENDER = 11


@kernel
def liberty_class(region, chain, empty):
    """0 for a chain in atari, 1 for two liberties, 2 for more."""
    return min(popcount(around(region, chain) & empty), 3) - 1


@kernel
def point_states(region, attacker, defender, keys, states):
    """The state of every point of the area: whose stone, its liberties, whether it is a keystone."""
    empty = region.full & ~(attacker | defender)
    for i in range(region.points):
        states[i] = EMPTY
    rest = attacker
    while rest:
        chain = flood(region, rest & (~rest + U64_1), attacker)
        rest &= ~chain
        state = (
            SAFE_ATTACKER if chain & region.wall else ATTACKER + max(0, liberty_class(region, chain, empty))
        )
        mark(states, chain, state)
    wanted = U64_0
    for i in range(region.key_count):
        if keys >> i & 1:
            wanted |= region.keys[i]
    rest = defender
    while rest:
        chain = flood(region, rest & (~rest + U64_1), defender)
        rest &= ~chain
        if chain & region.ally:
            state = SAFE_DEFENDER
        else:
            state = KEYSTONE if chain & wanted else DEFENDER
            state += max(0, liberty_class(region, chain, empty))
        mark(states, chain, state)


@kernel
def mark(states, mask, state):
    while mask:
        states[ctz(mask)] = state
        mask &= mask - U64_1


@kernel
def move_codes(region, states, own, other, own_safe, captured, move, gain, codes):
    """The thirty codes of a move; `own` and `other` are the stones after it, `gain` the change of room."""
    for k in range(VIEW):
        q = region.sight[move, k]
        codes[k] = states[q] if q < MAX_POINTS else q - MAX_POINTS + 12
    chain = flood(region, U64_1 << np.uint64(move), own)
    if chain & own_safe:
        breath = 4
    else:
        breath = min(popcount(around(region, chain) & region.full & ~(own | other)), 4) - 1
    codes[VIEW] = 5 * min(captured, 2) + max(0, breath)
    codes[VIEW + 1] = min(max(gain, -6), 6) + 6


@kernel
def promise(weights, leave, codes, hidden):
    """The network in whole numbers: rows added up, negative parts cut off, weighed; in units of 1 / UNIT."""
    for j in range(HIDDEN):
        hidden[j] = weights[CODES, 0, j]
    for k in range(CODES):
        row = weights[k, codes[k]]
        for j in range(HIDDEN):
            hidden[j] += row[j]
    total = np.int32(0)
    for j in range(HIDDEN):
        total += np.int32(max(hidden[j], np.int16(0))) * leave[j]
    return total
