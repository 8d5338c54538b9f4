"""SQLite files that several threads and processes share: opened in one way, errors in words.

Every file has a write-ahead log, so readers never wait, and writers wait for each other up to `BUSY` seconds.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from honte.errors import InputError

BUSY = 30
"""Seconds that a writer waits for another process before it gives up."""


class Newer(InputError):
    """The file was written by a newer honte."""


class Database:
    """One connection behind a lock, for all threads of a process.

    `version` is written into the file; `Newer` is raised for a file with a higher one. With `durable` a
    commit reaches the disk before it returns.
    """

    def __init__(self, path: Path, schema: str, version: int, *, durable: bool = False) -> None:
        self.path = path
        self._lock = threading.RLock()
        try:
            self._db = sqlite3.connect(path, timeout=BUSY, check_same_thread=False, isolation_level=None)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute(f"PRAGMA synchronous={'FULL' if durable else 'NORMAL'}")
            with self.writing():
                self._prepare(schema, version)
        except sqlite3.Error as error:
            raise InputError(f"cannot open {path}: {error}") from None

    def _prepare(self, schema: str, version: int) -> None:
        found = self._db.execute("PRAGMA user_version").fetchone()[0]
        if found > version:
            raise Newer(f"{self.path} was written by a newer honte (format {found})")
        if found < version:
            for statement in schema.split(";"):
                self._db.execute(statement)
            self._db.execute(f"PRAGMA user_version={version}")

    def attach(self, path: Path, name: str) -> None:
        """Makes another file readable in the same queries, under a name."""
        self._db.execute(f"ATTACH DATABASE ? AS {name}", (str(path),))

    def rows(self, sql: str, values: tuple[Any, ...] | list[Any] = ()) -> list[Any]:
        """All rows of a query; raises InputError when the file cannot be read."""
        with self._lock:
            try:
                return self._db.execute(sql, values).fetchall()
            except sqlite3.Error as error:
                raise InputError(f"cannot read {self.path}: {error}") from None

    def row(self, sql: str, values: tuple[Any, ...] | list[Any] = ()) -> Any:
        """The first row of a query, or None."""
        with self._lock:
            try:
                return self._db.execute(sql, values).fetchone()
            except sqlite3.Error as error:
                raise InputError(f"cannot read {self.path}: {error}") from None

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: committed when the block ends, undone when it raises. Nested blocks join it."""
        with self._lock:
            if self._db.in_transaction:
                yield self._db
                return
            try:
                self._db.execute("BEGIN IMMEDIATE")
                yield self._db
                self._db.execute("COMMIT")
            except BaseException as error:
                self._db.rollback()  # does nothing when no transaction has begun
                if isinstance(error, sqlite3.Error):
                    raise InputError(f"cannot write {self.path}: {_reason(error)}") from None
                raise

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            self._db.close()


def _reason(error: sqlite3.Error) -> str:
    text = str(error)
    if "full" in text:
        return "the disk is full"
    return "another process is writing" if "locked" in text else text
