"""Safety under alternating play, against a plain search that lets the attacker try everything."""

from __future__ import annotations

import random

import pytest

from honte.core import BLACK, WHITE, Board, Position
from honte.core.rules import TSUMEGO
from honte.grid import Grid, Point
from honte.life import find_seki, safety, survives

CASES = {
    "four in a row live": (
        """
        . . . . X O .
        X X X X X O .
        O O O O O O .
        . . . . . . .
        """,
        True,
    ),
    "three in a row do not if the attacker starts": (
        """
        . . . X O O .
        X X X X O . .
        O O O O O . .
        . . . . . . .
        """,
        False,
    ),
    "a square four never does": (
        """
        O O O O O O .
        O X X X X O .
        O X . . X O .
        O X . . X O .
        O X X X X O .
        O O O O O O .
        . . . . . . .
        """,
        False,
    ),
    "rectangular six lives in the middle": (
        """
        O O O O O O O .
        O X X X X X O .
        O X . . . X O .
        O X . . . X O .
        O X X X X X O .
        O O O O O O O .
        . . . . . . . .
        """,
        True,
    ),
    "two eyes that hang on pairs": (
        """
        X X X X X X X O .
        X . . . X . X O .
        X . . . X X X O .
        X . . . X O O O .
        X X X X X O . . .
        O O O O O O . . .
        """,
        True,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    text, expected = CASES[name]
    (chain,) = safety(Board.parse(text), BLACK).chains
    assert chain.safe is expected
    assert chain.reason.startswith("safe" if expected else "not proved")


def can_capture(position: Position, target: Point, depth: int, seen: dict[object, bool]) -> bool:
    """Whether White, to move, can force the black stone on `target` off within `depth` plies."""
    key = (position, position.ko, depth)
    if key in seen:
        return seen[key]
    attacker = position.to_play is WHITE
    found = not attacker
    moves = [*position.legal_moves(TSUMEGO), None]
    for move in moves:
        after = position.play_unchecked(move)
        if after.board[target] is not BLACK:
            taken = True
        else:
            taken = depth > 1 and can_capture(after, target, depth - 1, seen)
        if taken == attacker:
            found = attacker
            break
    seen[key] = found
    return found


def random_board(grid: Grid, seed: int) -> Board:
    rng = random.Random(seed)
    board = Board(grid)
    for _ in range(rng.randint(5, 26)):
        empty = list(board.empty)
        if empty:
            board, _ = board.place(rng.choice(empty), BLACK if rng.random() < 0.7 else WHITE)
    return board


def test_nothing_called_safe_can_be_captured() -> None:
    checked = 0
    for seed in range(3000):
        board = random_board(Grid(4, 3 + seed % 2), seed)
        verdict = safety(board, BLACK)
        for chain in verdict.chains:
            if chain.safe and not chain.pass_alive and board.empty_mask.bit_count() <= 7:
                target = next(iter(chain.stones))
                position = Position(board, WHITE)
                assert not can_capture(position, target, 9, {}), f"\n{board}\n{target}"
                checked += 1
    assert checked >= 30


def test_room_without_a_liberty_is_lost() -> None:
    board = Board.parse("X X X\nX O X\nX X X")
    wall = board.black_mask
    assert not survives(board.grid, wall, 0, board.white_mask)


def test_no_seki_when_one_side_has_an_eye() -> None:
    board = Board.parse(
        """
        . O X X X . O X .
        O O X . X . O X X
        . O X X X O O X .
        O O O O O X X X X
        """
    )
    assert list(find_seki(board)) == []


def test_seki_with_an_eye_each() -> None:
    board = Board.parse(
        """
        . O X X X . O O O X .
        O O X . X X O . O X X
        . O X X X O O O O X .
        O O O O O X X X X X X
        """
    )
    (seki,) = find_seki(board)
    assert str(seki.shared) == "{F4}"
    assert seki.reason.startswith("an eye each")
