"""How values spread over a board between the layers of the learned estimator.

A layer sees, for every point, four views of the layer below: the point itself, the mean of its
neighbors, the mean of its diagonals, and the mean of its chain or empty region. All four are linear maps
without a direction, so the network is the same under every symmetry of the board by construction. The
gradients, for fitting, are in `training.gradients`.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.jit import kernel

VIEWS = 4
QUARTER = np.float32(0.25)


@kernel
def diagonal_table(cols, rows):
    """Returns the four diagonal neighbors of each point, as indices; missing ones are -1."""
    table = np.full((cols * rows, 4), -1, dtype=np.int32)
    for row in range(rows):
        for col in range(cols):
            k = 0
            for up in (-1, 1):
                for right in (-1, 1):
                    r, c = row + up, col + right
                    if 0 <= r < rows and 0 <= c < cols:
                        table[row * cols + col, k] = r * cols + c
                    k += 1
    return table


@kernel
def pad(source, first, width, padded):
    """Copies channels to `padded`, whose last row is zero and stands for missing neighbors."""
    points = len(source)
    for p in range(points):
        for c in range(width):
            padded[p, c] = source[p, first + c]
    for c in range(width):
        padded[points, c] = np.float32(0)


@kernel
def _mean_of_four(padded, table, p, width, target, first):
    """Sets channels of `target` to the mean of four neighbors; missing ones count as zero."""
    last = len(padded) - 1
    a, b, c, d = table[p, 0], table[p, 1], table[p, 2], table[p, 3]
    w = padded[a if a >= 0 else last]
    x = padded[b if b >= 0 else last]
    y = padded[c if c >= 0 else last]
    z = padded[d if d >= 0 else last]
    for k in range(width):
        target[p, first + k] = QUARTER * (w[k] + x[k] + y[k] + z[k])


@kernel
def component_sums(source, first, width, ids, sums, sizes):
    """Writes the sums of channels over each component, and the components' sizes in points."""
    for j in range(len(sizes)):
        sizes[j] = np.float32(0)
        for c in range(width):
            sums[j, c] = np.float32(0)
    for p in range(len(source)):
        sizes[ids[p]] += np.float32(1)
        for c in range(width):
            sums[ids[p], c] += source[p, first + c]


@kernel
def spread(layers, ids, near, diagonal, views):
    """Writes the four views of each board of a batch: (n, points, width) to (n, points, 4 * width)."""
    boards, points, width = layers.shape
    padded = np.empty((points + 1, width), dtype=np.float32)
    sums = np.empty((points, width), dtype=np.float32)
    sizes = np.empty(points, dtype=np.float32)
    for n in range(boards):
        view = views[n]
        pad(layers[n], 0, width, padded)
        component_sums(padded[:points], 0, width, ids[n], sums, sizes)
        for p in range(points):
            row, part = padded[p], ids[n, p]
            for c in range(width):
                view[p, c] = row[c]
            _mean_of_four(padded, near, p, width, view, width)
            _mean_of_four(padded, diagonal, p, width, view, 2 * width)
            share = np.float32(1) / sizes[part]
            for c in range(width):
                view[p, 3 * width + c] = sums[part, c] * share
