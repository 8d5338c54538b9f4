"""A target in a game: other stones of its color are safe, and the network says which."""

from __future__ import annotations

from dataclasses import replace

from honte.core import BLACK, Board
from honte.grid import Point
from honte.search.budget import Budget
from honte.tsumego.answer import solve
from honte.tsumego.problem import Setup
from honte.tsumego.stakes.ingame import as_in_game

ALONE = """
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
X X X X X X . . . . . . .
O O O O O X . . . . . . .
O . . . O X . . . . . . .
O O O O O X . . . . . . .
X X X X X X . . . . . . .
"""
FRIENDS = "\n".join(["O . O . O . O . O . O . .", "O O O O O O O O O O O O O", *ALONE.split("\n")[3:]])
"""The same with a living white group along the upper edge."""


def setup(text: str) -> Setup:
    board = Board.parse(text)
    return Setup(board, BLACK, keystones=board.grid.set([Point.parse("A2")]))


def test_a_target_with_the_board_to_itself_is_a_problem() -> None:
    alone = setup(ALONE)
    assert as_in_game(alone) is alone


def test_safe_stones_of_its_color_make_it_a_game() -> None:
    found = as_in_game(setup(FRIENDS))
    assert found.safe is not None
    assert Point.parse("A12") in found.safe
    assert Point.parse("A2") not in found.safe


def test_what_is_given_is_not_asked_again() -> None:
    game = setup(FRIENDS)
    for given in (replace(game, safe=game.board.grid.set([])), replace(game, area=game.board.empty)):
        assert as_in_game(given) is given


def test_an_answer_in_a_game_does_not_count_its_area_as_given() -> None:
    assert solve(setup(ALONE), Budget(nodes=30_000, memory_mb=16), explain=False).is_given
    in_a_game = solve(setup(FRIENDS), Budget(nodes=30_000, memory_mb=16), explain=False)
    assert not in_a_game.is_given
