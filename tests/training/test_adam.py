"""Adam: the first step, a whole fit, decay of matrices alone."""

import numpy as np
import pytest

from training.adam import Adam


def test_the_first_step_is_the_rate_against_the_gradient() -> None:
    weights = {"w": np.zeros(3, np.float32)}
    Adam(weights).improve(weights, {"w": np.array([4.0, -0.5, 0.0], np.float32)}, rate=0.01)
    assert weights["w"] == pytest.approx([-0.01, 0.01, 0.0], abs=1e-6)


def test_a_fit_finds_the_least_square() -> None:
    weights, target = {"w": np.zeros((2, 2), np.float32)}, np.array([[1.0, -2.0], [0.5, 3.0]], np.float32)
    adam = Adam(weights)
    for step in range(800):
        adam.improve(weights, {"w": 2 * (weights["w"] - target)}, 0.05 * (1 - step / 800))
    assert weights["w"] == pytest.approx(target, abs=0.01)


def test_decay_draws_matrices_and_leaves_biases() -> None:
    weights = {"matrix": np.ones((1, 1), np.float32), "bias": np.ones(1, np.float32)}
    grads = {name: np.zeros_like(weight) for name, weight in weights.items()}
    Adam(weights).improve(weights, grads, rate=0.1, decay=0.5)
    assert weights["matrix"][0, 0] == pytest.approx(0.95)
    assert weights["bias"][0] == 1.0
