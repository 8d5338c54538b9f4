"""The one decorator for compiled functions, and where their machine code is kept.

Numba's own cache does not notice when a callee in another file changes. So the cache folder of each
kernel is named by a hash of its module and of every kernel module it imports, at any depth: an edit
anywhere below gives a new folder, and nothing stale can be loaded.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba

from honte.kernels.keeping import Keeper
from honte.kernels.parts import in_parts
from honte.kernels.places import cache_root

Function = TypeVar("Function", bound=Callable[..., Any])

_FOLDER = Path(__file__).parent
_PACKAGE = __package__ or "honte.kernels"


@cache
def sources(file: Path) -> frozenset[Path]:
    """A file and all kernel modules that it imports, at any depth."""
    found = {file}
    for child in _imports(ast.parse(file.read_text(encoding="utf8"))):
        if child not in found:
            found |= sources(child)
    return frozenset(found)


def _imports(tree: ast.Module) -> Iterator[Path]:
    """The kernel files that the import statements of a module name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith(_PACKAGE + "."):
            base = _FOLDER.joinpath(*str(node.module).removeprefix(_PACKAGE).split("."))
            names = [base / alias.name for alias in node.names] if base.is_dir() else [base]
            yield from (name.with_suffix(".py") for name in names)


@cache
def source_hash(file: Path) -> str:
    """A hash of a module's source, of all kernels it imports, and of what compiles it."""
    checked = "checked" if numba.config.BOUNDSCHECK else "unchecked"
    digest = hashlib.sha256(f"{numba.__version__} {sys.version_info[:2]} {checked}".encode())
    for source in sorted(sources(file)):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def kernel(function: Function | None = None, **options: Any) -> Any:
    """Compiles a function on first call, without the GIL, with a cache that cannot go stale.

    Use as `@kernel` or `@kernel(inline="always")`.
    """
    if function is None:
        return lambda f: kernel(f, **options)
    name = function.__module__.removeprefix(_PACKAGE + ".")
    settings: dict[str, Any] = {"nogil": True, "boundscheck": None, **options}
    compiled = numba.njit(**settings)(function)
    if not numba.config.DISABLE_JIT:
        folder = f"{name}-{source_hash(Path(function.__code__.co_filename))}"
        compiled._cache = Keeper(function, cache_root(), folder)
    return in_parts(compiled)
