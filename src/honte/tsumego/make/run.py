"""Runs a generator: pieces of work in several processes, every kept problem saved at once.

It ends when enough problems are saved, the time is over, the work is done, or on Ctrl-C. What was saved
stays.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path

from honte.tsumego.make.store import Store
from honte.tsumego.make.work import Kept, Piece, do
from honte.tsumego.problem.place import Place

WAIT = 0.5
"""Seconds between two looks at the clock."""


@dataclass
class Limits:
    """When a run ends; None means no limit."""

    count: int | None = None
    minutes: float | None = None


@dataclass
class Run:
    """A run of a generator into a folder."""

    store: Store
    limits: Limits
    show: Callable[[Path, Kept], object]
    """Called for each problem after it is saved."""
    wanted: Place | None = None
    """Problems that lie elsewhere are not saved."""
    saved: int = 0
    pieces: int = 0
    """Pieces of work that this run finished."""
    started: float = 0.0
    interrupted: bool = False

    def go(self, pieces: Iterator[Piece], jobs: int = 1) -> Run:
        """Works until a limit is reached, with `jobs` processes; one works in this process."""
        self.started = time.monotonic()
        waiting = (piece for piece in pieces if piece.name not in self.store.done)
        try:
            if jobs == 1:
                for piece in waiting:
                    if self.over or not self._save(piece, do(piece)):
                        break
            else:
                self._parallel(waiting, jobs)
        except KeyboardInterrupt:
            self.interrupted = True
        return self

    @property
    def over(self) -> bool:
        """Whether a limit is reached."""
        late = self.limits.minutes is not None and self.elapsed >= 60 * self.limits.minutes
        return late or (self.limits.count is not None and self.saved >= self.limits.count)

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.started

    def _save(self, piece: Piece, found: list[Kept]) -> bool:
        """Saves the problems of a piece; False when there are enough before its end."""
        for kept in found:
            if self.limits.count is not None and self.saved >= self.limits.count:
                return False
            if self.wanted not in (None, kept.place):
                continue
            file = self.store.save(kept)
            if file is not None:
                self.saved += 1
                self.show(file, kept)
        self.store.finish(piece)
        self.pieces += 1
        return True

    def _parallel(self, pieces: Iterator[Piece], jobs: int) -> None:
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_deaf)
        running: dict[Future[list[Kept]], Piece] = {}
        try:
            while not self.over:
                while len(running) < jobs + 1 and (piece := next(pieces, None)) is not None:
                    running[pool.submit(do, piece)] = piece
                if not running:
                    break
                for future in wait(running, WAIT, FIRST_COMPLETED).done:
                    if not self._save(running.pop(future), future.result()):
                        return
        finally:
            workers = list((pool._processes or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.terminate()
                worker.join()


def _deaf() -> None:
    """Ctrl-C is for the process that saves, not for those that search."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
