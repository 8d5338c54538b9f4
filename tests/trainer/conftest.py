"""A library with the shipped problems, and a trainer on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from honte.library.library import Library
from honte.trainer import Trainer


@pytest.fixture
def trainer(tmp_path: Path) -> Iterator[Trainer]:
    """A trainer that nobody has trained with."""
    library = Library(tmp_path / "data")
    library.sync()
    yield Trainer(library)
    library.close()
