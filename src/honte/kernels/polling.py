"""How a search reports its nodes and learns that it must end: the cells of `honte.kernels.control`.

A search calls these every few dozen to thousand nodes, because an atomic access costs more than a node.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.control import ENOUGH, NODE_LIMIT, NODES, STOP
from honte.kernels.intrinsics import atomic_add, atomic_load
from honte.kernels.jit import kernel


@kernel
def publish(control, nodes):
    """Adds nodes to those of all threads; returns the number before."""
    return atomic_add(control, NODES, np.int64(nodes))


@kernel
def must_stop(control, visited):
    """Whether the whole search must end: it was stopped, or `visited` nodes reach its limit."""
    limit = atomic_load(control, NODE_LIMIT)
    return atomic_load(control, STOP) != 0 or 0 < limit <= visited


@kernel
def must_end(control, visited):
    """Whether this question must end: the search must stop, or another thread has the answer."""
    return must_stop(control, visited) or atomic_load(control, ENOUGH) != 0
