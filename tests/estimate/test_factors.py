"""The factors and the network's maps, compared with plain computations of the same."""

import random

import numpy as np
import pytest

from honte.core import TSUMEGO, Position
from honte.core.arrays import stones_array
from honte.grid import Grid, Point
from honte.kernels.maps import factors as kernels
from honte.kernels.maps import layers as network
from training.gradients import gather


@pytest.fixture(scope="module")
def position() -> Position:
    rng, position = random.Random(8), Position.empty(7, 6)
    for _ in range(26):
        position = position.play_unchecked(rng.choice(list(position.legal_moves(TSUMEGO))))
    return position


def flat(position: Position) -> np.ndarray:
    return np.ascontiguousarray(stones_array(position.board)).reshape(-1)


def test_chains_and_liberties_agree_with_the_board(position: Position) -> None:
    grid, board = position.board.grid, position.board
    stones, table = flat(position), kernels.neighbor_table(grid.cols, grid.rows)
    ids, count = kernels.components(stones, table)
    liberties = kernels.liberty_counts(stones, table, ids, count)
    for point in grid:
        chain = board.chain(point)
        mine = ids[point.row * grid.cols + point.col]
        if chain is not None:
            assert {p for p in grid if ids[p.row * grid.cols + p.col] == mine} == set(chain.stones)
            assert liberties[mine] == len(chain.liberties)


def test_factors_say_what_their_names_do(position: Position) -> None:
    grid, board = position.board.grid, position.board
    stones, table = flat(position), kernels.neighbor_table(grid.cols, grid.rows)
    out = np.empty((grid.size, kernels.FACTORS), dtype=np.float32)
    kernels.factors(stones, table, grid.cols, grid.rows, np.zeros(grid.size, np.float32), out)
    name = {text: k for k, text in enumerate(kernels.NAMES)}
    for point in grid:
        row = out[point.row * grid.cols + point.col]
        chain = board.chain(point)
        assert row[name["first line"]] == (grid.line(point) == 1)
        assert row[name["third line"]] == (grid.line(point) == 3)
        assert row[name["own stone"]] == (board[point] == 1)
        assert row[name["their stone"]] == (board[point] == -1)
        if chain is not None:
            side = "own" if chain.color > 0 else "their"
            for n, word in ((1, "1 liberty"), (2, "2 liberties"), (3, "3 liberties")):
                assert row[name[f"{side} chain, {word}"]] == (len(chain.liberties) == n)


def test_spread_is_a_symmetric_map() -> None:
    """<gather(v), x> = <v, spread(x)>: the gradient of a symmetric map is the map itself."""
    rng = np.random.default_rng(2)
    grid = Grid(5, 4)
    near, diagonal = kernels.neighbor_table(5, 4), network.diagonal_table(5, 4)
    ids = rng.integers(0, 6, (2, grid.size)).astype(np.int32)
    layer = rng.standard_normal((2, grid.size, 3)).astype(np.float32)
    views = rng.standard_normal((2, grid.size, 12)).astype(np.float32)
    out, back = np.empty_like(views), np.empty_like(layer)
    network.spread(layer, ids, near, diagonal, out)
    gather(views, ids, near, diagonal, back)
    assert (back * layer).sum() == pytest.approx((views * out).sum(), rel=1e-4)
    corner = out[0, 0]
    assert corner[:3] == pytest.approx(layer[0, 0])
    assert corner[3:6] == pytest.approx((layer[0, 1] + layer[0, 5]) / 4)
    assert corner[6:9] == pytest.approx(layer[0, 6] / 4)
    assert corner[9:] == pytest.approx(layer[0][ids[0] == ids[0, 0]].mean(axis=0), abs=1e-5)


def test_points_know_their_place() -> None:
    table = kernels.neighbor_table(3, 2)
    assert {int(q) for q in table[0] if q >= 0} == {1, 3}
    assert Point(0, 0) in Grid(3, 2)
