"""Searches that run beside the requests: each has an id, can be watched, and can be stopped.

A job runs in one of a few worker threads over kernels that release the interpreter. It carries a
`Budget`, so it is bounded in time, nodes and memory; each client may have a few at once. A job
that nobody watches for some seconds is stopped: closing the page ends its searches.
"""

from __future__ import annotations

import asyncio
import threading
import time
import traceback
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from honte.errors import GoError
from honte.search.budget import Budget
from honte.search.warm import ready
from honte.web.documents import new_id
from honte.web.errors import WebError, not_found
from honte.web.views import encode

WORKERS = 2
PER_CLIENT = 2
WAITING = 6
"""Jobs of all clients that may wait for a worker."""
UNWATCHED_SECONDS = 6.0
KEPT_SECONDS = 600.0
MAX_SECONDS = 120.0
MEMORY_MB = 512
_TICK = 0.12


@dataclass
class Job:
    """One search: its budget, what it reports while it runs, and its answer."""

    id: str
    client: str
    kind: str
    budget: Budget
    state: str = "waiting"
    """waiting, running, done, stopped or failed."""
    progress: dict[str, Any] = field(default_factory=dict)
    answer: dict[str, Any] | None = None
    error: dict[str, Any] | None = None
    live: Callable[[], dict[str, Any]] | None = None
    """Reads live counters while the search runs; set by the runner."""
    watchers: int = 0
    seen: float = field(default_factory=time.monotonic)
    ended: threading.Event = field(default_factory=threading.Event, repr=False)

    @property
    def active(self) -> bool:
        return self.state in ("waiting", "running")

    def report(self, **facts: Any) -> None:
        """Publishes what the search knows now; replaces facts of the same name."""
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
        }


class Jobs:
    """All searches of the server."""

    def __init__(self, workers: int = WORKERS) -> None:
        self._jobs: dict[str, Job] = {}
        self._lock = threading.Lock()
        self._compiling = threading.Lock()
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="search")

    def start(
        self,
        client: str,
        kind: str,
        budget: Budget,
        run: Callable[[Job], dict[str, Any]],
        family: str | None = None,
    ) -> Job:
        """Starts a search or lets it wait for a worker; refuses when the client has too many.

        `family` names the kernels that the search needs (see `search.warm`). They are compiled, or loaded
        from the cache, before the clock of the search starts.
        """
        seconds = MAX_SECONDS if budget.seconds is None else min(budget.seconds, MAX_SECONDS)
        budget.seconds, budget.memory_mb = seconds, min(budget.memory_mb, MEMORY_MB)
        job = Job(new_id(), client, kind, budget)
        with self._lock:
            active = [other for other in self._jobs.values() if other.active]
            if sum(other.client == client for other in active) >= PER_CLIENT:
                raise WebError(429, "too_many_searches", "two searches are running already; stop one first")
            if len(active) >= WORKERS + WAITING:
                raise WebError(429, "too_many_searches", "the server is busy with other searches")
            self._jobs[job.id] = job
        self._pool.submit(self._run, job, run, family)
        return job

    def _run(self, job: Job, run: Callable[[Job], dict[str, Any]], family: str | None) -> None:
        try:
            if family is not None:
                self._make_ready(job, family)
            if job.budget.stopped:
                job.state = "stopped"
                return
            job.state = "running"
            with job.budget.running():
                job.answer = run(job)
            job.state = "done"
        except GoError as error:
            job.error = {"code": error.code, "message": str(error)}
            job.state = "failed"
        except Exception:
            traceback.print_exc()
            job.error = {"code": "internal", "message": "the search broke; the server's log says where"}
            job.state = "failed"
        finally:
            job.live = None
            job.seen = time.monotonic()
            job.ended.set()

    def _make_ready(self, job: Job, family: str) -> None:
        """Compiles or loads the kernels of a family, at its first search in this process."""
        job.report(task="getting ready")
        with self._compiling:  # `ready` does not wait for another thread that compiles the same family
            ready(family)
        job.progress = {}

    def get(self, id: str) -> Job:
        job = self._jobs.get(id)
        if job is None:
            raise not_found("search", id)
        return job

    def stop(self, id: str) -> Job:
        """Asks a search to end; it keeps and answers what it has."""
        job = self.get(id)
        job.budget.stop()
        return job

    async def events(self, job: Job) -> AsyncIterator[bytes]:
        """Server-sent events: a snapshot whenever something changed, a last one named `end`."""
        job.watchers += 1
        last = b""
        beat = time.monotonic()
        try:
            while True:
                running = job.active
                data = encode(job.snapshot())
                if not running:
                    yield b"event: end\ndata: " + data + b"\n\n"
                    return
                if data != last:
                    yield b"data: " + data + b"\n\n"
                    last, beat = data, time.monotonic()
                elif time.monotonic() - beat > 10:
                    yield b": still searching\n\n"
                    beat = time.monotonic()
                await asyncio.sleep(_TICK)
        finally:
            job.watchers -= 1
            job.seen = time.monotonic()

    def sweep(self) -> None:
        """Stops what nobody watches, forgets what ended long ago."""
        now = time.monotonic()
        with self._lock:
            for job in list(self._jobs.values()):
                idle = 0.0 if job.watchers else now - job.seen
                if job.active and idle > UNWATCHED_SECONDS:
                    job.budget.stop()
                elif not job.active and idle > KEPT_SECONDS:
                    del self._jobs[job.id]

    async def keep_sweeping(self) -> None:
        while True:
            await asyncio.sleep(1.0)
            self.sweep()

    def close(self) -> None:
        """Stops everything; used when the server ends."""
        for job in list(self._jobs.values()):
            job.budget.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)
