"""Books under superko: followed against every reply, mended where they make a board twice, and replayed."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from honte.core import BLACK, PASS, Board, Game, Position
from honte.grid import Grid, Point
from honte.search.budget import Budget
from honte.smallboard import POSITIONAL
from honte.smallboard.book import FOLDER, Book, entries_of, shipped
from honte.smallboard.checker import check, check_by_games, check_returns
from honte.smallboard.engine import Engine, State
from honte.smallboard.making import make_book
from honte.smallboard.mending import certified, followed, real_faults
from honte.smallboard.orbits import Orbits
from honte.smallboard.plain import area_margin
from honte.smallboard.secured import Secured, secured_by
from honte.smallboard.superko import Strategy
from honte.smallboard.tracks import Track
from tests.smallboard.test_superko import secured_reply

QUICK = 300_000
"""Larger books take more than a few seconds to follow."""
KO_BOARD = """
. O O .
X X O O
. X X X
X O O X
. O . O
"""
"""Black to play may not take at C1. The first proof of 4x5 makes this board again three plies later."""


def orbits_of(book: Book) -> Orbits:
    """The orbits of a book, which must reach its goal everywhere."""
    orbits = followed(book, Engine(book.grid, Budget(memory_mb=8)))
    assert orbits.complete
    return orbits


def position_of(book: Book, place: int) -> Position:
    """The position of an entry of a book, the prover as Black."""
    masks, rest = [0, 0, 0, 0], int(book.keys[place])
    for point in book.grid.points:
        masks[rest & 3] |= book.grid.bit(point)
        rest >>= 2
    ko = book.grid.point_of(masks[3].bit_length() - 1) if masks[3] else None
    return Position(Board(book.grid, masks[1], masks[2]), BLACK, ko)


def unmended(cols: int, rows: int, goal: int) -> tuple[Engine, Book]:
    """An engine and the book of its proof as the search found it."""
    engine = Engine(Grid(cols, rows), Budget(memory_mb=256))
    track = Track(engine, State(0, 0), hold=False)
    while not track.step(goal):
        assert not track.exhausted(goal)
    strategy = Strategy(engine, goal, 1 << 17)
    assert strategy.walk(track.state, track.proved_depth, merge=True)
    return engine, Book(engine.grid, goal, (0, 0), *entries_of(engine.grid, strategy))


def test_a_book_that_brings_a_board_back_is_found_and_mended() -> None:
    """The kernels and the plain checker find the same board of the 4x4 proof, and none after mending."""
    engine, book = unmended(4, 4, 1)
    orbits = orbits_of(book)
    repeat = real_faults(orbits)[0][0]
    assert orbits.path(repeat)[0] == repeat.earlier
    state, grid = orbits.state_of(repeat.earlier), book.grid
    ko = grid.point_of(state.ko.bit_length() - 1) if state.ko else None
    before = Position(Board(grid, state.own, state.opp), BLACK, ko)
    fault = check_returns(book, before)[1]
    assert fault is not None
    assert fault.startswith("a board comes back")
    mended = certified(book, engine)
    assert mended.superko
    assert not np.array_equal(mended.keys, book.keys) or not np.array_equal(mended.moves, book.moves)
    assert real_faults(orbits_of(mended)) == ([], True)
    assert check_returns(mended, before)[1] != fault


def test_a_mended_book_survives_the_whole_replay() -> None:
    book = make_book(Grid(3, 4), 4, Budget(memory_mb=64))
    assert book is not None
    assert book.superko
    assert check(book)[1] is None
    visited, fault = check_returns(book, Position.empty(3, 4))
    assert fault is None
    assert visited > len(book)


def test_a_book_with_a_gap_or_a_wrong_move_is_not_followed() -> None:
    engine, book = unmended(3, 4, 4)
    short = replace(book, keys=book.keys[1:], moves=book.moves[1:])
    assert not followed(short, engine).complete
    wrong = replace(book, moves=np.full_like(book.moves, 255))
    assert not followed(wrong, engine).complete
    assert not Orbits(engine, book, 64).follow()
    assert certified(short, engine) is short
    assert not certified(wrong, engine).superko


@pytest.mark.parametrize("name", ["2x7", "2x8", "3x3", "3x4", "3x5", "3x6", "4x4"])
def test_shipped_books_hold_under_superko(name: str) -> None:
    book = Book.load(FOLDER / f"{name}.npz")
    assert book.superko
    assert len(book) < QUICK
    assert real_faults(orbits_of(book)) == ([], True)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["4x5", "5x5"])
def test_long_books_hold_under_superko(name: str) -> None:
    book = Book.load(FOLDER / f"{name}.npz")
    assert book.superko
    assert real_faults(orbits_of(book)) == ([], True)


def test_the_book_of_4x5_wins_the_ko_without_making_a_board_twice() -> None:
    (book,) = shipped(Grid(4, 5))
    board = Board.parse(KO_BOARD)
    visited, fault = check_returns(book, Position(board, BLACK, Point.parse("C1")))
    assert fault is None
    assert visited > 100


def late_places(book: Book, least: int) -> list[int]:
    """The entries of a book with at least this many stones, those with a ko first."""
    pairs = [(book.keys >> np.uint64(2 * k)) & np.uint64(3) for k in range(book.grid.size)]
    stones = sum(((pair == 1) | (pair == 2)).astype(np.int64) for pair in pairs)
    banned = sum((pair == 3).astype(np.int64) for pair in pairs)
    late = np.flatnonzero(stones >= least)
    return late[np.argsort(-banned[late], kind="stable")].tolist()


@pytest.mark.parametrize(("count", "least"), [(20, 15), pytest.param(300, 13, marks=pytest.mark.slow)])
def test_the_plain_checker_finds_no_board_again_in_4x5(count: int, least: int) -> None:
    """Half of the positions have a ko: there boards come back first."""
    (book,) = shipped(Grid(4, 5))
    places, rng = late_places(book, least), random.Random(7)
    with_ko = [place for place in places if position_of(book, place).ko is not None]
    chosen = rng.sample(with_ko, count // 2) + rng.sample(places, count // 2)
    for place in chosen:
        visited, fault = check_returns(book, position_of(book, place))
        assert fault is None
        assert visited > 1


@pytest.mark.parametrize(("cols", "rows", "games"), [(4, 5, 40), (3, 6, 20)])
def test_a_book_wins_whole_games_under_superko(cols: int, rows: int, games: int) -> None:
    """Every move of Black is legal with all boards of the game remembered, secured play included."""
    (book,) = shipped(Grid(cols, rows))
    rng, ended = random.Random(11), 0
    for _ in range(games):
        game = Game(book.grid, POSITIONAL)
        while game.passes < 2 and len(game.moves) < 120 and secured(book, game.position) is None:
            known, move = book.move(game.position)
            if game.to_play is not BLACK:
                move = rng.choice([*game.legal_moves, PASS])
            elif game.passes and area_margin(game.board) >= book.goal:
                move = PASS
            elif not known:
                move = next(p for p in game.legal_moves if secured(book, game.position.play_unchecked(p)))
            game.play(move)
        held = secured(book, game.position)
        while game.passes < 2 and len(game.moves) < 120 and held is not None:
            move = rng.choice([*game.legal_moves, PASS])
            if game.to_play is BLACK:
                move = secured_reply(book.grid, held.chains, held.points, game.position, rng)
            game.play(move)
        ended += game.passes == 2
        assert game.passes < 2 or area_margin(game.board) == book.goal
    assert ended > games // 2


def secured(book: Book, position: Position) -> Secured | None:
    """What Black has secured, if it is the goal of a book."""
    found = secured_by(book.grid, position.board.black_mask)
    banned = position.to_play is BLACK and position.ko is not None
    enough = 2 * found.points.bit_count() - book.grid.size >= book.goal
    return found if enough and not banned else None


def test_random_games_of_4x5_bring_no_board_back() -> None:
    (book,) = shipped(Grid(4, 5))
    assert check_by_games(book, 60, seed=5) is None
