"""Who does the work: this process, processes of this machine, or a Dask cluster. All are executors."""

from __future__ import annotations

import re
import time
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from importlib.metadata import version
from multiprocessing import get_context
from typing import Any, Protocol

from honte.errors import InputError
from honte.search.apart import begin_apart

_CONNECT = 10.0
"""Seconds to wait for a scheduler's answer."""
_COUNT = 5.0
"""Seconds for which the number of a cluster's workers is taken as known."""


class Workers(Protocol):
    """An executor, the number of items it works on at once, and how it fails."""

    executor: Executor
    lost: tuple[type[BaseException], ...]
    """The errors that say that a worker ended while it worked."""

    def count(self) -> int:
        """How many items are worked on at the same time."""

    def renew(self) -> None:
        """Makes the executor work again after a worker was lost."""

    def check(self) -> None:
        """Raises InputError when no answer can come any more."""

    def close(self) -> None:
        """Ends everything at once; what is not finished is dropped."""


def workers_for(jobs: int, scheduler: str | None = None) -> Workers:
    """A Dask cluster where a scheduler is given; otherwise this process for one job, or processes."""
    if scheduler:
        return Cluster(scheduler)
    return Here() if jobs == 1 else Processes(jobs)


class Here:
    """The process itself: no start-up, no copies."""

    lost: tuple[type[BaseException], ...] = ()

    def __init__(self) -> None:
        self.executor: Executor = _Immediate()

    def count(self) -> int:
        """One."""
        return 1

    def renew(self) -> None:
        """Nothing to do."""

    def check(self) -> None:
        """Nothing can go away."""

    def close(self) -> None:
        """Nothing to end."""


class _Immediate(Executor):
    def submit(self, fn: Any, /, *args: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **named))
        except Exception as error:
            future.set_exception(error)
        return future


class Processes:
    """New processes of this machine, which end when this one ends, however it ends."""

    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.executor: Executor = self._pool()

    def _pool(self) -> ProcessPoolExecutor:
        # New processes and no copies of this one: threads of bars and engines do not survive a copy.
        return ProcessPoolExecutor(self.jobs, get_context("spawn"), begin_apart)

    def count(self) -> int:
        """The number of processes."""
        return self.jobs

    def renew(self) -> None:
        """Starts new processes."""
        self.close()
        self.executor = self._pool()

    def check(self) -> None:
        """A lost process shows itself."""

    def close(self) -> None:
        """Ends the processes."""
        processes = list((getattr(self.executor, "_processes", None) or {}).values())
        self.executor.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        for process in processes:
            process.join(5)


class Cluster:
    """A Dask cluster, by the address of its scheduler (`tcp://host:8786`)."""

    def __init__(self, scheduler: str) -> None:
        try:
            from distributed import Client, KilledWorker
        except ImportError:
            raise InputError("--scheduler needs Dask: pip install 'honte[cluster]'") from None
        if not re.fullmatch(r"(\w+://)?\S+:\d+", scheduler):
            raise InputError(f"--scheduler is {scheduler!r}; expected an address like tcp://host:8786")
        self.scheduler = scheduler
        try:
            self.client = Client(scheduler, timeout=_CONNECT, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise InputError(f"no Dask scheduler answers at {scheduler} ({_short(error)})") from None
        self.lost: tuple[type[BaseException], ...] = (KilledWorker,)
        self.executor: Executor = self.client.get_executor(pure=False)
        self._counted = (0.0, 0)
        self._check_versions()

    def _check_versions(self) -> None:
        if not self.count():
            raise InputError(
                f"the Dask cluster at {self.scheduler} has no workers: start some with dask worker"
            )
        try:
            found = self.client.run(_version)
        except ImportError:
            raise InputError(
                f"the workers at {self.scheduler} have no honte: install it there, too"
            ) from None
        other = {each for each in found.values() if each != _version()}
        if other:
            text = ", ".join(sorted(other))
            raise InputError(f"the workers at {self.scheduler} have honte {text}, this is {_version()}")

    def count(self) -> int:
        """The threads of all workers, looked up every few seconds: workers come and go."""
        now = time.monotonic()
        if now - self._counted[0] > _COUNT:
            self._counted = now, sum(self.client.nthreads().values())
        return self._counted[1]

    def renew(self) -> None:
        """Nothing to do: the scheduler gives the work to others."""

    def check(self) -> None:
        """Raises InputError when the scheduler is gone."""
        if self.client.status != "running":
            raise InputError(f"the Dask scheduler at {self.scheduler} is gone")

    def close(self) -> None:
        """Takes back what is not finished and leaves the cluster."""
        self.executor.shutdown(wait=False)  # Dask takes back what is not finished
        self.client.close(timeout=2)


def _version() -> str:
    return version("honte")


def _short(error: BaseException) -> str:
    return " ".join(str(error).split())[:120] or type(error).__name__
