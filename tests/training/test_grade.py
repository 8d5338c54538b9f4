"""The fit of levels on made-up rows."""

from __future__ import annotations

import numpy as np
import pytest

from training.grade import BANDS, fit, is_fitted, levels, rank_correlation


def test_ranks_share_ties() -> None:
    a = np.array([1.0, 2.0, 2.0, 5.0])
    assert rank_correlation(a, a * 7) == pytest.approx(1)
    assert rank_correlation(a, -a) == pytest.approx(-1)


def test_a_fit_finds_the_feature_that_counts() -> None:
    rng = np.random.default_rng(1)
    x = rng.normal(size=(200, 3))
    y = 20 + 4 * x[:, 1] + rng.normal(size=200)
    model = fit(x, y)
    assert abs(model["weights"][1]) > 5 * max(abs(model["weights"][0]), abs(model["weights"][2]))
    assert rank_correlation(levels(model, x), y) > 0.9


def test_halves_are_about_equal() -> None:
    assert 400 < sum(is_fitted(str(n)) for n in range(1000)) < 600


def test_bands_rise() -> None:
    assert BANDS["30-20k"] < BANDS["19-10k"] < BANDS["9-1k"] < BANDS["dan"]
