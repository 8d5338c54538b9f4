"""Boards, text, moves, scoring, replay."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honte.errors import IllegalMove, InputError, ParseError
from honte.grid import Point
from honte.samegame import CASUAL, Board, Game, Scoring, move_text, parse_move, replay
from tests.samegame import brute


@st.composite
def boards(draw: st.DrawFn, side: int = 6) -> Board:
    cols, rows = draw(st.integers(1, side)), draw(st.integers(1, side))
    return Board.random(cols, rows, draw(st.integers(1, 5)), draw(st.integers(0, 999)))


def columns(board: Board) -> tuple[str, ...]:
    return tuple("".join(map(str, column)) for column in board.columns if column)


@given(boards())
def test_text_round_trip(board: Board) -> None:
    again = Board.parse(str(board))
    assert again.rows() == board.rows()
    assert Board.parse("\n".join(again.rows())) == again
    assert eval(repr(again)) == again


@given(boards(), st.data())
def test_moves_agree_with_the_independent_rules(board: Board, data: st.DataObject) -> None:
    while groups := board.groups():
        expected = sorted(brute.moves(columns(board)))
        found = sorted((group.size, columns(board.remove(group.move)[0])) for group in groups)
        assert found == expected
        group = data.draw(st.sampled_from(groups))
        member = data.draw(st.sampled_from(list(group.points)))
        assert board.remove(member) == board.remove(group.move)
        board, _ = board.remove(member)
    assert brute.moves(columns(board)) == []


def test_columns_close_to_the_left() -> None:
    board = Board.parse("3 1 2\n3 1 2")
    after, size = board.remove(Point(1, 0))
    assert (size, str(after)) == (2, "3 2 .\n3 2 .")
    assert after.cols == 3


def test_letters_digits_and_empty_cells() -> None:
    board = Board.parse("a . .\nb a _\nb b a")
    assert board.count == 6
    assert board.color_counts == {1: 3, 2: 3}
    assert board.rows() == ["a..", "ba.", "bba"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no board"),
        ("112\n12", "line 2: this row has 2 cells, the first one 3"),
        ("11\n1*", "line 2, column 2: '\\*' is not a tile"),
        ("1.\n.1", "above an empty cell"),
        (".1\n.1", "column 1 is empty"),
        ("0123456789", "10 colors"),
        ("1" * 51, "51x1 board is out of range"),
        ("1\n" * 51, "1x51 board is out of range"),
    ],
)
def test_bad_boards(text: str, message: str) -> None:
    with pytest.raises((ParseError, InputError), match=message):
        Board.parse(text)


@pytest.mark.parametrize("size", [(51, 3, 2), (3, 0, 2), (3, 3, 0), (3, 3, 10)])
def test_generator_limits(size: tuple[int, int, int]) -> None:
    with pytest.raises(InputError):
        Board.random(*size)


def test_generator_is_seeded() -> None:
    assert Board.random(50, 50, 9, seed=4) == Board.random(50, 50, 9, seed=4)
    assert Board.random(8, 8, 4, seed=4) != Board.random(8, 8, 4, seed=5)


@pytest.mark.parametrize("text", ["", "3", "a,1", "0,1", "1,51", "1,2,3", "-1,2"])
def test_bad_moves(text: str) -> None:
    with pytest.raises(ParseError, match="not a move"):
        parse_move(text)


@given(st.integers(0, 49), st.integers(0, 49))
def test_move_text_round_trip(col: int, row: int) -> None:
    assert parse_move(move_text(Point(col, row))) == Point(col, row)


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        (["2,1"], "step 1: 2,1 is a single tile"),
        (["1,1", "3,2"], "step 2: 3,2 is an empty cell"),
        (["1,1", "4,1"], "step 2: 4,1 is not on a 3x2 board"),
    ],
)
def test_replay_names_the_illegal_step(moves: list[str], message: str) -> None:
    board = Board.parse("1 2 3\n1 3 2")
    with pytest.raises(IllegalMove, match=message):
        replay(board, [parse_move(move) for move in moves])


def test_scoring_options() -> None:
    board = Board.parse("1 1 1 4\n1 2 3 3")
    moves = [parse_move("1,1"), parse_move("2,1")]
    assert replay(board, moves).score == 4
    assert replay(board, moves, CASUAL).score == 9 + 1
    assert replay(board, moves, Scoring("n(n-1)", 0, 5)).score == 12 + 2 - 10
    assert replay(board, moves, Scoring("n^2", 0, 0, True)).score == 16 + 4
    cleared = Board.parse("11\n22")
    both = [parse_move("1,1"), parse_move("1,1")]
    assert replay(cleared, both).score == 1000
    assert replay(cleared, both, Scoring(clear_bonus=7)).cleared
    with pytest.raises(InputError, match="formula"):
        Scoring("n")
    with pytest.raises(InputError, match="bonus"):
        Scoring(clear_bonus=-1)


def test_undo_and_redo() -> None:
    game = Game(Board.parse("1 2 2\n1 1 2"))
    first = game.board
    game.play(Point(0, 0))
    game.play(Point(0, 0))
    assert (game.score, game.is_over, len(game.moves)) == (1002, True, 2)
    game.undo()
    game.undo()
    assert (game.board, game.moves) == (first, ())
    with pytest.raises(InputError, match="undo"):
        game.undo()
    game.redo()
    game.play(Point(0, 0))
    with pytest.raises(InputError, match="redo"):
        game.redo()
    assert game.score == 1002


def test_one_color_and_no_move_at_all() -> None:
    one = Board.random(4, 4, 1)
    assert [group.size for group in one.groups()] == [16]
    none = Board.parse("12\n21")
    assert none.is_over
    assert Game(none).score == 0
