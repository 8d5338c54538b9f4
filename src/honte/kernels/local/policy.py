"""Which moves look promising in a local fight: a small network over the surroundings of a move.

The 28 points around a move (5x5, and the third point in each straight line) each have one of sixteen
states. Two more codes describe the move itself: its captures and liberties, and the change of the room for
eyes. Each of these thirty codes adds a row of weights to a hidden layer, and the layer gives one number, the
move's *promise*. Attacker and defender have weights of their own. `training/policy.py` fits them.

The promise guides the proof search (`honte.kernels.local.dfpn`) and the guesses
(`honte.kernels.local.tree`); no proof rests on it.

A row of 32 numbers is kept as eight words of four lanes of 16 bits, so one addition adds four numbers. A
code's rows are shifted to be at least 0, so that no lane borrows from the next; `bottom` takes the shifts
back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from honte.kernels.intrinsics import U64_0, U64_1, ctz, lowest, popcount
from honte.kernels.jit import kernel
from honte.kernels.local.board import MAX_POINTS, VIEW, around, flood

if TYPE_CHECKING:
    from numpy.typing import NDArray

CODES = VIEW + 2
"""The codes of a move: its VIEW surroundings, its captures and liberties, its gain of room."""
STATES = 16
HIDDEN = 32
"""Width of the hidden layer."""
WORDS = HIDDEN // 4
FINE = 512
"""A weight of 1.0 as an integer."""
UNIT = FINE * FINE
"""A promise of 1.0 as an integer."""
POLICY = np.dtype(
    [
        ("rows", np.uint64, (2, CODES, STATES, WORDS)),
        ("bottom", np.int64, (2, HIDDEN)),
        ("leave", np.int64, (2, HIDDEN)),
        ("states", np.uint8, (64,)),
        ("codes", np.uint8, (CODES,)),
    ]
)
"""The weights as the kernels take them, and working memory: the state of every point, a move's codes."""

_LANE = np.uint64(0xFFFF)
_LANE_BITS = np.uint64(16)

# States of a point. ATTACKER, DEFENDER and KEYSTONE take a liberty class (0 to 2) on top.
EMPTY = 0
ATTACKER = 1
SAFE_ATTACKER = 4
DEFENDER = 5
KEYSTONE = 8
SAFE_DEFENDER = 11
FIRST_OUTSIDE = 12


def pack_policy(record: Any, weights: NDArray[Any], leave: NDArray[Any]) -> None:
    """Puts fitted weights into a POLICY record.

    `weights` is [side, code, state, hidden] with the start of the layer as the last code. The sum of each
    lane must stay below 2 to the 16th; a ValueError says that it does not.
    """
    low = weights[:, :CODES].min(axis=2, keepdims=True).astype(np.int64)
    shifted = weights[:, :CODES] - low
    if shifted.max(axis=2).sum(axis=1).max() > _LANE:
        raise ValueError("the weights of the policy are too large for lanes of 16 bits")
    record.rows = np.ascontiguousarray(shifted.astype("<u2")).view("<u8")
    record.bottom = low[:, :, 0].sum(axis=1) + weights[:, CODES, 0]
    record.leave = leave


@kernel
def liberty_class(region, chain, empty):
    """Returns 0 for a chain in atari, 1 for two liberties, 2 for more."""
    return min(popcount(around(region, chain) & empty), 3) - 1


@kernel
def point_states(region, attacker, defender, keys, states):
    """Writes the state of every point of the area: side, liberties, and whether it is a keystone."""
    empty = region.full & ~(attacker | defender)
    for i in range(region.points):
        states[i] = EMPTY
    rest = attacker
    while rest:
        chain = flood(region, lowest(rest), attacker)
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
        chain = flood(region, lowest(rest), defender)
        rest &= ~chain
        if chain & region.ally:
            state = SAFE_DEFENDER
        else:
            state = KEYSTONE if chain & wanted else DEFENDER
            state += max(0, liberty_class(region, chain, empty))
        mark(states, chain, state)


@kernel
def mark(states, mask, state):
    """Gives all points of a mask one state."""
    while mask:
        states[ctz(mask)] = state
        mask &= mask - U64_1


@kernel
def move_codes(region, states, own, other, own_safe, captured, move, gain, codes):
    """Writes the codes of a move.

    `own` and `other` are the stones after it, `captured` the number of stones it takes, and `gain` the
    change of the defender's room for eyes, in points.
    """
    for k in range(VIEW):
        q = region.sight[move, k]
        codes[k] = states[q] if q < MAX_POINTS else q - MAX_POINTS + FIRST_OUTSIDE
    chain = flood(region, U64_1 << np.uint64(move), own)
    if chain & own_safe:
        breath = 4
    else:
        breath = min(popcount(around(region, chain) & region.full & ~(own | other)), 4) - 1
    codes[VIEW] = 5 * min(captured, 2) + max(0, breath)
    codes[VIEW + 1] = min(max(gain, -6), 6) + 6


@kernel
def encode(region, states, attacks, attacker, defender, new_attacker, new_defender, move, gain, codes):
    """Writes the codes of a move of either side, from the stones before and after it."""
    if attacks == 1:
        taken = popcount(defender) - popcount(new_defender)
        move_codes(region, states, new_attacker, new_defender, region.wall, taken, move, gain, codes)
    else:
        taken = popcount(attacker) - popcount(new_attacker)
        move_codes(region, states, new_defender, new_attacker, region.ally, taken, move, gain, codes)


@kernel
def promise(policy, attacks):
    """Returns the promise of the move whose codes are in `policy`, in units of 1 / UNIT."""
    rows = policy.rows[attacks]
    codes = policy.codes
    a = b = c = d = e = f = g = h = U64_0
    for k in range(CODES):
        row = rows[k, codes[k]]
        a += row[0]
        b += row[1]
        c += row[2]
        d += row[3]
        e += row[4]
        f += row[5]
        g += row[6]
        h += row[7]
    bottom, leave = policy.bottom[attacks], policy.leave[attacks]
    total = _weighed(a, bottom, leave, 0) + _weighed(b, bottom, leave, 4)
    total += _weighed(c, bottom, leave, 8) + _weighed(d, bottom, leave, 12)
    total += _weighed(e, bottom, leave, 16) + _weighed(f, bottom, leave, 20)
    return total + _weighed(g, bottom, leave, 24) + _weighed(h, bottom, leave, 28)


@kernel
def _weighed(word, bottom, leave, first):
    """Returns what four lanes of the hidden layer add: their positive parts times their weights."""
    total = np.int64(0)
    for lane in range(first, first + 4):
        total += max(np.int64(word & _LANE) + bottom[lane], np.int64(0)) * leave[lane]
        word >>= _LANE_BITS
    return total
