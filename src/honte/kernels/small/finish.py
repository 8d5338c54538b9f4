"""The last moves of a strategy by a fixed rule, so that a book need not hold them.

Where a book is silent, the prover plays the first point, row by row in the orientation of the position's
key, that secures the goal at once, or else the first that wins within three plies, or else within five. The
rule asks no table, so it is the same everywhere and a book can be judged with it.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_0
from honte.kernels.jit import kernel
from honte.kernels.small.board import area_margin
from honte.kernels.small.moves import add_pass, list_moves, list_opposing, securing_move
from honte.kernels.small.store import held, most_with_one_more, packed_index

NONE = np.uint64(1) << np.uint64(63)
"""No move; no board of up to 30 points has this bit."""


@kernel
def wins_at_sight(S, counts, own, opp, ko, ply, goal):
    """Whether the prover, to play, has secured the goal or secures it with one stone."""
    s = S[0]
    if ko == U64_0 and 2 * held(S, counts, own) - s.points >= goal:
        return True
    count = list_moves(S, ply, own, opp, ko, np.int64(0))
    return securing_move(S, counts, own, ply, count, goal) >= 0


@kernel
def list_tries(S, own, opp, ko, ply, goal):
    """Lists the prover's moves, the pass when the margin on the board is enough; returns their number."""
    s = S[0]
    count = list_moves(S, ply, own, opp, ko, np.int64(0))
    if area_margin(own, opp, s.stride, s.full) >= goal:
        count = add_pass(S, ply, count)
    return count


@kernel
def within_three(S, counts, own, opp, ko, ply, goal):
    """Returns the first move after which every reply lets the prover win at sight, or NONE."""
    s = S[0]
    count = list_tries(S, own, opp, ko, ply, goal)
    for m in range(count):
        mine, theirs = own | s.bits[ply, m], opp & ~s.taken[ply, m]
        if 2 * most_with_one_more(S, counts, mine, packed_index(S, mine)) - s.points < goal:
            continue
        replies = list_opposing(S, counts, mine, theirs, s.bans[ply, m], ply + 1, goal)
        wins = True
        for r in range(replies):
            wins = wins_at_sight(
                S, counts, mine & ~s.taken[ply + 1, r], theirs | s.bits[ply + 1, r], s.bans[ply + 1, r],
                ply + 2, goal,
            )  # fmt: skip
            if not wins:
                break
        if wins:
            return s.bits[ply, m]
    return NONE


@kernel
def within_five(S, counts, own, opp, ko, ply, goal):
    """Returns the first move after which every reply lets the prover win within three plies, or NONE."""
    s = S[0]
    count = list_tries(S, own, opp, ko, ply, goal)
    for m in range(count):
        mine, theirs = own | s.bits[ply, m], opp & ~s.taken[ply, m]
        replies = list_opposing(S, counts, mine, theirs, s.bans[ply, m], ply + 1, goal)
        wins = True
        for k in range(replies):
            # Passes first: most moves that do not win lose to one.
            r = replies - 1 - k
            ours, others, ban = mine & ~s.taken[ply + 1, r], theirs | s.bits[ply + 1, r], s.bans[ply + 1, r]
            wins = (
                wins_at_sight(S, counts, ours, others, ban, ply + 2, goal)
                or within_three(S, counts, ours, others, ban, ply + 2, goal) != NONE
            )
            if not wins:
                break
        if wins:
            return s.bits[ply, m]
    return NONE


@kernel
def finishing_move(S, counts, own, opp, ko, plies, ply, goal):
    """Returns the rule's move at a position within `plies` plies of the end (at most five), or NONE.

    The position must lie in the orientation of its key.
    """
    count = list_moves(S, ply, own, opp, ko, np.int64(0))
    m = securing_move(S, counts, own, ply, count, goal)
    if m >= 0:
        return S[0].bits[ply, m]
    move = NONE
    if plies >= 3:
        move = within_three(S, counts, own, opp, ko, ply, goal)
    if plies >= 5 and move == NONE:
        move = within_five(S, counts, own, opp, ko, ply, goal)
    return move
