"""A strategy out of won positions (`backward`): one move for each position that play comes to.

Positions are numbered up to symmetry, as in `orbits`. Those that need k moves get their move while the planes
at hand are `near`, what is won by k - 1 moves, and so on down: every reply leads to `near`. Of several such
moves it takes the one whose replies are new in the fewest positions, those that need most moves counted most.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_0, U64_1
from honte.kernels.jit import kernel
from honte.kernels.small.finish import NONE, finishing_move, list_tries
from honte.kernels.small.moves import list_chosen, list_opposing
from honte.kernels.small.orbits import enter_replies, key_of, number_of
from honte.kernels.small.space import (
    around,
    find_ban,
    first_of,
    image_of,
    is_won,
    least_image,
    ranks,
)
from honte.kernels.small.store import packed_index, unpack

SLOW = 8
"""What a new position counts that needs as many moves as any; others that are written count one."""
DONE, FULL, STUCK = 0, 1, 2
"""Everything has a move; there is no room for more positions; a position has no move."""


@kernel
def is_won_banned(space, bans, own, opp, point):
    """Whether the prover, to play but not on `point`, is known to win."""
    least, j = least_image(space, own)
    number = space.number[least]
    if number < 0:
        return False
    there = space.turned[j, point]
    mask = np.int64(1) << there
    at = find_ban(space, number, there)
    if at < 0:
        return False
    y = ranks(
        image_of(space, j, opp) & ~around(space.board, mask),
        space.board[2] & ~(least | mask | around(space.board, mask)),
    )
    return bans[space.ban_place[at] + (y >> 6)] >> np.uint64(y & 63) & U64_1 != U64_0


@kernel
def known(S, space, plane, bans, own, opp, ko):
    """Whether a position with the prover to play is won by what one plane knows."""
    mine, theirs = np.int64(packed_index(S, own)), np.int64(packed_index(S, opp))
    if ko == U64_0:
        return is_won(space, plane, mine, theirs)
    return is_won_banned(space, bans, mine, theirs, first_of(np.int64(packed_index(S, ko))))


@kernel
def cost_of(S, space, plane, bans, short, short_bans, slots, keys, own, opp, ko):
    """Returns what a position after a reply adds to a strategy.

    `plane` and `bans` are won by two moves less than the position before, `short` needs no move written.
    """
    if known(S, space, short, short_bans, own, opp, ko):
        return np.int64(0)
    if slots[number_of(slots, keys, key_of(S, own, opp, ko))] >= 0:
        return np.int64(0)
    return np.int64(1 if known(S, space, plane, bans, own, opp, ko) else SLOW)


@kernel
def choose(
    S, counts, space, near, near_bans, plane, bans, short, short_bans, slots, keys, own, opp, ko, goal
):
    """Returns the move all of whose replies lead to `near` and add least to the strategy, or NONE."""
    s = S[0]
    best, least = NONE, np.int64(1) << 40
    count = list_tries(S, own, opp, ko, np.int64(0), goal)
    for m in range(count):
        mine, theirs = own | s.bits[0, m], opp & ~s.taken[0, m]
        replies = list_opposing(S, counts, mine, theirs, s.bans[0, m], np.int64(1), goal)
        cost = np.int64(0)
        for r in range(replies):
            ours, others, ban = mine & ~s.taken[1, r], theirs | s.bits[1, r], s.bans[1, r]
            if not known(S, space, near, near_bans, ours, others, ban):
                cost = least
            else:
                cost += cost_of(S, space, plane, bans, short, short_bans, slots, keys, ours, others, ban)
            if cost >= least:
                break
        if cost < least:
            best, least = s.bits[0, m], cost
    return best


@kernel
def advance(
    S, counts, space, near, near_bans, plane, bans, short, short_bans, slots, keys, written, moves, used,
    plies, goal,
):  # fmt: skip
    """Gives a move to every position that `near` does not know; returns (verdict, positions).

    Positions that the rule of `finish` wins within `plies` need none.
    """
    s = S[0]
    number = np.int64(0)
    while number < used:
        if written[number]:
            number += 1
            continue
        unpack(S, keys[number], s.trial)
        own, opp, ko = s.trial[0], s.trial[1], s.trial[2]
        if not known(S, space, near, near_bans, own, opp, ko) and not (
            plies and finishing_move(S, counts, own, opp, ko, plies, np.int64(0), goal) != NONE
        ):
            move = choose(
                S, counts, space, near, near_bans, plane, bans, short, short_bans, slots, keys, own, opp, ko,
                goal,
            )  # fmt: skip
            if move == NONE or not list_chosen(S, own, opp, ko, move, np.int64(0)):
                return STUCK, number
            more = enter_replies(
                S, counts, slots, keys, used, own | move, opp & ~s.taken[0, 0], s.bans[0, 0], goal
            )
            if more < 0:
                return FULL, used
            used = more
            moves[number] = move
            written[number] = True
        number += 1
    return DONE, used
