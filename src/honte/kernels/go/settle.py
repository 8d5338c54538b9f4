"""Playouts for positions that are nearly finished: they settle what is left and break nothing.

Uniform playouts (`honte.kernels.go.playout`) fill shared liberties of a seki, miss nakade and let stones
in atari stand, so exactly the positions that decide a count come out near even. This policy plays, in
order:

1. captures of what the opponent has just left in atari, and rescues of own chains in atari;
2. the vital point of a small space beside the last move, to kill or to make two eyes; in every second
   playout also a liberty of a chain that has only two, so that races are decided and not drawn;
3. often a point beside the last move, else a random one, that fills no eye, is not inside a small space
   of one's own, and is no self-atari. A self-atari of one stone, or of a killing shape inside an eye
   space, is allowed.

A playout stops when neither side has such a move. Each region then belongs to the side that surrounds it;
chains in seki stay where they are. The order of the rules is that of MoGo's and Pachi's playouts. Nothing
here looks at ladders.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.go.board import eye, list_liberties, only_liberty, stands
from honte.kernels.go.games import play_out, run_games, scan
from honte.kernels.go.layout import (
    C0,
    C1,
    C2,
    C3,
    EMPTY_SHIFT,
    FIELD,
    POINTS,
    STRIDE,
    U0,
    U1,
    U2,
    U4,
    UP,
    neighbor,
)
from honte.kernels.go.shapes import SCRATCH as SCRATCH
from honte.kernels.go.shapes import SMALL, killing_shape, new_epoch, space, spread, vital_cell
from honte.kernels.go.tactics import capture_beside
from honte.kernels.jit import kernel

_NEAR = np.uint64(5)
"""In 5 of 16 moves a point beside the last one is tried before any other."""
_RACE = np.uint64(12)
"""In 12 of 16 moves of every second playout, chains with two liberties are pressed."""
_AROUND = (1, STRIDE + 1, STRIDE, STRIDE - 1, -1, -STRIDE - 1, -STRIDE, 1 - STRIDE)
_S9, _S32 = np.uint64(9), np.uint64(32)


# Moves that may be played


@kernel
def chain_after(b, p, color, room):
    """Returns the liberties (at most 2) and the stones of the chain that a stone on p would make.

    A capture counts as two liberties. `room` has room for three liberties.
    """
    if np.uint64(b.around[p]) >> EMPTY_SHIFT >= U2:
        return 2, 1
    found = 0
    first = U0
    stones = 1
    a, z, y = U0, U0, U0  # heads already counted
    for k in range(4):
        q = neighbor(p, k)
        kind = b.color[q]
        if kind == C0:
            if found == 0 or q != first:
                found += 1
                first = q
        elif kind == color:
            h = np.uint64(b.head[q])
            if h in (a, z, y):
                continue
            y, z, a = z, a, h
            stones += np.int64(b.stones[h])
            for turn in range(list_liberties(b, q, room)):
                liberty = np.uint64(room[turn])
                if liberty != p and (found == 0 or liberty != first):
                    found += 1
                    first = liberty
        elif kind == C3 - color and only_liberty(b, q) != U0:
            return 2, stones
        if found >= 2:
            return 2, stones
    return found, stones


@kernel
def _may_stand(b, p, color):
    """Whether an empty cell may be played, ko apart."""
    return np.uint64(b.around[p]) >> EMPTY_SHIFT != U0 or stands(b, p, color)


@kernel
def sensible(b, p, color, scratch):
    """Whether a move passes the filter of step 3.

    It is legal, fills no eye and no small settled space of its own side, and is no bad self-atari.
    """
    if p == np.uint64(b.ko) or eye(b, p, color) or not _may_stand(b, p, color):
        return False
    around = np.uint64(b.around[p])
    theirs = (around >> U4 if color == C1 else around) & FIELD
    edges = np.uint64(b.color[p - U1] == C3) + np.uint64(b.color[p + U1] == C3)
    edges += np.uint64(b.color[p - UP] == C3) + np.uint64(b.color[p + UP] == C3)
    if theirs == edges:
        size, colors = space(b, scratch, p)
        if size <= SMALL and colors == np.int64(color) and vital_cell(scratch, size) != p:
            return False
    breath, stones = chain_after(b, p, color, scratch.room)
    return breath >= 2 or killing_shape(b, scratch, p, color, stones)


# The steps of the policy


@kernel
def _capture(b, q):
    """Returns the move that captures the chain at q; 0 when it is not in atari or the move is a ko."""
    liberty = only_liberty(b, q)
    return liberty if liberty != np.uint64(b.ko) else U0


@kernel
def _rescue(b, q, color, room):
    """Returns a move that saves the own chain at q from atari: a capture beside it, or an extension."""
    prey = capture_beside(b, q, color)
    if prey != U0:
        return prey
    liberty = only_liberty(b, q)
    if liberty != U0 and chain_after(b, liberty, color, room)[0] >= 2:
        return liberty
    return U0


@kernel
def _answer(b, last, before, color, room):
    """Step 1: a capture or a rescue that the last two moves call for; 0 when there is none."""
    other = C3 - color
    if b.color[last] == other:
        move = _capture(b, last)
        if move != U0:
            return move
    for k in range(4):
        q = neighbor(last, k)
        if b.color[q] == color and only_liberty(b, q) != U0:
            move = _rescue(b, q, color, room)
            if move != U0:
                return move
    if before != U0:
        for k in range(4):
            q = neighbor(before, k)
            if b.color[q] == other:
                move = _capture(b, q)
                if move != U0:
                    return move
    return U0


@kernel
def _shape_move(b, scratch, last, color):
    """Step 2: the vital point of a small space of one color beside the last move; 0 when there is none."""
    for k in range(4):
        q = neighbor(last, k)
        if b.color[q] == C0:
            size, colors = space(b, scratch, q)
            if 3 <= size <= SMALL and (colors == 1 or colors == 2):
                vital = vital_cell(scratch, size)
                if vital != U0 and _may_stand(b, vital, color):
                    return vital
    return U0


@kernel
def _press(b, scratch, q, color):
    """Returns a sensible move on a liberty of the enemy chain at q if it has only two; 0 otherwise."""
    if list_liberties(b, q, scratch.room) != 2:
        return U0
    first, second = np.uint64(scratch.room[0]), np.uint64(scratch.room[1])
    if sensible(b, first, color, scratch):
        return first
    if sensible(b, second, color, scratch):
        return second
    return U0


@kernel
def _race(b, scratch, last, color):
    """Step 2, in races: presses a chain with two liberties, just played or beside an own short one."""
    other = C3 - color
    if b.color[last] == other:
        move = _press(b, scratch, last, color)
        if move != U0:
            return move
    for k in range(4):
        q = neighbor(last, k)
        if b.color[q] == color and list_liberties(b, q, scratch.room) == 2:
            s = q
            while True:
                for side in range(4):
                    n = neighbor(s, side)
                    if b.color[n] == other:
                        move = _press(b, scratch, n, color)
                        if move != U0:
                            return move
                s = np.uint64(b.next[s])
                if s == q:
                    break
    return U0


@kernel
def _near_move(b, scratch, last, color, draw):
    """Step 3: a sensible move on the eight points around the last one, from a random one on."""
    start = np.int64((draw >> _S32) & np.uint64(7))
    for turn in range(8):
        step = _AROUND[(start + turn) & 7]
        p = np.uint64(np.int64(last) + step)
        if b.color[p] == C0 and sensible(b, p, color, scratch):
            return p
    return U0


@kernel
def _random_move(b, scratch, color, draw):
    """Step 3: a random sensible move; 0 when there is none."""
    return scan(sensible, b, color, draw, scratch)


@kernel
def _choose(b, last, color, draw, scratch):
    """The policy: steps 1 to 3 in order; one move of 16 goes straight to a random one."""
    p = U0
    if last != U0 and draw & FIELD != U0:
        p = _answer(b, last, scratch.before, color, scratch.room)
        if p == U0:
            p = _shape_move(b, scratch, last, color)
        if p == U0 and (draw >> _S9) & FIELD < scratch.race:
            p = _race(b, scratch, last, color)
        if p == U0 and (draw >> U4) & FIELD < _NEAR:
            p = _near_move(b, scratch, last, color, draw)
    if p == U0:
        p = _random_move(b, scratch, color, draw)
    scratch.before = last
    return p


# Whole playouts


@kernel
def _play(b, color, draw, limit, scratch, number):
    """Plays board `b` until neither side has a sensible move; returns the number of stones put down."""
    scratch.race = _RACE if number & 1 else U0
    scratch.before = U0
    return play_out(_choose, b, U0, color, draw, limit, scratch)


@kernel
def _add_region(b, scratch, start, tally):
    """Adds an empty region to the side that surrounds it alone; returns its points, Black positive."""
    size, colors = spread(b, scratch, start, C0, POINTS)
    if colors != 1 and colors != 2:
        return 0
    for k in range(size):
        if colors == 1:
            tally.black[np.uint64(scratch.cells[k])] += 1
        else:
            tally.white[np.uint64(scratch.cells[k])] += 1
    return size if colors == 1 else -size


@kernel
def _add_regions(b, scratch, tally):
    """Adds the stones, the surrounded regions and the area margin of a settled board to a tally."""
    new_epoch(scratch)
    score = 0
    low = np.uint64(STRIDE)
    high = low + np.uint64(b.rows) * low
    for p in range(low, high):
        p = np.uint64(p)
        stone = b.color[p]
        if stone == C1:
            tally.black[p] += 1
            score += 1
        elif stone == C2:
            tally.white[p] += 1
            score -= 1
        elif stone == C0 and scratch.mark[p] != scratch.epoch:
            score += _add_region(b, scratch, p, tally)
    tally.score += score
    tally.score_squares += score * score


@kernel
def run_settling(boards, color, first, count, seed, limit, scratches, s, tallies, t, control):
    """Plays settling playouts with record `s` of SCRATCH as working memory.

    The other arguments and the result are those of `honte.kernels.go.games.run_games`.
    """
    return run_games(
        _play, _add_regions, boards, color, first, count, seed, limit, scratches[s], tallies, t, control
    )
