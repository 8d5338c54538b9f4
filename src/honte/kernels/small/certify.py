"""Is a proof made under simple ko also one under superko? Walks the prover's strategy to see.

The walk follows the strategy found by the search against every reply of the opponent and visits each
position once. The proof holds under positional and situational superko when (1) the strategy's graph has
no cycle, (2) no board that a prover's stone makes stood earlier on any way to it, the root's board and
those of the game before it included, and (3) the walk visits no position whose secured points would count
but for a ban or a cut-off own stone. docs/algorithms/smallboard.md shows that this suffices. A walk that
fails disproves nothing.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_0, U64_1, popcount
from honte.kernels.jit import kernel
from honte.kernels.small.board import secured
from honte.kernels.small.history import past_doubts
from honte.kernels.small.moves import list_chosen, list_moves, list_opposing, securing_move
from honte.kernels.small.search import prove
from honte.kernels.small.store import (
    MIX,
    PASS_MOVE,
    PLIES,
    held,
    least_key,
    low_depth_of,
    low_move_of,
    low_of,
    probe,
    set_keys,
    unpack,
)

node_dtype = np.dtype(
    [("own", "u8"), ("opp", "u8"), ("ko", "u8"), ("reply", "u8"), ("turn", "i8"), ("state", "i8"),
     ("depth", "i8"), ("made", "i8"), ("mark", "i8"), ("height", "i8")]
)  # fmt: skip
"""One position of the strategy. `reply` is the prover's stone (0 for a pass), `depth` the plies its proof
needs; `made` is 1 if a prover's stone makes it; `height` is the longest line from it to a secured position or
the end, in plies."""

AGAIN, OPEN, LEAF, CLOSED = 0, 1, 2, 3
"""The state of a position: to be visited again, on the walk's line, secured, finished."""
REPAIRS = 1_000_000
"""The most times that a walk goes back to a position that came back on its own line."""
HOLDS, FAILS, FULL = 1, 0, 2
"""The verdict of a walk; FULL when it ran out of room or was stopped."""
SECOND = np.uint64(0xC2B2AE3D27D4EB4F)
THIRD = np.uint64(0x165667B19E3779F9)


@kernel
def slot_of(nodes, index, own, opp, ko, turn):
    """Returns the place in the index of a position, or of the gap where it would go."""
    mixed = (own * MIX) ^ ((opp + U64_1) * SECOND) ^ (ko * THIRD)
    slot = ((mixed ^ (mixed >> np.uint64(29))) * MIX + np.uint64(turn)) >> np.uint64(24)
    slot &= np.uint64(index.size - 1)
    while index[slot] >= 0:
        node = nodes[index[slot]]
        if node.own == own and node.opp == opp and node.ko == ko and node.turn == turn:
            break
        slot = (slot + U64_1) & np.uint64(index.size - 1)
    return slot


@kernel
def chosen_reply(S, table, counts, own, opp, ko, goal, depth, ply, count):
    """Returns (mask or 0 for a pass, plies it needs, found): the prover's move where `depth` plies prove."""
    s = S[0]
    m = securing_move(S, counts, own, ply, count, goal)
    if m >= 0:
        return s.bits[ply, m], np.int64(1), True
    set_keys(S, own, opp)
    key, symmetry = least_key(S, s.keys[0], ko, 0)
    data = probe(table, key)
    if data == U64_0 or low_of(data) < goal or low_depth_of(data) > depth:
        return U64_0, np.int64(0), False
    move = low_move_of(data)
    if move == PASS_MOVE:
        return U64_0, low_depth_of(data), True
    return U64_1 << s.sources[symmetry, move], low_depth_of(data), True


@kernel
def enter(S, nodes, index, used, counts, own, opp, ko, turn, goal, depth, made, careful, merge):
    """Finds or adds a position and recognizes leaves; returns (its number, whether it is new, ok).

    With `merge` all images of a position under the board's symmetries are one. A `careful` walk is not ok
    at a position that would put superko in doubt.
    """
    s = S[0]
    if merge:
        set_keys(S, own, opp)
        unpack(S, least_key(S, s.keys[0], ko, turn)[0], s.trial)
        own, opp, ko = s.trial[0], s.trial[1], s.trial[2]
    slot = slot_of(nodes, index, own, opp, ko, turn)
    number = index[slot]
    if number >= 0:
        made |= nodes[number].made
        nodes[number].made = made
        if nodes[number].state != AGAIN:
            return number, False, True
    elif used >= nodes.size:
        return np.int64(-1), False, False
    else:
        number = np.int64(used)
        index[slot] = number
    node = nodes[number]
    node.own, node.opp, node.ko, node.turn, node.depth = own, opp, ko, turn, depth
    node.made = made
    node.mark = 0
    node.height = 0
    node.reply = U64_0
    node.state = OPEN
    if 2 * held(S, counts, own) - s.points >= goal:
        if turn == 1 or ko == U64_0:
            node.state = LEAF
            return number, True, True
        return number, True, not careful
    if not careful:
        return number, True, True
    relaxed = secured(own, s.stride, s.full, s.thin != 0, s.scratch)[1]
    return number, True, 2 * popcount(relaxed) - s.points < goal


@kernel
def list_replies(S, counts, nodes, number, ply, goal):
    """Lists the moves at a position of the strategy; returns their number. A pass is an empty mask.

    The opponent has all moves that matter, and the pass unless the count would settle it. The prover has
    the chosen reply alone.
    """
    node = nodes[number]
    if node.turn == 1:
        return list_opposing(S, counts, node.own, node.opp, node.ko, ply, goal)
    list_chosen(S, node.own, node.opp, node.ko, node.reply, ply)
    return 1


@kernel
def choose(S, table, counts, control, nodes, number, ply, goal):
    """Sets the prover's reply at a position of the strategy; returns HOLDS, FAILS or FULL."""
    s = S[0]
    node = nodes[number]
    set_keys(S, node.own, node.opp)
    value = prove(S, table, counts, control, node.own, node.opp, node.ko,
                  np.int64(0), goal, node.depth, np.int64(0))  # fmt: skip
    if s.abort != 0 or value < goal:
        return FULL if s.abort != 0 else FAILS
    count = list_moves(S, ply, node.own, node.opp, node.ko, np.int64(0))
    bit, need, found = chosen_reply(
        S, table, counts, node.own, node.opp, node.ko, goal, node.depth, ply, count
    )
    if not found:
        return FAILS
    node.reply = bit
    node.depth = need
    return HOLDS


@kernel
def close(nodes, number, height, top):
    """Finishes the position at place `top` of a walk's line, where `height` holds what its replies need."""
    nodes[number].state = CLOSED
    nodes[number].height = height[top] + 1
    if top > 0:
        height[top - 1] = max(height[top - 1], height[top] + 1)


@kernel
def go_back(nodes, stack, top, child, depth):
    """Goes back to a position that came back on its own line, so that a shorter proof of it exists.

    Returns its place on the stack. The positions above it will be visited again when they are met.
    """
    while stack[top] != child:
        nodes[stack[top]].state = AGAIN
        top -= 1
    nodes[child].depth = depth
    return top


@kernel
def step(S, counts, nodes, index, used, number, ply, at, goal, careful, merge):
    """Enters the position after reply `at` of a position; returns what `enter` does."""
    s = S[0]
    node = nodes[number]
    # The list is made again, because proving starts from ply 0 and may have overwritten it.
    list_replies(S, counts, nodes, number, ply, goal)
    bit, taken, ban = s.bits[ply, at], s.taken[ply, at], s.bans[ply, at]
    if node.turn == 0:
        return enter(S, nodes, index, used, counts, node.own | bit, node.opp & ~taken, ban, np.int64(1),
                     goal, node.depth - 1, np.int64(1) if bit != U64_0 else np.int64(0), careful,
                     merge)  # fmt: skip
    return enter(S, nodes, index, used, counts, node.own & ~taken, node.opp | bit, ban, np.int64(0),
                 goal, node.depth - 1, np.int64(0), careful, merge)  # fmt: skip


@kernel
def walk(S, table, counts, control, own, opp, ko, turn, goal, depth, nodes, index, careful, merge):
    """Builds the strategy's graph from a proved position; returns the verdict and the number of positions.

    `careful` and `merge` are those of `enter`.
    """
    stack = np.zeros(PLIES, np.int64)
    place = np.zeros(PLIES, np.int64)
    total = np.full(PLIES, -1, np.int64)
    height = np.zeros(PLIES, np.int64)
    _, _, ok = enter(S, nodes, index, 0, counts, own, opp, ko, turn, goal, depth, np.int64(0), careful, merge)
    used = 1
    if not ok:
        return FAILS, used
    repairs = 0
    top = 0 if nodes[0].state != LEAF else -1
    while top >= 0:
        number = stack[top]
        if total[top] < 0:
            if nodes[number].turn == 0:
                verdict = choose(S, table, counts, control, nodes, number, top, goal)
                if verdict != HOLDS:
                    return verdict, used
            total[top] = list_replies(S, counts, nodes, number, top, goal)
            place[top] = 0
            height[top] = 0
        if place[top] == total[top]:
            close(nodes, number, height, top)
            top -= 1
            continue
        child, new, ok = step(S, counts, nodes, index, used, number, top, place[top], goal, careful, merge)
        place[top] += 1
        used = max(used, child + 1)
        if not ok or top + 1 >= PLIES or repairs > REPAIRS:
            return (FULL if child < 0 or ok else FAILS), used
        if new and nodes[child].state != LEAF:
            top += 1
            stack[top] = child
            total[top] = -1
        elif not new and nodes[child].state == OPEN:
            repairs += 1
            top = go_back(nodes, stack, top, child, nodes[number].depth - 1)
            total[top] = -1
        else:
            height[top] = max(height[top], nodes[child].height)
    return HOLDS, used


@kernel
def clear_of_past(nodes, used, past):
    """Whether no prover's stone makes a board of the past, and no play in secured points can make one."""
    for number in range(used):
        node = nodes[number]
        if node.state == AGAIN:
            continue
        for k in range(past.size):
            if node.made != 0 and node.own == past[k].own and node.opp == past[k].opp:
                return False
        if past_doubts(past, past.size, node.own, 0):
            return False
    return True
