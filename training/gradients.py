"""The gradients of the views of `honte.kernels.maps.layers`.

The four views are symmetric linear maps, so their gradients are the same maps.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.jit import kernel
from honte.kernels.maps.layers import QUARTER, component_sums, pad


@kernel
def _add_mean_of_four(padded, table, p, width, target):
    """Adds the mean of four neighbors to a row of `target`."""
    last = len(padded) - 1
    a, b, c, d = table[p, 0], table[p, 1], table[p, 2], table[p, 3]
    w = padded[a if a >= 0 else last]
    x = padded[b if b >= 0 else last]
    y = padded[c if c >= 0 else last]
    z = padded[d if d >= 0 else last]
    for k in range(width):
        target[p, k] += QUARTER * (w[k] + x[k] + y[k] + z[k])


@kernel
def gather(views, ids, near, diagonal, layers):
    """The gradients of a layer from those of its four views: `spread` backwards."""
    boards, points, width = layers.shape
    padded = np.empty((points + 1, width), dtype=np.float32)
    sums = np.empty((points, width), dtype=np.float32)
    sizes = np.empty(points, dtype=np.float32)
    for n in range(boards):
        layer, view = layers[n], views[n]
        component_sums(view, 3 * width, width, ids[n], sums, sizes)
        for p in range(points):
            part = ids[n, p]
            share = np.float32(1) / sizes[part]
            for c in range(width):
                layer[p, c] = view[p, c] + sums[part, c] * share
        pad(view, width, width, padded)
        for p in range(points):
            _add_mean_of_four(padded, near, p, width, layer)
        pad(view, 2 * width, width, padded)
        for p in range(points):
            _add_mean_of_four(padded, diagonal, p, width, layer)
