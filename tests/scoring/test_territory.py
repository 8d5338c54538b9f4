"""Dame, false eyes and seki under territory counting."""

from __future__ import annotations

import pytest

from honte.core import WHITE, Board
from honte.grid import Point
from honte.scoring import area_score, chains_at, territory_score

CASES = {
    "two walls": (
        """
        . X O .
        . X O .
        . X O .
        """,
        (3, 3, "", ""),
    ),
    "a dame between the walls is nobody's": (
        """
        . X . O .
        . X O O .
        . X O . .
        """,
        (3, 4, "", ""),
    ),
    "a false eye must be filled": (
        """
        . O . O X .
        O O O O X X
        O O X X X .
        O O X X X X
        O . O . X .
        """,
        (3, 2, "B1", ""),
    ),
    "no dame outside, no fill: the stone is already caught from within or safe": (
        """
        . O . O X .
        O O O O X X
        O O O X X .
        O O O X X X
        O . O X X .
        """,
        (3, 3, "", ""),
    ),
    "seki without eyes: the shared points are dame": (
        """
        . O X . O X .
        O O X . O X X
        . O X O O X .
        O O O X X X X
        """,
        (2, 2, "", ""),
    ),
    "seki with an eye each: the eyes do not count": (
        """
        . O X X X . O O O X .
        O O X . X X O . O X X
        . O X X X O O O O X .
        O O O O O X X X X X X
        """,
        (2, 2, "", "D3 H3"),
    ),
    "a group with two eyes beside a dame keeps them": (
        """
        . X . X . O .
        X X X X O O O
        O O O O O O .
        """,
        (2, 2, "", ""),
    ),
    "a stone in atari at the end must be connected": (
        """
        . . . O X .
        O O . O X X
        X O O O X .
        . X O . X X
        X X X X X .
        """,
        (3, 4, "A2", ""),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    text, expected = CASES[name]
    score = territory_score(Board.parse(text))
    fill = " ".join(map(str, score.fill))
    seki = " ".join(map(str, score.seki))
    assert (score.black.points, score.white.points, fill, seki) == expected


def test_area_counts_the_eyes_of_a_seki() -> None:
    board = Board.parse(CASES["seki with an eye each: the eyes do not count"][0])
    assert area_score(board).black.points == 3
    assert territory_score(board).black.points == 2


def test_dead_stones_inside_a_seki_stay() -> None:
    text = CASES["seki with an eye each: the eyes do not count"][0]
    wide = text.replace("O O X . X X O . O X X", "O O X O X X O . O X X")
    board = Board.parse(wide)
    score = territory_score(board, chains_at(board, [Point.parse("D3")]))
    assert score.black.dead == 0
    assert "D3" in map(str, score.seki)


def test_dead_stones_count_twice() -> None:
    board = Board.parse(
        """
        . O . X
        . . O X
        X X X X
        """
    )
    dead = chains_at(board, [Point.parse("B3"), Point.parse("C2")])
    score = territory_score(board, dead, prisoners=(2, 5))
    assert score.black.points == 6
    assert score.black.dead == 2
    assert score.black.prisoners == 5
    assert score.white.prisoners == 2
    assert score.margin == 6 + 2 + 5 - 2
    assert score.side(WHITE) is score.white


def test_a_count_that_is_not_strict_is_flood_fill() -> None:
    board = Board.parse(CASES["a false eye must be filled"][0])
    score = territory_score(board, strict=False)
    assert (score.black.points, score.white.points) == (3, 3)
    assert not score.fill
