"""Books and their checker: every proof is replayed by code that shares nothing with the search."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from honte.core import BLACK, WHITE, Board, Position
from honte.errors import InputError
from honte.grid import Grid, Point
from honte.search.budget import Budget
from honte.smallboard import openings
from honte.smallboard.answer import solve
from honte.smallboard.book import FOLDER, Book, book_move, shipped
from honte.smallboard.checker import check, check_by_games, secured_mask
from honte.smallboard.engine import Engine
from honte.smallboard.making import make_book
from honte.smallboard.solver import POSITIONAL, SIMPLE
from tests.smallboard import boards

WALKABLE = 20_000
"""Larger books take the plain checker too long."""


@pytest.mark.parametrize(("cols", "rows", "goal"), [(3, 3, 9), (2, 4, 8), (2, 5, 10), (3, 4, 4)])
def test_proofs_survive_the_checker(cols: int, rows: int, goal: int) -> None:
    book = make_book(Grid(cols, rows), goal, Budget(nodes=2_000_000, memory_mb=64))
    assert book is not None
    visited, fault = check(book)
    assert fault is None
    assert visited > len(book)


def test_the_checker_finds_faults() -> None:
    book = make_book(Grid(3), 9, Budget(memory_mb=32))
    assert book is not None
    wrong = Book(book.grid, book.goal, book.start, book.keys, np.full_like(book.moves, 255))
    assert check(wrong)[1] is not None
    assert check_by_games(wrong, 20) is not None
    short = Book(book.grid, book.goal, book.start, book.keys[1:], book.moves[1:])
    assert check(short)[1] is not None


@pytest.mark.parametrize(("cols", "rows"), [(3, 3), (4, 3), (5, 5), (1, 6)])
def test_both_readings_of_secured_agree(cols: int, rows: int) -> None:
    grid = Grid(cols, rows)
    engine, some = Engine(grid, Budget(memory_mb=8)), 0
    for board in boards.random_boards(grid, 300, seed=3, letters=".XXXO"):
        held = secured_mask(board, BLACK).bit_count()
        assert engine.held(board.black_mask) == held, str(board)
        some += held > 0
    assert some > 0 or grid.rows > 5 or grid.cols == 1


def test_save_and_load(tmp_path: Path) -> None:
    book = make_book(Grid(3), 9, Budget(memory_mb=32))
    assert book is not None
    book.save(tmp_path / "book.npz")
    again = Book.load(tmp_path / "book.npz")
    assert again.move(Position.empty(3)) == (True, Point.parse("B2"))
    assert again.move(Position.empty(4)) == (False, None)
    (tmp_path / "bad.npz").write_bytes(b"no book")
    with pytest.raises(InputError, match="not a book"):
        Book.load(tmp_path / "bad.npz")


def test_shipped_books_open_the_game() -> None:
    for path in FOLDER.glob("*.npz"):
        book = Book.load(path)
        start = Position(Board(book.grid, *book.start), BLACK)
        known, move = book_move(start)
        assert known
        assert move is not None
        swapped = Position(start.board.swapped(), WHITE)
        assert book_move(swapped)[0]


def test_the_empty_5x5_board_is_won_whole_from_the_center_and_answered_at_once() -> None:
    start = Position.empty(5)
    answer = solve(start, POSITIONAL, Budget(nodes=2_000, memory_mb=8))
    assert (answer.value, answer.simple_low) == (25, 25)
    assert answer.best == [Point.parse("C3")]
    after = start.play_unchecked(Point.parse("C3"))
    assert solve(after, POSITIONAL, Budget(nodes=2_000, memory_mb=8), past=[start]).value == 25


def test_shipped_books_win_against_random_replies() -> None:
    for path in FOLDER.glob("*.npz"):
        assert check_by_games(Book.load(path), 60) is None, path.name


@pytest.mark.slow
def test_shipped_books_survive_the_checker() -> None:
    sys.setrecursionlimit(10_000)
    for path in FOLDER.glob("*.npz"):
        book = Book.load(path)
        if len(book) < WALKABLE:
            assert check(book)[1] is None, path.name
        else:
            assert check_by_games(book, 10_000) is None, path.name


def test_the_solver_opens_its_books() -> None:
    """3x6 takes millions of nodes; the book answers at once, and says whose promise it is."""
    start = Position.empty(3, 6)
    answer = solve(start, SIMPLE, Budget(nodes=2_000, memory_mb=8))
    assert (answer.value, answer.simple_low) == (18, 18)
    known, move = book_move(start)
    assert known
    assert move in answer.best
    after = start.play_unchecked(move)
    assert solve(after, SIMPLE, Budget(nodes=2_000, memory_mb=8)).value == 18
    assert solve(after, POSITIONAL, Budget(nodes=2_000, memory_mb=8)).value == 18


@pytest.mark.parametrize(("cols", "rows"), [(3, 6), (6, 3), (2, 8), (8, 2), (5, 3), (4, 5), (5, 4)])
def test_a_book_answers_upright_and_turned_under_superko(cols: int, rows: int) -> None:
    start = Position.empty(cols, rows)
    answer = solve(start, POSITIONAL, Budget(nodes=2_000, memory_mb=8), line=True)
    assert answer.value == cols * rows
    known, move = book_move(start)
    assert known
    assert move in answer.best
    assert answer.line[:1] == answer.best[:1] or cols * rows <= 16


def test_a_book_without_a_promise_claims_nothing_under_superko(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board.parse(". . . . .\n. . . . .\n. . X . .\n. . O . .\n. . . . .")
    position = Position(board, BLACK)
    assert solve(position, POSITIONAL, Budget(nodes=2_000, memory_mb=8)).value == 25
    books = tuple(replace(book, superko=False) for book in shipped(board.grid))
    monkeypatch.setattr(openings, "shipped", lambda grid: books)
    answer = solve(position, POSITIONAL, Budget(nodes=2_000, memory_mb=8))
    assert (answer.value, answer.simple_low, answer.simple_high) == (None, 25, 25)
    assert answer.best == []
    assert book_move(answer.position)[1] in answer.guesses


def test_a_game_before_the_position_closes_the_books() -> None:
    """A strategy was walked without that game: its boards may not return."""
    start = Position.empty(3, 6)
    two_passes = start.play_unchecked(None).play_unchecked(None)
    past = [start, start.play_unchecked(None)]
    answer = solve(two_passes, POSITIONAL, Budget(nodes=2_000, memory_mb=8), past=past)
    assert answer.value is None


def test_promises_end_where_the_book_does() -> None:
    book = Book.load(FOLDER / "3x3.npz")
    engine = Engine(book.grid, Budget(memory_mb=8))
    start = Position.empty(3)
    assert book.superko
    assert book.promises(start, BLACK, engine)
    assert not book.promises(start, WHITE, engine)
    assert book.promises(start.play_unchecked(Point.parse("B2")), BLACK, engine)
    assert not book.promises(start.play_unchecked(Point.parse("A1")), BLACK, engine)
    assert not book.promises(start.with_to_play(WHITE), BLACK, engine)
