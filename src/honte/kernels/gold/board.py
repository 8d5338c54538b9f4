"""The board of GoLD's search: one mailbox per depth, chains found by walking when asked for.

Colors are 1 defender and 2 attacker; KEY is added to keystones. Cells outside the area never change:
stones there are safe, and empty points there stand as attacker's stones, so every empty cell is playable.
A problem is a few dozen points, so copying the mailbox for each move and walking chains is cheap enough,
and nothing has to be undone.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.go.board import CELLS, STRIDE, stone_key
from honte.kernels.jit import kernel

EMPTY, DEFENDER, ATTACKER, EDGE, KEY = 0, 1, 2, 3, 4
COLOR = 3
"""Mask that takes KEY off a cell."""
PLIES = 64
NO_POINT = 0
MANY = 1000
"""Liberties of a chain that can never be captured."""
MAX_SHAPES = 128
MAX_SPACES = 24

GOLD = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("hash", np.uint64, (PLIES + 2,)),
                ("signature", np.uint64, (MAX_SHAPES,)),  # eye shapes, sorted
                ("vital", np.uint64, (MAX_SHAPES,)),
                ("space_chains", np.uint64, (MAX_SPACES,)),
                ("nodes", np.int64),
                ("node_limit", np.int64),
                ("cutoffs", np.int64),  # lines that ended at the depth limit
                ("ko", np.int32, (PLIES + 2,)),
                ("keys", np.int32, (PLIES + 2,)),  # keystones on the board
                ("killers", np.int32, (PLIES + 2, 2)),
                ("pv", np.int32, (PLIES + 2, PLIES + 2)),
                ("pv_length", np.int32, (PLIES + 2,)),
                ("path", np.int32, (PLIES + 2,)),  # the moves played from the root to this node
                ("line", np.int32, (PLIES + 2,)),  # principal variation of the last finished depth
                ("moves", np.int32, (PLIES + 2, CELLS)),
                ("relevance", np.int32, (CELLS,)),
                ("points", np.int32, (CELLS,)),  # cells of the area
                ("point_count", np.int32),
                ("queue", np.int32, (CELLS,)),
                ("mark", np.int32, (CELLS,)),
                ("stamp", np.int32),
                ("label", np.int32, (CELLS,)),
                ("chain_liberties", np.int32, (CELLS,)),
                ("space_eyes", np.int32, (MAX_SPACES,)),
                ("spare", np.int32, (MAX_SHAPES,)),
                ("corner_spare", np.int32, (MAX_SHAPES,)),
                ("shapes", np.int32),
                ("line_length", np.int32),
                ("total_keys", np.int32),
                ("breadth", np.int32),  # 0: no limit
                ("capture_any", np.uint8),
                ("remove_suicidal", np.uint8),
                ("stopped", np.uint8),
                ("area", np.uint8, (CELLS,)),
                ("cells", np.uint8, (PLIES + 2, CELLS)),
            ],
            align=True,
        ),
    )
)
_SIDE = np.uint64(0x9E3779B97F4A7C15)
_KO = np.uint64(0xC2B2AE3D27D4EB4F)


@kernel
def neighbor(p, side):
    """The neighbor of a cell: right, left, up, down."""
    if side == 0:
        return p + 1
    if side == 1:
        return p - 1
    return p + STRIDE if side == 2 else p - STRIDE


@kernel
def fresh_stamp(s):
    """A number that no cell of `mark` holds yet."""
    s.stamp += 1
    return s.stamp


@kernel
def walk(s, ply, p):
    """Lists the chain of a stone in `queue`; returns its length and its liberties.

    Stops early at nothing: problems are small. A chain with a stone outside the area has MANY.
    """
    cells = s.cells[ply]
    color = cells[p] & COLOR
    stamp = fresh_stamp(s)
    s.queue[0] = p
    s.mark[p] = stamp
    length, liberties, head = 1, 0, 0
    while head < length:
        at = s.queue[head]
        head += 1
        if s.area[at] == 0:
            liberties += MANY
        for side in range(4):
            q = neighbor(at, side)
            if s.mark[q] == stamp:
                continue
            if cells[q] == EMPTY:
                s.mark[q] = stamp
                liberties += 1
            elif (cells[q] & COLOR) == color:
                s.mark[q] = stamp
                s.queue[length] = q
                length += 1
    return length, liberties


@kernel
def is_legal(s, ply, p, color):
    """Whether a color may play on an empty cell: no ko, no suicide."""
    if p == s.ko[ply] or s.area[p] == 0:
        return False
    cells = s.cells[ply]
    for side in range(4):
        if cells[neighbor(p, side)] == EMPTY:
            return True
    for side in range(4):
        q = neighbor(p, side)
        kind = cells[q] & COLOR
        if kind == EDGE:
            continue
        _, liberties = walk(s, ply, q)
        if (kind == color) == (liberties > 1):
            return True
    return False


@kernel
def play(s, ply, p, color):
    """Plays a legal move (NO_POINT passes) from the board of one ply onto that of the next."""
    cells, after = s.cells[ply], s.cells[ply + 1]
    after[:] = cells
    s.ko[ply + 1] = NO_POINT
    s.keys[ply + 1] = s.keys[ply]
    if p == NO_POINT:
        return
    after[p] = color
    captured, last = 0, 0
    for side in range(4):
        q = neighbor(p, side)
        kind = after[q] & COLOR
        if kind in (EMPTY, EDGE, color):
            continue
        length, liberties = walk(s, ply + 1, q)
        if liberties > 0:
            continue
        for k in range(length):
            at = s.queue[k]
            if after[at] >= KEY:
                s.keys[ply + 1] -= 1
            after[at] = EMPTY
            last = at
        captured += length
    if captured == 1:
        length, liberties = walk(s, ply + 1, p)
        if length == 1 and liberties == 1:
            s.ko[ply + 1] = last


@kernel
def position_hash(s, ply, color):
    """A hash of the area, the ko point and the side to play."""
    cells = s.cells[ply]
    word = _SIDE if color == ATTACKER else np.uint64(0)
    for k in range(s.point_count):
        p = s.points[k]
        if cells[p] != EMPTY:
            word ^= stone_key(np.uint64(p), np.uint64(cells[p]))
    if s.ko[ply] != NO_POINT:
        word ^= stone_key(np.uint64(s.ko[ply]), np.uint64(3)) ^ _KO
    return word
