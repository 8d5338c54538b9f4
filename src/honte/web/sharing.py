"""Fair shares of the searches: who is next when a worker is free, and who must make room.

A client that runs no search comes before one that does, and among those the one that used less search time in
the last minutes. While others wait, a search has a limited turn and then ends with what it has found.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from honte.web.jobs import Job

TURN_SECONDS = 20.0
"""Seconds of a search while others wait."""
SECOND_SECONDS = 5.0
"""The same for a client that runs two searches."""
HALF_LIFE = 120.0
"""Seconds after which used search time counts half."""
KNOWN = 10_000
"""Clients whose search time is remembered."""


class Shares:
    """The search time that each client used lately."""

    def __init__(self) -> None:
        self._used: dict[str, tuple[float, float]] = {}

    def used(self, client: str, now: float | None = None) -> float:
        """The seconds of a client, of which older ones count less."""
        seconds, then = self._used.get(client, (0.0, 0.0))
        age = (time.monotonic() if now is None else now) - then
        return seconds * 0.5 ** (age / HALF_LIFE) if seconds else 0.0

    def charge(self, client: str, seconds: float) -> None:
        """Adds the seconds of a search that has ended."""
        now = time.monotonic()
        self._used[client] = (self.used(client, now) + seconds, now)
        if len(self._used) > KNOWN:
            del self._used[min(self._used, key=lambda each: self._used[each][1])]

    def order(self, waiting: Sequence[Job], running: Sequence[Job]) -> list[Job]:
        """The searches that wait, the next one first; one that was stopped only has to end."""
        now = time.monotonic()
        busy = [job.client for job in running]

        def rank(job: Job) -> tuple[bool, int, float]:
            return (not job.budget.stopped, busy.count(job.client), self.used(job.client, now))

        return sorted(waiting, key=rank)  # the earlier of two equals stays first


def must_end(waiting: Sequence[Job], running: Sequence[Job]) -> list[Job]:
    """The searches whose turn is over, because others wait."""
    others = {job.client for job in waiting if not job.budget.stopped}
    clients = [job.client for job in running]
    return [
        job
        for job in running
        if others - {job.client}
        and job.budget.elapsed > (SECOND_SECONDS if clients.count(job.client) > 1 else TURN_SECONDS)
    ]
