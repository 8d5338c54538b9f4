"""Random boards and problems for tests that compare searches."""

from __future__ import annotations

import random
from contextlib import suppress

from honte.core import BLACK, WHITE, Board, Color
from honte.errors import InputError, ProblemError
from honte.grid import Grid, PointSet
from honte.tsumego.make.groups import candidate
from honte.tsumego.problem import Capture, Problem, Threats
from honte.tsumego.problem.place import Place
from honte.tsumego.verify.oracle import Oracle


def random_problem(rng: random.Random) -> Problem:
    """A valid problem on a board of up to 5x5, with either defender, either mover and any ko setting."""
    while True:
        problem = _try(rng)
        if problem is not None:
            return problem


def random_oracle(rng: random.Random, limit: int) -> Oracle:
    """The oracle of a random problem with at most `limit` positions."""
    while True:
        with suppress(InputError):
            return Oracle(random_problem(rng), limit=limit)


def enclosed_problem(rng: random.Random, points: tuple[int, int]) -> Problem:
    """A random enclosed group whose area has a number of empty points in this range."""
    problem = None
    while problem is None:
        problem = candidate(rng, rng.choice(list(Place)), points)
    return problem


def random_board(rng: random.Random, size: int, density: float) -> Board:
    """A square board with about this fraction of stones, on which every chain has a liberty."""
    grid = Grid(size)
    masks = [0, 0]
    for p in grid:
        if rng.random() < density:
            masks[rng.randrange(2)] |= grid.bit(p)
    board = Board(grid, masks[0], masks[1])
    return board if all(chain.liberties for chain in board.chains()) else random_board(rng, size, density)


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
    for _ in range(2):
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
