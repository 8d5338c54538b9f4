"""Boxes: groups in the middle with one color alone around them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from honte.core import BLACK, WHITE
from honte.tsumego.make.groups import candidate
from honte.tsumego.make.looks import BOX, boxed, is_box
from honte.tsumego.problem import Problem
from honte.tsumego.problem.place import Place


def built(place: Place) -> Iterator[Problem]:
    """Groups built at random, with a wall all around."""
    found = (candidate(random.Random(number), place) for number in range(20))
    return (problem for problem in found if problem is not None)


def test_a_group_with_a_wall_around_it_is_a_box() -> None:
    assert all(boxed(problem.board, problem.attacker) > BOX for problem in built(Place.MIDDLE))
    assert all(is_box(problem) for problem in built(Place.MIDDLE))


@pytest.mark.parametrize("place", [Place.CORNER, Place.SIDE])
def test_walls_at_the_edge_are_no_boxes(place: Place) -> None:
    assert not any(is_box(problem) for problem in built(place))


def test_the_shares_of_both_colors_add_up_to_one() -> None:
    for problem in built(Place.MIDDLE):
        assert boxed(problem.board, BLACK) + boxed(problem.board, WHITE) == pytest.approx(1.0)


def test_stones_that_were_added_do_not_count() -> None:
    for problem in built(Place.MIDDLE):
        top = max(point.row for point in problem.keystones)
        wall = problem.board.stones(problem.attacker)
        added = problem.grid.set(point for point in wall if point.row >= top)
        assert not is_box(problem, added)
