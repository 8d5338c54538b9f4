"""The one decorator for compiled functions, and where their machine code is kept.

Numba's own cache does not notice when a callee in another file changes. So the cache folder of each
kernel is named by a hash of its module and of every kernel module it imports, at any depth: an edit
anywhere below gives a new folder, and nothing stale can be loaded.
"""

from __future__ import annotations

import ast
import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba

Function = TypeVar("Function", bound=Callable[..., Any])

_FOLDER = Path(__file__).parent
_PACKAGE = __package__ or "honte.kernels"


def cache_root() -> Path:
    """The folder under which all kernels' machine code is kept; HONTE_CACHE overrides it."""
    if chosen := os.environ.get("HONTE_CACHE"):
        return Path(chosen) / "kernels"
    base = os.environ.get("XDG_CACHE_HOME") or (Path.home() / ".cache")
    return Path(base) / "honte" / "kernels"


@cache
def imported_kernels(name: str) -> frozenset[str]:
    """The kernel modules that one kernel module imports, itself included, at any depth."""
    found = {name}
    tree = ast.parse((_FOLDER / f"{name}.py").read_text(encoding="utf8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == _PACKAGE:
            children = {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(_PACKAGE + "."):
            children = {str(node.module).rsplit(".", 1)[1]}
        else:
            continue
        for child in children - found:
            found |= imported_kernels(child)
    return frozenset(found)


@cache
def source_hash(name: str) -> str:
    """A hash of a kernel module's source and of all it imports, and of what compiles it."""
    checked = "checked" if numba.config.BOUNDSCHECK else "unchecked"
    digest = hashlib.sha256(f"{numba.__version__} {sys.version_info[:2]} {checked}".encode())
    for module in sorted(imported_kernels(name)):
        digest.update((_FOLDER / f"{module}.py").read_bytes())
    return digest.hexdigest()[:16]


def kernel(function: Function | None = None, **options: Any) -> Any:
    """Compiles a function on first call, without the GIL, with a cache that cannot go stale.

    Use as `@kernel` or `@kernel(inline="always")`.
    """
    if function is None:
        return lambda f: kernel(f, **options)
    name = function.__module__.rsplit(".", 1)[1]
    settings: dict[str, Any] = {"nogil": True, "cache": True, "boundscheck": None, **options}
    saved = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_root() / f"{name}-{source_hash(name)}")
    try:
        return numba.njit(**settings)(function)
    finally:
        numba.config.CACHE_DIR = saved
