"""Numba's cache of machine code, made so that a disk cannot stop a run.

Numba refuses to define a function whose cache folder cannot be written, or writes beside the source, and a
full disk ends the call that compiled. Here a kernel that cannot be read is compiled, and one that cannot be
written is used all the same.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache

from honte.kernels.places import say_once, spare_root, trouble, writable_root

_Chosen: Any = CompileResultCacheImpl._locator_classes[0]
"""Numba's class for a folder that the user chose; its name differs between versions."""


class _Locator(_Chosen):  # type: ignore[misc]
    """The folder that is given, whether it can be written or not."""

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> Any:
        """The place of a function; nothing is tried on the disk."""
        return cls(py_func, py_file)


class _Entries(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class _Files(FunctionCache):  # type: ignore[misc]
    _impl_class = _Entries


class Keeper:
    """The cache of one kernel, as its dispatcher uses it; `folder` is the kernel's own below `root`."""

    def __init__(self, function: Callable[..., Any], root: Path, folder: str) -> None:
        self._function, self._root, self._folder = function, root, folder
        self._files = self._below(root)
        self._spare: Any = None

    @property
    def cache_path(self) -> str:
        """Where the kernel's files are read first."""
        return str(self._files.cache_path)

    def load_overload(self, types: Any, context: Any) -> Any:
        """The machine code for these types of arguments, or None."""
        found = _loaded(self._files, types, context)
        if found is None and trouble(self._root) and (spare := spare_root()) is not None:
            found = _loaded(self._in_spare(spare), types, context)
        return found

    def save_overload(self, types: Any, compiled: Any) -> None:
        """Keeps machine code where it can; says once where it cannot."""
        place = writable_root(self._root)
        if place is None:
            return
        files = self._files if place == self._root else self._in_spare(place)
        try:
            files.save_overload(types, compiled)
        except OSError as error:
            reason = error.strerror or error
            say_once(f"cannot keep compiled code in {place} ({reason}): the next start compiles it again")

    def flush(self) -> None:
        """Forgets what is kept."""
        self._files.flush()

    def _in_spare(self, root: Path) -> Any:
        if self._spare is None:
            self._spare = self._below(root)
        return self._spare

    def _below(self, root: Path) -> Any:
        config = numba.config
        saved = config.CACHE_DIR, getattr(config, "CACHE_LOCATOR_CLASSES", "")
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = str(root / self._folder), ""
        try:
            return _Files(self._function)
        finally:
            config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = saved


def _loaded(files: Any, types: Any, context: Any) -> Any:
    try:
        return files.load_overload(types, context)
    except OSError:  # a folder that cannot be read, or that is a file
        return None
