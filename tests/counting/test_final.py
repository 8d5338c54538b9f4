"""Automatic counting: dead chains, seki, open borders, corrections, and positions that cannot be counted."""

from __future__ import annotations

from typing import Any

import pytest

from honte.core import BLACK, CHINESE, JAPANESE, WHITE, Board, Game
from honte.counting.final import count_given, final_count, find_dead
from honte.errors import InputError
from honte.grid import Point, PointSet

TWO_WALLS = """
. . X O . . .
. . X O . . .
X X X O O O O
. X . X O . .
. X X X O . X
X . X O O . .
. X X O . O .
"""

SEKI = """
. O X . O X .
O O X . O X X
. O X O O X .
O O O X X X X
O . O X . X .
"""

BENT_FOUR = """
. X O O O O . O O
. X O . O . O O .
X X O O O O O O O
O O O X X X X X X
. O X X . X . X X
O O O X X X X X .
. O . O X . X X X
O O O O X X X . X
. O . O X . X X .
"""


def counted(text: str, **options: Any) -> tuple[set[str], float]:
    game = Game(board=Board.parse(text), rules=JAPANESE.with_komi(0.0))
    answer = final_count(game, playouts=300, **options)
    return set(map(str, answer.dead)), answer.score.margin


def test_a_lone_stone_is_dead_and_counts_twice() -> None:
    dead, _ = counted(TWO_WALLS)
    assert dead == {"G3"}


def test_seki_is_left_standing() -> None:
    dead, margin = counted(SEKI)
    assert dead == set()
    assert margin == 1.0


def test_bent_four_in_the_corner_is_dead() -> None:
    dead, _ = counted(BENT_FOUR)
    assert {"B9", "B8", "B7", "A7"} <= dead


def test_colors_and_symmetry_agree() -> None:
    board = Board.parse(TWO_WALLS)
    base = find_dead(Game(board=board), playouts=300)
    assert find_dead(Game(board=board.swapped()), playouts=300) == base
    for symmetry in board.grid.symmetries:
        turned = find_dead(Game(board=board.transformed(symmetry)), playouts=300)
        assert turned == PointSet(board.grid, symmetry.mask(base.mask))


def test_corrections_win() -> None:
    point = Point.parse("G3")
    grid = Board.parse(TWO_WALLS).grid
    dead, _ = counted(TWO_WALLS, alive=grid.set([point]))
    assert dead == set()
    dead, _ = counted(TWO_WALLS, dead=grid.set([Point.parse("D4")]))
    assert "D4" in dead
    with pytest.raises(InputError, match="dead and alive"):
        counted(TWO_WALLS, alive=grid.set([point]), dead=grid.set([point]))
    with pytest.raises(InputError, match="empty"):
        counted(TWO_WALLS, dead=grid.set([Point.parse("A7")]))


def test_given_dead_stones_need_no_playouts() -> None:
    game = Game(board=Board.parse(TWO_WALLS), rules=JAPANESE.with_komi(0.0))
    answer = count_given(game, game.grid.set([Point.parse("G3")]))
    assert answer.ownership is None
    assert answer.score.white.dead == 1
    assert all(v.sure == 1.0 for v in answer.verdicts)


def test_open_borders_are_named_and_closed() -> None:
    text = """
    . . . X . O . . .
    . . . X . O . . .
    . . . X . O . . .
    . . . X X O . . .
    . . . X O O . . .
    . . . X O . . . .
    . . . X O . . . .
    . . . X O . . . .
    . . . . . O . . .
    """
    game = Game(board=Board.parse(text), rules=JAPANESE.with_komi(0.0))
    answer = final_count(game, playouts=300)
    assert len(answer.borders) == 1
    # the playouts decide which side gets the last points of an open border
    assert 24 <= answer.score.black.points <= 27
    assert 28 <= answer.score.white.points <= 31


@pytest.mark.parametrize("rules", [CHINESE, JAPANESE])
def test_too_early_to_count(rules: Any) -> None:
    game = Game(19, rules)
    for col in range(3, 16, 4):
        game.play(Point(col, 3))
        game.play(Point(col, 15))
    with pytest.raises(InputError, match=r"not finished: about .* points have no sure owner"):
        final_count(game, playouts=100)
    assert final_count(game, playouts=100, early=True).score.result


def test_boards_at_the_edge_of_sense() -> None:
    with pytest.raises(InputError, match="the board is empty"):
        final_count(Game(9), playouts=20)
    one = Game(board=Board(9).place(Point.parse("E5"), BLACK)[0])
    assert final_count(one, playouts=100, early=True).score.margin > 0
    full = Game(board=Board.parse("X X X\nX . X\nX X X"), rules=CHINESE.with_komi(0.0))
    assert final_count(full, playouts=20, early=True).score.margin == 9


def test_the_odd_dame_goes_to_the_side_to_play_when_nobody_passed() -> None:
    board = Board.parse(
        """
        . X . X . O . O .
        X X X X X O O O O
        . X X X O O O O .
        """
    )
    rules = CHINESE.with_komi(0.0)
    before = final_count(Game(board=board, rules=rules), playouts=50).score.margin
    last = Point.parse("D1")
    played = Game(board=board.with_stones(board.grid.set([last]), None), rules=rules)
    played.play(last)
    assert played.board == board
    assert played.to_play is WHITE
    assert final_count(played, playouts=50).score.margin == before - 1
