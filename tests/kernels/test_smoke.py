"""One tiny case for each family of kernels; CI runs them compiled, as plain Python, and bounds checked."""

import pytest

from honte.core import BLACK, CHINESE, TROMP_TAYLOR, Board, Game, Position, vertex
from honte.core.arrays import count_paths
from honte.core.random_games import run_playouts
from honte.engine.mcts import choose
from honte.moyo.size import moyo
from honte.samegame import Board as Tiles
from honte.samegame import solve_exactly
from honte.search.budget import Budget
from honte.smallboard import solve
from honte.tsumego.answer import solve as solve_problem
from honte.tsumego.problem import Problem

pytestmark = pytest.mark.smoke


def test_board() -> None:
    assert [count_paths(Position.empty(2), depth, TROMP_TAYLOR) for depth in range(4)] == [1, 5, 21, 73]


def test_playouts() -> None:
    tally = run_playouts(Position.empty(3), 5)
    assert tally.playouts == 5
    assert -9 <= tally.margin <= 9


def test_opponent() -> None:
    assert choose(Game(2), Budget(nodes=20, memory_mb=1)).simulations == 20


def test_moyo() -> None:
    board = Board.parse("X . . O\n. . . .\nX . . O\n. . . .")
    assert moyo(board).totals.s == -moyo(board.swapped()).totals.s


def test_small_board() -> None:
    board = Board.parse(". X O .\nX X O O")
    solution = solve(Position(board, BLACK), CHINESE.with_komi(0), Budget(nodes=20_000, memory_mb=8))
    assert (solution.value, [vertex(move) for move in solution.best]) == (8, ["D2"])


def test_life_and_death() -> None:
    problem = Problem.parse("Black to play\n. . . W x -\nW W W W x -\nx x x x x -")
    assert vertex(solve_problem(problem.setup(), Budget(nodes=10_000, memory_mb=16)).move) == "B3"


def test_samegame() -> None:
    assert solve_exactly(Tiles.parse("12\n12")).score == 1000  # two moves of two tiles, and the bonus
