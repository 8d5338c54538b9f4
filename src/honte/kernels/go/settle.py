"""Playouts for positions that are nearly finished: they settle what is left and break nothing.

Uniform playouts (`playout`) fill shared liberties of a seki, miss nakade and let stones in atari
stand, so that the very positions that decide a count come out near even. This policy plays, in order:

1. captures of what the opponent has just left in atari, and rescues of own chains in atari;
2. the vital point of a small space beside the last move, to kill or to make two eyes; in every second
   playout also a liberty of a chain that has only two, so that races are decided and not drawn;
3. often a point beside the last move, else a random one, that fills no eye, is not inside a small space
   of one's own, and is no self-atari but for a single stone or a stone that completes a killing shape
   inside an eye space.

It stops when neither side has such a move. Regions are then given to the side that surrounds them;
chains in seki stay where they are. The shapes are those of Go's textbooks; the order of the rules is
that of MoGo's and Pachi's playouts. Nothing here looks at ladders.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.control import NODES, STOP
from honte.kernels.go.board import CELLS, POINTS, STRIDE, eye, liberties, mix, put, stands
from honte.kernels.intrinsics import atomic_add, atomic_load
from honte.kernels.jit import kernel

SCRATCH = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("epoch", np.uint32),
                ("mark", np.uint32, (CELLS,)),
                ("stack", np.uint16, (POINTS + 1,)),
                ("cells", np.uint16, (16,)),
            ],
            align=True,
        ),
    )
)
"""Working memory of one thread."""

SMALL = 6
"""Largest space that counts as an eye space with a shape."""

_U0, _U1, _U2, _U4 = (np.uint64(n) for n in (0, 1, 2, 4))
_UP = np.uint64(STRIDE)
_S7, _S9, _S32 = np.uint64(7), np.uint64(9), np.uint64(32)
_FIELD = np.uint64(15)
_EMPTY_SHIFT = np.uint64(8)
_C0, _C1, _C2, _C3 = np.uint8(0), np.uint8(1), np.uint8(2), np.uint8(3)
_ONE32 = np.uint32(1)
_NEAR = np.uint64(5)
"""In how many of 16 moves a point beside the last one is tried first."""
_RACE = np.uint64(12)
"""In how many of 16 moves chains with two liberties are pressed, in every second playout."""
_AROUND = (1, STRIDE + 1, STRIDE, STRIDE - 1, -1, -STRIDE - 1, -STRIDE, 1 - STRIDE)


# Liberties


@kernel
def _in_atari(boards, i, q, room):
    """The only liberty of the chain at q, or 0 when it has more."""
    return np.uint64(room[0]) if liberties(boards, i, q, room) == 1 else _U0


@kernel
def chain_after(boards, i, p, color, room):
    """How many liberties a stone on p would leave its chain (at most 2), and how many stones.

    A capture counts as two liberties.
    """
    b = boards[i]
    if np.uint64(b.around[p]) >> _EMPTY_SHIFT >= _U2:
        return 2, 1
    found = 0
    first = _U0
    stones = 1
    a, z, y = _U0, _U0, _U0  # heads already counted
    for q in (p - _U1, p + _U1, p - _UP, p + _UP):
        kind = b.color[q]
        if kind == _C0:
            if found == 0 or q != first:
                found += 1
                first = q
        elif kind == color:
            h = np.uint64(b.head[q])
            if h in (a, z, y):
                continue
            y, z, a = z, a, h
            stones += np.int64(b.stones[h])
            for turn in range(liberties(boards, i, q, room)):
                liberty = np.uint64(room[turn])
                if liberty != p and (found == 0 or liberty != first):
                    found += 1
                    first = liberty
        elif kind == _C3 - color and liberties(boards, i, q, room) == 1:
            return 2, stones
        if found >= 2:
            return 2, stones
    return found, stones


# Shapes


@kernel
def _degree(scratch, p):
    """How many neighbors of p were marked in this epoch."""
    mark, epoch = scratch.mark, scratch.epoch
    return (
        np.int64(mark[p - _U1] == epoch)
        + np.int64(mark[p + _U1] == epoch)
        + np.int64(mark[p - _UP] == epoch)
        + np.int64(mark[p + _UP] == epoch)
    )


@kernel
def vital_cell(scratch, size):
    """The vital cell of the marked shape whose cells are in `scratch.cells`; 0 when it has none."""
    edges = 0
    most = 0
    best = _U0
    for k in range(size):
        p = np.uint64(scratch.cells[k])
        degree = _degree(scratch, p)
        edges += degree
        if degree > most:
            most, best = degree, p
    edges //= 2
    if size == 3 or (size == 4 and most == 3):
        return best
    if size == 5 and (edges == 5 or most == 4):
        return best
    if size == 6 and most == 4 and edges == 6:
        return best
    return _U0


@kernel
def _space(b, scratch, start, limit):
    """Marks the empty space at `start`; returns its size, or limit + 1, and the colors around it."""
    scratch.epoch += _ONE32
    epoch = scratch.epoch
    scratch.mark[start] = epoch
    scratch.cells[0] = np.uint16(start)
    size = 1
    done = 0
    colors = 0
    while done < size:
        p = np.uint64(scratch.cells[done])
        done += 1
        for q in (p - _U1, p + _U1, p - _UP, p + _UP):
            kind = b.color[q]
            if kind == _C0:
                if scratch.mark[q] != epoch:
                    if size == limit:
                        return limit + 1, colors
                    scratch.mark[q] = epoch
                    scratch.cells[size] = np.uint16(q)
                    size += 1
            elif kind != _C3:
                colors |= np.int64(kind)
    return size, colors


@kernel
def _killing_shape(b, scratch, p, color, stones):
    """Whether a self-atari on p kills: one stone, or a shape with one eye inside a single enemy chain."""
    if stones == 1:
        return True
    if stones > SMALL:
        return False
    scratch.epoch += _ONE32
    epoch = scratch.epoch
    scratch.mark[p] = epoch
    scratch.cells[0] = np.uint16(p)
    size = 1
    done = 0
    wall = _U0
    while done < size:
        s = np.uint64(scratch.cells[done])
        done += 1
        for q in (s - _U1, s + _U1, s - _UP, s + _UP):
            kind = b.color[q]
            if kind == color:
                if scratch.mark[q] != epoch:
                    scratch.mark[q] = epoch
                    scratch.cells[size] = np.uint16(q)
                    size += 1
            elif kind == _C3 - color:
                head = np.uint64(b.head[q])
                if wall != _U0 and head != wall:
                    return False
                wall = head
    if size == 2 or vital_cell(scratch, size) != _U0:
        return True
    square = size == 4
    for k in range(size):
        square = square and _degree(scratch, np.uint64(scratch.cells[k])) == 2
    return square


# The policy


@kernel
def _rescue(boards, i, q, color, room):
    """A move that saves the own chain at q, which is in atari: a capture beside it, or an extension."""
    b = boards[i]
    other = _C3 - color
    start = np.uint64(q)
    s = start
    while True:
        for n in (s - _U1, s + _U1, s - _UP, s + _UP):
            if b.color[n] == other:
                liberty = _in_atari(boards, i, n, room)
                if liberty != _U0 and liberty != np.uint64(b.ko):
                    return liberty
        s = np.uint64(b.next[s])
        if s == start:
            break
    liberty = _in_atari(boards, i, q, room)
    if liberty != _U0 and chain_after(boards, i, liberty, color, room)[0] >= 2:
        return liberty
    return _U0


@kernel
def _answer(boards, i, last, before, color, room):
    """Step 1: a capture or a rescue that the last two moves call for; 0 when there is none."""
    b = boards[i]
    other = _C3 - color
    if b.color[last] == other:
        liberty = _in_atari(boards, i, last, room)
        if liberty != _U0 and liberty != np.uint64(b.ko):
            return liberty
    for q in (last - _U1, last + _U1, last - _UP, last + _UP):
        if b.color[q] == color and _in_atari(boards, i, q, room) != _U0:
            move = _rescue(boards, i, q, color, room)
            if move != _U0:
                return move
    if before != _U0:
        for q in (before - _U1, before + _U1, before - _UP, before + _UP):
            if b.color[q] == other:
                liberty = _in_atari(boards, i, q, room)
                if liberty != _U0 and liberty != np.uint64(b.ko):
                    return liberty
    return _U0


@kernel
def _press(boards, i, scratch, q, color, room):
    """A sensible move on a liberty of the enemy chain at q, if it has only two; 0 else."""
    if liberties(boards, i, q, room) != 2:
        return _U0
    first, second = np.uint64(room[0]), np.uint64(room[1])
    if sensible(boards, i, scratch, first, color, room):
        return first
    if sensible(boards, i, scratch, second, color, room):
        return second
    return _U0


@kernel
def _race(boards, i, scratch, last, color, room):
    """Step 2, in races: presses a chain with two liberties, just played or beside an own short one."""
    b = boards[i]
    other = _C3 - color
    if b.color[last] == other:
        move = _press(boards, i, scratch, last, color, room)
        if move != _U0:
            return move
    for q in (last - _U1, last + _U1, last - _UP, last + _UP):
        if b.color[q] == color and liberties(boards, i, q, room) == 2:
            start = q
            s = start
            while True:
                for n in (s - _U1, s + _U1, s - _UP, s + _UP):
                    if b.color[n] == other:
                        move = _press(boards, i, scratch, n, color, room)
                        if move != _U0:
                            return move
                s = np.uint64(b.next[s])
                if s == start:
                    break
    return _U0


@kernel
def _shape_move(boards, i, scratch, last, color):
    """Step 2: the vital point of a small one-colored space beside the last move."""
    b = boards[i]
    for q in (last - _U1, last + _U1, last - _UP, last + _UP):
        if b.color[q] == _C0:
            size, colors = _space(b, scratch, q, SMALL)
            if 3 <= size <= SMALL and (colors == 1 or colors == 2):
                vital = vital_cell(scratch, size)
                if vital != _U0 and stands_or_open(b, vital, color):
                    return vital
    return _U0


@kernel
def stands_or_open(b, p, color):
    """Whether an empty cell may be played, ko apart."""
    return np.uint64(b.around[p]) >> _EMPTY_SHIFT != _U0 or stands(b, p, color)


@kernel
def sensible(boards, i, scratch, p, color, room):
    """Step 3's filter: legal, no eye, nothing in a small settled space of one's own, no bad self-atari."""
    b = boards[i]
    if p == np.uint64(b.ko) or eye(b, p, color) or not stands_or_open(b, p, color):
        return False
    around = np.uint64(b.around[p])
    theirs = (around >> _U4 if color == _C1 else around) & _FIELD
    edges = np.uint64(b.color[p - _U1] == _C3) + np.uint64(b.color[p + _U1] == _C3)
    edges += np.uint64(b.color[p - _UP] == _C3) + np.uint64(b.color[p + _UP] == _C3)
    if theirs == edges:
        size, colors = _space(b, scratch, p, SMALL)
        if size <= SMALL and colors == np.int64(color) and vital_cell(scratch, size) != p:
            return False
    breath, stones = chain_after(boards, i, p, color, room)
    return breath >= 2 or _killing_shape(b, scratch, p, color, stones)


@kernel
def _near_move(boards, i, scratch, last, color, draw, room):
    """A sensible move among the eight points around the last one, from a random one on."""
    b = boards[i]
    start = np.int64((draw >> _S32) & np.uint64(7))
    for turn in range(8):
        step = _AROUND[(start + turn) & 7]
        p = np.uint64(np.int64(last) + step)
        if b.color[p] == _C0 and sensible(boards, i, scratch, p, color, room):
            return p
    return _U0


@kernel
def _random_move(boards, i, scratch, color, draw, room):
    b = boards[i]
    count = np.uint64(b.empties)
    if count == _U0:
        return _U0
    first = ((draw >> _S32) * count) >> _S32
    k = first
    while True:
        p = np.uint64(b.empty[k])
        if sensible(boards, i, scratch, p, color, room):
            return p
        k += _U1
        if k == count:
            k = _U0
        if k == first:
            return _U0


@kernel
def settle_to_end(boards, i, scratch, color, draw, limit, room, race):
    """Plays board `i` until neither side has a sensible move; returns how many were played.

    In `race` of 16 moves chains with two liberties are pressed.
    """
    passes = 0
    moves = 0
    last, before = _U0, _U0
    while passes < 2 and moves < limit:
        draw ^= draw << _S7
        draw ^= draw >> _S9
        p = _U0
        if last != _U0 and draw & _FIELD != _U0:
            p = _answer(boards, i, last, before, color, room)
            if p == _U0:
                p = _shape_move(boards, i, scratch, last, color)
            if p == _U0 and (draw >> _S9) & _FIELD < race:
                p = _race(boards, i, scratch, last, color, room)
            if p == _U0 and (draw >> _U4) & _FIELD < _NEAR:
                p = _near_move(boards, i, scratch, last, color, draw, room)
        if p == _U0:
            p = _random_move(boards, i, scratch, color, draw, room)
        if p == _U0:
            passes += 1
            boards[i].ko = np.uint32(0)
        else:
            passes = 0
            moves += 1
            put(boards[i], p, color)
        before, last = last, p
        color = _C3 - color
    return moves


@kernel
def _fill_owner(b, scratch, start, tally):
    """Floods one empty region; when one color surrounds it, adds its cells to that color."""
    epoch = scratch.epoch
    scratch.mark[start] = epoch
    scratch.stack[0] = np.uint16(start)
    size = 1
    done = 0
    colors = 0
    while done < size:
        p = np.uint64(scratch.stack[done])
        done += 1
        for q in (p - _U1, p + _U1, p - _UP, p + _UP):
            kind = b.color[q]
            if kind == _C0:
                if scratch.mark[q] != epoch:
                    scratch.mark[q] = epoch
                    scratch.stack[size] = np.uint16(q)
                    size += 1
            elif kind != _C3:
                colors |= np.int64(kind)
    if colors != 1 and colors != 2:
        return 0
    for k in range(size):
        if colors == 1:
            tally.black[np.uint64(scratch.stack[k])] += 1
        else:
            tally.white[np.uint64(scratch.stack[k])] += 1
    return size if colors == 1 else -size


@kernel
def tally_regions(b, scratch, tally):
    """Adds stones and surrounded regions of a settled board to a tally."""
    scratch.epoch += _ONE32
    score = 0
    low = np.uint64(STRIDE)
    high = low + np.uint64(b.rows) * low
    for p in range(low, high):
        p = np.uint64(p)
        stone = b.color[p]
        if stone == _C1:
            tally.black[p] += 1
            score += 1
        elif stone == _C2:
            tally.white[p] += 1
            score -= 1
        elif stone == _C0 and scratch.mark[p] != scratch.epoch:
            score += _fill_owner(b, scratch, p, tally)
    tally.score += score
    tally.score_squares += score * score


@kernel
def run_settling(boards, color, first, count, seed, limit, scratches, s, tallies, t, control):
    """Plays settling playouts number `first` on from board 0, with board 1 to play on.

    As `playout.run_playouts`, with one record of SCRATCH for working memory.
    """
    tally = tallies[t]
    scratch = scratches[s]
    room = np.zeros(3, np.uint64)
    for n in range(count):
        if atomic_load(control, STOP) != 0:
            return n
        boards[1] = boards[0]
        draw = mix(mix(np.uint64(seed)) ^ np.uint64(first + n)) | _U1
        race = _RACE if n & 1 else _U0
        tally.moves += settle_to_end(
            boards, np.int64(1), scratch, np.uint8(color), draw, np.int64(limit), room, race
        )
        tally_regions(boards[1], scratch, tally)
        tally.playouts += 1
        atomic_add(control, NODES, 1)
    return count
