"""The learned estimator: paper 000's weighted sum Q = p1 x1 + ... + pn xn, with weights from counted games.

The factors of `honte.kernels.factors` (stones, liberties, distances, influence, playouts, lines, eyes, stage)
are seen at every point and around it, and summed with weights in a few layers; the last sum is the
log odds that the side to move will own the point. The weights come from `benchmarks/fit_estimate.py` and
lie beside this module. docs/algorithms/estimate.md tells how well it does.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import resources
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from honte.core.board import BLACK
from honte.core.compiled import stones_array
from honte.estimate.ownership import Ownership, Setting
from honte.estimate.playouts import QUICK, likely_dead, symmetric_playouts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WEIGHTS = "weights.npz"


@cache
def weights() -> dict[str, NDArray[np.float32]]:
    """The fitted weights, as shipped; the file HONTE_WEIGHTS names overrides them."""
    import numpy as np

    if chosen := os.environ.get("HONTE_WEIGHTS"):
        data = Path(chosen).read_bytes()
    else:
        data = resources.files("honte.estimate").joinpath(WEIGHTS).read_bytes()
    with np.load(BytesIO(data)) as file:
        return {name: file[name].astype(np.float32) for name in file.files}


def log_odds(
    stones: NDArray[np.uint8], playouts: NDArray[np.floating[Any]], cols: int, rows: int
) -> NDArray[np.float32]:
    """The log odds that the mover will own each point; stones are 1 own, 2 theirs, both arrays flat."""
    import numpy as np

    from honte.kernels import factors as factor_kernels
    from honte.kernels import network as kernels

    near = factor_kernels.neighbor_table(cols, rows)
    diagonal = kernels.diagonal_table(cols, rows)
    layer = np.empty((1, cols * rows, factor_kernels.FACTORS), dtype=np.float32)
    parts, _ = factor_kernels.factors(stones, near, cols, rows, playouts.astype(np.float32), layer[0])
    ids = parts.reshape(1, -1)

    def views(values: NDArray[np.float32]) -> NDArray[np.float32]:
        out = np.empty((*values.shape[:2], kernels.VIEWS * values.shape[2]), dtype=np.float32)
        kernels.spread(values, ids, near, diagonal, out)
        return out

    w = weights()
    layer = np.maximum(views(layer) @ w["enter"] + w["enter_bias"], 0)
    k = 0
    while f"layer{k}" in w:
        board = layer.mean(axis=1) @ w[f"board{k}"] + w[f"bias{k}"]
        layer = layer + np.maximum(views(layer) @ w[f"layer{k}"] + board[:, None, :], 0)
        k += 1
    answer: NDArray[np.float32] = (layer @ w["leave"])[0, :, 0] + w["leave_bias"]
    return answer


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
