"""Small problems and obstacles that the tests of the library share."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

THREE = (
    "(;GM[1]SZ[9]PL[B]GN[three]AB[ac][bc][cc][dc][ec][eb][ea]AW[ab][bb][cb][db][da]"
    "C[Black to kill.];B[ba]C[RIGHT])"
)
FOUR = (
    "(;GM[1]SZ[9]PL[B]AB[ac][bc][cc][dc][ec][fc][fb][fa]AW[ab][bb][cb][db][eb][ea]"
    "DI[12k]GE[life and death];B[ba])"
)
GAME = "(;GM[1]SZ[9];B[ee];W[cc];B[gc])"


def lock(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Makes a folder unreadable, for users who may read everything, too."""
    scandir = os.scandir

    def locked(path: Any) -> Any:
        if Path(path) == folder:
            raise PermissionError(errno.EACCES, "Permission denied", str(folder))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", locked)
