"""The search's memory: its record, the exact symmetry-reduced key, and the table two threads share.

Key: two bits a point (0 empty, 1 prover, 2 opponent, 3 banned by ko), the least number over all
symmetries, and one bit for the side to play: at most 61 bits, so equal keys mean equal positions.

Table entry, two words, the first xor-ed with the second so that a torn write is never believed.
Depth-bounded proofs are monotone in depth, so one entry holds two facts that cannot contradict:
    low:  the prover gets at least `low` within `low_depth` plies (or more), by `low_move`
    high: within `high_depth` plies (or fewer) the prover gets at most `high`; depth FINAL means at any depth
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from honte.kernels.intrinsics import U64_0, U64_1, ctz, popcount
from honte.kernels.jit import kernel
from honte.kernels.small.board import MAX_CHAINS, secured

PLIES = 160
"""The deepest line; proofs are bounded well below."""
WIDTH = 32
"""More moves than 30 points and a pass."""
FINAL = 127
"""The depth of a bound that no deeper search can change."""
PASS_MOVE = 63
"""A pass, where a bit index is expected."""
BUCKET = 4

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
"""One thread's whole state; an array of one such record goes to every kernel."""


def records(dtype: Any, count: int) -> Any:
    """An array of records for kernels; without compilation their fields need NumPy's recarray."""
    array = np.zeros(count, dtype)
    return array.view(np.recarray) if numba.config.DISABLE_JIT else array


U64_2 = np.uint64(2)
U64_3 = np.uint64(3)
MIX = np.uint64(0x9E3779B97F4A7C15)
SHIFT = np.uint64(20)


@kernel
def packed_index(S, own):
    """The points of a mask without the gaps between rows: an index into tables of all stone sets."""
    s = S[0]
    packed = U64_0
    row_mask = (U64_1 << s.cols) - U64_1
    for row in range(s.rows):
        r = np.uint64(row)
        packed |= ((own >> (r * s.stride)) & row_mask) << (r * s.cols)
    return packed


@kernel
def held_at(S, counts, own, packed):
    """`held` for a set of stones whose packed index is known."""
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
    """How many points `own` has secured; remembered in `counts` where the board is small enough."""
    return held_at(S, counts, own, packed_index(S, own))


@kernel
def most_with_one_more(S, counts, own, packed):
    """How many points `own` could secure with one more stone anywhere; remembered beside `held`.

    Stones of the other side are ignored, so it is an upper bound that one look-up gives.
    """
    s = S[0]
    if counts.shape[0] <= 1:
        return s.points
    known = np.int64(counts[packed, 1])
    if known == 0:
        known = np.int64(1)
        rest = s.full & ~own
        while rest != U64_0:
            bit = rest & (~rest + U64_1)
            rest ^= bit
            known = max(known, 1 + held_at(S, counts, own | bit, packed | s.spots[ctz(bit)]))
        counts[packed, 1] = known
    return known - 1


@kernel
def set_keys(S, own, opp):
    """Writes the keys of the root, ply 0, under all symmetries."""
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
    """Writes into `target` the keys after a move of the prover (turn 0) or the opponent (1)."""
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
def put_key(S, ply):
    """The keys of a ply, copied to the next: what a pass does to them."""
    s = S[0]
    for j in range(8):
        s.keys[ply + 1, j] = s.keys[ply, j]


@kernel
def least_key(S, keys, ko, turn):
    """(key, symmetry that gives it) from the numbers under all symmetries."""
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
    """Writes own, opp and ko masks of a key, in the key's orientation; returns whose turn it is."""
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
    return (
        np.uint64(low + 64)
        | np.uint64(low_depth) << np.uint64(8)
        | np.uint64(high + 64) << np.uint64(16)
        | np.uint64(high_depth) << np.uint64(24)
        | np.uint64(low_move) << np.uint64(32)
        | np.uint64(high_move) << np.uint64(40)
        | np.uint64(effort) << np.uint64(48)
        | U64_1 << np.uint64(63)
    )


@kernel
def field(data, shift):
    return np.int64((data >> np.uint64(shift)) & np.uint64(0x7F))


@kernel
def low_of(data):
    return field(data, 0) - 64


@kernel
def low_depth_of(data):
    return field(data, 8)


@kernel
def high_of(data):
    return field(data, 16) - 64


@kernel
def high_depth_of(data):
    return field(data, 24)


@kernel
def bucket_of(table, key):
    """The first slot of the bucket of a key."""
    return np.uint64((key * MIX) >> SHIFT) & np.uint64(table.shape[0] - BUCKET)


@kernel
def probe(table, key):
    """The data stored for a key, or 0."""
    start = bucket_of(table, key)
    for k in range(BUCKET):
        slot = start + np.uint64(k)
        data = table[slot, 1]
        if table[slot, 0] ^ data == key and data != U64_0:
            return data
    return U64_0


@kernel
def place_for(table, key):
    """(slot of a key or of the least worth keeping in its bucket, the key's data or 0)."""
    start = bucket_of(table, key)
    victim = start
    least = np.int64(1 << 30)
    for k in range(BUCKET):
        slot = start + np.uint64(k)
        data = table[slot, 1]
        if data != U64_0 and table[slot, 0] ^ data == key:
            return slot, data
        worth = np.int64(-1) if data == U64_0 else field(data, 48)
        if worth < least:
            least = worth
            victim = slot
    return victim, U64_0


@kernel
def store(table, key, points, is_low, value, depth, move, effort):
    """Adds one fact about a position, keeping the other one it may already hold."""
    slot, old = place_for(table, key)
    low, low_depth, low_move = -points, np.int64(0), np.int64(PASS_MOVE)
    high, high_depth, high_move = points, np.int64(FINAL), np.int64(PASS_MOVE)
    if old != U64_0:
        low, low_depth, low_move = low_of(old), low_depth_of(old), field(old, 32)
        high, high_depth, high_move = high_of(old), high_depth_of(old), field(old, 40)
        effort = max(effort, field(old, 48))
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
    """Moves all entries of a table into a larger one."""
    for i in range(source.shape[0]):
        data = source[i, 1]
        if data != U64_0:
            key = source[i, 0] ^ data
            slot, _ = place_for(target, key)
            target[slot, 0] = key ^ data
            target[slot, 1] = data
