"""Depth-bounded proof search: can the prover force a margin of at least `goal` within `depth` plies?

Fail-soft alpha-beta with a null window, after Wen's 5x5 solver and van der Werf's MIGOS, with an
exact symmetry-reduced table, bounds from secured points for both sides, enhanced cut-offs and
history ordering. A found win is a proof; a failure says only "not within this depth", unless it is
FINAL. Because depth falls with every ply, no result can rest on its own repetition, so the table
needs no history. Every reply of the opponent is searched except where docs/algorithms/smallboard.md
proves that it cannot help.

Turn 0 is the prover's, 1 the opponent's. `ko` is the point banned for the side to play. Two passes in a
row end the game, so the prover passes only when the margin as it stands is enough, and answers an
opponent's pass on such a board by a pass. That is why the key has no bit for a pass.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.control import BUSY
from honte.kernels.intrinsics import U64_0, atomic_load, atomic_store, ctz, prefetch
from honte.kernels.jit import kernel
from honte.kernels.polling import must_end, publish
from honte.kernels.small.board import area_margin
from honte.kernels.small.moves import (
    add_pass,
    follow_ups,
    index_of,
    keep_only,
    list_moves,
    next_move,
    order_moves,
    reward,
    securing_move,
)
from honte.kernels.small.store import (
    FINAL,
    PASS_MOVE,
    bucket_of,
    held,
    high_depth_of,
    high_move_of,
    high_of,
    least_key,
    low_depth_of,
    low_move_of,
    low_of,
    move_keys,
    next_keys,
    probe,
    store,
)

POLL = 1024
"""Nodes between two looks at the control cells."""
TEAM_DEPTH = 4
"""With more plies left than this, a thread leaves for later what another thread is searching."""
LATER = -(1 << 50)
"""The score of a move that is left for later."""
USED = -(1 << 60)
"""The score of a move that has been searched."""


@kernel
def poll(S, control):
    """Publishes the nodes of this thread and sets `abort` when it must end."""
    s = S[0]
    before = publish(control, s.nodes - s.reported)
    s.reported = s.nodes
    if must_end(control, before) or (s.cap > 0 and s.nodes >= s.cap):
        s.abort = 1


# The table


@kernel
def key_children(S, table, ply, count, turn):
    """Writes the key of every listed child and prefetches its place in the table."""
    s = S[0]
    for m in range(count):
        move_keys(S, ply, s.bits[ply, m], s.taken[ply, m], turn, s.trial)
        key, _ = least_key(S, s.trial, s.bans[ply, m], 1 - turn)
        s.children[ply, m] = key
        prefetch(table, bucket_of(table, key))


@kernel
def cut_by_table(S, table, ply, count, turn, goal, depth):
    """Enhanced cut-off: returns (move, value, final) of a child that the table settles, or (-1, 0, 0)."""
    s = S[0]
    for m in range(count):
        data = probe(table, s.children[ply, m])
        if data == U64_0:
            continue
        if turn == 0 and low_of(data) >= goal and low_depth_of(data) <= depth - 1:
            return m, low_of(data), 0
        if turn == 1 and high_of(data) < goal and high_depth_of(data) >= depth - 1:
            return m, high_of(data), 1 if high_depth_of(data) == FINAL else 0
    return -1, 0, 0


@kernel
def log2(n):
    """Returns the logarithm to base 2, rounded down."""
    k = 0
    while n > 1:
        n >>= 1
        k += 1
    return k


@kernel
def keep(S, table, ply, is_low, value, depth, bit):
    """Stores a result of a ply, with its move in the key's orientation; nothing after an abort."""
    s = S[0]
    if s.abort != 0:
        return
    move = PASS_MOVE
    if bit != U64_0:
        move = np.int64(s.images[s.symmetry[ply], ctz(bit)])
    store(table, s.key[ply], s.points, is_low, value, depth, move, log2(s.nodes - s.before[ply] + 1))


@kernel
def remembered(S, data, symmetry, turn):
    """Returns the bit index of the table's move for a node, or -1."""
    s = S[0]
    if data == U64_0:
        return np.int64(-1)
    by_low = low_of(data) > -s.points if turn == 0 else high_of(data) >= s.points
    stored = low_move_of(data) if by_low else high_move_of(data)
    if stored == PASS_MOVE:
        return np.int64(PASS_MOVE)
    return np.int64(s.sources[symmetry, stored])


# Four steps that may settle a node. Each returns True when it did, and leaves the value of the ply.


@kernel
def settled_statically(S, counts, own, opp, ko, turn, goal, depth, ply):
    """1. Secured points, or no plies left. A side with a banned point may need it to secure them."""
    s = S[0]
    s.final[ply] = 0
    s.low[ply] = -s.points
    if turn == 1 or ko == U64_0:
        s.low[ply] = 2 * held(S, counts, own) - s.points
        if s.low[ply] >= goal:
            s.value[ply] = s.low[ply]
            return True
    if turn == 0 or ko == U64_0:
        high = s.points - 2 * held(S, counts, opp)
        if high < goal:
            s.final[ply] = 1
            s.value[ply] = high
            return True
    s.value[ply] = s.low[ply]
    return depth < 1 + turn


@kernel
def settled_by_table(S, table, ko, turn, goal, depth, ply):
    """2. The table's entry of the node itself; also the move to try first."""
    s = S[0]
    s.before[ply] = s.nodes
    key, symmetry = least_key(S, s.keys[ply], ko, turn)
    s.key[ply] = key
    s.symmetry[ply] = symmetry
    data = probe(table, key)
    s.first[ply] = remembered(S, data, symmetry, turn)
    if data == U64_0:
        return False
    if low_of(data) >= goal and low_depth_of(data) <= depth:
        s.value[ply] = low_of(data)
        return True
    if high_of(data) < goal and high_depth_of(data) >= depth:
        s.final[ply] = 1 if high_depth_of(data) == FINAL else 0
        s.value[ply] = high_of(data)
        return True
    return False


@kernel
def settled_by_one_stone(S, table, counts, own, opp, ko, turn, goal, depth, ply):
    """3. A stone that secures the goal for the side to play, or no such stone and too few plies left.

    Otherwise lists the moves. When the other side has such a stone, `threat` is set and the moves that do
    not stop it are dropped.
    """
    s = S[0]
    mover = own if turn == 0 else opp
    other = opp if turn == 0 else own
    aim = goal if turn == 0 else 1 - goal
    empty = s.full & ~(own | opp)
    found, point = follow_ups(S, counts, mover, empty, aim)
    if found > 0 and ko != U64_0:
        count = list_moves(S, ply, own, opp, ko, turn)
        m = securing_move(S, counts, mover, ply, count, aim)
        found = 1 if m >= 0 else 0
        point = s.bits[ply, max(m, 0)]
    if found > 0:
        worth = 2 * held(S, counts, mover | point) - s.points
        s.value[ply] = worth if turn == 0 else -worth
        s.final[ply] = turn
        keep(S, table, ply, turn == 0, s.value[ply], np.int64(1) if turn == 0 else np.int64(FINAL), point)
        return True
    s.margin[ply] = area_margin(own, opp, s.stride, s.full)
    if turn == 0 and depth == 1 and s.margin[ply] < goal:
        s.value[ply] = max(s.low[ply], s.margin[ply])
        return True
    found, point = follow_ups(S, counts, other, empty, 1 - aim)
    if turn == 1 and depth == 2 and found == 0 and s.margin[ply] < goal:
        return True
    count = list_moves(S, ply, own, opp, ko, turn)
    s.threat[ply] = found
    s.count[ply] = count if found == 0 else keep_only(S, ply, count, point if found == 1 else U64_0)
    return False


@kernel
def settled_by_children(S, table, turn, goal, depth, ply):
    """4. The table's entries of the children. Otherwise adds the pass if it matters and orders the moves."""
    s = S[0]
    count = s.count[ply]
    key_children(S, table, ply, count, turn)
    m, value, final = cut_by_table(S, table, ply, count, turn, goal, depth)
    if m >= 0:
        s.final[ply] = final
        s.value[ply] = value
        keep(S, table, ply, turn == 0, value, FINAL if final else depth, s.bits[ply, m])
        return True
    if (s.margin[ply] >= goal) == (turn == 0) and s.threat[ply] == 0:
        s.count[ply] = add_pass(S, ply, count)
    order_moves(S, ply, s.count[ply], turn, s.first[ply])
    return False


@kernel
def start_value(S, turn, goal, ply):
    """Returns the worth of a node before any of its moves is searched."""
    s = S[0]
    if turn == 0:
        return goal - 1 if s.threat[ply] else max(s.low[ply], min(s.margin[ply], goal - 1))
    if s.threat[ply]:
        return goal
    return s.margin[ply] if s.margin[ply] >= goal else s.points


@kernel
def choose(S, control, ply, depth, used):
    """Returns the move to search next, and its BUSY cell.

    A move that another thread of the team is searching is left for later.
    """
    s = S[0]
    while True:
        m = next_move(S, ply, s.count[ply])
        cell = BUSY + np.int64(s.children[ply, m] & np.uint64(BUSY - 1))
        if s.team < 2 or depth <= TEAM_DEPTH or s.bits[ply, m] == U64_0:
            break
        key = np.int64(s.children[ply, m])
        if used == 0 or s.order[ply, m] <= LATER or atomic_load(control, cell) != key:
            atomic_store(control, cell, key)
            break
        s.order[ply, m] = LATER
    s.order[ply, m] = USED
    s.line[ply] = index_of(s.bits[ply, m])
    return m, cell


@kernel
def learn(S, table, turn, goal, depth, ply, best, chosen, all_final):
    """Stores the result of a searched node, and rewards the move that cut off."""
    s = S[0]
    reached = best >= goal
    if reached == (turn == 0):
        reward(S, turn, chosen, depth)
    if not reached:
        s.final[ply] = all_final
    keep(S, table, ply, reached, best, FINAL if all_final and not reached else depth, chosen)


@kernel
def prove(S, table, counts, control, own, opp, ko, turn, goal, depth, ply):
    """Returns the prover's margin within `depth` plies, as exactly as the question "at least goal?" needs.

    A value of at least `goal` can be forced. A value below is an upper bound within this depth, and at any
    depth when final[ply] is set. The caller must have written the keys of this ply. After an abort the
    value means nothing.
    """
    s = S[0]
    s.nodes += 1
    if s.nodes & (POLL - 1) == 0:
        poll(S, control)
    if s.abort != 0:
        s.final[ply] = 0
        return -s.points
    if settled_statically(S, counts, own, opp, ko, turn, goal, depth, ply):
        return s.value[ply]
    if settled_by_table(S, table, ko, turn, goal, depth, ply):
        return s.value[ply]
    if settled_by_one_stone(S, table, counts, own, opp, ko, turn, goal, depth, ply):
        return s.value[ply]
    if settled_by_children(S, table, turn, goal, depth, ply):
        return s.value[ply]
    # 5. The search itself.
    best = start_value(S, turn, goal, ply)
    chosen = U64_0
    all_final = 1
    for used in range(s.count[ply]):
        m, cell = choose(S, control, ply, depth, used)
        bit, taken, ban = s.bits[ply, m], s.taken[ply, m], s.bans[ply, m]
        next_keys(S, ply, bit, taken, turn)
        if turn == 0:
            value = prove(S, table, counts, control, own | bit, opp & ~taken, ban,
                          np.int64(1), goal, depth - 1, ply + 1)  # fmt: skip
            value = min(value, s.margin[ply]) if bit == U64_0 else value
        else:
            value = prove(S, table, counts, control, own & ~taken, opp | bit, ban,
                          np.int64(0), goal, depth - 1, ply + 1)  # fmt: skip
        if s.team > 1 and bit != U64_0:
            atomic_store(control, cell, 0)
        if s.abort != 0:
            return -s.points
        if (turn == 0 and value > best) or (turn == 1 and value < best):
            best = value
            chosen = bit
        if (value >= goal) == (turn == 0):
            all_final = s.final[ply + 1]
            break
        all_final &= s.final[ply + 1]
    learn(S, table, turn, goal, depth, ply, best, chosen, all_final)
    return best
