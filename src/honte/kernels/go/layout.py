"""The record of a compiled Go board, its cells, and the typed constants that its kernels share.

Points are cells of a bordered mailbox of fixed stride: the cell of (col, row) is
`(row + 1) * STRIDE + col + 1`. Every cell off the board is an EDGE cell, so no neighbor needs a bounds
check. Boards from 1x1 to 25x25 share one layout and one machine code. Colors are 1 Black and 2 White.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.jit import kernel

MAX_SIDE = 25
STRIDE = MAX_SIDE + 1
"""Cells from one row to the next."""
CELLS = 704
"""(MAX_SIDE + 2) * STRIDE + 1 cells are needed; rounded up to whole cache lines."""
POINTS = MAX_SIDE * MAX_SIDE

EMPTY, BLACK, WHITE, EDGE = 0, 1, 2, 3
NO_POINT = 0
"""A cell that is never on the board: no ko, no move, a pass."""

BOARD = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("hash", np.uint64),
                ("cols", np.uint32),
                ("rows", np.uint32),
                ("empties", np.uint32),  # number of cells of `empty` in use
                ("ko", np.uint32),
                ("color", np.uint8, (CELLS,)),
                ("around", np.uint16, (CELLS,)),  # neighbors by kind: black + white << 4 + empty << 8
                ("head", np.uint16, (CELLS,)),  # a chain's name; an empty or edge cell is its own
                ("next", np.uint16, (CELLS,)),  # the next stone of the chain, in a ring
                ("stones", np.uint16, (CELLS,)),  # at heads: number of stones
                ("breath", np.uint16, (CELLS,)),  # at heads: pseudo-liberties
                ("empty", np.uint16, (POINTS + 1,)),  # the empty cells in any order
                ("place", np.uint16, (CELLS,)),  # the index of a cell in `empty`
            ],
            align=True,
        ),
    )
)

# Typed constants: a plain int beside a uint64 would turn the result into a float.
U0, U1, U2, U3, U4 = (np.uint64(n) for n in range(5))
C0, C1, C2, C3 = (np.uint8(n) for n in range(4))
"""EMPTY, BLACK, WHITE and EDGE; `C3 - color` is the opponent of `color`."""
UP = np.uint64(STRIDE)
BLACK_FIELD = np.uint16(1)
WHITE_FIELD = np.uint16(1 << 4)
EMPTY_FIELD = np.uint16(1 << 8)
"""One black, white or empty neighbor in `around`; at least EMPTY_FIELD means an empty neighbor."""
EMPTY_SHIFT = np.uint64(8)
FIELD = np.uint64(15)
"""The mask of one field of `around`."""


@kernel
def neighbor(p, k):
    """Returns neighbor number `k` (0 west, 1 east, 2 south, 3 north) of a cell."""
    step = U1 if k < 2 else UP
    return p + step if k & 1 else p - step
