"""Small shapes on a compiled board: spaces, their vital points, and self-ataris that kill.

The shapes are those of Go's textbooks: a space of three to six cells has a vital cell when one stone there
keeps it from becoming two eyes.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.go.layout import C0, C3, CELLS, POINTS, U0, neighbor
from honte.kernels.jit import kernel

SCRATCH = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("epoch", np.uint32),  # the number of the current flood
                ("mark", np.uint32, (CELLS,)),  # the flood that reached a cell last
                ("cells", np.uint16, (POINTS + 1,)),  # the cells that the current flood reached
                ("room", np.uint64, (3,)),  # up to three liberties of a chain
                ("race", np.uint64),  # the number of 16 moves that press chains with two liberties
                ("before", np.uint64),  # the last move but one, 0 if it was a pass
            ],
            align=True,
        ),
    )
)
"""Working memory of one thread of settling playouts."""

SMALL = 6
"""The largest space, in cells, that counts as an eye space with a shape."""

_ONE32 = np.uint32(1)


@kernel
def new_epoch(scratch):
    """Forgets all marks."""
    scratch.epoch += _ONE32


@kernel
def spread(b, scratch, start, kind, limit):
    """Marks the cells of color `kind` connected to `start` and lists them in `scratch.cells`.

    Returns their number, or `limit` + 1 when there are more than `limit`; and the colors of the stones
    next to them as bits: 1 Black, 2 White. The cell `start` itself may have any color.
    """
    epoch = scratch.epoch
    scratch.mark[start] = epoch
    scratch.cells[0] = np.uint16(start)
    size = 1
    done = 0
    colors = 0
    while done < size:
        p = np.uint64(scratch.cells[done])
        done += 1
        for k in range(4):
            q = neighbor(p, k)
            color = b.color[q]
            if color == kind:
                if scratch.mark[q] != epoch:
                    if size == limit:
                        return limit + 1, colors
                    scratch.mark[q] = epoch
                    scratch.cells[size] = np.uint16(q)
                    size += 1
            elif color != C3:
                colors |= np.int64(color)
    return size, colors


@kernel
def space(b, scratch, start):
    """Lists the empty space at `start`: its size, SMALL + 1 if it is larger, and the colors around it."""
    new_epoch(scratch)
    return spread(b, scratch, start, C0, SMALL)


@kernel
def _degree(scratch, p):
    """Returns the number of neighbors of p that the current flood reached."""
    degree = 0
    for k in range(4):
        degree += np.int64(scratch.mark[neighbor(p, k)] == scratch.epoch)
    return degree


@kernel
def vital_cell(scratch, size):
    """Returns the vital cell of the shape of `size` cells in `scratch.cells`; 0 when it has none."""
    edges = 0
    most = 0
    best = U0
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
    return U0


@kernel
def killing_shape(b, scratch, p, color, stones):
    """Whether a self-atari on p kills: one stone, or a shape with one eye inside a single enemy chain.

    `stones` is the number of stones of the chain that the move makes.
    """
    if stones == 1:
        return True
    if stones > SMALL:
        return False
    new_epoch(scratch)
    size, _ = spread(b, scratch, p, color, SMALL)
    wall = U0
    square = size == 4
    for k in range(size):
        s = np.uint64(scratch.cells[k])
        for side in range(4):
            q = neighbor(s, side)
            if b.color[q] == C3 - color:
                head = np.uint64(b.head[q])
                if wall != U0 and head != wall:
                    return False
                wall = head
        square = square and _degree(scratch, s) == 2
    return size == 2 or square or vital_cell(scratch, size) != U0
