"""The library of a server: opened on first use, beside the server's database.

A server that keeps everything in memory has its library in a folder of its own that goes with it.
"""

from __future__ import annotations

import tempfile
import threading
from pathlib import Path

from honte.library.library import Library
from honte.library.migrating import file_documents
from honte.library.store import Store


class Shelf:
    """Gives the library to routes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._library: Library | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    @property
    def library(self) -> Library:
        """The library; the first call reads its files, and files the problems that the workbench keeps."""
        with self._lock:
            if self._library is None:
                self._library = Library(self._home())
                self._refresh(self._library)
            return self._library

    def refresh(self) -> Library:
        """The library, in step with its files and with the problems of the workbench."""
        library = self.library
        with self._lock:
            self._refresh(library)
        return library

    def _refresh(self, library: Library) -> None:
        library.sync(lazily=True)
        file_documents(self._store, library)

    def _home(self) -> Path:
        if self._store.path is not None:
            return self._store.path.parent
        self._folder = tempfile.TemporaryDirectory(prefix="honte-library-", ignore_cleanup_errors=True)
        return Path(self._folder.name)

    def close(self) -> None:
        """Closes the library."""
        with self._lock:
            if self._library is not None:
                self._library.close()
                self._library = None
            if self._folder is not None:
                self._folder.cleanup()
                self._folder = None
