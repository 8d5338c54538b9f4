"""Can the opponent keep the prover from a goal for ever? No bounded depth can answer this question.

The depth-bounded search proves what can be forced. It proves that something can *not* be forced only where
the depth cuts off no line, and it always cuts one off where a position can come back. Here the opponent
looks for a closed strategy: every position has a reply of the opponent that stays inside, every move of the
prover stays inside too, and no position reaches the goal. Such play ends short of the goal or never ends,
so the goal cannot be forced (under simple ko).

The graph grows on demand, after Liu and Smolka's local fixpoints ("Simple linear-time algorithms for
minimal fixed points", 1998): a position counts as held until it is found lost; then its parents need another
reply. Each reply is tried at most once, so the work is linear in the positions visited. A shallow proof
search at every new position finds most losses before they spread.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_0, U64_1
from honte.kernels.jit import kernel
from honte.kernels.small.board import area_margin
from honte.kernels.small.moves import add_pass, index_of, keep_useful, list_moves, securing_move
from honte.kernels.small.search import key_children, poll, prove
from honte.kernels.small.store import (
    FINAL,
    MIX,
    held,
    high_depth_of,
    high_of,
    least_key,
    low_of,
    probe,
    set_keys,
    unpack,
)

hold_dtype = np.dtype(
    [("key", "u8"), ("tried", "u8"), ("state", "i4"), ("parents", "i4"), ("choice", "i4"), ("reply", "i4")]
)
"""One position: replies tried so far as bits (in the key's orientation), state, first parent edge, the
position after the current reply, and that reply as a bit index."""
NEW, HELD, LOST, SAFE = 0, 1, 2, 3
"""The state of a position: not looked at, held so far, lost for the opponent, held by a proof."""
ROOM, TOP, EDGES, USED_NODES = 0, 1, 2, 3
"""Cells of `tally`: 1 when an array is full, the stack's height, edges and positions in use."""
NOTHING = -1
"""No position, edge or reply."""
_S24 = np.uint64(24)


@kernel
def slot_of(nodes, index, key):
    """Returns the place in the index of a position, or of the gap where it would go."""
    slot = (key * MIX) >> _S24 & np.uint64(index.size - 1)
    while index[slot] >= 0 and nodes[index[slot]].key != key:
        slot = (slot + U64_1) & np.uint64(index.size - 1)
    return slot


@kernel
def number_of(nodes, index, tally, key):
    """Returns the number of a position, added as new if it is not there; -1 when there is no room."""
    slot = slot_of(nodes, index, key)
    if index[slot] >= 0:
        return np.int64(index[slot])
    number = tally[USED_NODES]
    if number >= nodes.size:
        tally[ROOM] = 1
        return np.int64(-1)
    tally[USED_NODES] += 1
    index[slot] = number
    node = nodes[number]
    node.key, node.tried, node.state = key, U64_0, NEW
    node.parents, node.choice, node.reply = NOTHING, NOTHING, NOTHING
    return number


@kernel
def link(nodes, edges, stack, tally, parent, child):
    """Notes that a parent depends on a child, and puts a new child on the stack."""
    edge = tally[EDGES]
    if edge >= edges.shape[0] or tally[TOP] >= stack.size:
        tally[ROOM] = 1
        return
    tally[EDGES] += 1
    edges[edge, 0] = parent
    edges[edge, 1] = nodes[child].parents
    nodes[child].parents = edge
    if nodes[child].state == NEW:
        stack[tally[TOP]] = child
        tally[TOP] += 1


@kernel
def list_useful(S, table, counts, own, opp, ko, turn, goal):
    """Lists at ply 0 the moves that matter with their keys, and the pass where it matters."""
    s = S[0]
    empty = s.full & ~(own | opp)
    count = list_moves(S, 0, own, opp, ko, turn)
    other, aim = (opp, 1 - goal) if turn == 0 else (own, goal)
    kept = keep_useful(S, counts, other, empty, 0, count, aim)
    threatened = kept <= count
    count = kept if threatened else count
    set_keys(S, own, opp)
    key_children(S, table, 0, count, turn)
    enough = area_margin(own, opp, s.stride, s.full) >= goal
    if enough == (turn == 0) and not threatened:
        count = add_pass(S, 0, count)
        s.children[0, count - 1], _ = least_key(S, s.keys[0], U64_0, 1 - turn)
    return count


@kernel
def worth(nodes, index, table, key, goal):
    """Returns how promising a child is for the opponent; -1 when it is lost."""
    number = index[slot_of(nodes, index, key)]
    if number >= 0:
        state = nodes[number].state
        if state == LOST:
            return np.int64(-1)
        if state != NEW:
            return np.int64(2 * FINAL)
    data = probe(table, key)
    if data == U64_0:
        return np.int64(0)
    if low_of(data) >= goal:
        return np.int64(-1)
    return high_depth_of(data) + 1 if high_of(data) < goal else np.int64(0)


@kernel
def choose_reply(S, table, counts, nodes, index, edges, stack, tally, number, goal, masks):
    """Gives an opponent's position its next reply, or makes it LOST when none is left."""
    s = S[0]
    node = nodes[number]
    unpack(S, node.key, masks)
    count = list_useful(S, table, counts, masks[0], masks[1], masks[2], np.int64(1), goal)
    while True:
        best, most = -1, np.int64(-1)
        for m in range(count):
            i = index_of(s.bits[0, m])
            if (node.tried >> np.uint64(i)) & U64_1 != U64_0:
                continue
            value = worth(nodes, index, table, s.children[0, m], goal)
            if value >= 0:
                value = value * (1 << 24) + s.history[1, i]
            if value > most:
                best, most = m, value
        if best < 0:
            node.state = LOST
            return
        i = index_of(s.bits[0, best])
        child = number_of(nodes, index, tally, s.children[0, best])
        if child < 0:
            return
        node.tried |= U64_1 << np.uint64(i)
        if nodes[child].state == LOST:
            continue
        node.state, node.choice, node.reply = HELD, child, i
        if nodes[child].state != SAFE:
            link(nodes, edges, stack, tally, number, child)
        return


@kernel
def spread(S, table, counts, nodes, index, edges, stack, queue, tally, number, goal, masks):
    """Spreads the loss of a position: its parents are lost too, or take another reply."""
    queue[0] = number
    tail = 1
    while tail > 0:
        tail -= 1
        edge = nodes[queue[tail]].parents
        while edge >= 0:
            parent = np.int64(edges[edge, 0])
            edge = edges[edge, 1]
            if nodes[parent].state != HELD:
                continue
            if nodes[parent].key & U64_1 == U64_0:
                nodes[parent].state = LOST
            else:
                choose_reply(S, table, counts, nodes, index, edges, stack, tally, parent, goal, masks)
            if nodes[parent].state == LOST:
                queue[tail] = parent
                tail += 1


@kernel
def matters(nodes, edges, number):
    """Whether some held parent still depends on a position."""
    edge = nodes[number].parents
    while edge >= 0:
        parent = nodes[edges[edge, 0]]
        if parent.state == HELD and (parent.key & U64_1 == U64_0 or parent.choice == number):
            return True
        edge = edges[edge, 1]
    return False


@kernel
def safe_at_sight(S, counts, own, opp, ko, turn, goal):
    """Whether the opponent has secured enough, or secures it by one stone."""
    s = S[0]
    if (turn == 0 or ko == U64_0) and s.points - 2 * held(S, counts, opp) < goal:
        return True
    if turn == 0:
        return False
    count = list_moves(S, 0, own, opp, ko, turn)
    return securing_move(S, counts, opp, 0, count, 1 - goal) >= 0


@kernel
def open_position(S, table, counts, control, nodes, index, edges, stack, tally, number, goal, depth,
                  thorough, masks):  # fmt: skip
    """Settles a new position by a shallow proof search, or links it to the positions on which it depends.

    A `thorough` search accepts only failures that are secured on the board as final, so that the whole
    strategy can be written down.
    """
    s = S[0]
    node = nodes[number]
    turn = unpack(S, node.key, masks)
    own, opp, ko = masks[0], masks[1], masks[2]
    set_keys(S, own, opp)
    value = prove(S, table, counts, control, own, opp, ko, turn, goal, depth + turn, np.int64(0))
    if s.abort != 0:
        return
    if value >= goal:
        node.state = LOST
    elif s.final[0] != 0 and (not thorough or safe_at_sight(S, counts, own, opp, ko, turn, goal)):
        node.state = SAFE
    elif turn == 1:
        choose_reply(S, table, counts, nodes, index, edges, stack, tally, number, goal, masks)
    else:
        node.state = HELD
        count = list_useful(S, table, counts, own, opp, ko, turn, goal)
        for m in range(count):
            child = number_of(nodes, index, tally, s.children[0, m])
            if child < 0:
                return
            if nodes[child].state == LOST:
                node.state = LOST
                return
            if nodes[child].state != SAFE:
                link(nodes, edges, stack, tally, number, child)


@kernel
def hold(S, table, counts, control, nodes, index, edges, stack, queue, tally, goal, depth,
         thorough):  # fmt: skip
    """Works on a graph whose root is number 0 until it is settled, stopped or full.

    Returns LOST (the prover can force the goal), HELD (the prover cannot) or NEW (not settled).
    """
    s = S[0]
    masks = np.zeros(3, np.uint64)
    while tally[TOP] > 0 and nodes[0].state != LOST:
        tally[TOP] -= 1
        number = np.int64(stack[tally[TOP]])
        if nodes[number].state != NEW or (number > 0 and not matters(nodes, edges, number)):
            continue
        if s.nodes - s.reported > 1000:
            poll(S, control)
        if s.abort == 0:
            open_position(S, table, counts, control, nodes, index, edges, stack, tally, number, goal,
                          depth, thorough, masks)  # fmt: skip
        if s.abort != 0:
            stack[tally[TOP]] = number
            tally[TOP] += 1
            return NEW
        if nodes[number].state == LOST:
            spread(S, table, counts, nodes, index, edges, stack, queue, tally, number, goal, masks)
        if tally[ROOM] != 0:
            return NEW
    return LOST if nodes[0].state == LOST else HELD
