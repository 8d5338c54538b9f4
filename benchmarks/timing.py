"""Timing that every benchmark shares."""

from __future__ import annotations

import time
from collections.abc import Callable


def rate(work: Callable[[], object], seconds: float, unit: float = 1) -> float:
    """How many units a second `work` does, `unit` to a call: the best of three stretches.

    The best, because other programs on the machine can only slow a stretch down.
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
