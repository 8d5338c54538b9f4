"""A book followed up to symmetry: one number for each position in which the prover is to play.

An orbit is a position with all its images under the board's symmetries. Strategies of tens of millions of
positions fit, because an orbit is one key and the list of the orbits that can come next; what is secured, or
is with one stone, has no orbit. Moves come from the book, and near the end from the rule of `finish`.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_0, U64_1, lowest
from honte.kernels.jit import kernel
from honte.kernels.small.board import safe_chains, secured
from honte.kernels.small.certify import FAILS, FULL, HOLDS
from honte.kernels.small.finish import NONE, finishing_move, wins_at_sight
from honte.kernels.small.follow import place_of
from honte.kernels.small.history import doubtful
from honte.kernels.small.moves import list_chosen, list_moves, list_opposing
from honte.kernels.small.store import MIX, held, least_key, set_keys, unpack


@kernel
def key_of(S, own, opp, ko):
    """Returns the key of a position with the prover to play."""
    s = S[0]
    set_keys(S, own, opp)
    return least_key(S, s.keys[0], ko, np.int64(0))[0]


@kernel
def number_of(slots, keys, key):
    """Returns the place of a key among the slots: that of its number, or of the gap where it would go."""
    mixed = (key ^ (key >> np.uint64(31))) * MIX
    slot = np.int64((mixed >> np.uint64(20)) & np.uint64(slots.size - 1))
    while slots[slot] >= 0 and keys[slots[slot]] != key:
        slot = (slot + 1) & (slots.size - 1)
    return slot


@kernel
def enter(slots, keys, used, key):
    """Returns the number of a key, the next one for a new key."""
    slot = number_of(slots, keys, key)
    if slots[slot] < 0:
        keys[used] = key
        slots[slot] = used
    return np.int64(slots[slot])


@kernel
def enter_replies(S, counts, slots, keys, used, own, opp, ko, goal):
    """Numbers the positions after the opponent's replies; returns their new number, -1 without room."""
    s = S[0]
    replies = list_opposing(S, counts, own, opp, ko, np.int64(1), goal)
    if used + replies > keys.size:
        return np.int64(-1)
    for r in range(replies):
        ours, others, ban = own & ~s.taken[1, r], opp | s.bits[1, r], s.bans[1, r]
        if not wins_at_sight(S, counts, ours, others, ban, np.int64(2), goal):
            used = max(used, enter(slots, keys, used, key_of(S, ours, others, ban)) + 1)
    return used


@kernel
def seed(S, counts, own, opp, turn, goal, slots, keys):
    """Numbers the orbits at which a book begins; returns how many.

    It is one, or those after the opponent's first move.
    """
    if turn == 0:
        return enter(slots, keys, np.int64(0), key_of(S, own, opp, U64_0)) + 1
    return enter_replies(S, counts, slots, keys, np.int64(0), own, opp, U64_0, goal)


@kernel
def reply_of(S, counts, book_keys, book_moves, spots, hits, key, own, opp, ko, plies, goal):
    """Returns the prover's move, in the orientation of the key, or NONE; marks the entry of the book."""
    at = place_of(book_keys, key >> U64_1)
    if at < 0:
        return finishing_move(S, counts, own, opp, ko, plies, np.int64(0), goal)
    hits[at] = True
    return U64_1 << spots[book_moves[at]] if book_moves[at] < spots.size else U64_0


@kernel
def grow(
    S,
    counts,
    book_keys,
    book_moves,
    spots,
    hits,
    plies,
    goal,
    slots,
    keys,
    moves,
    first,
    after,
    used,
    done,
    until,
):
    """Numbers what can follow the orbits from `done` to `until`; returns (verdict, orbits, looked at).

    `first` holds the place in `after` where the list of an orbit begins, `first[done]` on entry as well.
    FAILS at an orbit without a move: the last one looked at.
    """
    s = S[0]
    number = done
    while number < until:
        start = first[number]
        end = start
        unpack(S, keys[number], s.trial)
        own, opp, ko = s.trial[0], s.trial[1], s.trial[2]
        reply = reply_of(
            S, counts, book_keys, book_moves, spots, hits, keys[number], own, opp, ko, plies, goal
        )
        if reply == NONE or not list_chosen(S, own, opp, ko, reply, np.int64(0)):
            return FAILS, used, number
        moves[number] = reply
        mine, theirs = own | reply, opp & ~s.taken[0, 0]
        replies = list_opposing(S, counts, mine, theirs, s.bans[0, 0], np.int64(1), goal)
        if end + replies > after.size or used + replies > keys.size:
            return FULL, used, number
        for r in range(replies):
            ours, others, ban = mine & ~s.taken[1, r], theirs | s.bits[1, r], s.bans[1, r]
            if wins_at_sight(S, counts, ours, others, ban, np.int64(2), goal):
                continue
            child = enter(slots, keys, used, key_of(S, ours, others, ban))
            used = max(used, child + 1)
            known = False
            for k in range(start, end):
                known = known or after[k] == child
            if not known:
                after[end] = child
                end += 1
        number += 1
        first[number] = end
    return HOLDS, used, number


@kernel
def raise_heights(first, after, used, heights):
    """Gives a height to orbits whose followers have one; returns how many got theirs.

    The height is the most plies to a secured position: three where every reply can be answered by a stone
    that secures the goal. Orbits on a cycle never get one.
    """
    raised = 0
    for k in range(used):
        number = used - 1 - k
        if heights[number] != 0:
            continue
        tallest = 1
        for i in range(first[number], first[number + 1]):
            h = heights[after[i]]
            if h == 0:
                tallest = 0
                break
            tallest = max(tallest, h)
        if tallest != 0:
            heights[number] = tallest + 2
            raised += 1
    return raised


@kernel
def list_boards(S, counts, keys, moves, used, goal, stood, made, doubts):
    """Writes the keys of the boards at each orbit and after its move, bans left out.

    `doubts` gets 1 where the board at an orbit would be secured but for a ban or a cut-off own stone, and 2
    more where the board after the move would be.
    """
    s = S[0]
    for number in range(used):
        unpack(S, keys[number], s.trial)
        own, opp, ko = s.trial[0], s.trial[1], s.trial[2]
        stood[number] = keys[number] if ko == U64_0 else key_of(S, own, opp, U64_0)
        list_chosen(S, own, opp, ko, moves[number], np.int64(0))
        mine, theirs = own | moves[number], opp & ~s.taken[0, 0]
        made[number] = key_of(S, mine, theirs, U64_0)
        doubts[number] = doubtful(S, counts, own, True, goal) + 2 * doubtful(S, counts, mine, True, goal)


@kernel
def reached(first, after, heights, start, floor, epoch, marks, queue):
    """Marks with `epoch` the orbits higher than `floor` that can follow `start`; the start not counted."""
    queue[0] = start
    head, tail = 0, 1
    while head < tail:
        number = queue[head]
        head += 1
        for i in range(first[number], first[number + 1]):
            child = after[i]
            if marks[child] != epoch and heights[child] >= floor:
                marks[child] = epoch
                queue[tail] = child
                tail += 1


@kernel
def may_make(S, own, stood):
    """Whether play inside what `own` secures might make a board with the stones `stood`; False is certain."""
    s = S[0]
    if stood & ~own == U64_0:
        return False
    _, alive = safe_chains(own, s.stride, s.full, s.scratch)
    strict = secured(own, s.stride, s.full, s.thin != 0, s.scratch)[0]
    return alive & ~stood == U64_0 and stood & ~(own | strict) == U64_0


@kernel
def note(found, total, own, opp, stood, stood_opp):
    """Appends one place where a board might come back; returns the new number, -1 without room."""
    if total < 0 or total == found.shape[0]:
        return np.int64(-1)
    found[total, 0], found[total, 1], found[total, 2], found[total, 3] = own, opp, stood, stood_opp
    return total + 1


@kernel
def note_ends(S, counts, images, ours, others, ban, goal, found, total):
    """Looks at a position with the prover to play that is won at sight; returns the number of places found.

    All stones that secure the goal are tried, because the images of a position may take different ones.
    """
    s = S[0]
    if ban == U64_0 and 2 * held(S, counts, ours) - s.points >= goal:
        for j in range(8):
            if may_make(S, ours, images[j, 0]):
                total = note(found, total, ours, others, images[j, 0], images[j, 1])
        return total
    count = list_moves(S, np.int64(2), ours, others, ban, np.int64(0))
    for m in range(count):
        mine, theirs = ours | s.bits[2, m], others & ~s.taken[2, m]
        if 2 * held(S, counts, mine) - s.points < goal:
            continue
        for j in range(8):
            equal = mine == images[j, 0] and theirs == images[j, 1]
            if equal or may_make(S, mine, images[j, 0]):
                total = note(found, total, mine, theirs, images[j, 0], images[j, 1])
    return total


@kernel
def note_left_out(S, counts, images, mine, theirs, goal, found, total):
    """Looks at the prover's answer to a reply that was left out: one stone that secures the goal."""
    s = S[0]
    for j in range(8):
        rest = images[j, 0] & ~(mine | theirs)
        while rest != U64_0:
            bit = lowest(rest)
            rest ^= bit
            more = mine | bit
            if 2 * held(S, counts, more) - s.points >= goal and (
                more == images[j, 0] or may_make(S, more, images[j, 0])
            ):
                total = note(found, total, more, U64_0, images[j, 0], images[j, 1])
    return total


@kernel
def suspects(S, counts, keys, moves, first, after, start, images, goal, epoch, marks, queue, found):
    """Lists where the play after an orbit, secured play included, might make one of the boards `images`.

    Returns the number of rows of `found` (own and opposing stones when secured play begins, and the board),
    -1 without room.
    """
    s = S[0]
    total = np.int64(0)
    queue[0] = start
    marks[start] = epoch
    head, tail = 0, 1
    while head < tail:
        number = queue[head]
        head += 1
        unpack(S, keys[number], s.trial)
        own, opp, ko = s.trial[0], s.trial[1], s.trial[2]
        list_chosen(S, own, opp, ko, moves[number], np.int64(0))
        mine, theirs, banned = own | moves[number], opp & ~s.taken[0, 0], s.bans[0, 0]
        total = note_left_out(S, counts, images, mine, theirs, goal, found, total)
        replies = list_opposing(S, counts, mine, theirs, banned, np.int64(1), goal)
        for r in range(replies):
            ours, others, ban = mine & ~s.taken[1, r], theirs | s.bits[1, r], s.bans[1, r]
            if wins_at_sight(S, counts, ours, others, ban, np.int64(2), goal):
                total = note_ends(S, counts, images, ours, others, ban, goal, found, total)
        for i in range(first[number], first[number + 1]):
            child = after[i]
            if marks[child] != epoch:
                marks[child] = epoch
                queue[tail] = child
                tail += 1
    return total
