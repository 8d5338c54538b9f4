"""Small random problems for comparing the compiled search with the plain one."""

from __future__ import annotations

import random

from honte.core import BLACK, WHITE, Board, Color
from honte.errors import ProblemError
from honte.grid import Grid, PointSet
from honte.tsumego.problem import Capture, Problem, Threats


def random_problem(rng: random.Random) -> Problem:
    """A valid problem on a board of up to 5x5, both colors and all ko settings."""
    while True:
        problem = _try(rng)
        if problem is not None:
            return problem


def _try(rng: random.Random) -> Problem | None:
    grid = Grid(rng.randint(2, 5), rng.randint(2, 5))
    board = _random_board(grid, rng)
    defender = rng.choice([BLACK, WHITE])
    area = _random_area(board, rng)
    chains = [c.stones for c in board.chains(defender) if c.stones <= area]
    if not chains:
        return None
    keystones = PointSet(grid)
    for stones in rng.sample(chains, min(len(chains), rng.choice([1, 1, 2, 3]))):
        keystones |= stones
    threats = Threats.of(rng.choice([BLACK, WHITE]), rng.choice([0, 0, 1, 2]))
    try:
        return Problem(
            board,
            keystones,
            to_play=rng.choice([BLACK, WHITE]),
            area=area,
            capture=rng.choice([Capture.ALL, Capture.ALL, Capture.ANY]),
            threats=threats,
        )
    except ProblemError:
        return None


def _random_board(grid: Grid, rng: random.Random) -> Board:
    board = Board(grid)
    empties = rng.uniform(0.2, 0.55)
    tilt = rng.uniform(0.3, 0.7)
    for p in grid:
        if rng.random() > empties:
            color: Color = BLACK if rng.random() < tilt else WHITE
            board = board.with_stones(grid.set([p]), color)
    for chain in list(board.chains()):
        if not chain.liberties:
            board = board.with_stones(chain.stones, None)
    for chain in list(board.chains()):
        if not chain.liberties:
            board = board.with_stones(chain.stones, None)
    return board


def _random_area(board: Board, rng: random.Random) -> PointSet:
    """All points, less one or two border lines, less the chains that this would cut."""
    grid = board.grid
    cut = rng.choice([0, 1, 1, 2])
    area = grid.all
    if cut >= 1 and grid.rows > 2:
        area = area - grid.set(p for p in grid if p.row == 0)
    if cut == 2 and grid.cols > 2:
        area = area - grid.set(p for p in grid if p.col == grid.cols - 1)
    for chain in board.chains():
        if not chain.stones.isdisjoint(~area):
            area = area - chain.stones
    return area
