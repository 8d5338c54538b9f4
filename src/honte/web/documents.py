"""Documents that a mode keeps alive: read once, changed under a lock, written at every change.

`Tables` does the same for games, with more care for speed; this is the plain form for the rest.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, Protocol, TypeVar

from honte.library.store import Store
from honte.web.errors import not_found, stale

LIVE = 64


class Live(Protocol):
    """What a mode's document must have."""

    id: str
    version: int
    lock: threading.RLock

    def record(self) -> dict[str, Any]: ...


D = TypeVar("D", bound=Live)


class Documents(Generic[D]):
    """The documents of one kind."""

    def __init__(self, store: Store, kind: str, restore: Callable[[str, dict[str, Any]], D]) -> None:
        self.store = store
        self.kind = kind
        self._restore = restore
        self._live: OrderedDict[str, D] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, document: D, title: str = "") -> D:
        with self._lock:
            self._live[document.id] = document
            while len(self._live) > LIVE:
                self._live.popitem(last=False)
        self.store.put(self.kind, document.id, document.record(), title=title)
        return document

    def open(self, id: str) -> D:
        with self._lock:
            if (found := self._live.get(id)) is not None:
                self._live.move_to_end(id)
                return found
        stored = self.store.get(self.kind, id) if len(id) <= 32 else None
        if stored is None:
            raise not_found(self.kind, id)
        restored = self._restore(id, stored.body)
        with self._lock:
            return self._live.setdefault(id, restored)

    @contextmanager
    def change(self, id: str, version: int | None = None, title: str | None = None) -> Iterator[D]:
        """The document, locked; written when the block ends well."""
        document = self.open(id)
        with document.lock:
            if version is not None and version != document.version:
                raise stale()
            yield document
            document.version += 1
            stored = self.store.get(self.kind, id) if title is None else None
            name = title if title is not None else stored.title if stored else ""
            self.store.put(self.kind, id, document.record(), title=name)

    def delete(self, id: str) -> None:
        with self._lock:
            self._live.pop(id, None)
        if not self.store.delete(self.kind, id):
            raise not_found(self.kind, id)
