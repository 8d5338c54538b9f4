"""Proof search with the whole history of the line: what superko itself decides.

The question is that of `honte.kernels.small.search`, asked under positional or situational superko: the
line keeps every board (or situation) since the root, and no stone may bring one back. A result belongs to
its history, so the search looks nothing up in a table; the table of simple ko only suggests which move to
try first. Secured points count only if no position on the line has a *doubt*: points that a ban or a
cut-off own stone kept from counting. docs/algorithms/smallboard.md has the argument.

The first `past` places of the line hold the game before the root, each with its own doubts.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_0, popcount
from honte.kernels.jit import kernel
from honte.kernels.small.board import area_margin, secured
from honte.kernels.small.moves import (
    add_pass,
    keep_useful,
    list_moves,
    next_move,
    order_moves,
    reward,
    securing_move,
)
from honte.kernels.small.search import POLL, USED, poll
from honte.kernels.small.store import (
    held,
    high_depth_of,
    high_of,
    least_key,
    low_depth_of,
    low_of,
    move_keys,
    next_keys,
    probe,
)

POSITIONAL, SITUATIONAL = 1, 2

line_dtype = np.dtype([("own", "u8"), ("opp", "u8"), ("turn", "i8"), ("doubt", "i8", (2,))])
"""One position of the line. The doubts of both sides add up from the root on, but not in the past."""


@kernel
def repeats(line, ply, own, opp, turn, rule):
    """Whether a board made by a stone stood before on the line (situational: with the same side to play)."""
    for k in range(ply, -1, -1):
        if line[k].own == own and line[k].opp == opp and (rule == POSITIONAL or line[k].turn == turn):
            return True
    return False


@kernel
def doubtful(S, counts, stones, banned, goal):
    """Returns 1 if points would secure `goal` but for a ban or a cut-off own stone, else 0."""
    s = S[0]
    strict, relaxed = secured(stones, s.stride, s.full, s.thin != 0, s.scratch)
    if 2 * popcount(relaxed) - s.points < goal:
        return 0
    return 1 if banned or 2 * popcount(strict) - s.points < goal else 0


@kernel
def past_doubts(line, past, stones, side):
    """Whether secured play could bring back a board of the past that was secured already.

    It can only if a stone that stood there is gone: otherwise every further stone is one that the past
    board did not have.
    """
    for k in range(past):
        stood = line[k].own if side == 0 else line[k].opp
        if line[k].doubt[side] != 0 and stood & ~stones != U64_0:
            return True
    return False


@kernel
def drop_repeats(S, line, ply, own, opp, turn, count, rule):
    """Drops the moves that superko forbids; returns the number left."""
    s = S[0]
    kept = 0
    for m in range(count):
        bit, taken = s.bits[ply, m], s.taken[ply, m]
        if turn == 0:
            again = repeats(line, s.past + ply, own | bit, opp & ~taken, 1, rule)
        else:
            again = repeats(line, s.past + ply, own & ~taken, opp | bit, 0, rule)
        if again:
            continue
        s.bits[ply, kept] = bit
        s.taken[ply, kept] = taken
        s.bans[ply, kept] = s.bans[ply, m]
        kept += 1
    return kept


@kernel
def hint(S, table, ply, count, turn, goal):
    """Raises the scores of moves that won or refuted under simple ko, more for quicker ones."""
    s = S[0]
    for m in range(count):
        bit = s.bits[ply, m]
        if bit == U64_0:
            continue
        move_keys(S, ply, bit, s.taken[ply, m], turn, s.trial)
        key, _ = least_key(S, s.trial, s.bans[ply, m], 1 - turn)
        data = probe(table, key)
        if data == U64_0:
            continue
        if turn == 0 and low_of(data) >= goal:
            s.order[ply, m] += np.int64(1 << 30) - low_depth_of(data) * (1 << 20)
        elif turn == 1 and high_of(data) < goal:
            s.order[ply, m] += np.int64(1 << 30) + high_depth_of(data) * (1 << 20)
        elif turn == 0 and high_of(data) < goal:
            s.order[ply, m] -= high_depth_of(data) * (1 << 20)
        elif turn == 1 and low_of(data) >= goal:
            s.order[ply, m] -= (64 - low_depth_of(data)) * (1 << 20)


@kernel
def settled_by_history(S, counts, line, own, opp, ko, turn, goal, ply):
    """1. Notes the position on the line; returns whether secured points settle it, free of doubt."""
    s = S[0]
    here = line[s.past + ply]
    here.own, here.opp, here.turn = own, opp, turn
    for side in range(2):
        here.doubt[side] = 0 if ply == 0 else line[s.past + ply - 1].doubt[side]
        if here.doubt[side] == 0 and past_doubts(line, s.past, own if side == 0 else opp, side):
            here.doubt[side] = 1
    banned = ko != U64_0
    low = 2 * held(S, counts, own) - s.points
    if low >= goal and here.doubt[0] == 0 and not (banned and turn == 0):
        s.value[ply] = low
        return True
    high = s.points - 2 * held(S, counts, opp)
    if high < goal and here.doubt[1] == 0 and not (banned and turn == 1):
        s.final[ply] = 1
        s.value[ply] = high
        return True
    here.doubt[0] += doubtful(S, counts, own, banned and turn == 0, goal)
    here.doubt[1] += doubtful(S, counts, opp, banned and turn == 1, 1 - goal)
    return False


@kernel
def list_line_moves(S, table, counts, line, rule, own, opp, ko, turn, goal, ply):
    """2. Lists and orders the moves that history allows, with the pass; returns their number.

    Returns -1 when a move of the prover secures the goal.
    """
    s = S[0]
    count = list_moves(S, ply, own, opp, ko if ply == 0 else U64_0, turn)
    count = drop_repeats(S, line, ply, own, opp, turn, count, rule)
    margin = area_margin(own, opp, s.stride, s.full)
    threatened = False
    if line[s.past + ply].doubt[0] == 0:
        if turn == 0 and securing_move(S, counts, own, ply, count, goal) >= 0:
            return -1
        if turn == 1:
            kept = keep_useful(S, counts, own, s.full & ~(own | opp), ply, count, goal)
            if kept <= count:
                threatened = True
                count = kept
    # The pass counts as in the search without history; superko never forbids it.
    if (turn == 0 and margin >= goal) or (turn == 1 and margin < goal and not threatened):
        count = add_pass(S, ply, count)
    order_moves(S, ply, count, turn, np.int64(-1))
    hint(S, table, ply, count, turn, goal)
    return count


@kernel
def prove_line(S, table, counts, control, line, rule, own, opp, ko, turn, goal, depth, ply):
    """Answers the question of `honte.kernels.small.search.prove` with the line's history.

    Returns at least `goal` if the prover can force it within `depth` plies. A failure holds at any depth
    when final[ply] is set.
    """
    s = S[0]
    s.nodes += 1
    s.final[ply] = 0
    if s.nodes & (POLL - 1) == 0:
        poll(S, control)
    if s.abort != 0:
        return -s.points
    if settled_by_history(S, counts, line, own, opp, ko, turn, goal, ply):
        return s.value[ply]
    if depth < 1 + turn:
        return -s.points
    count = list_line_moves(S, table, counts, line, rule, own, opp, ko, turn, goal, ply)
    if count < 0:
        return goal
    # 3. The search.
    all_final = 1
    for _ in range(count):
        m = next_move(S, ply, count)
        s.order[ply, m] = USED
        bit, taken, ban = s.bits[ply, m], s.taken[ply, m], s.bans[ply, m]
        next_keys(S, ply, bit, taken, turn)
        if turn == 0:
            value = prove_line(S, table, counts, control, line, rule, own | bit, opp & ~taken,
                               ban, np.int64(1), goal, depth - 1, ply + 1)  # fmt: skip
        else:
            value = prove_line(S, table, counts, control, line, rule, own & ~taken, opp | bit,
                               ban, np.int64(0), goal, depth - 1, ply + 1)  # fmt: skip
        if s.abort != 0:
            return -s.points
        if (value >= goal) == (turn == 0):
            s.final[ply] = s.final[ply + 1] if turn == 1 else 0
            reward(S, turn, bit, depth)
            return goal if turn == 0 else goal - 1
        all_final &= s.final[ply + 1]
    s.final[ply] = all_final if turn == 0 else 1
    return goal - 1 if turn == 0 else goal
