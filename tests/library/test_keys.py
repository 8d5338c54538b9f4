"""Keys of problems, patterns of stones, levels."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honte.core import BLACK, WHITE, Board
from honte.errors import ParseError
from honte.grid import Grid, Point
from honte.library.shapes import Field, Shape
from honte.tsumego.problem.keys import clusters, key_of
from honte.tsumego.problem.levels import guess_level, level_text, parse_level

CORNER = ". X O .\nX X O .\nO O O .\n. . . ."


def moved(board: Board, grid: Grid, cols: int, rows: int) -> Board:
    """The stones on another grid, moved by some columns and rows."""
    placed = Board(grid)
    for color in (BLACK, WHITE):
        points = grid.set(Point(p.col + cols, p.row + rows) for p in board.stones(color))
        placed = placed.with_stones(points, color)
    return placed


@given(st.lists(st.sampled_from((None, BLACK, WHITE)), min_size=20, max_size=20), st.integers(0, 7))
def test_symmetry_and_exchange_of_colors_keep_the_key(signs: list[object], turn: int) -> None:
    grid = Grid(7)
    board = Board(grid)
    for place, color in enumerate(signs):
        if color is not None:
            board = board.with_stones(grid.set([Point(place % 5, place // 5)]), color)  # type: ignore[arg-type]
    turned = board.transformed(grid.symmetries[turn])
    assert key_of(board, BLACK) == key_of(turned, BLACK) == key_of(turned.swapped(), WHITE)
    assert bool(key_of(board, BLACK)) == (board.empty != grid.all)


def test_a_corner_has_one_key_on_every_board_and_the_side_has_another() -> None:
    small = Board.parse(CORNER)
    wide = moved(small, Grid(19), 0, 15)
    assert key_of(wide, BLACK) == key_of(moved(small, Grid(9), 0, 5), BLACK)
    on_the_side = moved(small, Grid(19), 6, 15)
    assert key_of(on_the_side, BLACK) == key_of(moved(small, Grid(19), 9, 15), BLACK) != key_of(wide, BLACK)
    assert key_of(wide, BLACK) != key_of(wide, WHITE)


def test_a_stone_more_is_another_problem() -> None:
    board = Board.parse(CORNER)
    more = board.with_stones(board.grid.set([Point(0, 0)]), BLACK)
    assert key_of(board, BLACK) != key_of(more, BLACK)


def test_clusters_are_the_parts_of_a_board() -> None:
    far = moved(Board.parse(CORNER), Grid(19), 0, 15).with_stones(Grid(19).set([Point(15, 3)]), WHITE)
    parts = sorted(clusters(far), key=lambda part: len(part.empty))
    assert [361 - len(part.empty) for part in parts] == [8, 1]


# Shapes


def is_in(pattern: str, board: str) -> bool:
    return Shape.parse(pattern).is_in(Field.of(Board.parse(board)))


def test_a_shape_is_found_turned_and_with_exchanged_colors() -> None:
    assert is_in("X X O", ". . . .\n. O . .\n. O . .\n. X . .")
    assert not is_in("X X O", ". . . .\n. O . .\n. O . .\n. O X .")


def test_an_empty_point_must_be_empty_and_a_question_mark_may_be_anything() -> None:
    board = ". . . .\n. X O X\n. . . .\n. . . ."
    assert is_in("X ? X", board)
    assert not is_in("X . X", board)


def test_edges_of_a_shape_are_edges_of_the_board() -> None:
    board = ". . . . .\n. X X . .\n. . . . .\n. . . . .\n. . . . ."
    assert is_in("| . X X", board)
    assert not is_in("| X X", board)
    assert is_in("-------\n| . . .\n| . X X", board)


def test_a_shape_does_not_wrap_around_the_board() -> None:
    rows = ["." * 25 for _ in range(25)]
    rows[10], rows[9] = "." * 24 + "X", "O" + "." * 24
    wide = Shape.parse("X" + "?" * 2 + "O")
    assert not wide.is_in(Field.of(Board.parse("\n".join(" ".join(row) for row in rows))))


@pytest.mark.parametrize(
    ("text", "reason"), [("", "empty shape"), (". .", "no stone"), ("X z", "'Z'"), ("X" * 26, "26x1")]
)
def test_a_shape_that_is_none_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        Shape.parse(text)


# Levels


def test_levels_are_ranks() -> None:
    assert [level_text(parse_level(text)) for text in ("30k", "1 kyu", "1d", "9dan", "99k")] == [
        "30k", "1k", "1d", "9d", "30k",
    ]  # fmt: skip
    assert [parse_level(text) for text in ("", "0k", "12", "easy")] == [None] * 4
    assert parse_level("20k") < parse_level("3k") < parse_level("2d")  # type: ignore[operator]


def test_a_longer_proof_is_guessed_to_be_harder() -> None:
    easy, hard = guess_level({"effort": "8"}), guess_level({"effort": "20000", "depth": "1"})
    assert easy is not None
    assert hard is not None
    assert easy < hard
    assert guess_level({"depth": "x"}) is None
