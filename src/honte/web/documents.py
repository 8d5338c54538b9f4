"""Documents in use: read once, changed under a lock, written at every change.

Every change names the version that the page showed, and a change of an old version is refused (two tabs, a
double click). The store has written a change before the page hears of it. Only the documents used last
stay in memory; the others are read back from disk when somebody opens them.
"""

from __future__ import annotations

import base64
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, Protocol, TypeVar

from honte.library.store import Document, Store
from honte.web.errors import not_found, stale

LIVE = 64
"""Documents of one kind that stay in memory."""
MAX_ID = 32
"""Characters of the longest id that the store is asked for."""


def new_id() -> str:
    """Twelve random letters and digits that nobody can guess."""
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()[:12]


class Live(Protocol):
    """What a document must have: an id, a version that grows by one at each change, and a lock."""

    id: str
    version: int
    lock: threading.RLock

    def record(self) -> dict[str, Any]:
        """A JSON object for the store."""
        ...


D = TypeVar("D", bound=Live)


class Documents(Generic[D]):
    """The documents of one kind; `restore` makes one from what the store holds."""

    def __init__(self, store: Store, kind: str, restore: Callable[[Document], D], live: int = LIVE) -> None:
        self.store = store
        self.kind = kind
        self._restore = restore
        self._most = live
        self._live: OrderedDict[str, D] = OrderedDict()
        self._titles: dict[str, str] = {}
        self._read: dict[str, float] = {}
        """When the copy on disk was written that memory knows; another server may write a newer one."""
        self._lock = threading.Lock()

    def add(self, document: D, title: str = "") -> D:
        """Takes in a new document and writes it; `title` is its name in lists."""
        self._keep(document, title)
        self._save(document)
        return document

    def open(self, id: str) -> D:
        """The document with this id, from memory or disk; raises `not_found`."""
        with self._lock:
            if (found := self._live.get(id)) is not None:
                self._live.move_to_end(id)
                return found
        stored = self.store.get(self.kind, id) if len(id) <= MAX_ID else None
        if stored is None:
            raise not_found(self.kind, id)
        return self._keep(self._restore(stored), stored.title, stored.updated)

    def rename(self, document: D, title: str) -> None:
        """Gives a document that is being changed another name in lists."""
        with self._lock:
            self._titles[document.id] = title

    @contextmanager
    def change(self, id: str, version: int | None = None) -> Iterator[D]:
        """Locks the document, and writes it if the block ends without an error.

        Raises `stale` when `version` is given and is not the document's.
        """
        with self._held(id) as document:
            if version is not None and version != document.version:
                raise stale()
            yield document
            document.version += 1
            self._save(document)

    @contextmanager
    def learn(self, id: str) -> Iterator[D]:
        """Like `change`, but the version stays: for what a search found out beside the user's own changes."""
        with self._held(id) as document:
            yield document
            self._save(document)

    def delete(self, id: str) -> None:
        """Removes a document for good; raises `not_found`."""
        with self._held(id) as document:
            self.store.delete(self.kind, document.id)
            with self._lock:
                self._drop(document)

    @contextmanager
    def _held(self, id: str) -> Iterator[D]:
        """Locks the document that is in use: the one opened first may be dropped during the wait."""
        while True:
            document = self.open(id)
            with document.lock:
                if self._live.get(id) is document:
                    yield document
                    return

    def _keep(self, document: D, title: str, read: float | None = None) -> D:
        """Puts a document into memory, unless it is there already; drops the ones unused for longest."""
        with self._lock:
            if document.id not in self._live and read is not None:
                self._read[document.id] = read
            document = self._live.setdefault(document.id, document)
            self._titles[document.id] = title
            self._live.move_to_end(document.id)
            while len(self._live) > self._most:
                oldest = next(iter(self._live.values()))
                if not oldest.lock.acquire(blocking=False):
                    break  # in use: a later call drops it
                try:
                    self._drop(oldest)
                finally:
                    oldest.lock.release()
        return document

    def _drop(self, document: D) -> None:
        self._live.pop(document.id, None)
        self._titles.pop(document.id, None)
        self._read.pop(document.id, None)

    def _parts(self, document: D) -> list[tuple[str, dict[str, Any], str]]:
        """What is written together: kinds, bodies and titles, the document itself last."""
        return [(self.kind, document.record(), self._titles.get(document.id, ""))]

    def _save(self, document: D) -> None:
        """Writes a document; if that fails, memory forgets it, so that it is again what the disk has.

        Raises `stale` when another server on the same data folder has changed it.
        """
        written = None
        try:
            since = self._read.get(document.id)
            written = self.store.put_together(document.id, self._parts(document), since)
        finally:
            with self._lock:
                if written is None:
                    self._drop(document)
                else:
                    self._read[document.id] = written
        if written is None:
            raise stale()
