"""The same work on a real Dask cluster of two workers."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("distributed")
pytest.importorskip("pyarrow")

from work.test_mapper import check, slow_square, store_at, tasks

from honte.errors import InputError
from honte.work.mapper import run
from honte.work.workers import Cluster, workers_for

ITEMS = 200


@pytest.fixture
def scheduler() -> Iterator[tuple[str, list[int]]]:
    """The address of a scheduler on this machine, and the processes of its two workers."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster:
        yield cluster.scheduler_address, [nanny.pid for nanny in cluster.workers.values()]


def test_a_worker_killed_in_mid_run_loses_nothing(scheduler: tuple[str, list[int]], tmp_path: Path) -> None:
    address, workers = scheduler
    path, seen = tmp_path / "out.parquet", []

    def watch(key: tuple[int], rows: object) -> None:
        seen.append(key[0])
        if len(seen) == 40:
            os.kill(workers[0], signal.SIGKILL)

    with store_at(path) as store:
        run(tasks(ITEMS), slow_square, store, workers_for(1, address), watch)
    assert sorted(seen) == list(range(ITEMS))
    check(path, ITEMS)


def test_no_scheduler_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("honte.work.workers._CONNECT", 0.3)
    with pytest.raises(InputError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:9"):
        Cluster("tcp://127.0.0.1:9")
    with pytest.raises(InputError, match="--scheduler is 'nonsense'; expected an address like tcp://"):
        Cluster("nonsense")
