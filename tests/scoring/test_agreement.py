"""The counting phase: marks, consent, undo, and the way back to play."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honte.core import BLACK, JAPANESE, PROBLEM_SET, WHITE, Board, Game, Phase
from honte.errors import InputError
from honte.grid import Point, PointSet
from honte.scoring import Agreement, State, count
from honte.scoring.agreement import chain_at, held_by

TEXT = """
. X . O .
. X X O .
O . X O .
. X X O X
. . X O .
"""


def counting() -> Game:
    game = Game(board=Board.parse(TEXT), rules=JAPANESE)
    game.pass_turn()
    game.pass_turn()
    return game


A3, E2 = Point.parse("A3"), Point.parse("E2")


def test_it_opens_only_when_the_game_is_being_counted() -> None:
    with pytest.raises(InputError, match="not in its counting phase"):
        Agreement(Game(9))


def test_one_click_marks_a_chain_and_a_second_unmarks_it() -> None:
    agreement = Agreement(counting())
    agreement.toggle(Point.parse("C1"))
    # A stone stands there.
    assert agreement.dead == counting().board.chain(Point.parse("C1")).stones  # type: ignore[union-attr]
    agreement.toggle(Point.parse("C3"))
    assert not agreement.dead


def test_running_score_follows_the_marks() -> None:
    agreement = Agreement(counting())
    before = agreement.score.margin
    agreement.mark(A3)
    # the region around A3 was shared by both colors before: all of it turns Black's
    assert agreement.score.black.dead == 1
    assert agreement.score.margin > before


def test_both_must_agree_and_a_change_withdraws_consent() -> None:
    agreement = Agreement(counting())
    agreement.mark(A3)
    assert agreement.agree(BLACK) is None
    agreement.mark(E2)
    assert not agreement.agreed
    agreement.agree(WHITE)
    result = agreement.agree(BLACK)
    assert result is not None
    assert agreement.state is State.AGREED
    assert agreement.game.phase is Phase.FINISHED
    assert agreement.game.dead == agreement.dead == agreement.game.grid.set([A3, E2])
    with pytest.raises(InputError, match="counting is over"):
        agreement.mark(A3)


def test_agreeing_can_be_taken_back_with_all_marks() -> None:
    agreement = Agreement(counting())
    agreement.mark(A3)
    agreement.agree(WHITE)
    agreement.agree(BLACK)
    agreement.withdraw()
    assert agreement.game.phase is Phase.COUNTING
    assert A3 in agreement.dead
    agreement.undo()
    assert not agreement.dead


def test_resumed_play_keeps_marks_on_chains_that_still_stand() -> None:
    agreement = Agreement(counting())
    agreement.mark(A3)
    agreement.mark(E2)
    agreement.resume()
    game = agreement.game
    assert game.phase is Phase.PLAY
    game.play(Point.parse("A1"))
    game.play(Point.parse("E1"), WHITE)
    game.play(Point.parse("B3"), BLACK)
    game.play(Point.parse("E3"), WHITE)  # takes the stone at E2
    assert game.board[E2] is None
    with pytest.raises(InputError, match="still being played"):
        agreement.reopen()
    game.pass_turn()
    game.pass_turn()
    agreement.reopen()
    assert agreement.dead == game.grid.set([A3])
    assert agreement.state is State.OPEN


def test_problem_set_waits_for_three_passes() -> None:
    game = Game(board=Board.parse(TEXT), rules=PROBLEM_SET)
    game.pass_turn()
    game.pass_turn()
    with pytest.raises(InputError):
        Agreement(game)
    game.pass_turn()
    assert Agreement(game, game.grid.set([A3])).dead


def test_nothing_to_undo() -> None:
    agreement = Agreement(counting())
    for call in (agreement.undo, agreement.redo, agreement.withdraw, agreement.reopen):
        with pytest.raises(InputError):
            call()
    with pytest.raises(InputError, match="empty"):
        agreement.mark(Point.parse("A1"))


@given(st.lists(st.tuples(st.sampled_from(["mark", "unmark", "toggle", "undo", "redo"]), st.integers(0, 24))))
def test_undo_never_loses_a_mark(steps: list[tuple[str, int]]) -> None:
    """A plain list of states is the model: undo and redo walk it, changes cut its tail."""
    agreement = Agreement(counting())
    board = agreement.game.board
    states, at = [PointSet(board.grid)], 0
    for action, index in steps:
        point = board.grid.points[index]
        if action in ("undo", "redo"):
            to = at - 1 if action == "undo" else at + 1
            if 0 <= to < len(states):
                getattr(agreement, action)()
                at = to
            else:
                with pytest.raises(InputError):
                    getattr(agreement, action)()
        elif board[point] is not None:
            getattr(agreement, action)(point)
            if agreement.dead != states[at]:
                states = [*states[: at + 1], agreement.dead]
                at += 1
        assert agreement.dead == states[at]
        assert agreement.score == count(agreement.game)


def test_a_dead_wall_holds_no_prisoners() -> None:
    board = Board.parse(". X . O .\nX X . O .\n. . . O .\nO O O O .\n. . . . .")
    black, wall = (chain_at(board, Point.parse(text)) for text in ("B5", "A2"))
    assert held_by(board, wall, black) == black
    assert not held_by(board, wall, PointSet(board.grid)), "nothing is dead"


def test_a_chain_that_another_wall_captures_stays_dead() -> None:
    board = Board.parse("O X . O .\nO X . O .\nO O . O .\n. O . O .\n. O . O .")
    black, wall = (chain_at(board, Point.parse(text)) for text in ("B5", "D5"))
    assert not held_by(board, wall, black), "the chain at A5 is not dead"
    assert held_by(board, wall, black | chain_at(board, Point.parse("A5"))) == black
