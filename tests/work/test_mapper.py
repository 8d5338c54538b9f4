"""Many items: rows once each, whatever is killed; faults; bundles; a real Dask cluster."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from honte.errors import InputError
from honte.work import mapper
from honte.work.mapper import Task, run
from honte.work.store import Store, read_rows
from honte.work.workers import Processes, workers_for

pytest.importorskip("pyarrow")

COLUMNS = {"item": int, "square": int, "text": str}


def square(number: int) -> list[dict[str, Any]]:
    if number == 13:
        raise InputError("thirteen\nis refused")
    if number == 17:
        raise TypeError("a fault of the program")
    return [{"square": number * number, "text": "ō"}]


def slow_square(number: int) -> list[dict[str, Any]]:
    time.sleep(0.02)
    return square(number)


def deadly(number: int) -> list[dict[str, Any]]:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return square(number)


def nothing(number: int) -> list[dict[str, Any]]:
    return []


def store_at(path: Path, **plan: Any) -> Store:
    return Store(path, COLUMNS, ["item"], plan)


def tasks(count: int) -> list[Task]:
    return [Task((number,), number) for number in range(count)]


def check(path: Path, count: int, failed: set[int] | None = None) -> None:
    """Every item is there once, with the right row or a fault."""
    failed = {13, 17} if failed is None else failed
    rows = list(read_rows(path))
    assert Counter(row["item"] for row in rows) == Counter(range(count))
    for row in rows:
        assert (row["fault"] is not None) == (row["item"] in failed), row
        assert row["square"] == (None if row["item"] in failed else row["item"] ** 2)
    assert not list(path.parent.glob("*.parts"))


def test_every_item_has_a_row_and_faults_say_why(tmp_path: Path) -> None:
    path, seen = tmp_path / "out.parquet", []
    with store_at(path) as store:
        run(tasks(20), square, store, workers_for(1), lambda key, rows: seen.append(key))
        assert (len(store.done), store.faults) == (20, 2)
    check(path, 20)
    assert len(seen) == 20
    faults = {row["item"]: row["fault"] for row in read_rows(path) if row["fault"]}
    assert faults == {13: "thirteen is refused", 17: "TypeError: a fault of the program"}


def test_a_second_run_adds_what_is_new_alone(tmp_path: Path) -> None:
    path = tmp_path / "out.parquet"
    for count, new in ((20, 20), (30, 10), (30, 0)):
        with store_at(path) as store:
            before = len(store.done)
            run(tasks(count), square, store, workers_for(1))
            assert len(store.done) - before == new
    check(path, 30)


def test_an_item_that_is_given_twice_has_one_row(tmp_path: Path) -> None:
    path = tmp_path / "out.parquet"
    with store_at(path) as store:
        run(tasks(5) + tasks(7), square, store, workers_for(1))
    check(path, 7, set())


def test_a_large_file_is_counted_in_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Items and faults are the same as in one piece, where an item has its rows in two batches, too."""
    from pyarrow import parquet

    path = tmp_path / "out.parquet"
    with store_at(path) as store:
        for number in range(9):
            store.add((number,), [{"fault": "torn"}] if number == 4 else [{"square": 1}, {"square": 2}])
    whole, sizes = parquet.ParquetFile.iter_batches, []

    def small(file: Any, *, columns: list[str]) -> Any:
        for batch in whole(file, 3, columns=columns):
            sizes.append(len(batch))
            yield batch

    monkeypatch.setattr(parquet.ParquetFile, "iter_batches", small)
    store = store_at(path)
    assert (store.done, store.faults) == ({(number,) for number in range(9)}, 1)
    assert sizes == [3, 3, 3, 3, 3, 2]
    store.leave()


def test_an_item_without_rows_is_done_too(tmp_path: Path) -> None:
    path = tmp_path / "out.parquet"
    with store_at(path) as store:
        run(tasks(3), nothing, store, workers_for(1))
    assert [row["item"] for row in read_rows(path)] == [0, 1, 2]


def test_an_error_as_argument_is_the_fault_of_its_item(tmp_path: Path) -> None:
    path = tmp_path / "out.parquet"
    with store_at(path) as store:
        run([Task((0,), InputError("cannot read x"))], square, store, workers_for(1))
    assert [row["fault"] for row in read_rows(path)] == ["cannot read x"]


@pytest.mark.parametrize("moment", ["journal", "cut line", "part and journal", "joined and parts"])
def test_a_run_cut_short_at_any_moment_loses_and_repeats_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    monkeypatch.setattr("honte.work.store.PART_ROWS", 4)
    path, parts = tmp_path / "out.parquet", tmp_path / "out.parquet.parts"
    store = store_at(path)
    for number in range(10):
        store.add((number,), [{"square": number * number}])
    assert [each.name for each in sorted(parts.glob("0*"))] == [
        "000001.parquet", "000002.parquet", "000003.jsonl",
    ]  # fmt: skip
    if moment == "cut line":
        with (parts / "000003.jsonl").open("ab") as journal:
            journal.write(b'[{"item": 10, "squ')
    if moment == "part and journal":
        (parts / "000002.jsonl").write_text(json.dumps([{"item": 7, "square": 49}]) + "\n")
    if moment == "joined and parts":
        kept = {each: each.read_bytes() for each in parts.glob("0*.parquet")}
        store.close()
        parts.mkdir()
        for each, data in kept.items():
            each.write_bytes(data)
    else:
        store.leave()
    again = store_at(path)
    assert again.done == {(number,) for number in range(10)}
    for number in range(10, 12):
        again.add((number,), [{"square": number * number}])
    again.close()
    check(path, 12, set())


def test_two_runs_on_one_file_and_other_options_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "out.parquet"
    store = store_at(path, seconds=5)
    with pytest.raises(InputError, match="another run is writing"):
        store_at(path, seconds=5)
    with pytest.raises(InputError, match=r"another run \(seconds 5\)"):
        store_at(path, seconds=6)
    store.close()
    with pytest.raises(InputError, match=r"another run \(seconds 5\)"):
        store_at(path, seconds=6)
    other = tmp_path / "other.parquet"
    other.write_text("text")
    with pytest.raises(InputError, match="was not written by this command"):
        store_at(other)


def test_short_items_go_in_bundles() -> None:
    size = mapper._Size()
    assert size.items == 1
    size.learn([([], 0.001)] * 100)
    assert size.items == mapper.BUNDLE_ITEMS
    size.learn([([], 2.0)] * 100)
    assert size.items == 1


def test_an_item_that_kills_its_process_is_found_and_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "out.parquet"
    with store_at(path) as store:
        run(tasks(12), deadly, store, Processes(2))
    check(path, 12, {3})


ENDLESS = """
import sys
sys.path[:0] = {path!r}
from work.test_mapper import slow_square, store_at, tasks
from honte.work.mapper import run
from honte.work.workers import Processes
if __name__ == "__main__":
    from pathlib import Path
    with store_at(Path({out!r})) as store:
        run(tasks({count}), slow_square, store, Processes(2), lambda key, rows: print(*key, flush=True))
"""


def start(tmp_path: Path, count: int) -> subprocess.Popen[str]:
    """A run in a process of its own."""
    script = tmp_path / "script.py"
    script.write_text(ENDLESS.format(path=sys.path, out=str(tmp_path / "out.parquet"), count=count))
    return subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_killed_run_goes_on(tmp_path: Path, how: signal.Signals) -> None:
    path, seen = tmp_path / "out.parquet", []
    process = start(tmp_path, 400)
    assert process.stdout is not None
    for line in process.stdout:
        seen.append(int(line))
        if len(seen) == 60:
            process.send_signal(how)
            break
    seen += [int(line) for line in process.stdout if line.strip()]
    process.wait(30)
    assert path.exists() == (how is signal.SIGINT)
    again: list[int] = []
    with store_at(path) as store:
        assert {key[0] for key in store.done} >= set(seen)
        run(tasks(400), square, store, workers_for(1), lambda key, rows: again.append(key[0]))
    assert not set(again) & set(seen)
    assert again
    check(path, 400)
