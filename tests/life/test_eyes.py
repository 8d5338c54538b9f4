"""Eye spaces: the shapes of every textbook, and what the corner makes of a single point."""

from __future__ import annotations

import pytest

from honte.core import BLACK, Board
from honte.grid import Grid, Point, PointSet
from honte.life import eye_spaces, is_eye, is_false_eye, shape_eyes, shape_name

SHAPES = {
    # name: (points, eyes moving first, eyes moving second, vital points)
    "one point": ("C3", 1, 1, ""),
    "two points": ("C3 D3", 1, 1, ""),
    "three in a row": ("C3 D3 E3", 2, 1, "D3"),
    "bent three": ("C3 D3 D4", 2, 1, "D3"),
    "four in a row": ("C3 D3 E3 F3", 2, 2, ""),
    "bent four": ("C3 D3 E3 E4", 2, 2, ""),
    "square four": ("C3 D3 C4 D4", 1, 1, ""),
    "pyramid four": ("C3 D3 E3 D4", 2, 1, "D3"),
    "bulky five": ("C3 D3 C4 D4 E4", 2, 1, "D4"),
    "cross five": ("C3 D3 E3 D4 D2", 2, 1, "D3"),
    "rabbity six": ("C3 D3 C4 D4 E4 D5", 2, 1, "D4"),
    "rectangular six": ("C3 D3 E3 C4 D4 E4", 2, 2, ""),
}


def points(text: str) -> PointSet:
    return Grid(9).set(map(Point.parse, text.split()))


@pytest.mark.parametrize("name", SHAPES)
def test_shape(name: str) -> None:
    text, first, second, vital = SHAPES[name]
    shape = points(text)
    assert shape_name(shape.grid, shape.mask) == name
    assert shape_eyes(shape.grid, shape.mask, 0) == (first, second, points(vital).mask)


@pytest.mark.parametrize("name", SHAPES)
def test_shapes_do_not_depend_on_their_side(name: str) -> None:
    text, first, second, vital = SHAPES[name]
    shape = points(text)
    for symmetry in shape.grid.symmetries:
        turned = shape_eyes(shape.grid, symmetry.mask(shape.mask), 0)
        assert turned == (first, second, symmetry.mask(points(vital).mask))


def test_stones_caught_inside_that_fill_the_vital_point_leave_one_eye() -> None:
    shape, inside = points("C3 D3 E3"), points("D3")
    assert shape_eyes(shape.grid, (shape - inside).mask, inside.mask)[:2] == (1, 1)


def test_caught_stones_that_grow_into_a_killing_shape() -> None:
    shape, inside = points("C3 D3 E3 F3"), points("C3 D3")
    assert shape_eyes(shape.grid, (shape - inside).mask, inside.mask) == (2, 1, points("E3").mask)


def test_caught_stones_in_a_bad_shape_leave_two_eyes() -> None:
    shape, inside = points("C3 D3 E3 F3 G3"), points("C3 D3")
    assert shape_eyes(shape.grid, (shape - inside).mask, inside.mask)[:2] == (2, 2)


def test_false_eyes() -> None:
    board = Board.parse(
        """
        . X O . .
        X O X X X
        X X X . X
        O X O X X
        . . . X .
        """
    )
    assert is_eye(board, Point.parse("A5"), BLACK)
    assert is_false_eye(board, Point.parse("A5"), BLACK)
    assert is_eye(board, Point.parse("D3"), BLACK)
    assert not is_false_eye(board, Point.parse("D3"), BLACK)
    spaces = {str(s.points): s for s in eye_spaces(board, BLACK)}
    assert spaces["{A5}"].eyes_second == 0
    assert "false" in spaces["{A5}"].reason


def test_no_spaces_without_stones() -> None:
    assert list(eye_spaces(Board(3), BLACK)) == []
