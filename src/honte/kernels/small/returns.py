"""Looks for boards that come back on a line of a walked strategy.

The strategy is a graph without cycles (`certify`). Heights fall along every line of it, so a position can
only lead to lower ones: this keeps the look for a way between two positions short.
"""

from __future__ import annotations

from honte.kernels.intrinsics import U64_0, U64_1, lowest
from honte.kernels.jit import kernel
from honte.kernels.small.board import safe_chains, secured
from honte.kernels.small.certify import CLOSED, LEAF, list_replies, slot_of
from honte.kernels.small.history import doubtful
from honte.kernels.small.store import held


@kernel
def child_of(S, nodes, index, number, m):
    """Returns the number of the position after the reply `m` that was listed for a position at ply 0."""
    s = S[0]
    node = nodes[number]
    bit, taken, ban = s.bits[0, m], s.taken[0, m], s.bans[0, m]
    own = node.own | bit if node.turn == 0 else node.own & ~taken
    opp = node.opp & ~taken if node.turn == 0 else node.opp | bit
    return index[slot_of(nodes, index, own, opp, ban, 1 - node.turn)]


@kernel
def reaches(S, counts, nodes, index, start, target, goal, epoch, queue):
    """Whether play from `start` can reach `target` by a prover's stone."""
    s = S[0]
    floor = nodes[target].height
    if nodes[start].height <= floor:
        return False
    queue[0] = start
    nodes[start].mark = epoch
    head, tail = 0, 1
    while head < tail:
        number = queue[head]
        head += 1
        count = list_replies(S, counts, nodes, number, 0, goal)
        for m in range(count):
            child = child_of(S, nodes, index, number, m)
            if child == target and nodes[number].turn == 0 and s.bits[0, m] != U64_0:
                return True
            if nodes[child].mark != epoch and nodes[child].height > floor:
                nodes[child].mark = epoch
                queue[tail] = child
                tail += 1
    return False


@kernel
def mark_doubted(S, counts, nodes, used, goal, doubted):
    """Marks finished positions whose points would secure the goal but for a ban or a cut-off own stone."""
    for number in range(used):
        closed = nodes[number].state == CLOSED
        doubted[number] = closed and doubtful(S, counts, nodes[number].own, True, goal) != 0


@kernel
def might_make(S, counts, node, stood, goal):
    """Whether secured play from a position might make a board with the stones `stood`: a quick first test.

    False is certain; `graph.may_return` is the full test.
    """
    s = S[0]
    gone = stood & ~node.own
    if gone == U64_0:
        return False
    if node.state == LEAF:
        _, alive = safe_chains(node.own, s.stride, s.full, s.scratch)
        strict = secured(node.own, s.stride, s.full, s.thin != 0, s.scratch)[0]
        return alive & ~stood == U64_0 and stood & ~(node.own | strict) == U64_0
    if node.turn == 0:
        return node.own | gone == stood and gone & (gone - U64_1) == U64_0 and gone != node.ko
    rest = gone & ~node.opp
    while rest != U64_0:
        bit = lowest(rest)
        rest ^= bit
        if 2 * held(S, counts, node.own | bit) - s.points >= goal:
            return True
    return False


@kernel
def suspects(S, counts, nodes, index, start, goal, epoch, queue, found):
    """Lists in `found` the positions after `start` whose secured play might make its board again.

    Returns their number.
    """
    total = 0
    stood = nodes[start].own
    queue[0] = start
    nodes[start].mark = epoch
    head, tail = 0, 1
    while head < tail:
        number = queue[head]
        head += 1
        if might_make(S, counts, nodes[number], stood, goal):
            found[total] = number
            total += 1
        if nodes[number].state == LEAF:
            continue
        count = list_replies(S, counts, nodes, number, 0, goal)
        for m in range(count):
            child = child_of(S, nodes, index, number, m)
            if nodes[child].mark != epoch:
                nodes[child].mark = epoch
                queue[tail] = child
                tail += 1
    return total
