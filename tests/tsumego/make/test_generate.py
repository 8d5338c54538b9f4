"""Generated problems: each kept one is good, equal ones are recognized, the seed decides everything."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice

import pytest

from honte.core import Color
from honte.formats.sgf import to_text
from honte.grid import Grid, PointSet
from honte.search.budget import Budget
from honte.tsumego.answer import solve
from honte.tsumego.make.generate import Place, candidate, canonical, generate, judge, mutated
from honte.tsumego.problem import Problem
from tests.tsumego.shapes import STRAIGHT_THREE


def problems(count: int) -> list[Problem]:
    found: list[Problem] = []
    number = 0
    while len(found) < count:
        problem = candidate(random.Random(number), list(Place)[number % 3])
        number += 1
        if problem is not None:
            found.append(problem)
    return found


def turned(problem: Problem, symmetry: int, *, swap: bool) -> Problem:
    grid = problem.grid
    image = grid.symmetries[symmetry]
    board = problem.board.transformed(image)
    return Problem(
        board.swapped() if swap else board,
        PointSet(grid, image.mask(problem.keystones.mask)),
        problem.to_play.opponent if swap else problem.to_play,
        PointSet(grid, image.mask(problem.area.mask)),
    )


def test_turned_mirrored_and_swapped_problems_are_the_same() -> None:
    found = problems(5)
    for problem in found:
        key = canonical(problem)
        for symmetry in range(8):
            for swap in (False, True):
                assert canonical(turned(problem, symmetry, swap=swap)) == key
        assert canonical(replace(problem, to_play=problem.to_play.opponent)) != key
    assert len({canonical(problem) for problem in found}) == len(found)


def test_shifted_problems_are_the_same() -> None:
    text = "Black to play\n" + "\n".join(
        ["- x x x x x -", "- x W W W x -", "- x W . W x -", "- x W W . x -", "- x x x x x -"]
    )
    problem = Problem.parse(text)
    grid = Grid(9)

    def placed(step: int) -> Problem:
        def moved(points: PointSet) -> PointSet:
            return grid.set(type(p)(p.col + step, p.row + step) for p in points)

        board = problem.board
        stones = {color: moved(board.stones(color)).mask for color in Color}
        shifted = type(board)(grid, stones[Color.BLACK], stones[Color.WHITE])
        return Problem(shifted, moved(problem.keystones), problem.to_play, moved(problem.area))

    assert canonical(placed(1)) == canonical(placed(2))


def test_candidates_are_closed() -> None:
    """Every neighbor of the area is a stone: the answer holds on the whole board."""
    for problem in problems(15):
        outside = problem.area.neighbors()
        assert outside.isdisjoint(problem.board.empty)
        neighbor = mutated(random.Random(1), problem)
        assert neighbor is None or neighbor.area.neighbors().isdisjoint(neighbor.board.empty)


def test_generated_problems_are_unsettled_with_one_right_move() -> None:
    made = list(islice(generate(5, Place.CORNER, 60), 1))
    assert made
    for each in made:
        solution = solve(each.problem.setup(), Budget(nodes=1_000_000), both_sides=True)
        assert solution.status.value == "unsettled"
        assert solution.first.best == each.answer.best
        assert len(each.answer.best) == 1
        assert each.longest >= 3
    again = list(islice(generate(5, Place.CORNER, 60), 1))
    assert [to_text(m.tree) for m in made] == [to_text(m.tree) for m in again]


@pytest.mark.parametrize(
    "text",
    [
        STRAIGHT_THREE,  # the answer ends at once
        "Black to play\n. . W x -\n. . W x -\nW W W x -\nx x x x -",  # dead anyway
        "Black to play\n. . . . W x -\nW W W W W x -\nx x x x x x -",  # alive anyway
    ],
)
def test_poor_problems_are_refused(text: str) -> None:
    assert judge(Problem.parse(text), Place.CORNER, 0) is None
