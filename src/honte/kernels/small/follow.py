"""Follows the moves of a book from one position against every reply, without any search, images apart.

A book holds moves and no depths. Its graph is a proof by itself: every line ends at secured points, and no
position comes back on its own line.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_0, U64_1, ctz
from honte.kernels.jit import kernel
from honte.kernels.small.certify import FAILS, FULL, HOLDS, LEAF, OPEN, close, enter, list_replies
from honte.kernels.small.finish import NONE, finishing_move
from honte.kernels.small.store import PLIES, least_key, set_keys, unpack

SPARE = PLIES - 8
"""A ply that no line reaches: the rule of the last plies lists its moves from there on."""


@kernel
def place_of(keys, key):
    """Returns the place of a key among sorted keys, or -1."""
    low, high = 0, keys.size
    while low < high:
        middle = (low + high) >> 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low if low < keys.size and keys[low] == key else -1


@kernel
def turned(S, bit, symmetry):
    """Returns a move of a key's orientation as one of the position itself; a pass stays one."""
    return U64_1 << S[0].sources[symmetry, ctz(bit)] if bit != U64_0 else U64_0


@kernel
def reply_of(S, counts, keys, moves, spots, own, opp, ko, rest, goal):
    """Returns the prover's move at a position, or NONE: the book's or the rule's.

    `spots` are the bit indices of the points; a move of the book is a place there, or beyond it for a pass.
    """
    s = S[0]
    set_keys(S, own, opp)
    key, symmetry = least_key(S, s.keys[0], ko, np.int64(0))
    at = place_of(keys, key >> U64_1)
    if at >= 0:
        return U64_1 << s.sources[symmetry, spots[moves[at]]] if moves[at] < spots.size else U64_0
    unpack(S, key, s.trial)
    bit = finishing_move(S, counts, s.trial[0], s.trial[1], s.trial[2], rest, np.int64(SPARE), goal)
    return bit if bit == NONE else turned(S, bit, symmetry)


@kernel
def enter_after(S, counts, nodes, index, used, number, at, ply, goal):
    """Enters the position after the listed reply `at` of a position; returns what `enter` does."""
    s = S[0]
    node = nodes[number]
    bit, taken, ban = s.bits[ply, at], s.taken[ply, at], s.bans[ply, at]
    zero = np.int64(0)
    if node.turn == 0:
        made = np.int64(1) if bit != U64_0 else zero
        return enter(S, nodes, index, used, counts, node.own | bit, node.opp & ~taken, ban, np.int64(1),
                     goal, zero, made, False, False)  # fmt: skip
    return enter(S, nodes, index, used, counts, node.own & ~taken, node.opp | bit, ban, zero,
                 goal, zero, zero, False, False)  # fmt: skip


@kernel
def follow(S, counts, keys, moves, spots, rest, own, opp, ko, goal, nodes, index):
    """Builds the graph of a book from a position with the prover to play; returns (verdict, positions).

    It fails at a position without a move, and at one that comes back on its own line.
    """
    stack = np.zeros(PLIES, np.int64)
    place = np.zeros(PLIES, np.int64)
    total = np.full(PLIES, -1, np.int64)
    height = np.zeros(PLIES, np.int64)
    zero = np.int64(0)
    enter(S, nodes, index, 0, counts, own, opp, ko, zero, goal, zero, zero, False, False)
    used = 1
    top = 0 if nodes[0].state != LEAF else -1
    while top >= 0:
        number = stack[top]
        if total[top] < 0:
            node = nodes[number]
            if node.turn == 0:
                node.reply = reply_of(S, counts, keys, moves, spots, node.own, node.opp, node.ko, rest, goal)
                if node.reply == NONE:
                    return FAILS, used
            total[top] = list_replies(S, counts, nodes, number, top, goal)
            place[top] = 0
            height[top] = 0
        if place[top] == total[top]:
            close(nodes, number, height, top)
            top -= 1
            continue
        child, new, ok = enter_after(S, counts, nodes, index, used, number, place[top], top, goal)
        place[top] += 1
        if not ok or top + 1 >= PLIES:
            return FULL, used
        used = max(used, child + 1)
        if new and nodes[child].state != LEAF:
            top += 1
            stack[top] = child
            total[top] = -1
        elif not new and nodes[child].state == OPEN:
            return FAILS, used
        else:
            height[top] = max(height[top], nodes[child].height)
    return HOLDS, used
