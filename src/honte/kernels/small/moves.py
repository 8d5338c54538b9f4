"""Moves of the small-board search: listing and ordering them, and dropping those that cannot help.

The record S (`honte.kernels.small.store`) holds a list of moves for each ply: the point as a mask (an empty
mask is a pass), the stones that it captures, and the point that it bans by ko. Turn 0 is the prover's, 1
the opponent's.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_0, U64_1, ctz, lowest, popcount
from honte.kernels.jit import kernel
from honte.kernels.small.board import area_margin, around, captured_by, ko_after, list_chains
from honte.kernels.small.store import PASS_MOVE, held_at, most_with_one_more, packed_index


@kernel
def index_of(bit):
    """Returns the bit index of a move, PASS_MOVE for an empty mask."""
    return PASS_MOVE if bit == U64_0 else ctz(bit)


@kernel
def list_moves(S, ply, own, opp, ko, turn):
    """Lists the legal points of the side to play with what they capture and ban; returns their number."""
    s = S[0]
    mover = own if turn == 0 else opp
    other = opp if turn == 0 else own
    empty = s.full & ~(own | opp)
    mine = list_chains(mover, empty, s.stride, s.full, s.chains[0], s.chains[1])
    theirs = list_chains(other, empty, s.stride, s.full, s.chains[2], s.chains[3])
    takes = U64_0
    for i in range(theirs):
        if s.chains[3, i] & (s.chains[3, i] - U64_1) == U64_0:
            takes |= s.chains[3, i]
    rest = empty & around(empty, s.stride, s.full) | takes
    for i in range(mine):
        if s.chains[1, i] & (s.chains[1, i] - U64_1) != U64_0:
            rest |= s.chains[1, i]
    rest &= ~ko
    count = 0
    while rest != U64_0:
        bit = lowest(rest)
        rest ^= bit
        s.bits[ply, count] = bit
        s.taken[ply, count] = U64_0
        s.bans[ply, count] = U64_0
        if bit & takes != U64_0:
            taken = captured_by(bit, theirs, s.chains[2], s.chains[3])
            s.taken[ply, count] = taken
            s.bans[ply, count] = ko_after(bit, mover, empty ^ bit | taken, taken, s.stride, s.full)
        count += 1
    return count


@kernel
def add_pass(S, ply, count):
    """Appends a pass, an empty mask, to `count` listed moves; returns their new number."""
    s = S[0]
    s.bits[ply, count] = U64_0
    s.taken[ply, count] = U64_0
    s.bans[ply, count] = U64_0
    s.children[ply, count] = U64_0
    return count + 1


@kernel
def order_moves(S, ply, count, turn, first):
    """Scores moves: the remembered one `first`, then captures, then those that cut off most often."""
    s = S[0]
    for m in range(count):
        i = index_of(s.bits[ply, m])
        score = s.history[turn, i] * 4 + ((i * 7 + s.seed) & 3)
        score += 4000 * popcount(s.taken[ply, m])
        if i == first:
            score += 1 << 40
        s.order[ply, m] = score


@kernel
def next_move(S, ply, count):
    """Returns the place of the move with the highest score."""
    s = S[0]
    best = 0
    for m in range(1, count):
        if s.order[ply, m] > s.order[ply, best]:
            best = m
    return best


@kernel
def reward(S, turn, bit, depth):
    """Adds to the history score of a move that cut off; halves all scores before they grow too large."""
    s = S[0]
    i = index_of(bit)
    s.history[turn, i] += depth * depth
    if s.history[turn, i] > 1 << 20:
        for k in range(64):
            s.history[turn, k] >>= 1


@kernel
def follow_ups(S, counts, own, empty, goal):
    """Returns the number of single stones that would secure the goal (at most two), and the first one."""
    s = S[0]
    packed = packed_index(S, own)
    first = U64_0
    if 2 * most_with_one_more(S, counts, own, packed) - s.points < goal:
        return 0, first
    found = 0
    rest = empty
    while rest != U64_0:
        bit = lowest(rest)
        rest ^= bit
        if 2 * held_at(S, counts, own | bit, packed | s.spots[ctz(bit)]) - s.points >= goal:
            if found == 1:
                return 2, first
            found = 1
            first = bit
    return found, first


@kernel
def securing_move(S, counts, own, ply, count, goal):
    """Returns the place of a listed move that secures the goal at once for its side, or -1."""
    s = S[0]
    packed = packed_index(S, own)
    for m in range(count):
        bit = s.bits[ply, m]
        if 2 * held_at(S, counts, own | bit, packed | s.spots[ctz(bit)]) - s.points >= goal:
            return m
    return -1


@kernel
def keep_only(S, ply, count, point):
    """Drops the listed moves that neither stand on `point` nor capture; returns the number left."""
    s = S[0]
    kept = 0
    for m in range(count):
        if s.bits[ply, m] == point or s.taken[ply, m] != U64_0:
            s.bits[ply, kept] = s.bits[ply, m]
            s.taken[ply, kept] = s.taken[ply, m]
            s.bans[ply, kept] = s.bans[ply, m]
            kept += 1
    return kept


@kernel
def keep_useful(S, counts, stones, empty, ply, count, goal):
    """Drops moves that let the other side secure its goal by one stone; returns the number left.

    `stones` are the other side's and `goal` the margin that it would secure. Only the point of such a stone
    and captures can stop it; only captures can stop two. Returns count + 1000, and drops nothing, when there
    is no such stone.
    """
    found, point = follow_ups(S, counts, stones, empty, goal)
    if found == 0:
        return count + 1000
    return keep_only(S, ply, count, point if found == 1 else U64_0)


@kernel
def list_opposing(S, counts, own, opp, ko, ply, goal):
    """Lists the opponent's moves that matter against a proof of `goal`; returns their number.

    The pass is among them unless the count would settle it.
    """
    s = S[0]
    count = list_moves(S, ply, own, opp, ko, np.int64(1))
    kept = keep_useful(S, counts, own, s.full & ~(own | opp), ply, count, goal)
    if kept <= count:
        return kept
    if area_margin(own, opp, s.stride, s.full) < goal:
        count = add_pass(S, ply, count)
    return count


@kernel
def list_chosen(S, own, opp, ko, reply, ply):
    """Lists one move of the prover, the stone `reply` or a pass (no point); False when it is not legal."""
    s = S[0]
    count = list_moves(S, ply, own, opp, ko, np.int64(0))
    for m in range(count):
        if s.bits[ply, m] == reply:
            s.taken[ply, 0] = s.taken[ply, m]
            s.bans[ply, 0] = s.bans[ply, m]
            s.bits[ply, 0] = reply
            return True
    add_pass(S, ply, np.int64(0))
    return reply == U64_0
