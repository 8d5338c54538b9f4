"""The opponent: legal, repeatable, sees one-move tactics, passes when it should, stops when told."""

import pytest

from honte.core import BLACK, CHINESE, PASS, TROMP_TAYLOR, WHITE, Board, Color, Game, vertex
from honte.engine.mcts import choose
from honte.errors import InputError
from honte.grid import Grid
from honte.search.budget import Budget

CAPTURE = """
. . . . .
. X X . .
X O O X .
X O O . .
. X X . .
"""
EYES = """
. X O . O
X X O O O
X X O . O
. X O O .
X X O O O
"""


def from_diagram(text: str, to_play: Color, komi: float = 0.5) -> Game:
    return Game(rules=CHINESE.with_komi(komi), board=Board.parse(text), to_play=to_play)


@pytest.mark.smoke
def test_it_starts_in_the_middle_of_3x3() -> None:
    assert vertex(choose(Game(3), Budget(nodes=300)).move) == "B2"


def test_it_captures_what_decides_the_game() -> None:
    assert vertex(choose(from_diagram(CAPTURE, BLACK), Budget(nodes=2000)).move) == "D2"


def test_one_thread_and_a_seed_repeat() -> None:
    first, second = (choose(Game(5), Budget(nodes=500), seed=7) for _ in range(2))
    assert first.candidates == second.candidates
    assert first.simulations == 500


def test_two_threads_share_the_node_budget() -> None:
    choice = choose(Game(5), Budget(nodes=1000, threads=2))
    assert 900 <= choice.simulations <= 1000


def test_it_never_fills_its_eyes_and_answers_a_pass_when_ahead() -> None:
    game = from_diagram(EYES, BLACK)
    game.play(PASS)
    assert choose(game, Budget(nodes=400)).move is PASS
    behind = from_diagram(EYES, WHITE, komi=0.5)
    assert choose(behind, Budget(nodes=400)).move is PASS  # nothing but own eyes is left


def test_it_plays_whole_legal_games() -> None:
    """Superko included: on 3x3 boards fights come back to old boards all the time."""
    for seed in range(3):
        game = Game(Grid(3), TROMP_TAYLOR)
        while game.phase.value == "play" and len(game.steps) < 200:
            game.play(choose(game, Budget(nodes=60, memory_mb=1), seed=seed).move)
        assert game.phase.value == "counting"


def test_a_full_tree_and_an_empty_budget_still_answer() -> None:
    assert choose(Game(9), Budget(nodes=500, memory_mb=0)).simulations == 500
    assert choose(Game(9), Budget(seconds=0)).move is PASS


def test_a_finished_game_has_no_move() -> None:
    game = Game(5)
    game.resign()
    with pytest.raises(InputError, match="the game is over"):
        choose(game)
