"""Adam (Kingma and Ba 2015), the pace of its steps, and the mean of gradients, for networks in NumPy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from training.archive import Array

WARM_UP = 200
"""Steps over which the rate rises from zero."""
LAST_PACE = 0.005
"""Part of the rate that is left at the end of a fit."""


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


def pace(step: int, gone: float) -> float:
    """The part of the rate to use at a step, when this part of the fit (0 to 1) is over.

    It rises over the first steps and then falls along a cosine.

    >>> [round(float(pace(step, gone)), 3) for step, gone in ((0, 0.0), (200, 0.0), (5000, 1.0))]
    [0.0, 1.005, 0.005]
    """
    return min(1.0, step / WARM_UP) * (0.5 * (1 + np.cos(np.pi * gone)) + LAST_PACE)


def mean_gradients(parts: Sequence[Mapping[str, Array]]) -> dict[str, Array]:
    """The mean of the gradients of equal parts of a batch."""
    return {name: sum(part[name] for part in parts) / len(parts) for name in parts[0]}
