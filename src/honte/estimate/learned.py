"""The learned estimator: paper 000's weighted sum Q = p1 x1 + ... + pn xn, with weights from counted games.

The factors of `honte.kernels.maps.factors` (stones, liberties, distances, influence, playouts, lines, eyes,
stage) are seen at every point and around it, and summed with weights in a few layers; the last sum is the
log odds that the side to move will own the point. The weights come from `training/estimate.py` and
lie beside this module. docs/algorithms/estimate.md tells how well it does.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from honte.core.arrays import stones_array
from honte.core.board import BLACK
from honte.estimate.layers import load_weights, run_network, shipped_weights
from honte.estimate.ownership import Ownership, Setting
from honte.estimate.playouts import QUICK, likely_dead, symmetric_playouts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WEIGHTS = "weights.npz"


@cache
def weights() -> dict[str, NDArray[np.float32]]:
    """The fitted weights, as shipped; the file HONTE_WEIGHTS names overrides them."""
    chosen = os.environ.get("HONTE_WEIGHTS")
    return load_weights(Path(chosen).read_bytes()) if chosen else shipped_weights("honte.estimate", WEIGHTS)


def log_odds(
    stones: NDArray[np.uint8], playouts: NDArray[np.floating[Any]], cols: int, rows: int
) -> NDArray[np.float32]:
    """The log odds that the mover will own each point; stones are 1 own, 2 theirs, both arrays flat."""
    import numpy as np

    from honte.kernels.maps import factors as factor_kernels

    near = factor_kernels.neighbor_table(cols, rows)
    layer = np.empty((cols * rows, factor_kernels.FACTORS), dtype=np.float32)
    ids, _ = factor_kernels.factors(stones, near, cols, rows, playouts.astype(np.float32), layer)
    return run_network(weights(), layer, ids, cols, rows)


def estimate_learned(setting: Setting, *, playouts: int = QUICK, seed: int = 1) -> Ownership:
    """Expected ownership from fitted weights; the same under every symmetry and color swap."""
    import numpy as np

    position, grid = setting.position, setting.grid
    sign = int(position.to_play)
    view = symmetric_playouts(position, playouts, seed=seed)
    stones = np.ascontiguousarray(stones_array(position.board)).reshape(-1)
    if position.to_play is not BLACK:
        stones = np.where(stones > 0, 3 - stones, 0).astype(np.uint8)
    odds = log_odds(stones, sign * view.ownership.reshape(-1), grid.cols, grid.rows)
    values = (sign * np.tanh(odds.astype(np.float64) / 2)).tolist()
    shape = np.asarray(values).reshape(grid.rows, grid.cols)
    return Ownership(setting, tuple(values), "learned", dead=likely_dead(setting.board, shape))
