"""What tactical playouts answer to the last move."""

import numpy as np
import pytest

from honte.core import BLACK, WHITE, Board, Color, Position
from honte.core.arrays import KERNEL_COLOR, cell_of, compiled, point_at
from honte.grid import Point
from honte.kernels.go import tactics
from honte.kernels.go.board import only_liberty


def answer(text: str, last: str, to_play: Color, ko: str | None = None) -> str:
    position = Position(Board.parse(text), to_play, None if ko is None else Point.parse(ko))
    boards = compiled(position)
    cells = {
        int(
            tactics.answer(
                boards[0], np.uint64(cell_of(Point.parse(last))), np.uint8(KERNEL_COLOR[to_play]), draw
            )
        )
        for draw in (np.uint64(k << 60) for k in range(4))
    }
    return " or ".join(sorted(str(point_at(cell)) if cell else "none" for cell in cells))


@pytest.mark.parametrize(
    ("text", "last", "to_play", "expected"),
    [
        pytest.param(". O . .\nO X . .\n. O . .\n. . . .", "B3", WHITE, "C3", id="capture the last stone"),
        pytest.param(". O . .\nO X . .\n. O . .\n. . . .", "B2", BLACK, "C3", id="run to two liberties"),
        pytest.param(". O O .\nO X . O\n. O . .\n. . . .", "B2", BLACK, "none", id="running would not help"),
        pytest.param("X . . .\nO X . .\n. O X .\n. X . .", "A3", BLACK, "A2", id="save by capturing"),
        pytest.param(". . . .\n. X . .\n. . O .\n. . . .", "C2", BLACK, "none", id="nothing in atari"),
    ],
)
def test_answers(text: str, last: str, to_play: Color, expected: str) -> None:
    assert answer(text, last, to_play) == expected


def test_the_ko_is_not_retaken() -> None:
    text = ". X O .\nX . X O\n. X O .\n. . . ."
    assert answer(text, "C3", WHITE) == "B3"
    assert answer(text, "C3", WHITE, ko="B3") == "none"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("X . .\n. . .\n. . .", "none"),
        ("X O .\n. . .\n. . .", "A2"),
        ("X X O\nO . .\n. . .", "B2"),
        ("X X .\nX . .\n. . .", "none"),
    ],
)
def test_only_liberty(text: str, expected: str) -> None:
    boards = compiled(Position(Board.parse(text)))
    cell = int(only_liberty(boards[0], np.uint64(cell_of(Point.parse("A3")))))
    assert (str(point_at(cell)) if cell else "none") == expected
