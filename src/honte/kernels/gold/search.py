"""GoLD's alpha-beta search, compiled (Haris, *Go - Project*, 2019, algorithm 1 and 4.2).

One call of `gold_search` searches one depth. Scores are the defender's: above LIMIT the keystones are
saved, below -LIMIT they are captured; a score in between is a guess of the evaluation. A win loses one
point of score for each move that it takes, so shorter wins are better.
"""

from __future__ import annotations

from numba import int64

from honte.kernels.control import NODES, STOP
from honte.kernels.gold.board import (
    ATTACKER,
    DEFENDER,
    EMPTY,
    NO_POINT,
    PLIES,
    is_legal,
    play,
    position_hash,
)
from honte.kernels.gold.evaluation import evaluate
from honte.kernels.gold.relevance import mark_suicidal, rate_moves
from honte.kernels.intrinsics import atomic_add, atomic_load
from honte.kernels.jit import kernel

WIN = 100_000
INFINITE = 1_000_000
POLL = 1023
"""Every POLL + 1 nodes the search publishes its nodes and reads the stop cell."""


@kernel
def gold_search(states, control, depth, defending):
    """Searches to `depth` moves from ply 0 and returns the score; `pv[0]` then holds the best line."""
    s = states[0]
    s.cutoffs = 0
    s.stopped = 0
    return search(states, control, int64(0), int64(depth), int64(-INFINITE), int64(INFINITE), defending)


@kernel
def search(states, control, ply, depth, alpha, beta, defending):
    """One node: 1. ends, 2. moves, 3. the depth limit, 4. the moves in order, 5. killers."""
    s = states[0]
    s.pv_length[ply] = 0
    count_node(s, control)
    if s.stopped != 0:
        return int64(0)
    # 1. Captured keystones end a line; so does a repetition, where the attacker made no progress.
    if s.keys[ply] == 0 or (s.capture_any != 0 and s.keys[ply] < s.total_keys):
        return int64(-(WIN - ply))
    if repeats(s, ply, defending):
        return int64(WIN - ply)
    # 2. The attacker may pass only while a ko bans a move; an attacker without a move has lost.
    count = generate(s, ply, defending)
    if count == 0:
        return int64(WIN - ply)
    # 3. At the depth limit the evaluation guesses.
    if depth <= 0 or ply >= PLIES - 1:
        s.cutoffs += 1
        return int64(evaluate(s, ply, defending))
    # 4. Best first: last line, killers, relevance.
    best = int64(-INFINITE) if defending else int64(INFINITE)
    color = DEFENDER if defending else ATTACKER
    for k in range(count):
        move = s.moves[ply, k]
        s.path[ply] = move
        play(s, ply, move, color)
        score = search(states, control, ply + 1, depth - 1, alpha, beta, not defending)
        if s.stopped != 0:
            return int64(0)
        if (defending and score > best) or (not defending and score < best):
            best = score
            keep_line(s, ply, move)
        if defending:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if beta <= alpha:
            # 5. The move that cut off here is tried first in the next node of this depth.
            if move != s.killers[ply, 0]:
                s.killers[ply, 1] = s.killers[ply, 0]
                s.killers[ply, 0] = move
            break
    return best


@kernel
def count_node(s, control):
    """Counts one node; every POLL + 1 nodes publishes the count and reads the stop cell."""
    s.nodes += 1
    if s.nodes & POLL == 0:
        atomic_add(control, NODES, POLL + 1)
        if atomic_load(control, STOP) != 0:
            s.stopped = 1
    if s.node_limit > 0 and s.nodes >= s.node_limit:
        s.stopped = 1


@kernel
def repeats(s, ply, defending):
    """Notes the position's hash; returns whether the line has been here before."""
    word = position_hash(s, ply, DEFENDER if defending else ATTACKER)
    s.hash[ply] = word
    back = ply - 2
    while back >= 0:
        if s.hash[back] == word:
            return True
        back -= 2
    return False


@kernel
def generate(s, ply, defending):
    """Writes the moves of a node into `moves`, best first, and returns their number (a pass is NO_POINT)."""
    cells, moves = s.cells[ply], s.moves[ply]
    color = DEFENDER if defending else ATTACKER
    rate_moves(s, ply)
    if defending and s.remove_suicidal != 0:
        mark_suicidal(s, ply)
    count = 0
    for k in range(s.point_count):
        p = s.points[k]
        if cells[p] == EMPTY and s.relevance[p] >= 0 and is_legal(s, ply, p, color):
            moves[count] = p
            count += 1
    for k in range(1, count):  # insertion sort: a few dozen moves, equal ones stay in board order
        p, i = moves[k], k
        while i > 0 and s.relevance[moves[i - 1]] < s.relevance[p]:
            moves[i] = moves[i - 1]
            i -= 1
        moves[i] = p
    if s.breadth > 0:
        count = min(count, s.breadth)
    to_front(moves, count, s.killers[ply, 1])
    to_front(moves, count, s.killers[ply, 0])
    if follows_line(s, ply):
        to_front(moves, count, s.line[ply])
    if defending or s.ko[ply] != NO_POINT:
        moves[count] = NO_POINT
        count += 1
    return count


@kernel
def follows_line(s, ply):
    """Whether the moves from the root to this node are those of the last principal variation."""
    if ply >= s.line_length:
        return False
    same = 0
    while same < ply and s.path[same] == s.line[same]:
        same += 1
    return same == ply


@kernel
def to_front(moves, count, move):
    """Moves `move` to the front of the first `count` moves, if it is among them."""
    if move == NO_POINT:
        return
    for k in range(count):
        if moves[k] == move:
            while k > 0:
                moves[k] = moves[k - 1]
                k -= 1
            moves[0] = move
            return


@kernel
def keep_line(s, ply, move):
    """Sets the best line of a node to this move and the best line after it."""
    length = s.pv_length[ply + 1]
    s.pv[ply, 0] = move
    for k in range(length):
        s.pv[ply, k + 1] = s.pv[ply + 1, k]
    s.pv_length[ply] = length + 1
