"""Adam (Kingma and Ba 2015), for networks in NumPy."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from training.archive import Array


class Adam:
    """Moving means of the gradients and of their squares, by the names of the weights."""

    def __init__(self, weights: Mapping[str, Array]) -> None:
        self.steps = 0
        self.first = {name: np.zeros_like(weight) for name, weight in weights.items()}
        self.second = {name: np.zeros_like(weight) for name, weight in weights.items()}

    def improve(
        self, weights: Mapping[str, Array], grads: Mapping[str, Array], rate: float, decay: float = 0.0
    ) -> None:
        """Takes one step on the weights in place; `decay` draws matrices, but not biases, toward zero."""
        self.steps += 1
        correct_first, correct_second = 1 - 0.9**self.steps, 1 - 0.999**self.steps
        for name, grad in grads.items():
            weight, first, second = weights[name], self.first[name], self.second[name]
            first += 0.1 * (grad - first)
            second += 0.001 * (grad * grad - second)
            step = (first / correct_first) / (np.sqrt(second / correct_second) + 1e-8)
            if decay:
                step = step + decay * weight * (grad.ndim > 1)
            weight -= (rate * step).astype(np.float32)
