"""Edges, coordinates and sizes of text diagrams, and the diagrams of Sensei's Library."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honte import load
from honte.core import BLACK, WHITE, Board, vertex
from honte.errors import GoError, ParseError
from honte.formats.diagram import Diagram, parse, render
from honte.formats.frame import framed
from honte.grid import Grid, Point
from honte.tsumego.problem.text import parse_setup


@pytest.mark.parametrize(
    ("text", "side", "black"),
    [
        ("| . X .\n| . . .\n-------", 19, "B2"),
        ("------\n. X . |\n. . . |", 19, "S19"),
        ("+-----\n| X . .\n| . . .", 19, "A19"),
        ("size: 9\n. . X |\n. . . |\n+-----+", 9, "J2"),
        ("size: 13\n   C D E\n 5 . X .\n 4 . . .", 13, "D5"),
        ("   C D E\n 5 . X .\n 4 . . .", 19, "D5"),
        ("  A B C\n5 . X . 5\n4 . . . 4\n  A B C", 19, "B5"),
        ("| . X .\n| . . .\n| . . .", 19, "B11"),
        ("size: 3\n. X .\n. . .\n. . .", 3, "B3"),
        ("+-------+\n| . X . |\n| . . . |\n| . . . |\n+-------+", 3, "B3"),
    ],
)
def test_edges_and_coordinates_place_a_part(text: str, side: int, black: str) -> None:
    board = parse(text).board
    assert board.grid is Grid(side)
    assert board.stones(BLACK) == board.grid.set([Point.parse(black)])


@pytest.mark.parametrize(
    "text",
    [
        "size: 2\n| . X .\n-------",
        "size: 26\n| . X .\n-------",
        "size: 9\nsize: 9\n| . X .\n-------",
        "   C D E\n| 5 . X .",
        " B C D\n2 | . X .\n1 | . . .",
        "size: 0\n. X",
    ],
)
def test_a_part_that_does_not_fit_is_refused(text: str) -> None:
    with pytest.raises(ParseError):
        parse(text)


@st.composite
def windows(draw: st.DrawFn) -> tuple[Board, Point, Point]:
    grid = Grid(draw(st.integers(2, 25)), draw(st.integers(2, 25)))
    low = Point(draw(st.integers(0, grid.cols - 2)), draw(st.integers(0, grid.rows - 2)))
    high = Point(draw(st.integers(low.col + 1, grid.cols - 1)), draw(st.integers(low.row + 1, grid.rows - 1)))
    inside = grid.set(p for p in grid if low.col <= p.col <= high.col and low.row <= p.row <= high.row)
    black = draw(st.integers(0, grid.full_mask)) & inside.mask
    white = draw(st.integers(0, grid.full_mask)) & inside.mask & ~black
    return Board(grid, black, white), low, high


@given(windows())
def test_a_printed_part_reads_back(window: tuple[Board, Point, Point]) -> None:
    board, low, high = window
    signs = {None: ".", BLACK: "X", WHITE: "O"}
    text = "\n".join(framed(board.grid, low, high, lambda point: signs[board[point]]))
    assert parse(text).board == board


# Sensei's Library

CORNER = """
$$Wm7 White to live
$$ -----------------
$$ | . 2 1 3 X . . .
$$ | O O O B X a . .
$$ | X X # X X , C .
$$ [A|SomePage]
"""


def test_a_diagram_of_senseis_library() -> None:
    read = parse(CORNER)
    assert read.board.grid is Grid(19)
    assert [str(move) for move in read.moves] == ["C19", "B19", "D19"]
    assert (read.to_play, read.title) == (WHITE, "White to live")
    assert read.labels == {Point.parse("F18"): "a"}
    assert read.marks == {
        Point.parse("D18"): "circle",
        Point.parse("C17"): "square",
        Point.parse("G17"): "circle",
    }
    assert read.board[Point.parse("D18")] is BLACK


def test_its_moves_are_played() -> None:
    game = load(CORNER)
    assert [(step.color.letter, vertex(step.move)) for step in game.steps] == [
        ("W", "C19"),
        ("B", "B19"),
        ("W", "D19"),
    ]
    assert game.to_play is BLACK


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("$$ . X\n$$ O .", 2),
        ("$$B\n$$ | . X |\n$$ | O . |", 2),
        ("$$c9\n$$ | . X\n$$ | O .\n$$ -----", 9),
        ("$$ A title\n$$ | . X\n$$ -----", 19),
        ("$$B\n$$ +-----\n$$ |.X0123456789".replace("0", ""), 19),
    ],
)
def test_the_board_of_a_diagram(text: str, side: int) -> None:
    assert parse(text).board.grid is Grid(side)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("$$B Title", "no diagram"),
        ("$$ . X\n$$ . X .", "line 2: 3 points"),
        ("$$ . 1 3", "expected 1, 2, 3"),
        ("$$ . 1 1", "a second move 1"),
        ("$$ . X .\n$$ . % .", "line 2, column 6: '%'"),
        ("$$ . X\n$$ -----\n$$ . .", "an edge between"),
    ],
)
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        parse(text)


def test_an_illegal_move_is_refused() -> None:
    with pytest.raises(GoError, match="suicide"):
        load("$$W\n$$ | X . .\n$$ | 1 X .\n$$ -------")


def test_moves_read_back() -> None:
    read = parse(CORNER)
    again = parse(render(read))
    assert (again.board, again.moves, again.to_play, again.marks) == (
        read.board,
        read.moves,
        read.to_play,
        read.marks,
    )
    bare = Diagram(Board(3), moves=(Point(0, 0), Point(2, 2)))
    assert parse(render(bare)) == bare


def test_the_signs_of_problems_are_read() -> None:
    read = parse("Black to play\n* X . -\n& x B W")
    assert read.board == Board.parse(". X . .\n. X X O")
    assert read.marks == {Point.parse("A2"): "square", Point.parse("A1"): "circle"}


LONG = [". X " * 2_500_000, ". X .\n" * 1_500_000, "--\n. X\n" * 8000, "$$ . X\n" * 9000]


@pytest.mark.parametrize("text", LONG, ids=["a row", "rows", "edges", "Sensei's Library"])
@pytest.mark.parametrize("read", [parse, parse_setup])
def test_a_text_that_is_too_long_is_refused_at_once(text: str, read: Callable[[str], object]) -> None:
    with pytest.raises(ParseError, match="too large"):
        read(text)
