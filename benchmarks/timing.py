"""The timing that all benchmarks share."""

from __future__ import annotations

import time
from collections.abc import Callable


def rate(work: Callable[[], object], seconds: float, unit: float = 1) -> float:
    """The rate of `work` in units per second, `unit` units for each call: the best of three stretches.

    The best counts, because other programs on the machine can only slow a stretch down.
    """
    work()
    best = 0.0
    for _ in range(3):
        count, started = 0, time.perf_counter()
        while (spent := time.perf_counter() - started) < seconds / 3:
            work()
            count += 1
        best = max(best, count * unit / max(spent, 1e-9))
    return best
