"""Rows that stream to a Parquet file, so that a killed run goes on without loss or repetition.

While a run lasts, a folder `NAME.parquet.parts` stands beside the file. Each finished item is at once a line
of a journal there; a full journal becomes a part of Parquet. When the run ends, all parts are joined to
the one file, which replaces the old one in a single step. Every step can be cut short at any moment: the
next start finds each item in the journal, in one part or in the file, and nowhere twice.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from honte.errors import InputError
from honte.whole import whole_file, write_whole

Row = dict[str, Any]
Key = tuple[Any, ...]

PART_ROWS = 10_000
"""Rows of a journal that become a part."""
FAULT = "fault"
"""The last column of every table: why an item failed, empty where it did not."""
_PLAN = "plan.json"
_NOTE = b"honte"
"""The name in the metadata of a file under which it keeps what made it."""


class Store:
    """The rows of a run at `path`; `keys` are the first columns, which name an item.

    `columns` gives every column its type (str, int, float or bool). `plan` is what made the rows: a file
    with rows of another plan is refused. Items of an earlier run are in `done` from the start.
    """

    def __init__(
        self, path: Path, columns: Mapping[str, type], keys: Sequence[str], plan: Mapping[str, Any]
    ) -> None:
        self.path = path
        self.keys = tuple(keys)
        self.plan = json.loads(json.dumps(dict(plan)))
        self.done: set[Key] = set()
        """The items whose rows are kept."""
        self.faults = 0
        """The number of items that failed."""
        self._schema = _schema({**columns, FAULT: str}, self.plan)
        self._folder = path.with_name(f"{path.name}.parts")
        self._rows: list[Row] = []
        self._number = 1
        self._open()

    def _open(self) -> None:
        if self.path.exists():
            self._check(_plan_of(self.path))
        with suppress(FileNotFoundError, ValueError):
            self._check(json.loads((self._folder / _PLAN).read_text("utf8")))
        self._folder.mkdir(exist_ok=True)
        self._lock = _locked(self._folder / "lock", self.path)
        for half in self._folder.glob(".*.new"):  # a killed run left it
            half.unlink(missing_ok=True)
        write_whole(self._folder / _PLAN, json.dumps(self.plan).encode())
        if self.path.exists():
            self._count(self.path)
        for part in self._parts():
            self._number = int(part.stem) + 1
            part.with_suffix(".jsonl").unlink(missing_ok=True)  # it became this part
            if not self._count(part):
                part.unlink()  # it was joined to the file
        self._read_journal()

    def _check(self, found: Any) -> None:
        if found != self.plan:
            differ = [f"{name} {found[name]}" for name in found if found[name] != self.plan.get(name)]
            raise InputError(
                f"{self.path} holds results of another run ({', '.join(differ) or 'other options'}); "
                "give another name, or delete it"
            )

    def _parts(self) -> list[Path]:
        return sorted(self._folder.glob("*.parquet"))

    def _count(self, file: Path) -> bool:
        """Takes over the items of a file; False for a part whose items are known already."""
        from pyarrow import parquet

        names = [*self.keys, FAULT]
        first = True
        with parquet.ParquetFile(file) as rows:
            for batch in rows.iter_batches(columns=names):  # millions of rows are never in memory at once
                for *key, fault in zip(*(batch.column(name).to_pylist() for name in names), strict=True):
                    if first and tuple(key) in self.done:
                        return False
                    first = False
                    if tuple(key) not in self.done:
                        self.done.add(tuple(key))
                        self.faults += fault is not None
        return True

    def _read_journal(self) -> None:
        """Takes over a journal that a killed run left; a line that was cut short is cut off."""
        name = self._folder / f"{self._number:06}.jsonl"
        whole = 0
        if name.exists():
            for line in name.read_bytes().splitlines(keepends=True):
                try:
                    rows = json.loads(line) if line.endswith(b"\n") else None
                except ValueError:
                    rows = None
                if rows is None:
                    break
                whole += len(line)
                self._take(rows)
        self._journal = name.open("ab")
        self._journal.truncate(whole)

    def _take(self, rows: list[Row]) -> None:
        self.done.add(tuple(rows[0][name] for name in self.keys))
        self.faults += rows[0].get(FAULT) is not None
        self._rows += rows

    def add(self, key: Key, rows: Sequence[Row]) -> None:
        """Keeps the rows of an item; an item without rows gets one with its name alone."""
        named = dict(zip(self.keys, key, strict=True))
        full = [{**row, **named} for row in rows] or [named]
        self._journal.write(json.dumps(full).encode() + b"\n")
        self._journal.flush()
        self._take(full)
        if len(self._rows) >= PART_ROWS:
            self._fold()

    def _fold(self) -> None:
        """Makes a part of the journal and begins a new one."""
        import pyarrow

        if self._rows:
            table = pyarrow.Table.from_pylist(self._rows, schema=self._schema)
            _write_parquet(self._folder / f"{self._number:06}.parquet", [table], self._schema)
        self._journal.close()
        (self._folder / f"{self._number:06}.jsonl").unlink(missing_ok=True)
        self._rows = []
        self._number += 1
        self._journal = (self._folder / f"{self._number:06}.jsonl").open("ab")

    def close(self) -> None:
        """Joins everything to the one file."""
        try:
            self._fold()
            parts = self._parts()
            if parts or not self.path.exists():
                before = [self.path] if self.path.exists() else []
                _write_parquet(self.path, _tables([*before, *parts]), self._schema)
        finally:
            self.leave()
        for file in (*parts, self._folder / f"{self._number:06}.jsonl", self._folder / _PLAN):
            file.unlink(missing_ok=True)
        (self._folder / "lock").unlink(missing_ok=True)
        with suppress(OSError):  # something else lies there
            self._folder.rmdir()

    def leave(self) -> None:
        """Lets the file go as it stands; the next run takes over from the journal."""
        with suppress(OSError):
            self._journal.close()
        os.close(self._lock)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if kind is None or kind is KeyboardInterrupt:
            self.close()
        else:
            self.leave()


def read_rows(path: Path) -> Iterator[Row]:
    """The rows of a closed store; a fault is None where there is none."""
    from pyarrow import parquet

    file = parquet.ParquetFile(path)
    for batch in file.iter_batches():
        yield from batch.to_pylist()


def check_parquet() -> None:
    """Raises InputError where pyarrow is not installed, before hours of work go into a file."""
    from importlib.util import find_spec

    if find_spec("pyarrow") is None:
        raise InputError("Parquet files need pyarrow: pip install 'honte[study]'")


def _schema(columns: Mapping[str, type], plan: Any) -> Any:
    import pyarrow

    types = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_()}
    fields = [pyarrow.field(name, types[kind]) for name, kind in columns.items()]
    return pyarrow.schema(fields, metadata={_NOTE: json.dumps(plan).encode()})


def _plan_of(path: Path) -> Any:
    """What made a file; raises InputError where it is not one of a store."""
    import pyarrow
    from pyarrow import parquet

    try:
        metadata = parquet.read_schema(path).metadata or {}
        return json.loads(metadata[_NOTE])
    except (KeyError, ValueError, OSError, pyarrow.ArrowException):
        raise InputError(f"{path} was not written by this command; give another name") from None


def _tables(files: Sequence[Path]) -> Iterator[Any]:
    from pyarrow import parquet

    for name in files:
        file = parquet.ParquetFile(name)
        for group in range(file.num_row_groups):
            yield file.read_row_group(group)


def _write_parquet(path: Path, tables: Any, schema: Any) -> None:
    """Writes a file whole, so that nobody sees half of it."""
    from pyarrow import parquet

    with whole_file(path) as out, parquet.ParquetWriter(out, schema) as writer:
        for table in tables:
            writer.write_table(table.replace_schema_metadata(schema.metadata))


def _locked(lock: Path, path: Path) -> int:
    """Opens the lock of a run; raises InputError while another process holds it."""
    handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        import fcntl
    except ImportError:  # Windows: two runs on one file are not noticed
        return handle
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise InputError(f"another run is writing {path}") from None
    return handle
