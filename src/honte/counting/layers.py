"""Runs the fate network: weighted sums over points, neighbors, chains and regions, in a few layers.

The input of each layer is four views of the layer below (`honte.kernels.maps.layers`) and the mean of the
board. Weighted sums of these, cut at zero, are added to the layer below. The last sum is the log odds that
the own side will own a point. `training.backward` fits such networks.
"""

from __future__ import annotations

from importlib import resources
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Weights = dict[str, NDArray[np.float32]]


def load_weights(data: bytes) -> Weights:
    """The weights in an .npz file's bytes, as 32-bit floats by name."""
    import numpy as np

    with np.load(BytesIO(data)) as file:
        return {name: file[name].astype(np.float32) for name in file.files}


def shipped_weights(package: str, name: str) -> Weights:
    """The weights in a file of an installed package."""
    return load_weights(resources.files(package).joinpath(name).read_bytes())


def run_network(
    weights: Weights, factors: NDArray[np.float32], ids: NDArray[np.int32], cols: int, rows: int
) -> NDArray[np.float32]:
    """The log odds at every point.

    `factors` has shape (points, factors); `ids` numbers the chain or empty region of each point.
    """
    import numpy as np

    from honte.kernels.maps import factors as factor_kernels
    from honte.kernels.maps import layers as kernels

    near = factor_kernels.neighbor_table(cols, rows)
    diagonal = kernels.diagonal_table(cols, rows)
    parts = ids.reshape(1, -1)

    def views(values: NDArray[np.float32]) -> NDArray[np.float32]:
        out = np.empty((*values.shape[:2], kernels.VIEWS * values.shape[2]), dtype=np.float32)
        kernels.spread(values, parts, near, diagonal, out)
        return out

    layer = np.maximum(views(factors[None]) @ weights["enter"] + weights["enter_bias"], 0)
    k = 0
    while f"layer{k}" in weights:
        board = layer.mean(axis=1) @ weights[f"board{k}"] + weights[f"bias{k}"]
        layer = layer + np.maximum(views(layer) @ weights[f"layer{k}"] + board[:, None, :], 0)
        k += 1
    answer: NDArray[np.float32] = (layer @ weights["leave"])[0, :, 0] + weights["leave_bias"]
    return answer
