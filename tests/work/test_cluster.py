"""The same work on a real Dask cluster of two workers, by the functions and by the commands of a user."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed")
pytest.importorskip("pyarrow")

from commands import walled
from work.test_mapper import check, slow_square, store_at, tasks

import honte
from honte.errors import InputError
from honte.work.mapper import run
from honte.work.store import read_rows
from honte.work.workers import Cluster, workers_for

ITEMS = 200
PROBLEMS = sorted((Path(honte.__file__).parent / "problems" / "basic").glob("*.sgf"))[:6]


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


def command(*words: object) -> None:
    """Runs a command as a user does."""
    line = [sys.executable, "-m", "honte", *map(str, words)]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def rows_of(path: Path) -> list[dict[str, Any]]:
    """The rows of a file in the order of their items, without the seconds that they took."""
    rows = [{name: value for name, value in row.items() if name != "seconds"} for row in read_rows(path)]
    return sorted(rows, key=lambda row: [str(value) for value in row.values()])


@pytest.mark.slow
def test_problems_by_command(scheduler: tuple[str, list[int]], tmp_path: Path) -> None:
    folder, found = tmp_path / "problems", []
    folder.mkdir()
    for file in PROBLEMS:
        shutil.copy(file, folder)
    for name, workers in (("here", ("--jobs", 1)), ("cluster", ("--scheduler", scheduler[0]))):
        out = tmp_path / f"{name}.parquet"
        command("tsumego", "solve", folder, "--nodes", 2000, "--out", out, *workers)
        found.append(rows_of(out))
    assert len(found[0]) == len(PROBLEMS)
    assert found[0] == found[1]


@pytest.mark.slow
def test_a_study_by_command(scheduler: tuple[str, list[int]], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    games, found = tmp_path / "games", []
    games.mkdir()
    for number, komi in enumerate((0.5, 5.5, 6.5, 7.5)):
        (games / f"{number}.sgf").write_text(walled(19).replace("KM[6.5]", f"KM[{komi}]"))
    for name, workers in (("here", ("--jobs", 1)), ("cluster", ("--scheduler", scheduler[0]))):
        out = tmp_path / name
        command("study", "moyo", "--games", games, "--out", out, "--moves", "10,20,30", *workers)
        found.append((rows_of(out / "done.parquet"), (out / "moyo.csv").read_text()))
    assert len(found[0][0]) > 4
    assert found[0] == found[1]
