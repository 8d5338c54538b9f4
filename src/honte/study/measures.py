"""Measures of estimates against results: mean error, right winner, rank correlation, quantiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Fit:
    """How well estimates predicted results."""

    n: int
    """The number of games."""
    mean_error: float
    """The mean absolute error of the margin, in points."""
    winner: float
    """The share of games in which the estimate names the winner; a margin of 0 counts half."""
    rho: float
    """Spearman's rank correlation; 0 when all estimates are equal."""


def fit(estimates: Sequence[float], results: Sequence[float]) -> Fit:
    """Compares margins, Black positive, with results.

    >>> fit([1.0, -2.0, 3.0], [2.5, -0.5, 8.5])
    Fit(n=3, mean_error=2.8333333333333335, winner=1.0, rho=1.0)
    """
    n = len(estimates)
    if n == 0:
        return Fit(0, 0.0, 0.0, 0.0)
    pairs = list(zip(estimates, results, strict=True))
    error = sum(abs(a - b) for a, b in pairs) / n
    named = sum(0.5 if a == 0 or b == 0 else float((a > 0) == (b > 0)) for a, b in pairs)
    return Fit(n, error, named / n, spearman(estimates, results))


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value, from 1; equal values share their mean rank.

    >>> ranks([10.0, 30.0, 10.0])
    [1.5, 3.0, 1.5]
    """
    order = sorted(range(len(values)), key=values.__getitem__)
    found = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end + 1 < len(order) and values[order[end + 1]] == values[order[start]]:
            end += 1
        for k in range(start, end + 1):
            found[order[k]] = (start + end) / 2 + 1
        start = end + 1
    return found


def spearman(one: Sequence[float], two: Sequence[float]) -> float:
    """Spearman's rank correlation, with mean ranks for ties; 0 when either side is constant."""
    a, b = ranks(one), ranks(two)
    n = len(a)
    mean = (n + 1) / 2
    top = sum((x - mean) * (y - mean) for x, y in zip(a, b, strict=True))
    below = sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b)
    return top / below**0.5 if below > 0 else 0.0


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies, with linear interpolation.

    >>> quantile([1.0, 2.0, 3.0, 4.0], 0.5)
    2.5
    """
    ordered = sorted(values)
    at = share * (len(ordered) - 1)
    low = int(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (at - low) * (ordered[high] - ordered[low])
