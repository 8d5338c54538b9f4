"""Flood-filled regions and area counting."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honte.core import BLACK, WHITE, Board
from honte.errors import InputError
from honte.grid import Grid, Point, PointSet
from honte.scoring import area_score, chains_at, enclosed_value, problem_set_score, regions, territory_score


@st.composite
def finished(draw: st.DrawFn) -> tuple[Board, PointSet]:
    """A board that can stand, and some of its chains marked dead."""
    side = draw(st.integers(2, 6))
    grid = Grid(side, draw(st.integers(2, 6)))
    letters = draw(st.lists(st.sampled_from("XXO O"), min_size=grid.size, max_size=grid.size))
    board = Board(grid)
    for point, letter in zip(grid.points, letters, strict=True):
        if letter != " ":
            board, _ = board.place(point, BLACK if letter == "X" else WHITE)
    chains = list(board.chains())
    flags = draw(st.lists(st.booleans(), min_size=len(chains), max_size=len(chains)))
    dead = PointSet(grid)
    for chain, flag in zip(chains, flags, strict=True):
        if flag:
            dead |= chain.stones
    return board, dead


COUNTS = (area_score, territory_score, problem_set_score)


def test_paper_formulas_agree_on_its_own_example() -> None:
    board = Board.parse(
        """
        . . . X
        O O . X
        O O . X
        . . O X
        . . O X
        X X X X
        """
    )
    dead = board.stones(WHITE)
    (region,) = regions(board, dead)
    empties, stones = len(region.points - dead), len(dead)
    assert region.owner is BLACK
    assert region.value == empties + 2 * stones == len(region.points) + stones


@given(st.integers(0, 400), st.integers(0, 400))
def test_both_formulas_of_the_paper_agree(empty: int, dead: int) -> None:
    assert enclosed_value(empty, dead) == (empty + dead) + dead


@given(finished())
def test_a_count_is_the_sum_of_its_regions(case: tuple[Board, PointSet]) -> None:
    board, dead = case
    score = area_score(board, dead)
    parts = list(regions(board, dead))
    assert score.black.points == sum(len(r.points) for r in parts if r.owner is BLACK)
    total = score.black.total + score.white.total + len(score.dame)
    assert total == board.grid.size


@given(finished())
def test_swapping_colors_negates_every_margin(case: tuple[Board, PointSet]) -> None:
    board, dead = case
    for way in COUNTS:
        assert way(board, dead).margin == -way(board.swapped(), dead).margin


@given(finished(), st.data())
def test_symmetry_changes_no_count(case: tuple[Board, PointSet], data: st.DataObject) -> None:
    board, dead = case
    symmetry = data.draw(st.sampled_from(board.grid.symmetries))
    turned = board.transformed(symmetry)
    turned_dead = PointSet(board.grid, symmetry.mask(dead.mask))
    for way in COUNTS:
        assert way(board, dead).margin == way(turned, turned_dead).margin


@given(finished())
def test_problem_set_count_is_flood_territory(case: tuple[Board, PointSet]) -> None:
    board, dead = case
    margin = problem_set_score(board, dead, prisoners=(3, 1)).margin
    flood = area_score(board, dead)
    dead_black, dead_white = len(dead & board.stones(BLACK)), len(dead & board.stones(WHITE))
    assert margin == flood.black.points - flood.white.points + (dead_white + 1) - (dead_black + 3)


def test_empty_board_and_one_color() -> None:
    assert area_score(Board(5)).margin == 0
    assert len(area_score(Board(5)).dame) == 25
    lone = Board(5).with_stones(Grid(5).set([Point(2, 2)]), WHITE)
    assert area_score(lone).margin == -25
    assert territory_score(lone).margin == -24


def test_marking_an_empty_point_is_an_error() -> None:
    board = Board.parse(". X\nO .")
    with pytest.raises(InputError, match="A2 is empty"):
        area_score(board, board.grid.set([Point.parse("A2")]))
    with pytest.raises(InputError, match="A2 is empty"):
        chains_at(board, [Point.parse("A2")])


def test_half_a_chain_cannot_be_dead() -> None:
    board = Board.parse("X X .\n. . O")
    with pytest.raises(InputError, match="part of the chain at A2"):
        area_score(board, board.grid.set([Point.parse("A2")]))


def test_komi_and_bonus_go_to_white() -> None:
    score = area_score(Board(5), komi=6.5, bonus=3)
    assert score.margin == -9.5
    assert str(score.result) == "W+9.5"
    assert score.white.parts()["total"] == 9.5
