"""Names and files of the library: clean names, new files that overwrite nothing, reasons in words."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
from itertools import count
from pathlib import Path

from honte.errors import InputError
from honte.whole import write_whole

MAX_NAME = 80
"""The most characters of one part of a collection's name, and of the name of a file."""
MAX_PARTS = 4
"""The deepest folder of a collection."""
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f\\:*?"<>|/]+')
"""Characters that one of the usual systems refuses in the name of a file."""


def clean_name(text: str) -> str:
    """A name that every system takes as the name of a file; empty when nothing is left.

    >>> clean_name("  Cho: elementary?  ")
    'Cho elementary'
    """
    plain = " ".join(_FORBIDDEN.sub(" ", text).split())
    return plain.lstrip(". ")[:MAX_NAME].rstrip(". ")


def collection_name(text: str) -> str:
    """The folder of a collection: parts between `/`; raises InputError for a name that cannot be one."""
    parts = [clean_name(part) for part in text.split("/")]
    if not all(parts) or len(parts) > MAX_PARTS:
        raise InputError(
            f"{text[:60]!r} is no name for a collection; expected words, such as Corner problems"
        )
    if parts[0].lower() == "shipped":
        raise InputError("the name `shipped` belongs to the problems that come with honte")
    return "/".join(parts)


def write_new(folder: Path, stem: str, data: bytes) -> Path:
    """Writes a new SGF file that overwrites nothing; `-2`, `-3`, ... follow a name that is taken.

    The file appears whole under its name or not at all. Raises InputError with the reason in words.
    """
    stem = clean_name(stem) or "problem"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        spare = folder / f".{secrets.token_hex(6)}.new"
        try:
            spare.write_bytes(data)
            for number in count(1):
                target = folder / (f"{stem}.sgf" if number == 1 else f"{stem}-{number}.sgf")
                if _placed(spare, target):
                    return target
        finally:
            with contextlib.suppress(OSError):
                spare.unlink()
    except OSError as error:
        raise InputError(f"cannot write to {folder}: {reason_of(error)}") from None
    raise AssertionError("count never ends")


def _placed(spare: Path, target: Path) -> bool:
    """Gives a file its name, unless the name is taken."""
    try:
        os.link(spare, target)
    except FileExistsError:
        return False
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise
        if target.exists():  # a file system without links: two processes may race here
            return False
        os.replace(spare, target)
    return True


def replace_file(path: Path, data: bytes) -> None:
    """Writes a file anew: whole, or not at all. Raises InputError with the reason in words."""
    try:
        write_whole(path, data)
    except OSError as error:
        raise InputError(f"cannot write {path}: {reason_of(error)}") from None


def reason_of(error: OSError) -> str:
    """Why a file cannot be read or written, in words."""
    if isinstance(error, FileNotFoundError):
        return "it is not there"
    if isinstance(error, PermissionError):
        return "no permission"
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "the disk is full"
    return error.strerror or str(error)
