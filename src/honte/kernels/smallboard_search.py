"""Depth-bounded proof search: can the prover force a margin of at least `goal` within `depth` plies?

Fail-soft alpha-beta with a null window, after Wen's 5x5 solver and van der Werf's MIGOS, with an
exact symmetry-reduced table, bounds from secured points for both sides, enhanced cut-offs and
history ordering. A found win is a proof; a failure says only "not within this depth", unless it is
FINAL. Because depth falls with every ply, no result can rest on its own repetition, so the table
needs no history. Every reply of the opponent is searched except where docs/algorithms/smallboard.md
proves that it cannot help.

Turn 0 is the prover's, 1 the opponent's. `ko` is the point banned for the side to play. Passes:
two in a row end the game, so the prover passes only when the margin as it stands is enough, and an
opponent's pass on such a board is answered by a pass. That is why no pass bit is in the key.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_0, U64_1, atomic_add, atomic_load, ctz, popcount
from honte.kernels.jit import kernel
from honte.kernels.smallboard_board import area_margin, breathes, captured_by, ko_after, list_chains
from honte.kernels.smallboard_store import (
    FINAL,
    PASS_MOVE,
    field,
    held,
    high_depth_of,
    high_of,
    least_key,
    low_depth_of,
    low_of,
    move_keys,
    packed_index,
    probe,
    store,
)

NODES = 2
NODE_LIMIT = 1
NEED_WEIGHT = 2000
POLL = 1024
"""Nodes between two looks at the stop cell."""


@kernel
def poll(S, control, done):
    """Publishes the nodes of this thread and sees whether it must end."""
    s = S[0]
    before = atomic_add(control, NODES, s.nodes - s.reported)
    s.reported = s.nodes
    limit = atomic_load(control, NODE_LIMIT)
    if atomic_load(control, 0) != 0 or atomic_load(control, done) != 0 or (limit > 0 and before >= limit):
        s.abort = 1
    if s.cap > 0 and s.nodes >= s.cap:
        s.abort = 1


@kernel
def list_moves(S, ply, own, opp, ko, turn):
    """Writes the legal points of the side to play with what they capture and ban; returns how many."""
    s = S[0]
    mover = own if turn == 0 else opp
    other = opp if turn == 0 else own
    empty = s.full & ~(own | opp)
    mine = list_chains(mover, empty, s.stride, s.full, s.chains[0], s.chains[1])
    theirs = list_chains(other, empty, s.stride, s.full, s.chains[2], s.chains[3])
    count = 0
    rest = empty & ~ko
    captures = 0
    while rest != U64_0:
        bit = rest & (~rest + U64_1)
        rest ^= bit
        taken = captured_by(bit, theirs, s.chains[2], s.chains[3])
        if taken == U64_0 and not breathes(bit, mine, s.chains[0], s.chains[1], s.stride, s.full, empty):
            continue
        s.bits[ply, count] = bit
        s.taken[ply, count] = taken
        s.bans[ply, count] = U64_0
        if taken != U64_0:
            captures += 1
            s.bans[ply, count] = ko_after(bit, mover, empty ^ bit | taken, taken, s.stride, s.full)
        count += 1
    s.atari[ply] = captures
    return count


@kernel
def order_moves(S, needs, own, ply, count, turn, first):
    """Scores moves: the remembered one, then captures, then what cut off most often.

    With a table of needs the prover prefers stones after which he needs fewer.
    """
    s = S[0]
    for m in range(count):
        i = PASS_MOVE if s.bits[ply, m] == U64_0 else ctz(s.bits[ply, m])
        score = s.history[turn, i] * 4 + ((i * 7 + s.seed) & 3)
        score += 4000 * popcount(s.taken[ply, m])
        if turn == 0 and needs.size > 1:
            score -= NEED_WEIGHT * np.int64(needs[packed_index(S, own | s.bits[ply, m])])
        if i == first:
            score += 1 << 40
        s.order[ply, m] = score


@kernel
def next_move(S, ply, at, count):
    """Brings the best of the moves from `at` on to place `at`."""
    s = S[0]
    best = at
    for m in range(at + 1, count):
        if s.order[ply, m] > s.order[ply, best]:
            best = m
    if best != at:
        s.order[ply, at], s.order[ply, best] = s.order[ply, best], s.order[ply, at]
        s.bits[ply, at], s.bits[ply, best] = s.bits[ply, best], s.bits[ply, at]
        s.taken[ply, at], s.taken[ply, best] = s.taken[ply, best], s.taken[ply, at]
        s.bans[ply, at], s.bans[ply, best] = s.bans[ply, best], s.bans[ply, at]


@kernel
def reward(S, turn, bit, depth):
    """Remembers a move that cut off."""
    s = S[0]
    i = PASS_MOVE if bit == U64_0 else ctz(bit)
    s.history[turn, i] += depth * depth
    if s.history[turn, i] > 1 << 20:
        for k in range(64):
            s.history[turn, k] >>= 1


@kernel
def follow_ups(S, counts, own, empty, goal):
    """How many single further stones would secure the goal (stops at two), and the first of them."""
    s = S[0]
    found = 0
    first = U64_0
    rest = empty
    while rest != U64_0:
        bit = rest & (~rest + U64_1)
        rest ^= bit
        if 2 * held(S, counts, own | bit) - s.points >= goal:
            found += 1
            if found == 1:
                first = bit
            else:
                return found, first
    return found, first


@kernel
def cut_by_table(S, table, ply, count, turn, goal, depth):
    """Enhanced cut-off: a child that the table already settles; (move, value, final) or (-1, 0, 0)."""
    s = S[0]
    for m in range(count):
        move_keys(S, ply, s.bits[ply, m], s.taken[ply, m], turn, s.trial)
        key, _ = least_key(S, s.trial, s.bans[ply, m], 1 - turn)
        data = probe(table, key)
        if data == U64_0:
            continue
        if turn == 0 and low_of(data) >= goal and low_depth_of(data) <= depth - 1:
            return m, low_of(data), 0
        if turn == 1 and high_of(data) < goal and high_depth_of(data) >= depth - 1:
            return m, high_of(data), 1 if high_depth_of(data) == FINAL else 0
    return -1, 0, 0


@kernel
def log2(n):
    k = 0
    while n > 1:
        n >>= 1
        k += 1
    return k


@kernel
def keep(S, table, key, symmetry, own_is_low, value, depth, bit, before):
    """Stores a result with its move turned into the key's orientation."""
    s = S[0]
    if s.abort != 0:
        return
    move = PASS_MOVE
    if bit != U64_0:
        move = np.int64(s.images[symmetry, ctz(bit)])
    store(table, key, s.points, own_is_low, value, depth, move, log2(s.nodes - before + 1))


@kernel
def securing_move(S, counts, own, ply, count, goal):
    """The place of a listed move that secures the goal at once for its side, or -1."""
    s = S[0]
    for m in range(count):
        if 2 * held(S, counts, own | s.bits[ply, m]) - s.points >= goal:
            return m
    return -1


@kernel
def keep_useful(S, counts, stones, empty, ply, count, goal):
    """Drops moves that leave a securing follow-up of the other side standing; returns how many are left.

    `stones` are the other side's and `goal` the margin they would secure. With one such follow-up only
    its point and captures can stop it, with two or more only captures. Returns count + 1000 when
    there is none, so that nothing may be dropped.
    """
    s = S[0]
    found, point = follow_ups(S, counts, stones, empty, goal)
    if found == 0:
        return count + 1000
    if found > 1:
        point = U64_0
    kept = 0
    for m in range(count):
        if s.bits[ply, m] == point or s.taken[ply, m] != U64_0:
            s.bits[ply, kept] = s.bits[ply, m]
            s.taken[ply, kept] = s.taken[ply, m]
            s.bans[ply, kept] = s.bans[ply, m]
            kept += 1
    return kept


@kernel
def remembered(S, data, symmetry, turn):
    """The bit index of the table's move for this node, or -1."""
    s = S[0]
    if data == U64_0:
        return np.int64(-1)
    by_low = low_of(data) > -s.points if turn == 0 else high_of(data) >= s.points
    stored = field(data, 32) if by_low else field(data, 40)
    if stored == PASS_MOVE:
        return np.int64(PASS_MOVE)
    return np.int64(s.sources[symmetry, stored])


@kernel
def prove(S, table, counts, needs, control, done, own, opp, ko, turn, goal, depth, ply):
    """The prover's margin within `depth` plies, exact as far as the question "at least goal?" needs.

    At least `goal`: it can be forced. Below: it is an upper bound within this depth, and at any depth
    when final[ply] is set. Keys of this ply must have been written. Nothing holds after an abort.
    """
    s = S[0]
    s.nodes += 1
    s.final[ply] = 0
    if s.nodes & (POLL - 1) == 0:
        poll(S, control, done)
    if s.abort != 0:
        return -s.points
    # 1. What is secured already; a banned point may be needed to secure it, so then it does not count.
    low = -s.points
    if turn == 1 or ko == U64_0:
        low = 2 * held(S, counts, own) - s.points
        if low >= goal:
            return low
    if turn == 0 or ko == U64_0:
        high = s.points - 2 * held(S, counts, opp)
        if high < goal:
            s.final[ply] = 1
            return high
    if depth < 1 + turn:
        return low
    if needs.size > 1 and needs[packed_index(S, own)] > (depth + 1 - turn) // 2:
        return max(low, goal - 1)
    # 2. What the table knows.
    before = s.nodes
    key, symmetry = least_key(S, s.keys[ply], ko, turn)
    data = probe(table, key)
    if data != U64_0:
        if low_of(data) >= goal and low_depth_of(data) <= depth:
            return low_of(data)
        if high_of(data) < goal and high_depth_of(data) >= depth:
            s.final[ply] = 1 if high_depth_of(data) == FINAL else 0
            return high_of(data)
    # 3. The moves, and those that settle the node at once.
    empty = s.full & ~(own | opp)
    count = list_moves(S, ply, own, opp, ko, turn)
    margin = area_margin(own, opp, s.stride, s.full)
    if turn == 0:
        m = securing_move(S, counts, own, ply, count, goal)
        if m >= 0:
            low = 2 * held(S, counts, own | s.bits[ply, m]) - s.points
            keep(S, table, key, symmetry, True, low, np.int64(1), s.bits[ply, m], before)
            return low
        if depth == 1 and margin < goal:
            return max(low, margin)
        kept = keep_useful(S, counts, opp, empty, ply, count, 1 - goal)
    else:
        m = securing_move(S, counts, opp, ply, count, 1 - goal)
        if m >= 0:
            high = s.points - 2 * held(S, counts, opp | s.bits[ply, m])
            s.final[ply] = 1
            keep(S, table, key, symmetry, False, high, FINAL, s.bits[ply, m], before)
            return high
        kept = keep_useful(S, counts, own, empty, ply, count, goal)
        if kept > count and depth == 2 and margin < goal:
            return low
    threatened = kept <= count
    if threatened:
        count = kept
    # 4. What the table knows of the children.
    m, value, final = cut_by_table(S, table, ply, count, turn, goal, depth)
    if m >= 0:
        s.final[ply] = final
        keep(S, table, key, symmetry, turn == 0, value, FINAL if final else depth, s.bits[ply, m], before)
        return value
    # 5. Passing: see the module's head. It stands among the moves with an empty mask.
    if (margin >= goal) == (turn == 0) and not threatened:
        s.bits[ply, count] = U64_0
        s.taken[ply, count] = U64_0
        s.bans[ply, count] = U64_0
        count += 1
    order_moves(S, needs, own, ply, count, turn, remembered(S, data, symmetry, turn))
    # 6. The search itself.
    best = goal - 1 if threatened else max(low, min(margin, goal - 1))
    if turn == 1:
        best = goal if threatened else margin if margin >= goal else s.points
    chosen = U64_0
    all_final = 1
    for at in range(count):
        next_move(S, ply, at, count)
        bit, taken = s.bits[ply, at], s.taken[ply, at]
        if ply < 40:
            s.line[ply] = ctz(bit) if bit != U64_0 else PASS_MOVE
        if bit == U64_0:
            s.keys[ply + 1] = s.keys[ply]
        else:
            move_keys(S, ply, bit, taken, turn, s.keys[ply + 1])
        if turn == 0:
            value = prove(S, table, counts, needs, control, done, own | bit, opp & ~taken, s.bans[ply, at],
                          np.int64(1), goal, depth - 1, ply + 1)  # fmt: skip
            if bit == U64_0:
                value = min(value, margin)
            all_final &= s.final[ply + 1]
            if value > best:
                best = value
                chosen = bit
            if value >= goal:
                break
        else:
            value = prove(S, table, counts, needs, control, done, own & ~taken, opp | bit, s.bans[ply, at],
                          np.int64(0), goal, depth - 1, ply + 1)  # fmt: skip
            if value < best:
                best = value
                chosen = bit
            if value < goal:
                all_final = s.final[ply + 1]
                break
        if s.abort != 0:
            return -s.points
    # 7. What was learned.
    if s.abort != 0:
        return -s.points
    if (best >= goal) == (turn == 0):
        reward(S, turn, chosen, depth)
    if best >= goal:
        keep(S, table, key, symmetry, True, best, depth, chosen, before)
    else:
        s.final[ply] = all_final
        keep(S, table, key, symmetry, False, best, FINAL if all_final else depth, chosen, before)
    return best
