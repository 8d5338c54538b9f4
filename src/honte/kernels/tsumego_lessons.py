"""What a finished search teaches about moves: shapes of moves that won and of moves that lost.

Read by the script that fits `honte.tsumego`'s move costs; the search itself does not use it.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_1, ctz
from honte.kernels.jit import kernel
from honte.kernels.tsumego_board import shape
from honte.kernels.tsumego_dfpn import after, keys_of, to_play
from honte.kernels.tsumego_static import eye_room, is_alive
from honte.kernels.tsumego_table import find, hash_of

UNKNOWN = 0
CAPTURED = 1
SAVED = 2


@kernel
def known(region, table, attacker, defender, meta, fallen):
    """What is proved about a position, by the rules, the static tests or the table."""
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
def teach(region_array, table, generation, least_work, good, bad, other):
    """Counts, for each side, the shapes of decisive moves and of refuted ones in proved positions.

    `good`, `bad` and `other` (not found out) are [side, shape], side 1 the attacker's. Returns the
    positions read.
    """
    region = region_array[0]
    read = 0
    for i in range(len(table)):
        entry = table[i]
        if np.int64(entry.meta >> np.uint64(40)) != generation:
            continue
        if np.int64(entry.extra & np.uint64(0xFFFFFFFF)) < least_work:
            continue
        a, d, m = entry.attacker, entry.defender, entry.meta
        side = to_play(m)
        aim = CAPTURED if side == 1 else SAVED
        if known(region, table, a, d, m, False) != aim:
            continue
        moves = region.full & ~(a | d)
        read += 1
        while moves:
            move = ctz(moves)
            moves &= moves - U64_1
            legal, a2, d2, m2, fallen = after(region, a, d, m, move)
            if not legal:
                continue
            result = known(region, table, a2, d2, m2, fallen)
            if result == aim:
                good[side, shape(region, a, d, move)] += 1
            elif result != UNKNOWN:
                bad[side, shape(region, a, d, move)] += 1
            else:
                other[side, shape(region, a, d, move)] += 1
    return read
