"""Searches that run beside the requests: each has an id, can be watched, and can be stopped.

A job runs in a worker thread; the kernels release the interpreter. Its `Budget` bounds time, nodes and
memory. A client may run two searches at once, and all clients get fair shares (`sharing.py`). A search that
nobody watches for six seconds is stopped, so closing the page ends its searches.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
import traceback
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from honte.errors import GoError
from honte.search.budget import Budget
from honte.search.stages import hearing
from honte.search.warm import ready
from honte.web.documents import new_id
from honte.web.errors import WebError, not_found
from honte.web.sharing import Shares, must_end
from honte.web.views import encode

WORKERS = 2
"""Searches that run at the same time."""
PER_CLIENT = 2
"""Searches of one client that may run or wait; a stopped search that has not ended does not count."""
WAITING = 40
"""Searches of all clients that may wait for a worker."""
UNWATCHED_SECONDS = 6.0
"""Seconds until a search that nobody watches is stopped."""
KEPT_SECONDS = 600.0
"""Seconds that the answer of an ended search is kept."""
MAX_SECONDS = 120.0
"""Seconds of the longest search."""
MEMORY_MB = 512
"""Megabytes of the largest search."""
NICE = 10
"""The niceness of the threads that search: a click must not wait for a search."""
_TICK = 0.12
"""Seconds between two looks at a search that is watched."""
_CLOCK = 1.0
"""Seconds after which the clock of a search is shown again when nothing else has changed."""
_BEAT = 10.0
"""Seconds without news after which a stream of events shows that it is still open."""


def _step_back() -> None:
    """Lets a thread, and those that it starts, give way to requests where the system can do that."""
    if sys.platform == "linux":  # elsewhere the call would slow the whole process down
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


@dataclass
class Job:
    """One search: its budget, its progress and its answer."""

    id: str
    client: str
    kind: str
    budget: Budget
    state: str = "waiting"
    """waiting, running, done, stopped or failed."""
    progress: dict[str, Any] = field(default_factory=dict)
    """What the search reported so far, by name."""
    answer: dict[str, Any] | None = None
    error: dict[str, Any] | None = None
    live: Callable[[], dict[str, Any]] | None = None
    """Reads the counters of the running search; the runner sets it."""
    watchers: int = 0
    """Open streams of events."""
    seen: float = field(default_factory=time.monotonic)
    ended: threading.Event = field(default_factory=threading.Event, repr=False)
    note: str = ""
    """What happened to the search that its answer does not say."""

    @property
    def active(self) -> bool:
        """Whether the search waits or runs."""
        return self.state in ("waiting", "running")

    def report(self, **facts: Any) -> None:
        """Publishes facts about the running search; a new fact replaces the old one of the same name."""
        self.progress = {**self.progress, **facts}

    def snapshot(self) -> dict[str, Any]:
        """The job as the page sees it."""
        progress = dict(self.progress)
        if self.live is not None and self.state == "running":
            progress.update(self.live())
        return {
            "id": self.id,
            "kind": self.kind,
            "state": self.state,
            "seconds": round(self.budget.elapsed, 2),
            "progress": progress,
            "answer": self.answer,
            "error": self.error,
            "note": self.note,
        }


class Jobs:
    """All searches of the server."""

    def __init__(self, workers: int = WORKERS) -> None:
        self._jobs: dict[str, Job] = {}
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="search", initializer=_step_back)
        self._queue: list[tuple[Job, Callable[[Job], dict[str, Any]], str | None]] = []
        self._shares = Shares()

    def start(
        self,
        client: str,
        kind: str,
        budget: Budget,
        run: Callable[[Job], dict[str, Any]],
        family: str | None = None,
    ) -> Job:
        """Starts a search, or lets it wait for a worker; raises WebError when too many are under way.

        `family` names the kernels that the search needs (see `search.warm`). They are compiled, or loaded
        from the cache, before the clock of the search starts.
        """
        seconds = MAX_SECONDS if budget.seconds is None else min(budget.seconds, MAX_SECONDS)
        budget.seconds, budget.memory_mb = seconds, min(budget.memory_mb, MEMORY_MB)
        job = Job(new_id(), client, kind, budget)
        with self._lock:
            active = [other for other in self._jobs.values() if other.active]
            own = [other for other in active if other.client == client and not other.budget.stopped]
            if len(own) >= PER_CLIENT:
                raise WebError(429, "too_many_searches", "two of your searches are running; stop one first")
            if len(active) >= WORKERS + WAITING:
                raise WebError(429, "too_many_searches", "the server is busy with other searches")
            self._jobs[job.id] = job
            self._queue.append((job, run, family))
            self._place()
        self._pool.submit(self._run_next)
        return job

    def _run_next(self) -> None:
        """Runs the search whose turn it is."""
        with self._lock:
            first = self._place()[0]
            chosen = next(each for each in self._queue if each[0] is first)
            self._queue.remove(chosen)
            first.state, first.progress = "running", {}
            self._place()
        self._run(*chosen)
        self._shares.charge(first.client, first.budget.elapsed)

    def _running(self) -> list[Job]:
        return [job for job in self._jobs.values() if job.state == "running"]

    def _place(self) -> list[Job]:
        """The searches that wait, in the order of their turns; each shows its place."""
        order = self._shares.order([job for job, _, _ in self._queue], self._running())
        for before, job in enumerate(order):
            searches = f"{before} search{'es' if before > 1 else ''} before yours"
            job.report(task=f"waiting for its turn{f', {searches}' if before else ''}")
        return order

    def _run(self, job: Job, run: Callable[[Job], dict[str, Any]], family: str | None) -> None:
        try:
            if family is not None:
                self._make_ready(job, family)
            if job.budget.stopped:
                job.state = "stopped"
                return
            with job.budget.running():
                job.answer = run(job)
            job.state = "done"
        except GoError as error:
            job.error = {"code": error.code, "message": str(error)}
            job.state = "failed"
        except Exception:
            traceback.print_exc()
            job.error = {"code": "internal", "message": "the search failed; the log of the server says where"}
            job.state = "failed"
        finally:
            job.live = None
            job.seen = time.monotonic()
            job.ended.set()

    def _make_ready(self, job: Job, family: str) -> None:
        """Compiles or loads the kernels of a family, at its first search in this process."""
        job.report(task="getting ready")
        with hearing(lambda stage: job.report(task=stage.line)):
            ready(family)
        job.progress = {}

    def get(self, id: str) -> Job:
        """The search with this id; raises `not_found`."""
        job = self._jobs.get(id)
        if job is None:
            raise not_found("search", id)
        return job

    def stop(self, id: str) -> Job:
        """Asks a search to end; its answer is what it has found so far."""
        job = self.get(id)
        job.budget.stop()
        return job

    async def events(self, job: Job) -> AsyncIterator[bytes]:
        """Server-sent events: a snapshot after every change, and a last one named `end`."""
        job.watchers += 1
        last, shown = b"", None
        beat = time.monotonic()
        try:
            while True:
                running = job.active
                still = job.live is None and job.progress is shown and time.monotonic() - beat < _CLOCK
                if running and last and still:
                    await asyncio.sleep(_TICK)
                    continue
                shown = job.progress
                data = encode(job.snapshot())
                if not running:
                    yield b"event: end\ndata: " + data + b"\n\n"
                    return
                if data != last:
                    yield b"data: " + data + b"\n\n"
                    last, beat = data, time.monotonic()
                elif time.monotonic() - beat > _BEAT:
                    yield b": still searching\n\n"
                    beat = time.monotonic()
                await asyncio.sleep(_TICK)
        finally:
            job.watchers -= 1
            job.seen = time.monotonic()

    def sweep(self) -> None:
        """Stops the searches that nobody watches and forgets those that ended long ago."""
        now = time.monotonic()
        with self._lock:
            for job in must_end([each for each, _, _ in self._queue], self._running()):
                if not job.budget.stopped:
                    job.note = "This search ended early, because others were waiting."
                    job.budget.stop()
            for job in list(self._jobs.values()):
                idle = 0.0 if job.watchers else now - job.seen
                if job.active and idle > UNWATCHED_SECONDS:
                    job.budget.stop()
                elif not job.active and idle > KEPT_SECONDS:
                    del self._jobs[job.id]

    async def keep_sweeping(self) -> None:
        """Sweeps once a second, until it is canceled."""
        while True:
            await asyncio.sleep(1.0)
            self.sweep()

    def close(self) -> None:
        """Stops all searches at the end of the server."""
        for job in list(self._jobs.values()):
            job.budget.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)
