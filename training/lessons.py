"""Lessons from finished proof searches: which moves of proved positions decided them, and which lost.

`training.shapes` and `training.policy` fit on these. The search itself does not use them.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_1, ctz, popcount
from honte.kernels.jit import kernel
from honte.kernels.local.board import shape
from honte.kernels.local.moves import follow, keys_of, to_play
from honte.kernels.local.policy import encode, point_states
from honte.kernels.local.static import eye_room, is_alive
from honte.kernels.local.table import find, hash_of

UNKNOWN, CAPTURED, SAVED = 0, 1, 2
"""What is proved of a position: nothing, that the target is captured, that it lives."""


@kernel
def known(region, table, attacker, defender, meta, fallen):
    """What is proved of a position, by the rules, the static tests or the table."""
    keys = keys_of(meta)
    if fallen:
        return CAPTURED
    if to_play(meta) == 1 and is_alive(region, defender, attacker, keys):
        return SAVED
    if eye_room(region, defender, attacker, keys)[1]:
        return CAPTURED
    slot = find(table, hash_of(attacker, defender, meta), attacker, defender, meta)
    if slot < 0:
        return UNKNOWN
    if table[slot].numbers >> np.uint64(32) == 0:
        return CAPTURED
    if table[slot].numbers & np.uint64(0xFFFFFFFF) == 0:
        return SAVED
    return UNKNOWN


@kernel
def is_lesson(region, table, slot, generation, least_work):
    """Whether an entry is a position of this search, of at least `least_work`, that its mover wins."""
    entry = table[slot]
    if np.int64(entry.meta >> np.uint64(40)) != generation:
        return False
    if np.int64(entry.extra & np.uint64(0xFFFFFFFF)) < least_work:
        return False
    aim = CAPTURED if to_play(entry.meta) == 1 else SAVED
    return known(region, table, entry.attacker, entry.defender, entry.meta, False) == aim


@kernel
def tried(region, table, attacker, defender, meta, move):
    """A move tried on a position: whether it is legal, the position after it, and what is proved there."""
    legal, a, d, m, fallen = follow(region, attacker, defender, meta, move)
    return legal, a, d, m, known(region, table, a, d, m, fallen) if legal else UNKNOWN


@kernel
def teach(region_array, table, generation, least_work, good, bad, other):
    """Counts the shapes of all moves in proved positions: deciding, refuted and unknown ones.

    `good`, `bad` and `other` are indexed by [side, shape]; side 1 is the attacker. Returns the number of
    positions read.
    """
    region = region_array[0]
    read = 0
    for i in range(len(table)):
        if not is_lesson(region, table, i, generation, least_work):
            continue
        a, d, m = table[i].attacker, table[i].defender, table[i].meta
        side = to_play(m)
        aim = CAPTURED if side == 1 else SAVED
        moves = region.full & ~(a | d)
        read += 1
        while moves:
            move = ctz(moves)
            moves &= moves - U64_1
            legal, _, _, _, result = tried(region, table, a, d, m, move)
            if legal:
                counts = good if result == aim else other if result == UNKNOWN else bad
                counts[side, shape(region, a, d, move)] += 1
    return read


@kernel
def moves_of(
    region_array,
    table,
    generation,
    least_work,
    chance,
    seed,
    codes,
    labels,
    sides,
    ends,
    first_row,
    first_end,
):
    """Writes codes and labels of all moves in some proved positions; returns the next free row and position.

    Label 1 decides the position, 2 is refuted, 0 is unknown. `ends` holds where each position's rows end.
    A position is taken with a chance of `chance` in a thousand.
    """
    region = region_array[0]
    states = np.zeros(64, np.uint8)
    row, end = first_row, first_end
    random = np.uint64(seed * 2 + 1)
    for i in range(len(table)):
        if not is_lesson(region, table, i, generation, least_work):
            continue
        a, d, m = table[i].attacker, table[i].defender, table[i].meta
        side = to_play(m)
        aim = CAPTURED if side == 1 else SAVED
        random = random * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        if (random >> np.uint64(40)) % np.uint64(1000) >= chance:
            continue
        if row + 64 > len(labels) or end >= len(ends):
            break
        point_states(region, a, d, keys_of(m), states)
        room = popcount(eye_room(region, d, a, keys_of(m))[0])
        good, start = 0, row
        moves = region.full & ~(a | d)
        while moves:
            move = ctz(moves)
            moves &= moves - U64_1
            legal, a2, d2, m2, result = tried(region, table, a, d, m, move)
            if not legal:
                continue
            gain = popcount(eye_room(region, d2, a2, keys_of(m2))[0]) - room
            encode(region, states, side, a, d, a2, d2, move, gain, codes[row])
            labels[row] = 1 if result == aim else 0 if result == UNKNOWN else 2
            good += result == aim
            row += 1
        if good == 0 or good == row - start:
            row = start
            continue
        sides[end] = side
        ends[end] = row
        end += 1
    return row, end
