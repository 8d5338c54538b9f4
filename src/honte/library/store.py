"""Documents and settings in one SQLite file.

A document is a JSON object with a kind ("game", "problem", ...), an id and a title. Every `put` is
one transaction in a write-ahead log, so a killed process loses at most the change under way. One
connection is shared by all threads behind a lock: a workbench writes a few hundred bytes per click.

It does not search inside documents and does not share them between machines.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from honte.errors import InputError

SCHEMA_VERSION = 1
_SCHEMA = """
CREATE TABLE IF NOT EXISTS document (
    kind TEXT NOT NULL, id TEXT NOT NULL, title TEXT NOT NULL DEFAULT '',
    body TEXT NOT NULL, created REAL NOT NULL, updated REAL NOT NULL,
    PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS document_recent ON document (kind, updated DESC);
CREATE TABLE IF NOT EXISTS setting (
    owner TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (owner, name)
) WITHOUT ROWID;
"""


_PUT = (
    "INSERT INTO document VALUES (?,?,?,?,?,?) ON CONFLICT (kind, id) DO UPDATE"
    " SET title=excluded.title, body=excluded.body, updated=excluded.updated"
)


@dataclass(frozen=True, slots=True)
class Document:
    """One stored document; times are seconds since 1970."""

    kind: str
    id: str
    title: str
    body: dict[str, Any]
    created: float
    updated: float


class Store:
    """Documents and settings in a file; without a path in memory, for tests and read-only homes.

    >>> store = Store(None)
    >>> store.put("game", "a", {"moves": ["D4"]}, title="first")
    >>> store.get("game", "a").body
    {'moves': ['D4']}
    >>> store.get("game", "b") is None
    True
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._lock = threading.Lock()
        try:
            self._open(path)
        except sqlite3.Error as error:
            raise InputError(f"cannot open {path}: {error}") from None

    def _open(self, path: Path | None) -> None:
        self._db = sqlite3.connect(path or ":memory:", check_same_thread=False, isolation_level=None)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")
        self._db.execute("PRAGMA busy_timeout=3000")
        found = self._db.execute("PRAGMA user_version").fetchone()[0]
        if found > SCHEMA_VERSION:
            raise InputError(f"{path} was written by a newer honte (format {found})")
        self._db.executescript(_SCHEMA)
        self._db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            self._db.close()

    # Documents

    def put(self, kind: str, id: str, body: dict[str, Any], *, title: str = "") -> None:
        """Writes a document whole; an older one with the same id is replaced."""
        now = time.time()
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        with self._lock:
            self._db.execute(_PUT, (kind, id, title, text, now, now))

    def put_together(
        self, id: str, parts: list[tuple[str, dict[str, Any], str]], since: float | None
    ) -> float | None:
        """Writes all documents of an id, given by kind, body and title, or none of them; the last one leads.

        `since` is the `updated` of the leading one when it was read, None for a new one. Gives its new
        `updated`, or None, with nothing written, when another process changed it in the meantime.
        """
        kind = parts[-1][0]
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                row = self._db.execute(
                    "SELECT updated FROM document WHERE kind=? AND id=?", (kind, id)
                ).fetchone()
                found = None if row is None else row[0]
                if found != since:
                    self._db.execute("ROLLBACK")
                    return None
                now = max(time.time(), (found or 0.0) + 1e-6)
                for each, body, title in parts:
                    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
                    self._db.execute(_PUT, (each, id, title, text, now, now))
                self._db.execute("COMMIT")
            except BaseException:
                self._db.rollback()
                raise
            return now

    def get(self, kind: str, id: str) -> Document | None:
        """The document of a kind and an id; None when there is none."""
        with self._lock:
            row = self._db.execute(
                "SELECT kind, id, title, body, created, updated FROM document WHERE kind=? AND id=?",
                (kind, id),
            ).fetchone()
        return None if row is None else _document(row)

    def recent(self, kind: str, limit: int = 50) -> list[Document]:
        """The documents of a kind, last changed first."""
        with self._lock:
            rows = self._db.execute(
                "SELECT kind, id, title, body, created, updated FROM document WHERE kind=?"
                " ORDER BY updated DESC LIMIT ?",
                (kind, limit),
            ).fetchall()
        return [_document(row) for row in rows]

    def made_since(self, kind: str, created: float) -> list[Document]:
        """The documents of a kind that were made after a time, the oldest first."""
        with self._lock:
            rows = self._db.execute(
                "SELECT kind, id, title, body, created, updated FROM document WHERE kind=? AND created>?"
                " ORDER BY created",
                (kind, created),
            ).fetchall()
        return [_document(row) for row in rows]

    def delete(self, kind: str, id: str) -> bool:
        """Removes a document; returns whether it was there."""
        with self._lock:
            return self._db.execute("DELETE FROM document WHERE kind=? AND id=?", (kind, id)).rowcount > 0

    # Settings

    def settings(self, owner: str) -> dict[str, Any]:
        """All settings of an owner by name."""
        with self._lock:
            rows = self._db.execute("SELECT name, value FROM setting WHERE owner=?", (owner,)).fetchall()
        return {name: json.loads(value) for name, value in rows}

    def set_setting(self, owner: str, name: str, value: Any) -> None:
        """Writes one setting; the value must fit JSON."""
        with self._lock:
            self._db.execute(
                "INSERT OR REPLACE INTO setting VALUES (?,?,?)", (owner, name, json.dumps(value))
            )


def _document(row: tuple[Any, ...]) -> Document:
    kind, id, title, body, created, updated = row
    return Document(kind, id, title, json.loads(body), created, updated)
