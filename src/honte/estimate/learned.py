"""The learned estimator: paper 000's weighted sum Q = p1 x1 + ... + pn xn, with weights from counted games.

The factors of `honte.kernels.maps.factors` (stones, liberties, distances, influence, playouts, lines, eyes,
stage) at every point and around it are summed with weights in a few layers (`layers`). The last sum is the
log odds that the side to move will own the point. `python -m training.estimate` fits the weights, which lie
in this package. docs/algorithms/estimate.md says how well the model does.
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
"""The file with the weights that ship, in this package."""


@cache
def weights() -> dict[str, NDArray[np.float32]]:
    """The weights in the file that HONTE_WEIGHTS names, or those that ship."""
    chosen = os.environ.get("HONTE_WEIGHTS")
    return load_weights(Path(chosen).read_bytes()) if chosen else shipped_weights("honte.estimate", WEIGHTS)


def log_odds(
    stones: NDArray[np.uint8], playouts: NDArray[np.floating[Any]], cols: int, rows: int
) -> NDArray[np.float32]:
    """The log odds that the mover will own each point.

    Both arrays are flat and from the mover's side: stones 1 own and 2 theirs, playouts 1 own to -1 theirs.
    """
    import numpy as np

    from honte.kernels.maps import factors as factor_kernels

    near = factor_kernels.neighbor_table(cols, rows)
    layer = np.empty((cols * rows, factor_kernels.FACTORS), dtype=np.float32)
    ids, _ = factor_kernels.factors(stones, near, cols, rows, playouts.astype(np.float32), layer)
    return run_network(weights(), layer, ids, cols, rows)


def estimate_learned(setting: Setting, *, playouts: int = QUICK, seed: int = 1) -> Ownership:
    """Estimates with the fitted weights. Turning the board turns the answer, swapping colors negates it."""
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
