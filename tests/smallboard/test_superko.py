"""Proofs under simple ko that hold under superko too."""

from __future__ import annotations

import random

import pytest

from honte.core import WHITE, Board, Move, Position, Rules
from honte.grid import Grid
from honte.search.budget import Budget
from honte.smallboard import POSITIONAL, SIMPLE, SITUATIONAL, solve
from honte.smallboard.engine import Engine, State
from honte.smallboard.graph import left_of, may_return
from honte.smallboard.making import book_of, make_book
from honte.smallboard.secured import secured_by
from honte.smallboard.superko import Strategy
from honte.smallboard.tracks import Track
from tests.smallboard import boards


@pytest.mark.parametrize(("cols", "rows", "value"), [(2, 5, 10), (5, 2, 10), (2, 7, 14), (3, 5, 15)])
@pytest.mark.parametrize("rules", [POSITIONAL, SITUATIONAL], ids=lambda rules: rules.name)
def test_proofs_of_empty_boards_hold_under_superko(cols: int, rows: int, value: int, rules: Rules) -> None:
    answer = solve(Position.empty(cols, rows), rules, Budget(nodes=3_000_000, memory_mb=128))
    assert (answer.value, answer.simple_low) == (value, value)


def proved(cols: int, rows: int, goal: int) -> tuple[Engine, Track]:
    """An engine that has proved a goal on an empty board, and the proof."""
    engine = Engine(Grid(cols, rows), Budget(memory_mb=256))
    track = Track(engine, State(0, 0), hold=False)
    while not track.step(goal):
        assert not track.exhausted(goal)
    return engine, track


def test_a_strategy_that_brings_a_board_back_is_found_and_mended() -> None:
    """The proof that Black gets a point on 4x4 makes one board twice; another move wins as fast."""
    engine, track = proved(4, 4, 1)
    strategy = Strategy(engine, 1, 1 << 17)
    assert strategy.walk(track.state, track.proved_depth)
    (earlier, later), *_ = strategy.repeats()
    first, second = strategy.nodes[earlier], strategy.nodes[later]
    assert (first["own"], first["opp"]) == (second["own"], second["opp"])
    assert not strategy.sound
    book = book_of(engine, track.state, 1, track.proved_depth, limit=1 << 17)
    assert book is not None
    assert book.superko


def test_a_walk_without_room_says_so() -> None:
    engine, track = proved(3, 4, 4)
    strategy = Strategy(engine, 4, 64)
    assert not strategy.walk(track.state, track.proved_depth)
    assert strategy.full


@pytest.mark.parametrize(("cols", "rows", "goal"), [(3, 3, 9), (2, 5, 10), (3, 4, 4)])
def test_a_book_never_makes_a_board_twice(cols: int, rows: int, goal: int) -> None:
    """Every line of a book is followed with all of its boards remembered."""
    book = make_book(Grid(cols, rows), goal, Budget(memory_mb=64))
    assert book is not None
    assert book.superko
    rng = random.Random(3)
    for _ in range(200):
        position, seen = Position.empty(cols, rows), set()
        while book.move(position)[0]:
            seen.add(position.board)
            after = position.play_unchecked(book.move(position)[1])
            assert after.board == position.board or after.board not in seen
            seen.add(after.board)
            position = after.play_unchecked(rng.choice([*after.legal_moves(SIMPLE), None]))


@pytest.mark.parametrize(("cols", "rows"), [(3, 4), (4, 4), (2, 6), (3, 5)])
def test_what_secured_play_makes_may_return(cols: int, rows: int) -> None:
    """Plays inside secured points as the theorem says: `may_return` excludes none of the boards it makes."""
    grid, rng, made = Grid(cols, rows), random.Random(5), 0
    for board in boards.random_boards(grid, 1500, seed=9, letters="..XXXXO"):
        found = secured_by(grid, board.black_mask)
        if not found.points:
            continue
        start, position = board, Position(board, WHITE)
        for _ in range(20):
            position = random_reply(position, rng)
            stone = secured_reply(grid, found.chains, found.points, position, rng)
            if stone is None:
                position = position.play_unchecked(None)
                continue
            position = position.play_unchecked(stone)
            now = position.board
            assert found.chains & ~now.black_mask == 0, f"{start}\n\n{now}"
            assert may_return(grid, start.black_mask, start.white_mask, now.black_mask, now.white_mask), (
                f"{start}\n\n{now}"
            )
            made += 1
    assert made > 200


def random_reply(position: Position, rng: random.Random) -> Position:
    """White plays anywhere, or passes."""
    return position.play_unchecked(rng.choice([*position.legal_moves(SIMPLE), None]))


def secured_reply(grid: Grid, chains: int, points: int, position: Position, rng: random.Random) -> Move:
    """Black's move by the theorem of docs/algorithms/smallboard.md; None for a pass."""
    board = position.board
    grown = sum(chain for chain in grid.component_masks(board.black_mask) if chain & chains)
    choices = []
    for region in grid.component_masks(points & ~grown):
        if board.white_mask & region:
            loose = bool(board.black_mask & region)
            empty = board.empty_mask & region
            touching = empty & grid.neighbors_mask(grown)
            choices.append((loose, touching or empty))
    if not choices:
        return None
    _, mask = max(choices, key=lambda each: each[0])
    return rng.choice([grid.point_of(bit.bit_length() - 1) for bit in grid.masks_of(mask)])


def test_boards_that_secured_play_cannot_make() -> None:
    """Black retakes the corner with everything in it: the stones that stood beside it are gone then."""
    before = Board.parse("X . X .\nX X X X\n. X O O\n. . . X")
    after = Board.parse("X . X .\nX X X X\n. X O O\n. . O .")
    grid = before.grid
    secured = secured_by(grid, after.black_mask)
    assert secured.points.bit_count() > secured.chains.bit_count()
    masks = after.black_mask, after.white_mask, before.black_mask, before.white_mask
    assert not may_return(grid, *masks)
    assert left_of(grid, before.black_mask, before.white_mask) == before.white_mask
