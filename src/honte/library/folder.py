"""The folder that holds a user's own games, edits, settings and problems.

The environment variable `HONTE_DATA` overrides the platform's usual place.
"""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

import platformdirs

from honte.errors import InputError


def data_folder() -> Path:
    """The folder, which need not exist yet."""
    if chosen := os.environ.get("HONTE_DATA"):
        return Path(chosen)
    return platformdirs.user_data_path("honte", appauthor=False, roaming=True)


def ensure_data_folder() -> Path:
    """Creates the folder if it is missing and returns it; raises InputError when that fails."""
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _refused(folder, error) from None
    return folder


def data_trouble() -> str:
    """Why nobody can write into the folder: a read-only home; empty where it can be written.

    A full disk raises InputError instead: what the folder holds is still there.
    """
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise _refused(folder, error) from None
        return error.strerror or str(error)
    return ""


def _refused(folder: Path, error: OSError) -> InputError:
    reason = error.strerror or error
    return InputError(f"cannot make the data folder {folder}: {reason}; HONTE_DATA names another place")
