"""The network of `honte.counting.layers` with its gradients, in NumPy over two small kernels.

It has views of the factors, a layer, then residual layers, then one number for each point.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.maps import factors as factor_kernels
from honte.kernels.maps import layers as kernels
from training.adam import Adam
from training.archive import POINTS, SIDE, Array
from training.gradients import gather


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
