"""Rules as cases in text diagrams: tests/cases/core/rules.txt."""

import pytest

from honte.core import Color, Game, Illegality, Move, Position, Rules, parse_move
from honte.errors import IllegalMove
from tests.caselib import Case, cases


def play(case: Case, rules: str, color: str, moves: tuple[str, ...]) -> Game:
    game = Game(rules=Rules.named(rules), board=case.board, to_play=Color.parse(color))
    for text in moves:
        game.play(move(case, text))
    return game


def move(case: Case, text: str) -> Move:
    return parse_move(text, case.board.grid)


@cases("core/rules.txt")
def test_rules(case: Case) -> None:
    if case.verb == "captures":
        color, text, count = case.args
        _, captured = Position(case.board, Color.parse(color)).play_and_captured(move(case, text))
        assert len(captured) == int(count)
    elif case.verb == "allowed":
        rules, color, *moves = case.args
        play(case, rules, color, tuple(moves))
    else:
        assert case.verb == "refused"
        rules, color, *moves, reason = case.args
        game = play(case, rules, color, tuple(moves[:-1]))
        with pytest.raises(IllegalMove) as caught:
            game.play(move(case, moves[-1]))
        assert caught.value.reason is Illegality[reason]
