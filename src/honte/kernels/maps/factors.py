"""The factors of each point of a position that the learned estimator weighs.

All are seen from the mover's side (own and theirs, not black and white), so exchanging the colors and the
mover changes nothing. Arrays run over the points row by row from the lower left. The caller supplies the
ownership by playouts; chains that playouts call dead do not radiate.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.jit import kernel

NAMES = (
    "own stone",
    "their stone",
    "own chain, 1 liberty",
    "own chain, 2 liberties",
    "own chain, 3 liberties",
    "their chain, 1 liberty",
    "their chain, 2 liberties",
    "their chain, 3 liberties",
    "own chain, liberties",
    "their chain, liberties",
    "near own stones",
    "near their stones",
    "distance model",
    "influence",
    "playouts",
    "chain in playouts",
    "first line",
    "second line",
    "third line",
    "height",
    "own eye",
    "their eye",
    "stage",
    "size",
)
FACTORS = len(NAMES)
DEAD_BELOW = -0.5
"""A chain does not radiate when its own side's mean playout ownership of it is below this."""
FAR = 1_000_000
"""The distance, in steps, of a point that cannot be reached."""
DILATIONS, EROSIONS = 5, 21
"""The numbers of dilations and erosions that Bouzy uses."""
SCALE = 64.0
"""The influence of a stone at the start, as `influence` counts it."""


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
def components(stones, table):
    """Numbers the connected parts of equal points (chains, empty regions); returns ids and their number."""
    size = len(stones)
    ids = np.full(size, -1, dtype=np.int32)
    stack = np.empty(size, dtype=np.int32)
    count = 0
    for start in range(size):
        if ids[start] >= 0:
            continue
        ids[start] = count
        stack[0] = start
        top = 1
        while top > 0:
            top -= 1
            p = stack[top]
            for k in range(4):
                q = table[p, k]
                if q >= 0 and ids[q] < 0 and stones[q] == stones[start]:
                    ids[q] = count
                    stack[top] = q
                    top += 1
        count += 1
    return ids, count


@kernel
def liberty_counts(stones, table, ids, count):
    """Returns the number of distinct liberties of each component of stones; 0 for empty regions."""
    liberties = np.zeros(count, dtype=np.int32)
    for p in range(len(stones)):
        if stones[p] != 0:
            continue
        for k in range(4):
            q = table[p, k]
            if q < 0 or stones[q] == 0:
                continue
            first = True
            for j in range(k):
                r = table[p, j]
                if r >= 0 and stones[r] != 0 and ids[r] == ids[q]:
                    first = False
            if first:
                liberties[ids[q]] += 1
    return liberties


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
def confidence(own, theirs):
    """Returns paper 000's confidence, 1 - min/max of two distances; positive if `own` is the shorter."""
    if own == theirs:
        return 0.0
    low, high = min(own, theirs), max(own, theirs)
    sure = 1.0 if high >= FAR else 1.0 - low / high
    return sure if own < theirs else -sure


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


@kernel
def chain_means(ids, count, values):
    """Returns the mean of the values over each component."""
    total = np.zeros(count, dtype=np.float64)
    number = np.zeros(count, dtype=np.float64)
    for p in range(len(ids)):
        total[ids[p]] += values[p]
        number[ids[p]] += 1
    return total / number


@kernel
def living(stones, ids, means):
    """Returns the stones without the chains that playouts call dead; `means` are positive for color 1."""
    kept = stones.copy()
    for p in range(len(stones)):
        mean = means[ids[p]]
        if (stones[p] == 1 and mean < DEAD_BELOW) or (stones[p] == 2 and -mean < DEAD_BELOW):
            kept[p] = 0
    return kept


@kernel
def factors(stones, table, cols, rows, playouts, out):
    """Fills `out` (points x FACTORS) for stones 1 own and 2 theirs; `playouts` is positive for own points.

    Returns the component number of each point and the number of components.
    """
    size = cols * rows
    ids, count = components(stones, table)
    liberties = liberty_counts(stones, table, ids, count)
    means = chain_means(ids, count, playouts)
    kept = living(stones, ids, means)
    own, theirs = walk(kept, table, 1), walk(kept, table, 2)
    power = influence(kept, table, DILATIONS, EROSIONS)
    filled = 0
    for p in range(size):
        filled += int(stones[p] != 0)
    for p in range(size):
        for f in range(FACTORS):
            out[p, f] = 0.0
        stone, breaths = stones[p], liberties[ids[p]]
        if stone != 0:
            out[p, stone - 1] = 1.0
            if breaths <= 3:
                out[p, 1 + 3 * (stone - 1) + max(breaths, 1)] = 1.0
            out[p, 7 + stone] = min(breaths, 12) / 12.0
        else:
            _eyes(stones, table, p, out)
        out[p, 10] = 1.0 / (1.0 + own[p])
        out[p, 11] = 1.0 / (1.0 + theirs[p])
        out[p, 12] = confidence(own[p], theirs[p])
        out[p, 13] = max(-1.5, min(1.5, power[p] / SCALE))
        out[p, 14] = playouts[p]
        out[p, 15] = means[ids[p]]
        row, col = p // cols, p % cols
        line = 1 + min(min(row, rows - 1 - row), min(col, cols - 1 - col))
        if line <= 3:
            out[p, 15 + line] = 1.0
        out[p, 19] = min(line, 9) / 9.0
        out[p, 22] = filled / size
        out[p, 23] = size / 361.0
    return ids, count


@kernel
def _eyes(stones, table, p, out):
    """Sets the eye factors of an empty point whose neighbors all have one color."""
    own, theirs, free = 0, 0, 0
    for k in range(4):
        q = table[p, k]
        if q >= 0:
            own += int(stones[q] == 1)
            theirs += int(stones[q] == 2)
            free += int(stones[q] == 0)
    if free == 0 and theirs == 0 and own > 0:
        out[p, 20] = 1.0
    if free == 0 and own == 0 and theirs > 0:
        out[p, 21] = 1.0
