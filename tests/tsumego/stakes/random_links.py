"""Random connections for tests that compare searches."""

from __future__ import annotations

import random
from contextlib import suppress

from honte.core import BLACK, WHITE, Board
from honte.errors import InputError, ProblemError
from honte.grid import Grid, PointSet
from honte.tsumego.problem import Capture, Problem, Threats
from honte.tsumego.stakes.linkboard import Around
from honte.tsumego.verify.linkoracle import LinkOracle


def random_link(rng: random.Random) -> Problem:
    """Two chains of one color on a board of up to 5x5, in the whole board or a part, with any ko setting."""
    while True:
        grid = Grid(rng.randint(2, 5), rng.randint(2, 5))
        board = _board(grid, rng)
        area = grid.all if rng.random() < 0.4 else _area(board, rng)
        color = rng.choice([BLACK, WHITE])
        chains = [chain.stones for chain in board.chains(color) if chain.stones <= area]
        if len(chains) < 2 or board.faults():
            continue
        first, second = rng.sample(chains, 2)
        threats = Threats.of(rng.choice([BLACK, WHITE]), rng.choice([0, 0, 1, 2]))
        with suppress(ProblemError):
            mover = rng.choice([BLACK, WHITE])
            return Problem(board, first | second, mover, area, capture=Capture.ANY, threats=threats)


def judged_link(rng: random.Random, limit: int) -> tuple[Problem, Around, bool]:
    """A random link, what is around it, and whether it can be joined, by the independent solver."""
    while True:
        problem, around = random_link(rng), rng.choice(list(Around))
        with suppress(InputError):
            escape, bare = around is Around.CONNECTOR, around is Around.CUTTER
            return problem, around, LinkOracle(problem, limit, escape=escape, bare=bare).value()


def _board(grid: Grid, rng: random.Random) -> Board:
    empty, tilt = rng.uniform(0.25, 0.6), rng.uniform(0.3, 0.7)
    masks = [0, 0]
    for p in grid:
        if rng.random() > empty:
            masks[rng.random() < tilt] |= grid.bit(p)
    return Board(grid, masks[0], masks[1])


def _area(board: Board, rng: random.Random) -> PointSet:
    """A random part of the board that cuts no chain."""
    keep = rng.uniform(0.5, 0.95)
    mask = sum(board.grid.bit(p) for p in board.empty if rng.random() < keep)
    for chain in board.chains():
        if rng.random() < keep:
            mask |= chain.stones.mask
    return PointSet(board.grid, mask)
