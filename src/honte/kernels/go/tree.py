"""Monte-Carlo tree search for whole games: UCT with rapid action values over tactical playouts.

The tree lies in one array of NODE records; the children of a node are one run of it. A playout is the
random game of `honte.kernels.go.playout`, but first answers the last move: it takes a chain that this move
left in atari, or saves one that it put there. Every move of a playout is credited to the siblings that
could have played it first (all-moves-as-first); without this credit a few thousand playouts say little.

Ideas: Kocsis & Szepesvari 2006 (UCT); Gelly & Silver 2007 (rapid action values); the tactical replies
are the oldest of MoGo's. No patterns, no learned values: an opponent for people, not a champion.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.control import NODE_LIMIT, NODES, STOP
from honte.kernels.go.board import eye, legal_cell, only_liberty, play
from honte.kernels.go.games import owners, play_out
from honte.kernels.go.hashing import seed_of
from honte.kernels.go.layout import C0, C1, C3, CELLS, STRIDE, U0, neighbor
from honte.kernels.go.playout import find_move
from honte.kernels.intrinsics import atomic_add, atomic_load, copy_item
from honte.kernels.jit import kernel

MAX_DEPTH = 256
"""The longest way from the root to a leaf, in moves."""
EXPAND_AT = 2
"""Visits before a leaf gets children. The value saves memory; it has no measurable effect on strength."""
EQUIVALENCE = 1000.0
"""Visits at which all-moves-as-first and real visits weigh the same (Gelly & Silver's k)."""
EXPLORE = 0.05
"""The weight of the bonus for children with few visits; all-moves-as-first does most of the exploring."""
REPLY_IN_8 = 7
"""A playout answers the last move tactically, if it can, in 7 of 8 moves."""

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
                ("count", np.int32),  # number of children
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
                ("owner", np.uint8, (CELLS,)),  # the side that played a cell first, below the current node
                ("path", np.int32, (MAX_DEPTH,)),  # the nodes from the root to the leaf
                ("hashes", np.uint64, (MAX_DEPTH,)),  # the boards on that path
                ("own", np.int32, (CELLS,)),  # sums of final owners, Black positive
            ],
            align=True,
        ),
    )
)

_TWO_EMPTY = np.uint16(2 << 8)
"""Two empty neighbors in `around`."""


# Playouts


@kernel
def tactical_reply(b, last, color):
    """Returns a cell that takes the chain of the last move, or saves one in atari; 0 when none does."""
    # 1. The last move left itself in atari: take it.
    if b.color[last] != C0:
        cell = only_liberty(b, last)
        if cell != U0 and cell != np.uint64(b.ko):
            return cell
    # 2. It put an own chain in atari: run where there is room to breathe.
    for k in range(4):
        q = neighbor(last, k)
        if b.color[q] == color:
            cell = only_liberty(b, q)
            if cell != U0 and cell != np.uint64(b.ko) and b.around[cell] >= _TWO_EMPTY:
                return cell
    return U0


@kernel(inline="always")
def _choose(b, last, color, draw, scratch):
    """The policy of playouts; notes in `owner` the side that played each cell first."""
    p = U0
    if last != U0 and np.int64(draw & np.uint64(7)) < REPLY_IN_8:
        p = tactical_reply(b, last, color)
    if p == U0:
        p = find_move(b, color, draw)
    if p != U0 and scratch.owner[p] == C0:
        scratch.owner[p] = color
    return p


@kernel
def playout(b, last, color, draw, limit, scratch):
    """Plays board `b` to its end after the move `last`; returns the number of stones put down."""
    return play_out(_choose, b, last, color, draw, limit, scratch)


@kernel
def count_area(b, scratch):
    """Returns Black's area margin, in points, of a board at its end; adds each cell's owner to `own`."""
    score = np.int64(0)
    low = np.uint64(STRIDE)
    high = low + np.uint64(b.rows) * low
    for p in range(low, high):
        black, white = owners(b, p)
        scratch.own[p] += black - white
        score += np.int64(black - white)
    return score


# Tree


@kernel
def expand(b, tree, node, color, scratch, limit):
    """Gives a node its children: every legal move that fills no own eye, and the pass.

    Returns False, and adds nothing, when they would exceed `limit` nodes.
    """
    used = scratch.used
    if used + np.int64(b.empties) + 1 > limit:
        return False
    first = used
    for k in range(np.int64(b.empties) + 1):
        p = np.uint64(b.empty[np.uint64(k)]) if k < np.int64(b.empties) else U0
        if p != U0 and (eye(b, p, color) or not legal_cell(b, p, color, False)):
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
    """Returns how good a child looks: the win rates of visits and all-moves-as-first, weighed by number."""
    if child.closed != 0:
        return -1.0
    visits, amaf = np.float64(child.visits), np.float64(child.amaf_visits)
    if visits + amaf == 0:
        # Unseen: better than a child that loses; a pass only after every other move.
        return 0.55 if child.cell != 0 else 0.05
    trust = np.sqrt(EQUIVALENCE / (3.0 * visits + EQUIVALENCE)) if amaf > 0 else 0.0
    won = child.wins / visits if visits > 0 else child.amaf_wins / amaf
    as_first = child.amaf_wins / amaf if amaf > 0 else won
    return (1.0 - trust) * won + trust * as_first + EXPLORE * np.sqrt(log_visits / (visits + 1.0))


@kernel
def select(tree, node):
    """Returns the most promising child of a node."""
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
    """Whether a board stood before, in the game or on the first `depth` boards of the path."""
    found = False
    for k in range(len(history)):
        found |= history[k] == key
    for k in range(depth):
        found |= scratch.hashes[k] == key
    return found


@kernel
def descend(boards, tree, scratch, color, history, limit):
    """Plays from the root to a leaf on board 1; returns the depth and the side to move there.

    A move that repeats a board is closed for good, and the depth is then -1.
    """
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
        taken = play(boards, np.int64(1), cell, color)
        if taken > 0 and repeats(boards[1].hash, depth, scratch, history):
            tree[child].closed = np.uint8(1)
            return -1, color
        passes = passes + 1 if cell == U0 else 0
        depth += 1
        scratch.hashes[depth - 1] = boards[1].hash
        scratch.path[depth] = np.int32(child)
        node = child
        color = np.uint8(C3 - color)
    return depth, color


@kernel
def back_up(tree, scratch, depth, color, black_won):
    """Credits a result from the leaf to the root.

    `color` is to move at the leaf; `black_won` is 1, 0.5 for a tie, or 0.
    """
    for d in range(depth, -1, -1):
        node = scratch.path[d]
        # The children of this node are moves of `color`.
        won = black_won if color == C1 else np.float32(1) - black_won
        parent = tree[node]
        for k in range(parent.first, parent.first + parent.count):
            child = tree[k]
            if child.cell != 0 and scratch.owner[child.cell] == color:
                child.amaf_visits += np.int32(1)
                child.amaf_wins += won
        parent.visits += np.int32(1)
        parent.wins += np.float32(1) - won
        if parent.cell != 0:
            scratch.owner[parent.cell] = C3 - color
        color = np.uint8(C3 - color)


@kernel
def search(boards, tree, scratches, t, color, doubled_komi, history, seed, limit, control):
    """Runs simulations on `tree` until stopped or out of nodes; returns their number.

    Board 0 holds the position, and board 1 is played on. `doubled_komi` is twice the komi as an int, so
    that ties are exact. `history` holds the hashes of the game's boards, `limit` is the room in `tree`.
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
        copy_item(boards, 0, 1)
        draw = seed_of(seed, simulations)
        depth, turn = descend(boards, tree, scratch, root_color, history, limit)
        simulations += 1
        if depth < 0:
            continue
        for p in range(CELLS):
            scratch.owner[p] = C0
        last = np.uint64(tree[scratch.path[depth]].cell)
        playout(boards[1], last, turn, draw, most, scratch)
        margin = 2 * count_area(boards[1], scratch) - doubled_komi
        result = np.float32(1.0) if margin > 0 else np.float32(0.5) if margin == 0 else np.float32(0.0)
        back_up(tree, scratch, depth, turn, result)
    return simulations
