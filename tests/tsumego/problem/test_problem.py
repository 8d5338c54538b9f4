"""Problems: validity with every reason, and round trips of both text forms."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honte.core import BLACK, WHITE, Board
from honte.errors import ParseError, ProblemError
from honte.grid import Grid, Point, PointSet
from honte.tsumego.problem import Capture, Objective, Problem, Setup, Threats
from honte.tsumego.problem.text import (
    format_setup,
    parse_setup,
    read_records,
    record_of_setup,
    setup_of_record,
)
from tests.tsumego.shapes import STRAIGHT_THREE


def reasons(text: str) -> tuple[str, ...]:
    with pytest.raises(ProblemError) as caught:
        Problem.parse(text)
    return caught.value.reasons


def test_sides_follow_from_the_keystones() -> None:
    problem = Problem.parse(STRAIGHT_THREE)
    assert problem.defender is WHITE
    assert problem.attacker is BLACK
    assert problem.objective is Objective.KILL
    assert problem.with_to_play(WHITE).objective is Objective.LIVE


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Black to play\n. . O x -\nO O O x -\nx x x x -", "no keystones"),
        ("Black to play\n. . W x -\nW W W B -\nx x x . -", "keystones of both colors"),
        ("Black to play\n- - W x -\nW W W x -\nx x x x -", "no valid point"),
        ("Black to play\n. . W x .\nW o W x .\nx x x x .", "the boundary cuts the white chain"),
        ("Black to play\n. x W x\n. x x x", "has no liberty"),
        ("Black to play\n* . W x -\nW W W x -\nx x x x -", "no ko at A3"),
        ("Black to play\n- W x . .\nW W x . .\nx x x . .", "leaves the white chain at A2 no liberty"),
    ],
)
def test_each_fault_is_named(text: str, part: str) -> None:
    assert any(part in reason for reason in reasons(text))


def test_all_reasons_come_together() -> None:
    board = Board.parse(". . O\nO O O\n. . .")
    with pytest.raises(ProblemError) as caught:
        Problem(board, PointSet(board.grid), BLACK, PointSet(board.grid), threats=Threats(1, 1))
    assert len(caught.value.reasons) == 3


def test_a_captured_target_is_named() -> None:
    board = Board.parse(". . O\nO O O\n. . .")
    with pytest.raises(ProblemError, match="already captured"):
        Problem(board, board.grid.set([Point(0, 0)]), BLACK, board.grid.all)


def test_a_keystone_outside_the_boundary_is_named() -> None:
    board = Board.parse(". . O\nO O O\n. . .")
    top = board.grid.set([Point(0, 2), Point(1, 2)])
    with pytest.raises(ProblemError, match="outside the boundary"):
        Problem(board, board.stones(WHITE), BLACK, top)


def test_a_real_ko_is_accepted() -> None:
    problem = Problem.parse("Black to play\n* O B B o -\no B . B o -\no B B B o -\no o o o o -")
    assert problem.ko == Point(0, 3)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Black to play\nWhite to play\n. W", "a second side to play"),
        (". W x", "no side to play"),
        ("Black to play", "no diagram"),
        ("Black to play\n. W\n. W .", "3 points where other rows have 2"),
        ("Black to play\n* *\n. W", "2 ko points"),
        ("Black to play\nthreats: black many\n. W", "threats"),
        ("Black to play\nquickly\n. W", "neither a row"),
    ],
)
def test_bad_diagrams(text: str, part: str) -> None:
    with pytest.raises(ParseError, match=part.replace("*", r"\*")):
        parse_setup(text)


@pytest.mark.parametrize(
    ("record", "part"),
    [
        ("[]", "JSON object"),
        ("{", "not JSON"),
        ('{"size": 26}', "size is 26"),
        ('{"to_move": "BW"}', "exactly one side"),
        ('{"to_move": "B", "black": ["zz"]}', "'zz' is not on"),
        ('{"to_move": "B", "black": ["a"]}', "two letters"),
    ],
)
def test_bad_records(record: str, part: str) -> None:
    with pytest.raises(ParseError, match=part):
        list(read_records(record))


def test_a_board_of_25_is_read() -> None:
    setup = setup_of_record({"size": 25, "to_move": "B", "black": ["ya"], "white": ["ay"], "target": ["ya"]})
    assert setup.board[Point(24, 24)] is BLACK
    assert setup.board[Point(0, 0)] is WHITE


def test_gold_lists_empty_points_only() -> None:
    board = Board.parse(". . O\nO O O\nX X X\n. . .")
    valid = board.grid.set([Point(0, 3), Point(1, 3)])
    problem = Problem.of_valid_points(board, board.stones(WHITE), BLACK, valid, capture=Capture.ANY)
    assert problem.valid_points == valid
    assert Point(0, 1) in problem.area


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    grid = Grid(draw(st.integers(1, 7)), draw(st.integers(1, 7)))
    cells = draw(st.lists(st.sampled_from("XOBWxo.-"), min_size=grid.size, max_size=grid.size))
    rows = [" ".join(cells[i : i + grid.cols]) for i in range(0, grid.size, grid.cols)]
    words = [draw(st.sampled_from(["Black to play", "White to play"]))]
    words += ["capture any"] if draw(st.booleans()) else []
    words += [f"threats: white {draw(st.integers(1, 4))}"] if draw(st.booleans()) else []
    words += ["area: all"] if not set(cells) & set("xo-") else []
    return parse_setup("\n".join(words + rows))


@given(setups())
def test_diagrams_round_trip(setup: Setup) -> None:
    assert parse_setup(format_setup(setup)) == setup


@given(setups())
def test_records_round_trip(setup: Setup) -> None:
    read = setup_of_record(json.loads(json.dumps(record_of_setup(setup))))
    assert (read.board, read.to_play, read.keystones, read.capture, read.threats) == (
        setup.board,
        setup.to_play,
        setup.keystones,
        setup.capture,
        setup.threats,
    )
    assert read.area == (setup.area or None)


def test_a_notebook_shows_a_problem() -> None:
    problem = Problem.parse("Black to play\n. . . W x -\nW W W W x -\nx x x x x -")
    assert problem._repr_svg_().startswith("<svg")
