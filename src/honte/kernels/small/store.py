"""The search's memory: its record, the exact symmetry-reduced key, and the table that threads share.

The key has two bits for each point (0 empty, 1 prover, 2 opponent, 3 banned by ko), as the least number
over all symmetries, and one bit for the side to play. These are at most 61 bits, so equal keys mean equal
positions.

A table entry is two words; the first is xor-ed with the second, so that a torn write is never believed.
Depth-bounded proofs are monotone in depth, so one entry holds two facts that cannot contradict each other:
    low:  the prover gets at least `low` within `low_depth` plies (or more), by `low_move`
    high: the prover gets at most `high` within `high_depth` plies (or fewer); FINAL means at any depth
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from honte.kernels.intrinsics import U64_0, U64_1, ctz, lowest, popcount
from honte.kernels.jit import kernel
from honte.kernels.small.board import MAX_CHAINS, secured

PLIES = 160
"""The deepest line, in plies; proofs are much shorter."""
WIDTH = 32
"""Room for the moves of a ply: 30 points and a pass fit."""
FINAL = 127
"""The depth of a bound that no deeper search can change."""
PASS_MOVE = 63
"""A pass, where a bit index is expected."""
BUCKET = 4
"""Slots of a bucket; a key may lie in any of them."""

search_dtype = np.dtype(
    [
        ("stride", "u8"), ("full", "u8"), ("points", "i8"), ("cols", "u8"), ("rows", "u8"), ("thin", "i8"),
        ("nodes", "i8"), ("reported", "i8"), ("abort", "i8"), ("seed", "i8"), ("cap", "i8"),
        ("team", "i8"), ("past", "i8"), ("weights", "u8", (64, 8)), ("images", "u8", (8, 64)),
        ("sources", "u8", (8, 64)), ("spots", "u8", (64,)), ("keys", "u8", (PLIES, 8)), ("trial", "u8", (8,)),
        ("chains", "u8", (4, MAX_CHAINS)), ("scratch", "u8", (3 * MAX_CHAINS,)),
        ("bits", "u8", (PLIES, WIDTH)), ("taken", "u8", (PLIES, WIDTH)), ("bans", "u8", (PLIES, WIDTH)),
        ("children", "u8", (PLIES, WIDTH)), ("order", "i8", (PLIES, WIDTH)), ("history", "i8", (2, 64)),
        ("final", "i8", (PLIES,)), ("line", "i8", (PLIES,)), ("key", "u8", (PLIES,)),
        ("symmetry", "u8", (PLIES,)), ("before", "i8", (PLIES,)), ("low", "i8", (PLIES,)),
        ("margin", "i8", (PLIES,)), ("count", "i8", (PLIES,)), ("threat", "i8", (PLIES,)),
        ("value", "i8", (PLIES,)), ("first", "i8", (PLIES,)),
    ]
)  # fmt: skip
"""One thread's whole state; every kernel takes an array `S` of one such record.

Fields with PLIES rows are by ply. `weights`, `images`, `sources` and `spots` describe the board (see
`honte.smallboard.geometry`). `cap` bounds `nodes` (0: no bound), `team` is the number of threads on one
question, and `past` the number of positions before the root in a line with history.
"""


def records(dtype: Any, count: int) -> Any:
    """Returns an array of records for kernels; without compilation their fields need NumPy's recarray."""
    array = np.zeros(count, dtype)
    return array.view(np.recarray) if numba.config.DISABLE_JIT else array


U64_2 = np.uint64(2)
U64_3 = np.uint64(3)
MIX = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(20)
_FIELD = np.uint64(0x7F)
_MIDDLE = 64
"""Added to a margin, so that its field is positive."""
_LOW_DEPTH, _HIGH, _HIGH_DEPTH = np.uint64(8), np.uint64(16), np.uint64(24)
_LOW_MOVE, _HIGH_MOVE, _EFFORT = np.uint64(32), np.uint64(40), np.uint64(48)
"""The first bits of the fields of a data word; the low margin is at bit 0."""


@kernel
def packed_index(S, own):
    """Returns the points of a mask without the gaps between rows: an index into tables of all stone sets."""
    s = S[0]
    packed = U64_0
    row_mask = (U64_1 << s.cols) - U64_1
    for row in range(s.rows):
        r = np.uint64(row)
        packed |= ((own >> (r * s.stride)) & row_mask) << (r * s.cols)
    return packed


@kernel
def held_at(S, counts, own, packed):
    """Returns `held` for a set of stones whose packed index is known."""
    s = S[0]
    if counts.shape[0] <= 1:
        return popcount(secured(own, s.stride, s.full, s.thin != 0, s.scratch)[0])
    known = np.int64(counts[packed, 0])
    if known == 0:
        known = 1 + popcount(secured(own, s.stride, s.full, s.thin != 0, s.scratch)[0])
        counts[packed, 0] = known
    return known - 1


@kernel
def held(S, counts, own):
    """Returns the number of points that `own` has secured; small boards remember it in `counts`."""
    return held_at(S, counts, own, packed_index(S, own))


@kernel
def most_with_one_more(S, counts, own, packed):
    """Returns the most points that `own` could secure with one more stone; remembered beside `held`.

    It ignores the stones of the other side, so it is an upper bound.
    """
    s = S[0]
    if counts.shape[0] <= 1:
        return s.points
    known = np.int64(counts[packed, 1])
    if known == 0:
        known = np.int64(1)
        rest = s.full & ~own
        while rest != U64_0:
            bit = lowest(rest)
            rest ^= bit
            known = max(known, 1 + held_at(S, counts, own | bit, packed | s.spots[ctz(bit)]))
        counts[packed, 1] = known
    return known - 1


@kernel
def set_keys(S, own, opp):
    """Writes the numbers of the root, ply 0, under all symmetries into `keys`."""
    s = S[0]
    for j in range(8):
        s.keys[0, j] = U64_0
    for code in range(1, 3):
        rest = own if code == 1 else opp
        while rest != U64_0:
            i = ctz(rest)
            rest &= rest - U64_1
            for j in range(8):
                s.keys[0, j] += np.uint64(code) * s.weights[i, j]


@kernel
def move_keys(S, ply, bit, taken, turn, target):
    """Writes into `target` the numbers after a stone of the prover (turn 0) or the opponent (1)."""
    s = S[0]
    mine = U64_1 if turn == 0 else U64_2
    theirs = U64_2 if turn == 0 else U64_1
    i = ctz(bit)
    for j in range(8):
        target[j] = s.keys[ply, j] + mine * s.weights[i, j]
    while taken != U64_0:
        i = ctz(taken)
        taken &= taken - U64_1
        for j in range(8):
            target[j] -= theirs * s.weights[i, j]


@kernel
def next_keys(S, ply, bit, taken, turn):
    """Writes the numbers of the next ply after a move; an empty mask is a pass and changes nothing."""
    s = S[0]
    if bit == U64_0:
        for j in range(8):
            s.keys[ply + 1, j] = s.keys[ply, j]
    else:
        move_keys(S, ply, bit, taken, turn, s.keys[ply + 1])


@kernel
def least_key(S, keys, ko, turn):
    """Returns the key, and the symmetry that gives it, from the numbers under all symmetries."""
    s = S[0]
    best = keys[0]
    symmetry = 0
    if ko == U64_0:
        for j in range(1, 8):
            if keys[j] < best:
                best = keys[j]
                symmetry = j
    else:
        i = ctz(ko)
        best += U64_3 * s.weights[i, 0]
        for j in range(1, 8):
            key = keys[j] + U64_3 * s.weights[i, j]
            if key < best:
                best = key
                symmetry = j
    return best * U64_2 + np.uint64(turn), symmetry


@kernel
def unpack(S, key, masks):
    """Writes the masks own, opp and ko of a key, in the key's orientation; returns the turn."""
    s = S[0]
    masks[0] = U64_0
    masks[1] = U64_0
    masks[2] = U64_0
    rest = key >> U64_1
    for row in range(s.rows):
        for col in range(s.cols):
            code = rest & np.uint64(3)
            if code != U64_0:
                masks[code - U64_1] |= U64_1 << (np.uint64(row) * s.stride + np.uint64(col))
            rest >>= np.uint64(2)
    return np.int64(key & U64_1)


@kernel
def pack(low, low_depth, low_move, high, high_depth, high_move, effort):
    """Returns the data word of an entry; see the accessors below for its fields of seven bits."""
    return (
        np.uint64(low + _MIDDLE)
        | np.uint64(low_depth) << _LOW_DEPTH
        | np.uint64(high + _MIDDLE) << _HIGH
        | np.uint64(high_depth) << _HIGH_DEPTH
        | np.uint64(low_move) << _LOW_MOVE
        | np.uint64(high_move) << _HIGH_MOVE
        | np.uint64(effort) << _EFFORT
        | U64_1 << np.uint64(63)
    )


@kernel
def _field(data, shift):
    """Returns the field of a data word that starts at bit `shift`."""
    return np.int64((data >> shift) & _FIELD)


@kernel
def low_of(data):
    """Returns the margin that the prover gets at least, in points."""
    return _field(data, U64_0) - _MIDDLE


@kernel
def low_depth_of(data):
    """Returns the plies within which the prover gets the low margin."""
    return _field(data, _LOW_DEPTH)


@kernel
def low_move_of(data):
    """Returns the prover's move for the low margin, in the key's orientation."""
    return _field(data, _LOW_MOVE)


@kernel
def high_of(data):
    """Returns the margin that the prover gets at most, in points."""
    return _field(data, _HIGH) - _MIDDLE


@kernel
def high_depth_of(data):
    """Returns the plies within which the prover gets no more than the high margin; FINAL for any number."""
    return _field(data, _HIGH_DEPTH)


@kernel
def high_move_of(data):
    """Returns the opponent's move for the high margin, in the key's orientation."""
    return _field(data, _HIGH_MOVE)


@kernel
def effort_of(data):
    """Returns the logarithm to base 2 of the nodes spent on an entry."""
    return _field(data, _EFFORT)


@kernel
def bucket_of(table, key):
    """Returns the first slot of the bucket of a key."""
    return np.uint64((key * MIX) >> _SHIFT) & np.uint64(table.shape[0] - BUCKET)


@kernel
def probe(table, key):
    """Returns the data stored for a key, or 0."""
    start = bucket_of(table, key)
    for k in range(BUCKET):
        slot = start + np.uint64(k)
        data = table[slot, 1]
        if table[slot, 0] ^ data == key and data != U64_0:
            return data
    return U64_0


@kernel
def place_for(table, key):
    """Returns the slot of a key and its data, or else the slot with the least effort in its bucket and 0."""
    start = bucket_of(table, key)
    victim = start
    least = np.int64(1 << 30)
    for k in range(BUCKET):
        slot = start + np.uint64(k)
        data = table[slot, 1]
        if data != U64_0 and table[slot, 0] ^ data == key:
            return slot, data
        worth = np.int64(-1) if data == U64_0 else effort_of(data)
        if worth < least:
            least = worth
            victim = slot
    return victim, U64_0


@kernel
def store(table, key, points, is_low, value, depth, move, effort):
    """Adds one fact about a position (`is_low`: the low one) and keeps the other.

    A stronger fact of the same kind stays. `effort` is the logarithm to base 2 of the nodes spent.
    """
    slot, old = place_for(table, key)
    low, low_depth, low_move = -points, np.int64(0), np.int64(PASS_MOVE)
    high, high_depth, high_move = points, np.int64(FINAL), np.int64(PASS_MOVE)
    if old != U64_0:
        low, low_depth, low_move = low_of(old), low_depth_of(old), low_move_of(old)
        high, high_depth, high_move = high_of(old), high_depth_of(old), high_move_of(old)
        effort = max(effort, effort_of(old))
    if is_low:
        if low >= value and low_depth <= depth:
            return
        low, low_depth, low_move = value, depth, move
    else:
        if high <= value and high_depth >= depth:
            return
        high, high_depth, high_move = value, depth, move
    data = pack(low, low_depth, low_move, high, high_depth, high_move, effort)
    table[slot, 0] = key ^ data
    table[slot, 1] = data


@kernel
def rehash(source, target):
    """Copies all entries of a table into a larger one."""
    for i in range(source.shape[0]):
        data = source[i, 1]
        if data != U64_0:
            key = source[i, 0] ^ data
            slot, _ = place_for(target, key)
            target[slot, 0] = key ^ data
            target[slot, 1] = data
