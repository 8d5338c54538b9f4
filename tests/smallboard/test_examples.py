"""The shipped examples: Wen's three kinds of position, solved whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from honte.core import BLACK, WHITE, Color, vertex
from honte.formats.load import load_position
from honte.smallboard.explain import Teacher

FOLDER = Path(__file__).parents[2] / "examples" / "smallboard"


@pytest.mark.parametrize(
    ("name", "color", "value", "best"),
    [
        ("stable", BLACK, 7, "C2"),
        ("stable", WHITE, 5, "C2"),
        ("critical", WHITE, -1, "C4"),
        ("critical", BLACK, 25, "C4"),
        ("unstable", WHITE, -25, "D4"),
        ("unstable", BLACK, 1, "D4"),
    ],
)
def test_three_kinds(name: str, color: Color, value: int, best: str) -> None:
    position = load_position((FOLDER / f"{name}.txt").read_bytes(), to_play=color)
    answer = Teacher(position, nodes=2_000_000, seconds=None).solve(position)
    assert answer.value == value
    assert [vertex(move) for move in answer.best] == [best]
    assert answer.best_proved
