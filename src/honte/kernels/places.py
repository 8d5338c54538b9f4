"""The folders that hold compiled kernels: the user's cache, and a spare one where that cannot be written.

A home may be read-only and a disk full. Neither may stop a command: compiled code then goes to a folder of
the user's own under the system's temporary folder, or is not kept. Imports no Numba.
"""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from functools import cache
from pathlib import Path

_SAID = "HONTE_CACHE_SAID"
"""Set in the environment once the user was told: the processes that a command starts stay silent."""


def cache_root() -> Path:
    """The folder under which all kernels' machine code is kept; HONTE_CACHE overrides it."""
    if chosen := os.environ.get("HONTE_CACHE"):
        return Path(chosen) / "kernels"
    base = os.environ.get("XDG_CACHE_HOME") or (Path.home() / ".cache")
    return Path(base) / "honte" / "kernels"


@cache
def trouble(root: Path) -> str:
    """Why a folder cannot be written; empty where it can be."""
    try:
        root.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=root).close()
    except OSError as error:
        return error.strerror or str(error)
    return ""


@cache
def spare_root() -> Path | None:
    """A folder under the system's temporary one that only this user can write; None where there is none.

    Machine code is run as it is found. So a folder of this name that belongs to somebody else, or that
    others may write, is refused.
    """
    user = os.getuid() if hasattr(os, "getuid") else None
    try:
        folder = Path(tempfile.gettempdir()) / f"honte-{'cache' if user is None else user}"
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return None
    own = user is None or (found.st_uid == user and not found.st_mode & 0o077)
    return folder / "kernels" if own and stat.S_ISDIR(found.st_mode) else None


def readable_roots() -> list[Path]:
    """The folders in which compiled kernels are found, the user's own first."""
    root = cache_root()
    spare = spare_root() if trouble(root) else None
    return [each for each in (root, spare) if each is not None and os.path.isdir(each)]


def writable_root(root: Path) -> Path | None:
    """Where new kernels go if `root` is the user's choice; None where nothing can be kept."""
    reason = trouble(root)
    if not reason:
        return root
    spare = spare_root()
    if spare is not None and trouble(spare):
        spare = None
    where = "is not kept; each start compiles again" if spare is None else f"goes to {spare}"
    say_once(f"cannot write {root} ({reason}): compiled code {where}")
    return spare


def say_once(text: str) -> None:
    """Tells the user on standard error that kernels are not kept as usual; only the first call says it."""
    if not os.environ.get(_SAID):
        os.environ[_SAID] = "1"
        print(f"honte: {text}", file=sys.stderr, flush=True)
