"""The folder that holds a user's own games, edits, settings and problems.

The environment variable `HONTE_DATA` overrides the platform's usual place.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from honte.errors import InputError


def data_folder() -> Path:
    """The folder, which need not exist yet."""
    if chosen := os.environ.get("HONTE_DATA"):
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "honte"
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home()) / "honte"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "honte"


def ensure_data_folder() -> Path:
    """Creates the folder if it is missing and returns it; raises InputError when that fails."""
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make the data folder {folder}: {error.strerror or error}") from None
    return folder
