"""The bound of colors that bar each other: never below the truth, and tighter than color by color."""

from __future__ import annotations

import random

import pytest

from honte.samegame import Board, Scoring
from honte.samegame.exact import HIGHEST, ExactSearch
from honte.samegame.scoring import FORMULAS
from honte.search.budget import Budget
from tests.samegame import brute
from tests.samegame.test_board import columns

SHAPES = [(2, 6), (3, 5), (4, 4), (5, 4), (4, 5), (6, 3), (3, 3), (7, 2), (1, 9), (2, 9), (9, 2)]


def bounds(board: Board, scoring: Scoring) -> tuple[int, int]:
    """The bound and the plain sum over colors."""
    engine = ExactSearch(board, scoring, HIGHEST, 1)
    plain = sum(int(engine.whole[0, n]) for n in board.color_counts.values())
    some = sum(int(engine.partial[0, n]) for n in board.color_counts.values())
    return engine.bound(board), max(plain + scoring.clear_bonus, some)


def sample(seed: int) -> tuple[Board, Scoring]:
    """A board on the way through a random game, so that ragged columns are seen too."""
    draw = random.Random(seed)
    cols, rows = draw.choice(SHAPES)
    board = Board.random(cols, rows, draw.randint(2, 5), seed)
    scoring = Scoring(draw.choice(list(FORMULAS)), draw.choice([3, 50, 1000]), draw.choice([0, 0, 7]))
    for _ in range(draw.randint(0, 3)):
        if groups := board.groups():
            board, _ = board.remove(draw.choice(groups).move)
    return board, scoring


def truth(board: Board, scoring: Scoring) -> int:
    return brute.best_score(columns(board), scoring.points, scoring.clear_bonus, scoring.penalty)


@pytest.mark.parametrize("start", range(0, 600, 100))
def test_never_below_the_truth(start: int) -> None:
    tighter = 0
    for seed in range(start, start + 100):
        board, scoring = sample(seed)
        bound, plain = bounds(board, scoring)
        if board.count:
            assert truth(board, scoring) <= bound <= plain, seed
            tighter += bound < plain
    assert tighter > 10


@pytest.mark.parametrize("start", range(0, 200, 100))
def test_moves_are_never_passed_over_wrongly(start: int) -> None:
    """What a position says of its moves is never below the truth of the position after them."""
    for seed in range(start, start + 100):
        board, scoring = sample(seed)
        engine = ExactSearch(board, scoring, HIGHEST, 1)
        engine.run(board, Budget(), depth=0)
        for group in board.groups():
            after, size = board.remove(group.move)
            left = board.color_counts[group.color] - size
            cleared, not_cleared = engine.outlook[0, :, group.color]
            bound = max(cleared + engine.whole[0, left], not_cleared + engine.partial[0, left])
            assert bound >= truth(after, scoring), seed


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("2\n1\n2\n1", False),  # each color lies between the other's tiles
        ("1\n2\n2\n1", True),
        ("1.\n31\n22\n33", True),  # two, then three, then one
        ("132\n231\n113", False),
    ],
)
def test_rings(text: str, whole: bool) -> None:
    board = Board.parse(text)
    bound, plain = bounds(board, Scoring())
    assert (bound == plain) == whole


def test_a_way_around_is_no_bar() -> None:
    """The ones are one group although a two lies between two of them."""
    board = Board.parse("11\n21\n11\n22")
    bound, plain = bounds(board, Scoring())
    assert bound == plain
    assert bound == 1000 + 9 + 1
