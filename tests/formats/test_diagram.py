"""Text diagrams: what people type, what is refused, and the round trip."""

from __future__ import annotations

import pytest
from caselib import Case, cases, read_cases
from hypothesis import given
from hypothesis import strategies as st

from honte.core import BLACK, WHITE, Board
from honte.errors import ParseError
from honte.formats.diagram import MARKS, Diagram, parse, render, rows_of
from honte.grid import Grid, Point


@cases("formats/diagrams.txt")
def test_case(case: Case) -> None:
    diagram, args = case.diagram, case.args
    grid = diagram.board.grid
    if case.verb == "size":
        assert (grid.cols, grid.rows) == tuple(map(int, args))
    elif case.verb in ("black", "white"):
        stones = diagram.board.stones(BLACK if case.verb == "black" else WHITE)
        assert stones == grid.set(map(Point.parse, args))
    elif case.verb == "last":
        assert diagram.last == Point.parse(args[0])
    elif case.verb == "label":
        assert diagram.labels == {Point.parse(args[0]): args[1]}
    else:
        assert case.verb == "mark"
        assert diagram.marks[Point.parse(args[0])] == args[1]


@st.composite
def diagrams(draw: st.DrawFn) -> Diagram:
    grid = Grid(draw(st.integers(1, 25)), draw(st.integers(1, 25)))
    black = draw(st.integers(0, grid.full_mask)) & grid.full_mask
    white = draw(st.integers(0, grid.full_mask)) & grid.full_mask & ~black
    point = st.sampled_from(grid.points)
    last = draw(st.none() | point)
    marks = draw(
        st.dictionaries(point, st.sampled_from([m for m in MARKS.values() if m != "last"]), max_size=5)
    )
    labels = draw(
        st.dictionaries(point, st.sampled_from(["a", "Z", "7", "x", "12", "long label"]), max_size=5)
    )
    marks.pop(last, None)
    to_play = draw(st.sampled_from([None, BLACK, WHITE]))
    return Diagram(Board(grid, black, white), marks, labels, last, to_play)


@given(diagrams(), st.booleans())
def test_round_trip(diagram: Diagram, stars: bool) -> None:
    assert parse(render(diagram, stars=stars)) == diagram


@given(diagrams())
def test_round_trip_of_arrays(diagram: Diagram) -> None:
    assert parse(rows_of(diagram.board)).board == diagram.board


def test_title_and_player() -> None:
    read = parse("White to kill\n\n . X O\n . X .\nC1: here\n")
    assert (read.title, read.to_play, read.labels) == ("White to kill", WHITE, {Point(2, 0): "here"})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "an empty board"),
        ("   \n\n", "an empty board"),
        ("0B0\n0Q0\n000", "line 2, column 2: 'Q'"),
        (". X .\n. X", "line 2: 2 points where other rows have 3"),
        ("..\n" * 26, "too large"),
        ("." * 26, "too large"),
        ("hello world", "line 1"),
        (". . .\nwhat is this\n. . .", "line 2"),
        ("...\n.$.\n...", "line 2, column 2: '\\$'"),
        (". .\n. .\nD9: a", "D9"),
    ],
)
def test_refused(text: str, message: str) -> None:
    with pytest.raises(Exception, match=message) as caught:
        parse(text)
    assert isinstance(caught.value, ParseError) or message == "D9"


def test_case_files_mark_known_failures(tmp_path: object) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    (folder / "a.txt").write_text("% one\n. X\nO .\nholds A1\n* holds B2\n\n% two\n. .\nholds\n")
    found = read_cases("a.txt", folder)
    assert [(c.title, c.words, c.known_failure) for c in found] == [
        ("one", ("holds", "A1"), False),
        ("one", ("holds", "B2"), True),
        ("two", ("holds",), False),
    ]
    assert found[0].board == Board.parse(". X\nO .")
