"""The loops of all playouts: one game to its end, and a run of games with their tally.

A policy is a kernel that chooses moves; the loops take it as an argument. Loops and policies are inlined
(`inline="always"`) into the kernel that names the policy. Numba cannot keep a kernel in its cache that
passes another one as an argument, and calls cost 2 to 4 % of the playouts a second.

Game number n of a run has its own generator, seeded by (seed, n): the tallies do not depend on the number
of threads that share the work.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.control import NODES, STOP
from honte.kernels.go.hashing import seed_of
from honte.kernels.go.layout import C0, C1, C2, C3, CELLS, STRIDE, U0, U1
from honte.kernels.go.stones import put
from honte.kernels.intrinsics import atomic_add, atomic_load, copy_item
from honte.kernels.jit import kernel

TALLY = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("playouts", np.int64),
                ("moves", np.int64),
                ("score", np.int64),  # sum of area margins in points, Black positive, without komi
                ("score_squares", np.int64),
                ("black", np.int32, (CELLS,)),  # playouts in which Black owned the cell at the end
                ("white", np.int32, (CELLS,)),
            ],
            align=True,
        ),
    )
)
"""What a run of games adds up."""

_S7, _S9, _S32 = np.uint64(7), np.uint64(9), np.uint64(32)


@kernel(inline="always")
def play_out(choose, b, last, color, draw, limit, desk):
    """Plays board `b` until both sides pass; returns the number of stones put down.

    `choose(b, last, color, draw, desk)` names the move of `color`, 0 for a pass; `last` is the move before
    it, and `desk` is whatever the policy needs. `draw` seeds a xorshift generator and must not be 0.
    `limit` stones end the game too: some kos would go on for ever.
    """
    passes, moves = 0, 0
    while passes < 2 and moves < limit:
        draw ^= draw << _S7
        draw ^= draw >> _S9
        p = choose(b, last, color, draw, desk)
        if p == U0:
            passes += 1
            b.ko = np.uint32(0)
        else:
            passes = 0
            moves += 1
            put(b, p, color)
        last = p
        color = np.uint8(C3 - color)
    return moves


@kernel(inline="always")
def scan(fits, b, color, draw, desk):
    """Returns the first empty cell with `fits(b, p, color, desk)` from a random one on; 0 if there is none.

    The draw is not exactly uniform (a move behind a row of unfit cells is found more often), but three
    times faster than drawing again.
    """
    count = np.uint64(b.empties)
    if count == U0:
        return U0
    first = ((draw >> _S32) * count) >> _S32
    k = first
    while True:
        p = np.uint64(b.empty[k])
        if fits(b, p, color, desk):
            return p
        k += U1
        if k == count:
            k = U0
        if k == first:
            return U0


@kernel(inline="always")
def run_games(play, add_up, boards, color, first, count, seed, limit, desk, tallies, t, control):
    """Plays games number `first` to `first + count - 1` from board 0, on board 1; returns their number.

    `play(b, color, draw, limit, desk, number)` plays one game and `add_up(b, desk, tally)` adds its end to
    tally `t`. Each game adds one to the control cell NODES; STOP ends the run after the current game.
    """
    tally = tallies[t]
    for n in range(count):
        if atomic_load(control, STOP) != 0:
            return n
        number = first + n
        copy_item(boards, 0, 1)
        tally.moves += play(boards[1], np.uint8(color), seed_of(seed, number), np.int64(limit), desk, number)
        add_up(boards[1], desk, tally)
        tally.playouts += 1
        atomic_add(control, NODES, 1)
    return count


@kernel
def owners(b, p):
    """Whether Black and whether White owns a cell at the end of a game, as two ints.

    An empty cell belongs to the side that holds all its neighbors.
    """
    stone, around = b.color[p], b.around[p]
    free = stone == C0
    black = np.int32((stone == C1) | (free & ((around & np.uint16(15)) == 4)))
    white = np.int32((stone == C2) | (free & ((around & np.uint16(240)) == 64)))
    return black, white


@kernel
def add_owners(b, desk, tally):
    """Adds the owner of every cell and the area margin of a board at its end to a tally."""
    score = np.int64(0)
    low = np.uint64(STRIDE)
    high = low + np.uint64(b.rows) * low
    for p in range(low, high):
        black, white = owners(b, p)
        tally.black[p] += black
        tally.white[p] += white
        score += np.int64(black - white)
    tally.score += score
    tally.score_squares += score * score
