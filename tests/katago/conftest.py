"""A stand-in for KataGo, installed where honte finds it."""

from __future__ import annotations

import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

from honte.katago import Location, engine, locate
from honte.katago.locating import CONFIG, MODEL, OVERRIDE, PROGRAM
from honte.katago.process import TIMEOUT
from tests.cli.conftest import honte
from tests.katago.record import FILE

__all__ = ["honte"]  # the fixture of the command line

Installed: TypeAlias = Callable[[str], Location]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Installed]:
    """Installs the stand-in with a manner of its own, as the KataGo that honte finds."""
    for name in (PROGRAM, MODEL, CONFIG, OVERRIDE, TIMEOUT):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(engine, "_shared", None)

    def install(manner: str) -> Location:
        program, model = tmp_path / "katago", tmp_path / "default_model.bin.gz"
        fake = Path(__file__).with_name("fake.py")
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{fake}" "{FILE}" {manner} "$@"\n')
        program.chmod(program.stat().st_mode | stat.S_IEXEC)
        model.write_bytes(b"a network")
        monkeypatch.setenv(PROGRAM, str(program))
        return locate()

    yield install
    if engine._shared is not None:
        engine._shared.close()
