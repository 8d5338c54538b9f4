"""Numbers for every point of a board by its stones: neighbors, steps to the nearest stone, Bouzy's influence.

Arrays run over the points row by row from the lower left; stones are 1 and 2.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.jit import kernel

FAR = 1_000_000
"""The distance, in steps, of a point that cannot be reached."""


@kernel
def neighbor_table(cols, rows):
    """Returns the four neighbors of each point, as indices; missing ones are -1."""
    table = np.full((cols * rows, 4), -1, dtype=np.int32)
    for row in range(rows):
        for col in range(cols):
            p = row * cols + col
            if col > 0:
                table[p, 0] = p - 1
            if col < cols - 1:
                table[p, 1] = p + 1
            if row > 0:
                table[p, 2] = p - cols
            if row < rows - 1:
                table[p, 3] = p + cols
    return table


@kernel
def walk(stones, table, color):
    """Returns the steps from each point to the nearest stone of `color` over empty points, or FAR.

    The stones themselves are at 0, those of the opponent at FAR.
    """
    size = len(stones)
    steps = np.full(size, FAR, dtype=np.int32)
    queue = np.empty(size, dtype=np.int32)
    tail = 0
    for p in range(size):
        if stones[p] == color:
            steps[p] = 0
            queue[tail] = p
            tail += 1
    head = 0
    while head < tail:
        p = queue[head]
        head += 1
        for k in range(4):
            q = table[p, k]
            if q >= 0 and stones[q] == 0 and steps[q] == FAR:
                steps[q] = steps[p] + 1
                queue[tail] = q
                tail += 1
    return steps


@kernel
def influence(stones, table, dilations, erosions):
    """Returns Bouzy's map: stones radiate by dilation, then erosion takes back what is not surrounded.

    Values are integers, 64 on a stone at the start; positive for color 1.
    """
    size = len(stones)
    now = np.zeros(size, dtype=np.int32)
    for p in range(size):
        if stones[p] == 1:
            now[p] = 64
        elif stones[p] == 2:
            now[p] = -64
    after = now.copy()
    for _ in range(dilations):
        for p in range(size):
            plus, minus = 0, 0
            for k in range(4):
                q = table[p, k]
                if q >= 0:
                    plus += int(now[q] > 0)
                    minus += int(now[q] < 0)
            after[p] = now[p]
            if now[p] >= 0 and minus == 0:
                after[p] += plus
            if now[p] <= 0 and plus == 0:
                after[p] -= minus
        now, after = after, now
    for _ in range(erosions):
        for p in range(size):
            against = 0
            for k in range(4):
                q = table[p, k]
                if q >= 0 and ((now[p] > 0 and now[q] <= 0) or (now[p] < 0 and now[q] >= 0)):
                    against += 1
            if now[p] > 0:
                after[p] = max(0, now[p] - against)
            elif now[p] < 0:
                after[p] = min(0, now[p] + against)
            else:
                after[p] = 0
        now, after = after, now
    return now
