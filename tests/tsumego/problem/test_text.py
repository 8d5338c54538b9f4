"""The diagrams of problems: every sign, edges, Sensei's Library, and the round trip of what is printed."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from honte.cli.tsumego.show import diagram
from honte.core import BLACK, WHITE, Board
from honte.errors import GoError
from honte.grid import Grid, Point, PointSet
from honte.tsumego.problem import Capture, Objective, Problem, Setup, Threats
from honte.tsumego.problem.text import format_setup, parse_setup
from tests.tsumego.random_problems import enclosed_problem, random_problem

CORNER = """
Black to play
  A B C D E F
  ------------
9 | . & . W x -
8 | W W W W x -
7 | x x x x x -
"""


def test_a_corner_of_a_larger_board() -> None:
    setup = parse_setup(CORNER)
    assert setup.board.grid is Grid(9)
    assert setup.solutions == (Point.parse("B9"),)
    assert str(setup.problem().valid_points) == "{A9, B9, C9}"


@pytest.mark.parametrize("edge", ["-------------", "+-----------+"])
def test_edges_alone_place_a_corner(edge: str) -> None:
    setup = parse_setup(f"White to play\n| . . . W x -\n| W W W W x -\n| x x x x x -\n{edge}")
    assert setup.board.grid is Grid(19)
    assert str(setup.problem().valid_points) == "{A3, B3, C3}"


def test_dashes_in_packed_rows_are_points() -> None:
    setup = parse_setup("White to play\n..Wx-\nWWWx-\nxxxx-\n-----")
    assert setup.board.grid is Grid(5, 4)


def test_the_words() -> None:
    setup = parse_setup("White to kill\nright: D2 B1\nko: C2\n. . . +\nX . O .")
    assert (setup.to_play, setup.objective) == (WHITE, Objective.KILL)
    assert setup.ko == Point.parse("C2")
    assert setup.solutions == (Point.parse("D2"), Point.parse("B1"))


@pytest.mark.parametrize("words", ["ko: A1 B1", "right: Z9", "right: what", "ko: A1\n* . .\n. . ."])
def test_bad_words_are_refused(words: str) -> None:
    with pytest.raises(GoError):
        parse_setup(f"Black to play\n{words}\n. . .\n. . .")


def test_a_diagram_of_senseis_library() -> None:
    setup = parse_setup("$$B Kill\n$$ | . 1 . W X .\n$$ | W W W W X .\n$$ | X X X X X .\n$$ ---")
    assert (setup.to_play, setup.name, setup.solutions) == (BLACK, "Kill", (Point.parse("B3"),))
    assert str(setup.keystones) == "{A2, B2, C2, D2, D3}"


def masks(grid: Grid) -> st.SearchStrategy[PointSet]:
    return st.integers(0, grid.full_mask).map(lambda mask: PointSet(grid, mask & grid.full_mask))


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    grid = Grid(draw(st.integers(1, 25)), draw(st.integers(1, 25)))
    black, white = draw(masks(grid)), draw(masks(grid))
    board = Board(grid, black.mask, white.mask & ~black.mask)
    area = draw(st.none() | st.just(grid.all) | masks(grid))
    stones = ~board.empty if area is None else ~board.empty & area
    keystones = (draw(masks(grid)) & stones) or None
    point = st.sampled_from(grid.points)
    ko = draw(st.none() | point)
    return Setup(
        board=board,
        to_play=draw(st.sampled_from([BLACK, WHITE])),
        keystones=keystones,
        area=area,
        capture=draw(st.sampled_from(Capture)),
        ko=ko,
        threats=Threats.of(draw(st.sampled_from([BLACK, WHITE])), draw(st.integers(0, 3))),
        objective=None if keystones else draw(st.sampled_from([None, *Objective])),
        solutions=tuple(draw(st.lists(point, max_size=4, unique=True))),
        name=draw(st.sampled_from(["", "corner 3", "A B C"])),
    )


@given(setups())
def test_every_setup_reads_back(setup: Setup) -> None:
    assert parse_setup(format_setup(setup)) == setup


@given(setups())
def test_every_setup_reads_back_with_coordinates_and_edges(setup: Setup) -> None:
    grid = setup.board.grid
    assume(min(grid.cols, grid.rows) > 1)
    window = Point(0, 0), Point(grid.cols - 1, grid.rows - 1)
    assert parse_setup(format_setup(setup, window)) == setup


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Problems on boards of up to 5x5 with any ko, and enclosed groups anywhere on 19x19."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    return enclosed_problem(rng, (3, 9)) if draw(st.booleans()) else random_problem(rng)


@given(problems())
def test_every_problem_reads_back(problem: Problem) -> None:
    assert Problem.parse(str(problem)) == problem


@given(problems(), st.booleans())
def test_every_printed_problem_reads_back(problem: Problem, answered: bool) -> None:
    free = [p for p in problem.valid_points if p != problem.ko]
    right = tuple(free[:2]) if answered else ()
    read = parse_setup(diagram(problem, right))
    assert read.solutions == right
    shown = problem.area.dilate()
    for color in (BLACK, WHITE):
        assert read.board.stones(color) & shown == problem.board.stones(color) & shown
    assert replace(read.problem(), board=problem.board, name=problem.name) == problem


def test_a_ko_and_an_answer_have_different_signs() -> None:
    text = diagram(Problem.parse(CORNER), [Point.parse("A9")])
    assert "9 | & . . W x" in text
    assert "*" not in text
