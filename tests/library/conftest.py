"""A library in an empty folder, and small problems to fill it with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from honte.library.library import Library
from tests.library.samples import FOUR, GAME, THREE


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """A library that has the shipped problems and nothing else."""
    found = Library(tmp_path / "data")
    found.sync()
    yield found
    found.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two problems, one of them below another folder, and a file that is none."""
    home = tmp_path / "in"
    (home / "deep").mkdir(parents=True)
    (home / "three.sgf").write_text(THREE)
    (home / "deep" / "four.sgf").write_text(FOUR)
    (home / "game.sgf").write_text(GAME)
    return home
