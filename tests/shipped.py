"""The shipped problems as parameters of tests: an even sample in every run, all of them with `-m slow`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1] / "src" / "honte" / "problems"
FILES = sorted(ROOT.glob("*/*.sgf"))
SAMPLE = 50
"""Files that are tried in every run, evenly spaced over all; the others are marked slow."""


def spread(files: list[Path] = FILES, sample: int = SAMPLE) -> list[Any]:
    """All files as parameters; those outside the sample are slow."""
    step = -(-len(files) // sample)
    return [
        pytest.param(file, id=file.stem, marks=[pytest.mark.slow] if number % step else [])
        for number, file in enumerate(files)
    ]
