"""The network of `honte.estimate.layers` with its gradients, in NumPy over two small kernels.

It has views of the factors, a layer, then residual layers, then one number for each point. The loss of the
learned estimator is here too: the cross entropy of each point's final owner, for games whose count equals
their result, and Huber's loss of the margin, for all games.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from honte.kernels.maps import factors as factor_kernels
from honte.kernels.maps import layers as kernels
from training.adam import Adam
from training.archive import POINTS, SIDE, Array
from training.gradients import gather

MARGIN_SCALE = 15.0
"""Points of margin up to which the loss of an error is quadratic; beyond it is linear."""
MARGIN_WEIGHT = 0.08
"""The weight of the margin's loss; that of the owners' is 1."""


class Network:
    """The weights, and the state of their fit. `inputs` is the number of factors at each point."""

    def __init__(self, width: int, layers: int, inputs: int = factor_kernels.FACTORS, seed: int = 1) -> None:
        rng = np.random.default_rng(seed)
        views = kernels.VIEWS

        def start(rows: int, cols: int, gain: float = 1.0) -> Array:
            return (rng.standard_normal((rows, cols)) * gain * np.sqrt(2 / rows)).astype(np.float32)

        self.weights: dict[str, Array] = {
            "enter": start(views * inputs, width),
            "enter_bias": np.zeros(width, np.float32),
            "leave": start(width, 1, 0.1),
            "leave_bias": np.zeros(1, np.float32),
        }
        for k in range(layers):
            self.weights[f"layer{k}"] = start(views * width, width, 0.5)
            self.weights[f"board{k}"] = start(width, width, 0.1)
            self.weights[f"bias{k}"] = np.zeros(width, np.float32)
        self.width, self.layers = width, layers
        self.near = factor_kernels.neighbor_table(SIDE, SIDE)
        self.diagonal = kernels.diagonal_table(SIDE, SIDE)
        self.adam = Adam(self.weights)

    def _views(self, layer: Array, ids: Array) -> Array:
        out = np.empty((*layer.shape[:2], kernels.VIEWS * layer.shape[2]), np.float32)
        kernels.spread(layer, ids, self.near, self.diagonal, out)
        return out

    def forward(self, factors: Array, ids: Array) -> tuple[Array, list[tuple[Array, Array, Array]]]:
        """The log odds, shape (boards, points), and the arrays of each layer that `backward` needs."""
        w, kept = self.weights, []
        views = self._views(factors, ids)
        active = np.maximum(views @ w["enter"] + w["enter_bias"], 0)
        kept.append((views, active, active))
        layer = active
        for k in range(self.layers):
            views, mean = self._views(layer, ids), layer.mean(axis=1)
            active = views @ w[f"layer{k}"]
            active += (mean @ w[f"board{k}"] + w[f"bias{k}"])[:, None, :]
            np.maximum(active, 0, out=active)
            kept.append((views, active, mean))
            layer = layer + active
        kept.append((layer, layer, layer))
        return (layer @ w["leave"])[:, :, 0] + w["leave_bias"], kept

    def backward(self, slope: Array, ids: Array, kept: list[tuple[Array, Array, Array]]) -> dict[str, Array]:
        """The gradients of all weights, from the gradient of the loss at the log odds."""
        w, grads = self.weights, {}
        layer = kept[-1][0]
        rows = slope.size
        flat = slope.reshape(rows, 1)
        grads["leave"] = layer.reshape(rows, -1).T @ flat
        grads["leave_bias"] = flat.sum(axis=0)
        down = slope[:, :, None] * w["leave"][:, 0]
        for k in reversed(range(self.layers)):
            views, active, mean = kept[k + 1]
            signal = down * (active > 0)
            flat = signal.reshape(rows, -1)
            grads[f"layer{k}"] = views.reshape(rows, -1).T @ flat
            total = signal.sum(axis=1)
            grads[f"board{k}"] = mean.T @ total
            grads[f"bias{k}"] = total.sum(axis=0)
            back = np.empty_like(down)
            gather(signal @ w[f"layer{k}"].T, ids, self.near, self.diagonal, back)
            down += back
            down += (total @ w[f"board{k}"].T / POINTS)[:, None, :]
        views, active, _ = kept[0]
        flat = (down * (active > 0)).reshape(rows, -1)
        grads["enter"] = views.reshape(rows, -1).T @ flat
        grads["enter_bias"] = flat.sum(axis=0)
        return grads

    def improve(self, grads: dict[str, Array], rate: float, decay: float = 1e-5) -> None:
        """Takes one step of Adam with decoupled weight decay."""
        self.adam.improve(self.weights, grads, rate, decay)


def loss_and_slope(logits: Array, owner: Array, labeled: Array, margin: Array) -> tuple[Array, Array, Array]:
    """For each position the mean cross entropy of a point, the error of the margin, and the loss's gradient.

    `owner` (-1 to 1) and `margin`, the final area margin, are from the mover's side.
    """
    chance = 1 / (1 + np.exp(-logits))
    target = (owner + 1) / 2
    entropy = (np.logaddexp(0, logits) - target * logits).mean(axis=1)
    owned = 2 * chance - 1
    miss = owned.sum(axis=1) - margin
    slope = np.where(labeled[:, None], chance - target, 0) / POINTS
    # The margin's loss is Huber's: quadratic within the scale, linear beyond.
    pull = np.clip(miss / MARGIN_SCALE, -1, 1) * MARGIN_WEIGHT / MARGIN_SCALE
    slope += pull[:, None] * 2 * chance * (1 - chance)
    return entropy, miss, (slope / len(logits)).astype(np.float32)


def batches(data: dict[str, Array], chosen: Array, size: int, table: Array) -> Iterator[dict[str, Array]]:
    """The chosen positions in batches, with factors computed from the mover's side."""
    for first in range(0, len(chosen) - len(chosen) % size or len(chosen), size):
        rows = chosen[first : first + size]
        yield make_batch({name: array[rows] for name, array in data.items()}, table)


def make_batch(part: dict[str, Array], table: Array) -> dict[str, Array]:
    """The factors, components, owners and margins of these positions, from the mover's side."""
    n = len(part["color"])
    sign = np.where(part["color"] == 1, 1, -1).astype(np.float32)
    stones = part["stones"]
    own = np.where((sign[:, None] < 0) & (stones > 0), 3 - stones, stones).astype(np.uint8)
    playouts = (part["playouts"].astype(np.float32) / 127) * sign[:, None]
    factors = np.empty((n, POINTS, factor_kernels.FACTORS), np.float32)
    ids = np.empty((n, POINTS), np.int32)
    for k in range(n):
        ids[k], _ = factor_kernels.factors(own[k], table, SIDE, SIDE, playouts[k], factors[k])
    return {
        "factors": factors,
        "ids": ids,
        "owner": part["owner"] * sign[:, None],
        "margin": part["margin"] * sign,
        "labeled": part["labeled"],
        "sign": sign,
    }
