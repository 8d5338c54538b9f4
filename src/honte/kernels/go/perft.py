"""Counts of move paths, Go's perft: the number of sequences of n legal moves from a position.

This one number depends on every rule at once: captures, suicide, ko and superko. The tests compare it with
the reference in plain Python. A pass is a move, is always legal, and never ends a path.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.go.board import legal, play
from honte.kernels.go.hashing import SIDE_KEY
from honte.kernels.go.layout import CELLS
from honte.kernels.intrinsics import copy_item
from honte.kernels.jit import kernel

NO_KO, SIMPLE, POSITIONAL, SITUATIONAL = 0, 1, 2, 3
"""The ko rules, in the order of `honte.core.KoRule`."""


@kernel
def _repeats(seen, depth, key):
    """Whether a key is among the first `depth + 1` of `seen`."""
    for d in range(depth + 1):  # noqa: SIM110 (any() over a generator does not compile)
        if seen[d] == key:
            return True
    return False


@kernel
def count_paths(boards, color, depth, ko_rule, suicide):
    """Returns the number of legal sequences of `depth` moves from board 0 with `color` to play.

    `boards` has room for `depth + 1` boards. Superko looks only at the path, board 0 included.
    """
    seen = np.zeros(depth + 1, dtype=np.uint64)
    cell = np.zeros(depth + 1, dtype=np.int64)
    side = np.uint64(0) if color == 1 else SIDE_KEY
    seen[0] = boards[0].hash ^ side if ko_rule == SITUATIONAL else boards[0].hash
    total, level = 0, 0
    if depth == 0:
        return 1
    while level >= 0:
        p = cell[level]
        if p == CELLS:
            level -= 1
            continue
        cell[level] += 1
        # 1. Try the next cell (0 is the pass) on a copy of this level's board.
        mover = color if level % 2 == 0 else 3 - color
        if p != 0 and not legal(boards, level, p, mover, suicide):
            continue
        copy_item(boards, level, level + 1)
        play(boards, level + 1, p, mover)
        if ko_rule == NO_KO:
            boards[level + 1].ko = np.uint32(0)
        # 2. Superko: what stood before may not come back; a pass is free but makes a situation.
        key = boards[level + 1].hash
        if ko_rule == SITUATIONAL and mover == 1:
            key ^= SIDE_KEY
        if ko_rule >= POSITIONAL and p != 0 and _repeats(seen, level, key):
            continue
        # 3. A leaf counts one; any other position is searched.
        if level + 1 == depth:
            total += 1
            continue
        level += 1
        seen[level] = key
        cell[level] = 0
    return total
