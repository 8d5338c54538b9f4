"""One budget for every search: time, nodes, memory, and a way to stop it from outside.

A search runs in worker threads over compiled kernels. It shares one small int64 array with them,
`Budget.control` (its cells: `honte.kernels.control`). Kernels poll the cell STOP, which `stop()`, the
deadline and Ctrl-C set; other cells carry live counters out. No kernel ever looks at a clock.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, TypeVar

from honte.errors import InputError
from honte.kernels.control import CELLS, NODE_LIMIT, NODES, STOP

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

Answer = TypeVar("Answer")

LONGEST = 1e8
"""A limit of more seconds than this (three years) counts as no limit: timers cannot wait that long."""


class Budget:
    """How much a search may spend, and the handle to stop it.

    >>> budget = Budget(seconds=60, nodes=1_000_000)
    >>> budget.stop()
    >>> budget.stopped
    True
    """

    def __init__(
        self,
        seconds: float | None = None,
        nodes: int | None = None,
        memory_mb: int = 512,
        threads: int = 1,
    ) -> None:
        for name, value in (("seconds", seconds), ("nodes", nodes), ("memory_mb", memory_mb)):
            if value is not None and not value >= 0:  # NaN is not, either
                raise InputError(f"{name} is {value}; expected 0 or more")
        if threads < 1:
            raise InputError(f"threads is {threads}; expected 1 or more")
        self.seconds = None if seconds is not None and seconds > LONGEST else seconds
        self.nodes = nodes
        self.memory_mb = memory_mb
        self.threads = threads
        self.started: float | None = None

    @cached_property
    def control(self) -> NDArray[np.int64]:
        """The array shared with kernels; `honte.kernels.control` names its cells."""
        import numpy as np

        cells = np.zeros(CELLS, dtype=np.int64)
        cells[NODE_LIMIT] = self.nodes or 0
        return cells

    def stop(self) -> None:
        """Asks the search to end; it returns what it has within milliseconds."""
        self.control[STOP] = 1

    @property
    def stopped(self) -> bool:
        """Whether the search must end."""
        return bool(self.control[STOP])

    @property
    def visited(self) -> int:
        """Nodes visited so far, readable while the search runs."""
        return int(self.control[NODES])

    @property
    def elapsed(self) -> float:
        """Seconds since the clock started; 0 before."""
        return 0.0 if self.started is None else time.monotonic() - self.started

    @property
    def remaining(self) -> float:
        """Seconds left; infinite without a limit."""
        return float("inf") if self.seconds is None else max(0.0, self.seconds - self.elapsed)

    @contextmanager
    def running(self) -> Iterator[Budget]:
        """Starts the clock, and a timer that stops the search at the deadline."""
        self.started = self.started or time.monotonic()
        if self.nodes == 0 or self.remaining == 0:
            self.stop()
        timer = None
        if self.seconds is not None and not self.stopped:
            timer = threading.Timer(self.remaining, self.stop)
            timer.daemon = True
            timer.start()
        try:
            yield self
        finally:
            if timer is not None:
                timer.cancel()


def run_threads(
    budget: Budget,
    tasks: Sequence[Callable[[], Answer]],
    watch: Callable[[], object] | None = None,
    every: float = 0.1,
) -> list[Answer]:
    """Runs each task in a thread and returns all answers.

    Ctrl-C stops the budget and waits for what the threads have; a second Ctrl-C raises KeyboardInterrupt
    at once. `watch` is called about every `every` seconds in the calling thread, for live progress. An
    exception in a task is raised here after all tasks have ended.
    """
    answers: dict[int, Answer] = {}
    failures: list[BaseException] = []
    # The queue wakes the calling thread. An interrupted join() would take a running thread for dead.
    ended: SimpleQueue[int] = SimpleQueue()

    def work(index: int, task: Callable[[], Answer]) -> None:
        try:
            answers[index] = task()
        except BaseException as failure:
            failures.append(failure)
            budget.stop()
        ended.put(index)

    interrupted = False
    with budget.running():
        for index, task in enumerate(tasks):
            threading.Thread(target=work, args=(index, task), daemon=True).start()
        while len(answers) + len(failures) < len(tasks):
            try:
                with suppress(Empty):
                    ended.get(timeout=every)
                if watch is not None:
                    watch()
            except KeyboardInterrupt:
                budget.stop()
                if interrupted:
                    raise
                interrupted = True
    if failures:
        raise failures[0]
    return [answers[index] for index in range(len(tasks))]
