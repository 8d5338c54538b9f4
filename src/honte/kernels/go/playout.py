"""Random games to the end, and who owned what: the compiled half of Monte-Carlo counting.

Both sides play random legal moves and never fill an own eye, until both pass. Every empty point is
then somebody's eye, so the board counts itself. Playout number n of a run has its own generator,
seeded by (seed, n): the tallies do not depend on how many threads shared the work.

The move is looked for from a random place in the list of empty cells onwards. That is not exactly
uniform (a move behind a row of eyes is found more often), and three times faster than drawing again.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.control import NODES, STOP
from honte.kernels.go.board import CELLS, STRIDE, eye, mix, put, stands
from honte.kernels.intrinsics import atomic_add, atomic_load, copy_item
from honte.kernels.jit import kernel

TALLY = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("playouts", np.int64),
                ("moves", np.int64),
                ("score", np.int64),  # sum of area margins, Black positive, without komi
                ("score_squares", np.int64),
                ("black", np.int32, (CELLS,)),  # playouts in which Black owned the cell at the end
                ("white", np.int32, (CELLS,)),
            ],
            align=True,
        ),
    )
)

_U0, _U1, _U4 = np.uint64(0), np.uint64(1), np.uint64(4)
_S7, _S9, _S32 = np.uint64(7), np.uint64(9), np.uint64(32)
_FIELD = np.uint64(15)
_EMPTY_FIELD = np.uint16(1 << 8)
_C0, _C1, _C2, _C3 = np.uint8(0), np.uint8(1), np.uint8(2), np.uint8(3)


@kernel
def find_move(b, color, draw):
    """The first playable cell from a random place on; 0 when there is none."""
    count = np.uint64(b.empties)
    if count == _U0:
        return _U0
    first = ((draw >> _S32) * count) >> _S32
    k = first
    while True:
        p = np.uint64(b.empty[k])
        if b.around[p] >= _EMPTY_FIELD:
            return p
        if not eye(b, p, color) and p != np.uint64(b.ko) and stands(b, p, color):
            return p
        k += _U1
        if k == count:
            k = _U0
        if k == first:
            return _U0


@kernel
def play_to_end(b, color, draw, limit):
    """Plays board `b` to its end from `color` to move and returns how many stones were put down.

    `draw` seeds a xorshift generator and must not be 0. `limit` cuts endless kos short.
    """
    passes = 0
    moves = 0
    while passes < 2 and moves < limit:
        draw ^= draw << _S7
        draw ^= draw >> _S9
        p = find_move(b, color, draw)
        if p == _U0:
            passes += 1
            b.ko = np.uint32(0)
        else:
            passes = 0
            moves += 1
            put(b, p, color)
        color = _C3 - color
    return moves


@kernel
def add_owners(b, tally):
    """Adds the owner of every cell; an empty one belongs to whoever holds all its neighbors."""
    score = np.int64(0)
    low = np.uint64(STRIDE)
    high = low + np.uint64(b.rows) * low
    for p in range(low, high):
        stone = b.color[p]
        around = b.around[p]
        free = stone == _C0
        black = np.int32((stone == _C1) | (free & ((around & np.uint16(15)) == 4)))
        white = np.int32((stone == _C2) | (free & ((around & np.uint16(240)) == 64)))
        tally.black[p] += black
        tally.white[p] += white
        score += np.int64(black - white)
    tally.score += score
    tally.score_squares += score * score


@kernel
def run_playouts(boards, color, first, count, seed, limit, tallies, t, control):
    """Plays playouts number `first` to `first + count - 1` from board 0, with board 1 to play on.

    Adds up in tally `t`; every playout adds one to the control cell NODES, and STOP ends the run
    after the current one. Returns how many were played.
    """
    tally = tallies[t]
    for n in range(count):
        if atomic_load(control, STOP) != 0:
            return n
        copy_item(boards, 0, 1)
        draw = mix(mix(np.uint64(seed)) ^ np.uint64(first + n)) | _U1
        tally.moves += play_to_end(boards[1], np.uint8(color), draw, np.int64(limit))
        add_owners(boards[1], tally)
        tally.playouts += 1
        atomic_add(control, NODES, 1)
    return count
