"""The board of GoLD's search: one mailbox per depth; chains are walked on request.

Colors are 1 defender and 2 attacker; KEY is added to keystones. Cells outside the area never change:
stones there are safe, and empty points there stand as attacker's stones, so every empty cell is playable.
A problem has a few dozen points. Copying the mailbox for each move and walking chains is cheap enough,
and no move has to be undone.

The cells are those of `honte.kernels.go.layout`, but signed: positions, offsets and labels are mixed freely
here, and a uint64 beside an int becomes a float.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.go.hashing import stone_key
from honte.kernels.go.layout import CELLS, STRIDE
from honte.kernels.jit import kernel

EMPTY, DEFENDER, ATTACKER, EDGE, KEY = 0, 1, 2, 3, 4
COLOR = 3
"""The mask of a cell's color: it takes KEY off."""
PLIES = 64
"""The deepest line, in moves."""
NO_POINT = 0
"""No ko, or a pass."""
MANY = 1000
"""Added to the liberties of a chain for each stone outside the area: it can never be captured."""
MAX_SHAPES = 128
MAX_SPACES = 24

GOLD = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("hash", np.uint64, (PLIES + 2,)),
                ("signature", np.uint64, (MAX_SHAPES,)),  # eye shapes, sorted: one bit for each cell of a box
                ("vital", np.uint64, (MAX_SHAPES,)),  # the vital cells of each shape, in the same box
                ("space_chains", np.uint64, (MAX_SPACES,)),  # labels of the chains around a space, as bits
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
                ("queue", np.int32, (CELLS,)),  # the cells that the last walk found
                ("mark", np.int32, (CELLS,)),  # the last walk that reached a cell
                ("stamp", np.int32),  # the number of the last walk
                ("label", np.int32, (CELLS,)),  # the number of a defender's chain, from 1
                ("chain_liberties", np.int32, (CELLS,)),  # by label
                ("space_eyes", np.int32, (MAX_SPACES,)),  # eyes that a space makes: 1 or 2
                ("spare", np.int32, (MAX_SHAPES,)),  # defender moves a shape can spare and make two eyes
                ("corner_spare", np.int32, (MAX_SHAPES,)),  # the same in a corner
                ("shapes", np.int32),  # number of shapes in use
                ("line_length", np.int32),
                ("total_keys", np.int32),
                ("breadth", np.int32),  # most moves tried in a node; 0: no limit
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
    """Returns the neighbor of a cell on side 0 right, 1 left, 2 up or 3 down."""
    if side == 0:
        return p + 1
    if side == 1:
        return p - 1
    return p + STRIDE if side == 2 else p - STRIDE


@kernel
def fresh_stamp(s):
    """Returns a number that no cell of `mark` holds yet."""
    s.stamp += 1
    return s.stamp


@kernel
def walk(s, ply, p):
    """Lists the chain of a stone in `queue`; returns its number of stones and of liberties."""
    return walk_as(s, ply, p, s.cells[ply, p] & COLOR)


@kernel(inline="always")
def walk_as(s, ply, p, color):
    """Lists the chain that a stone of `color` on p has or would have; returns its stones and liberties.

    Problems are small, so the walk always covers the whole chain. Each stone outside the area adds MANY
    liberties.
    """
    cells = s.cells[ply]
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
    """Whether a color may play on an empty cell of the area: no ko, no suicide."""
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
    """Returns a hash of the area, the ko point and the side to play."""
    cells = s.cells[ply]
    word = _SIDE if color == ATTACKER else np.uint64(0)
    for k in range(s.point_count):
        p = s.points[k]
        if cells[p] != EMPTY:
            word ^= stone_key(np.uint64(p), np.uint64(cells[p]))
    if s.ko[ply] != NO_POINT:
        word ^= stone_key(np.uint64(s.ko[ply]), np.uint64(3)) ^ _KO
    return word
