"""How many requests a person may send to a server that several people share.

Each client has a bucket of requests that fills up again at a steady rate, and so has each address. A page
sends bursts (a slider that is dragged, a folder that is read), so buckets are deep. The limit of an address
is higher: the members of a club may share one, and it holds for those who give a new name with each request.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import NamedTuple


class Rate(NamedTuple):
    """Requests per second in the long run, and requests at once."""

    per_second: float
    burst: float


CLIENT = Rate(20.0, 120.0)
"""Of one browser."""
ADDRESS = Rate(1000.0, 4000.0)
"""Of all browsers of one address."""
KNOWN = 10_000
"""Clients and addresses that are remembered; the one that was quiet longest is forgotten first."""


class Limits:
    """The buckets of all clients and addresses."""

    def __init__(self, client: Rate = CLIENT, address: Rate = ADDRESS) -> None:
        self._rates = {"client": client, "address": address}
        self._left: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def wait(self, kind: str, name: str, now: float | None = None) -> float:
        """Takes one request from a bucket; gives 0, or the seconds until it has one again."""
        now = time.monotonic() if now is None else now
        rate = self._rates[kind]
        left, then = self._left.pop((kind, name), (rate.burst, now))
        left = min(rate.burst, left + (now - then) * rate.per_second)
        allowed = left >= 1
        self._left[kind, name] = (left - allowed, now)
        if len(self._left) > KNOWN:
            self._left.popitem(last=False)
        return 0.0 if allowed else (1 - left) / rate.per_second
