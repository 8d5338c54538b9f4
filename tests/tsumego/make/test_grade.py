"""Levels: harder problems have higher levels, and a level is the same for a turned problem."""

from __future__ import annotations

import pytest

from honte.grid import Point, PointSet
from honte.tsumego.make.grade import EASIEST, HARDEST, NAMES, Model, features_of, fitted, grade
from honte.tsumego.problem import Problem
from honte.tsumego.problem.levels import parse_level
from tests.tsumego.shapes import STRAIGHT_THREE

L_GROUP = """White to play
. . . . . x -
. . W W W x -
. W x x x x -
. W x - - - -
W W x - - - -
x x x - - - -
- - - - - - -
"""


def test_the_model_names_its_features() -> None:
    model = fitted()
    assert len(model.means) == len(model.scales) == len(model.weights) == len(NAMES)
    easy = features_of(Problem.parse(STRAIGHT_THREE), [Point.parse("B3")])
    assert len(easy) == len(NAMES)


def test_levels_stay_between_25_kyu_and_5_dan() -> None:
    model = Model([0.0], [1.0], [100.0], 20.0)
    assert (model.of([-1.0]), model.of([1.0])) == (EASIEST, HARDEST)


def test_an_eye_shape_is_easier_than_a_corner() -> None:
    model = fitted()
    easy = model.of(features_of(Problem.parse(STRAIGHT_THREE), [Point.parse("B3")]))
    hard = model.of(features_of(Problem.parse(L_GROUP), [Point.parse("A6")]))
    assert easy < hard
    assert parse_level(grade(Problem.parse(STRAIGHT_THREE), [Point.parse("B3")])) == round(easy)


@pytest.mark.parametrize("number", range(1, 8))
def test_a_turned_problem_has_the_same_room_and_chances(number: int) -> None:
    problem = Problem.parse(L_GROUP)
    grid = problem.grid
    image = grid.symmetries[number]
    turned = Problem(
        problem.board.transformed(image),
        PointSet(grid, image.mask(problem.keystones.mask)),
        problem.to_play,
        PointSet(grid, image.mask(problem.area.mask)),
    )
    right, there = Point.parse("A6"), image(Point.parse("A6"))
    a, b = features_of(problem, [right]), features_of(turned, [there])
    for name in ("room", "stones", "moves", "chance", "rank", "beside"):
        index = NAMES.index(name)
        assert a[index] == pytest.approx(b[index], abs=1e-3), name
