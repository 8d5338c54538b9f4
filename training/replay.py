"""Replays game records at compiled speed."""

from __future__ import annotations

import numpy as np

from honte.kernels.go.board import clear, legal, play
from honte.kernels.jit import kernel


@kernel
def replay(boards, i, cols, rows, cells, colors, first, last, lost):
    """Plays moves `first` to `last - 1` of a record on board `i` (cleared when `first` is 0).

    A cell of 0 is a pass. `lost` adds up the captured stones of each color (index 1 Black, 2 White). Returns
    the index of the first illegal move, or `last` when all are legal.
    """
    if first == 0:
        clear(boards, i, cols, rows)
    for n in range(first, last):
        cell, color = cells[n], colors[n]
        boards[i].ko = np.uint32(0) if n > 0 and colors[n - 1] == color else boards[i].ko
        if not legal(boards, i, cell, color, False):
            return n
        lost[3 - color] += play(boards, i, cell, color)
    return last
