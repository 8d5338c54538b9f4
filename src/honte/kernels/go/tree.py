"""Monte-Carlo tree search for whole games: UCT with rapid action values over tactical playouts.

The tree lies in one array of NODE records; children of a node are one run of it. A playout follows
the random game of `honte.kernels.go.playout`, but first looks at the last move: take a chain it left in
atari, or save one it put there. Every move of a playout is credited to the siblings that could have
played it first (all-moves-as-first), which is what makes a few thousand playouts worth something.

Ideas: Kocsis & Szepesvari 2006 (UCT); Gelly & Silver 2007 (rapid action values); the tactical replies
are the oldest of MoGo's. No patterns, no learned values: an opponent for people, not a champion.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.control import NODE_LIMIT, NODES, STOP
from honte.kernels.go.board import CELLS, STRIDE, eye, legal_cell, liberties, mix, play, put
from honte.kernels.go.playout import find_move
from honte.kernels.intrinsics import atomic_add, atomic_load
from honte.kernels.jit import kernel

MAX_DEPTH = 256
EXPAND_AT = 2
"""Visits before a leaf gets children; chosen for memory, no effect on strength was seen."""
EQUIVALENCE = 1000.0
"""Visits at which all-moves-as-first and real visits weigh the same (Gelly & Silver's k)."""
EXPLORE = 0.05
"""A small bonus for the little visited; all-moves-as-first does most of the exploring."""
REPLY_IN_8 = 7
"""How often of eight a playout answers the last move tactically when it can."""

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("wins", np.float32),  # for the side that moved into this node
                ("amaf_wins", np.float32),
                ("visits", np.int32),
                ("amaf_visits", np.int32),
                ("first", np.int32),  # index of the first child; 0 for a leaf
                ("count", np.int32),
                ("cell", np.uint16),  # the move; 0 is a pass
                ("closed", np.uint8),  # repeats an earlier board: never taken
            ],
            align=True,
        ),
    )
)

SCRATCH = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("used", np.int64),  # nodes in use
                ("owner", np.uint8, (CELLS,)),  # who played a cell first, below the node looked at
                ("path", np.int32, (MAX_DEPTH,)),
                ("hashes", np.uint64, (MAX_DEPTH,)),
                ("own", np.int32, (CELLS,)),  # sums of final owners, Black positive
                ("two", np.uint64, (2,)),  # room for a chain's first two liberties
            ],
            align=True,
        ),
    )
)

_U0, _U1 = np.uint64(0), np.uint64(1)
_S7, _S9 = np.uint64(7), np.uint64(9)
_UP = np.uint64(STRIDE)
_C0, _C1, _C3 = np.uint8(0), np.uint8(1), np.uint8(3)
_TWO_EMPTY = np.uint16(2 << 8)


# Playouts


@kernel
def last_liberty(boards, i, p, scratch):
    """The only liberty of a chain in atari; 0 when it has more."""
    b = boards[i]
    if b.breath[b.head[p]] > 4:
        return _U0
    return scratch.two[0] if liberties(boards, i, p, scratch.two) == 1 else _U0


@kernel
def tactical_reply(boards, i, last, color, scratch):
    """A cell that takes the chain of the last move, or saves one it put in atari; 0 when none does."""
    b = boards[i]
    # 1. The last move left itself in atari: take it.
    if b.color[last] != _C0:
        cell = last_liberty(boards, i, last, scratch)
        if cell != _U0 and cell != np.uint64(b.ko):
            return cell
    # 2. It put an own chain in atari: run where there is room to breathe.
    for q in (last - _U1, last + _U1, last - _UP, last + _UP):
        if b.color[q] == color:
            cell = last_liberty(boards, i, q, scratch)
            if cell != _U0 and cell != np.uint64(b.ko) and b.around[cell] >= _TWO_EMPTY:
                return cell
    return _U0


@kernel
def playout(boards, i, last, color, draw, limit, scratch):
    """Plays board `i` to its end, noting in `owner` who played each cell first."""
    b = boards[i]
    passes, moves = 0, 0
    while passes < 2 and moves < limit:
        draw ^= draw << _S7
        draw ^= draw >> _S9
        p = _U0
        if last != _U0 and np.int64(draw & np.uint64(7)) < REPLY_IN_8:
            p = tactical_reply(boards, i, last, color, scratch)
        if p == _U0:
            p = find_move(b, color, draw)
        if p == _U0:
            passes += 1
            b.ko = np.uint32(0)
        else:
            passes = 0
            moves += 1
            put(b, p, color)
            if scratch.owner[p] == _C0:
                scratch.owner[p] = color
        last = p
        color = _C3 - color


@kernel
def count_area(b, scratch):
    """The area margin for Black of a played-out board; adds each cell's owner to `own`."""
    score = 0
    for row in range(np.int64(b.rows)):
        for col in range(np.int64(b.cols)):
            p = (row + 1) * STRIDE + col + 1
            stone, around = b.color[p], b.around[p]
            owner = 0
            if stone == 1 or (stone == 0 and (around & 15) == 4):
                owner = 1
            elif stone == 2 or (stone == 0 and (around & 240) == 64):
                owner = -1
            scratch.own[p] += owner
            score += owner
    return score


# Tree


@kernel
def expand(b, tree, node, color, scratch, limit):
    """Gives a node its children: every legal move that fills no own eye, and the pass; False when full."""
    used = scratch.used
    if used + np.int64(b.empties) + 1 > limit:
        return False
    first = used
    for k in range(np.int64(b.empties) + 1):
        p = np.uint64(b.empty[np.uint64(k)]) if k < np.int64(b.empties) else _U0
        if p != _U0 and (eye(b, p, color) or not legal_cell(b, p, color, False)):
            continue
        child = tree[used]
        child.wins, child.amaf_wins = np.float32(0), np.float32(0)
        child.visits, child.amaf_visits = np.int32(0), np.int32(0)
        child.first, child.count = np.int32(0), np.int32(0)
        child.cell, child.closed = np.uint16(p), np.uint8(0)
        used += 1
    scratch.used = used
    tree[node].count = np.int32(used - first)
    tree[node].first = np.int32(first)
    return True


@kernel
def value(child, log_visits):
    """How good a child looks: visits and all-moves-as-first, weighed by how many of each there are."""
    if child.closed != 0:
        return -1.0
    visits, amaf = np.float64(child.visits), np.float64(child.amaf_visits)
    if visits + amaf == 0:
        # Unseen: before anything bad; a pass only after everything else was tried.
        return 0.55 if child.cell != 0 else 0.05
    trust = np.sqrt(EQUIVALENCE / (3.0 * visits + EQUIVALENCE)) if amaf > 0 else 0.0
    won = child.wins / visits if visits > 0 else child.amaf_wins / amaf
    as_first = child.amaf_wins / amaf if amaf > 0 else won
    return (1.0 - trust) * won + trust * as_first + EXPLORE * np.sqrt(log_visits / (visits + 1.0))


@kernel
def select(tree, node):
    """The most promising child of a node."""
    parent = tree[node]
    log_visits = np.log(np.float64(parent.visits) + 1.0)
    best, best_value = parent.first, -2.0
    for child in range(parent.first, parent.first + parent.count):
        here = value(tree[child], log_visits)
        if here > best_value:
            best, best_value = child, here
    return best


@kernel
def repeats(key, depth, scratch, history):
    """Whether a board stood before, in the game or on this path."""
    found = False
    for k in range(len(history)):
        found |= history[k] == key
    for k in range(depth):
        found |= scratch.hashes[k] == key
    return found


@kernel
def descend(boards, tree, scratch, color, history, limit):
    """Walks from the root to a leaf on board 1; returns depth and side to move, or -1 for a repetition."""
    node, depth, passes = 0, 0, 0
    scratch.path[0] = np.int32(0)
    while depth < MAX_DEPTH - 2 and passes < 2:
        if tree[node].count == 0:
            if tree[node].visits < EXPAND_AT and node != 0:
                break
            if not expand(boards[1], tree, node, color, scratch, limit):
                break
        child = select(tree, node)
        cell = np.uint64(tree[child].cell)
        taken = play(boards, 1, cell, color)
        if taken > 0 and repeats(boards[1].hash, depth, scratch, history):
            tree[child].closed = np.uint8(1)
            return -1, color
        passes = passes + 1 if cell == _U0 else 0
        depth += 1
        scratch.hashes[depth - 1] = boards[1].hash
        scratch.path[depth] = np.int32(child)
        node = child
        color = _C3 - color
    return depth, color


@kernel
def back_up(tree, scratch, depth, color, black_won):
    """Credits a result from leaf to root; `color` is to move at the leaf, `black_won` 0, 0.5 or 1."""
    for d in range(depth, -1, -1):
        node = scratch.path[d]
        # The children of this node are moves of `color`.
        won = black_won if color == _C1 else np.float32(1) - black_won
        parent = tree[node]
        for k in range(parent.first, parent.first + parent.count):
            child = tree[k]
            if child.cell != 0 and scratch.owner[child.cell] == color:
                child.amaf_visits += np.int32(1)
                child.amaf_wins += won
        parent.visits += np.int32(1)
        parent.wins += np.float32(1) - won
        if parent.cell != 0:
            scratch.owner[parent.cell] = _C3 - color
        color = _C3 - color


@kernel
def search(boards, tree, scratches, t, color, doubled_komi, history, seed, limit, control):
    """Runs simulations on `tree` until stopped or out of budget; returns how many.

    Board 0 holds the position, board 1 is played on. `doubled_komi` is twice what White is given,
    as an int, so that ties are exact.
    """
    scratch = scratches[t]
    root_color = np.uint8(color)
    simulations = 0
    most = 3 * np.int64(boards[0].cols) * np.int64(boards[0].rows) + 8
    while atomic_load(control, STOP) == 0:
        node_limit = atomic_load(control, NODE_LIMIT)
        if atomic_add(control, NODES, 1) >= node_limit and node_limit > 0:
            atomic_add(control, NODES, -1)
            break
        boards[1] = boards[0]
        draw = mix(mix(np.uint64(seed)) ^ np.uint64(simulations)) | _U1
        depth, turn = descend(boards, tree, scratch, root_color, history, limit)
        simulations += 1
        if depth < 0:
            continue
        for p in range(CELLS):
            scratch.owner[p] = _C0
        last = np.uint64(tree[scratch.path[depth]].cell)
        playout(boards, 1, last, turn, draw, most, scratch)
        margin = 2 * count_area(boards[1], scratch) - doubled_komi
        result = np.float32(1.0) if margin > 0 else np.float32(0.5) if margin == 0 else np.float32(0.0)
        back_up(tree, scratch, depth, turn, result)
    return simulations
