"""Counts that the rules must reproduce: legal positions, games, move paths under each ko rule."""

import itertools

import numpy as np
import pytest

from honte.core import BLACK, WHITE, Board, Game, KoRule, Position, Rules
from honte.grid import Grid
from tests import reference

RULES = {
    (ko, suicide): Rules("counted", ko=ko, suicide=suicide, passes_to_end=None)
    for ko in KoRule
    for suicide in (False, True)
}


def legal_positions(grid: Grid) -> int:
    """Boards without a chain that lacks liberties, by trying all of them."""
    bits = [grid.bit(point) for point in grid]
    return sum(
        not Board(
            grid,
            sum(bit for bit, stone in zip(bits, stones, strict=True) if stone == 1),
            sum(bit for bit, stone in zip(bits, stones, strict=True) if stone == 2),
        ).faults()
        for stones in itertools.product(range(3), repeat=grid.size)
    )


@pytest.mark.parametrize(
    ("cols", "rows", "count"), [(1, 1, 1), (1, 2, 5), (2, 2, 57), (2, 3, 489), (3, 3, 12675)]
)
def test_legal_positions(cols: int, rows: int, count: int) -> None:
    assert legal_positions(Grid(cols, rows)) == count


def test_legal_positions_of_4x4_by_arrays() -> None:
    """All 3^16 boards at once: a stone is supplied when a liberty reaches it through its own color."""
    total = 0
    upper = np.arange(3**8, dtype=np.int64)
    black_half, white_half = _halves(upper)
    for high in range(3**8):
        black = black_half | (black_half[high] << 8)
        white = white_half | (white_half[high] << 8)
        total += int(_stand(black.astype(np.uint32), white.astype(np.uint32)).sum())
    assert total == 24318165


def _halves(codes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    black, white = np.zeros_like(codes), np.zeros_like(codes)
    for place in range(8):
        digit = codes // 3**place % 3
        black |= (digit == 1).astype(np.int64) << place
        white |= (digit == 2).astype(np.int64) << place
    return black, white


def _around(mask: np.ndarray) -> np.ndarray:
    left, right = np.uint32(0x7777), np.uint32(0xEEEE)
    return (
        ((mask & left) << np.uint32(1))
        | ((mask & right) >> np.uint32(1))
        | ((mask << np.uint32(4)) & np.uint32(0xFFFF))
        | (mask >> np.uint32(4))
    )


def _stand(black: np.ndarray, white: np.ndarray) -> np.ndarray:
    empty = ~(black | white) & np.uint32(0xFFFF)
    supplied = np.ones(len(black), dtype=bool)
    for stones in (black, white):
        reached = _around(empty) & stones
        while True:
            spread = reached | (_around(reached) & stones)
            if np.array_equal(spread, reached):
                break
            reached = spread
        supplied &= reached == stones
    return supplied


def games(position: Position, rules: Rules, seen: frozenset[Board]) -> int:
    """Sequences of distinct boards, either color at each step: what "Combinatorics of Go" calls games."""
    total = 1
    for color in (BLACK, WHITE):
        turn = Position(position.board, color)
        for point in turn.legal_moves(rules):
            if turn.illegality(point, rules, seen) is None:
                after = turn.play_unchecked(point)
                total += games(after, rules, seen | {after.board})
    return total


@pytest.mark.parametrize(("cols", "count"), [(1, 1), (2, 9), (3, 907)])
def test_number_of_games_on_one_line(cols: int, count: int) -> None:
    start = Position.empty(cols, 1)
    rules = RULES[KoRule.POSITIONAL, True]
    assert games(start, rules, frozenset({start.board})) == count


def paths(game: Game, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for move in (None, *game.legal_moves):
        game.play(move)
        total += paths(game, depth - 1)
        game.undo()
    return total


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("ko", KoRule)
@pytest.mark.parametrize(("cols", "rows", "depth"), [(2, 2, 6), (3, 1, 7), (3, 2, 4)])
def test_move_paths_agree_with_a_second_implementation(
    cols: int, rows: int, depth: int, ko: KoRule, suicide: bool
) -> None:
    game = Game(Grid(cols, rows), RULES[ko, suicide])
    empty = ("." * cols,) * rows
    assert paths(game, depth) == reference.count_paths(empty, depth, ko=ko.value, suicide=suicide)


@pytest.mark.parametrize(
    ("ko", "count"),
    [(KoRule.NONE, 2063), (KoRule.SIMPLE, 1889), (KoRule.POSITIONAL, 1779), (KoRule.SITUATIONAL, 1789)],
)
def test_ko_rules_differ_on_one_line_of_four(ko: KoRule, count: int) -> None:
    """Seven moves deep the four ko rules allow different numbers of paths, stricter rules fewer."""
    assert paths(Game(Grid(4, 1), RULES[ko, False]), 7) == count
