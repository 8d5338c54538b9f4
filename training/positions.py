"""Positions with known results, for fitting the learned estimator.

Each game is replayed. A few positions are kept: stones, side to move, ownership by playouts, and the owner
of each point in the end. The owners are labels only if the count of the last position equals the recorded
result; dead chains are those that playouts give to the other side.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from honte.core import Rules
from honte.core.arrays import array_mask, board_of, cut_to_board
from honte.core.random_games import MOVES_PER_POINT
from honte.grid import Grid, PointSet
from honte.kernels.go import board as board_kernels
from honte.kernels.go import playout as playout_kernels
from honte.kernels.go import tactics
from honte.kernels.maps import factors as factor_kernels
from honte.scoring import score_board
from training import replay as record_kernels
from training.archive import POINTS, SIDE, Records, owners


class Counter:
    """Playouts and counts of positions, on one pair of compiled boards; board 0 holds the position."""

    def __init__(self, playouts: int, seed: int = 1) -> None:
        self.boards: NDArray[Any] = np.zeros(2, dtype=board_kernels.BOARD)
        self.tallies = np.zeros(1, dtype=playout_kernels.TALLY)
        self.control = np.zeros(16, dtype=np.int64)
        self.table = factor_kernels.neighbor_table(SIDE, SIDE)
        self.playouts, self.seed = playouts, seed
        self.grid = Grid(SIDE)

    def stones(self) -> NDArray[np.uint8]:
        """The stones of board 0 in a flat array: 1 Black, 2 White."""
        cells = cut_to_board(self.boards[0]["color"], SIDE, SIDE)
        return np.ascontiguousarray(cells).reshape(-1)

    def ownership(self, color: int, playouts: int) -> NDArray[np.float32]:
        """The mean owner of each point of board 0 by playouts, Black positive."""
        self.tallies[:] = 0
        most = MOVES_PER_POINT * POINTS
        tactics.run_tactical(self.boards, color, 0, playouts, self.seed, most, self.tallies, 0, self.control)
        black, white = (cut_to_board(self.tallies[0][name], SIDE, SIDE) for name in ("black", "white"))
        return ((black - white) / playouts).astype(np.float32).reshape(-1)

    def count(self, color: int, lost: NDArray[np.int64], rules: Rules) -> tuple[float, NDArray[np.int8]]:
        """Black's margin if the game ends on board 0, and the owner of each point (-1, 0, 1)."""
        stones = self.stones()
        own = self.ownership(color, 2 * self.playouts)
        ids, number = factor_kernels.components(stones, self.table)
        means = factor_kernels.chain_means(ids, number, own)[ids]
        dead = ((stones == 1) & (means < 0)) | ((stones == 2) & (means > 0))
        board = board_of(self.boards)
        gone = PointSet(self.grid, array_mask(self.grid, dead.reshape(SIDE, SIDE)))
        score = score_board(board, rules, gone, prisoners=(int(lost[1]), int(lost[2])))
        return score.margin, owners(board, gone.mask, score).reshape(-1)


# The arrays of a sample: name, type and shape of an entry.
FIELDS = {"stones": (np.uint8, (POINTS,)), "playouts": (np.int8, (POINTS,)), "owner": (np.int8, (POINTS,))}
SCALARS = {"game": np.int32, "move": np.int16, "length": np.int16, "color": np.uint8, "labeled": np.bool_}


def sample_games(
    records: Records, games: NDArray[np.int64], moments: int, playouts: int, seed: int = 1
) -> dict[str, NDArray[Any]]:
    """Samples `moments` positions of each game, one from each of as many equal stretches of it.

    `stones` are 1 Black and 2 White, `playouts` are in 127ths, `owner` is the final owner where `labeled`.
    Games with illegal moves are left out.
    """
    rng = np.random.default_rng(seed)
    room = len(games) * moments
    data: dict[str, NDArray[Any]] = {n: np.zeros((room, *s), dtype=t) for n, (t, s) in FIELDS.items()}
    data |= {n: np.zeros(room, dtype=t) for n, t in SCALARS.items()}
    counter, used = Counter(playouts, seed), 0
    for game in games:
        span = records.span(game)
        cells, colors = records.cells[span], records.colors[span]
        length = len(cells)
        cuts = np.linspace(12, length, moments + 1)
        times = [int(rng.uniform(a, b)) for a, b in pairwise(cuts)]
        lost, done, begin = np.zeros(3, dtype=np.int64), 0, used
        for moment in times:
            reached = record_kernels.replay(counter.boards, 0, SIDE, SIDE, cells, colors, done, moment, lost)
            if reached < moment:
                break
            done = moment
            color = int(colors[moment]) if moment < length else 3 - int(colors[-1])
            data["stones"][used] = counter.stones()
            data["playouts"][used] = np.round(counter.ownership(color, playouts) * 127)
            data["game"][used], data["move"][used], data["color"][used] = game, moment, color
            data["length"][used] = length
            used += 1
        if record_kernels.replay(counter.boards, 0, SIDE, SIDE, cells, colors, done, length, lost) < length:
            used = begin
            continue
        color = 3 - int(colors[-1])
        margin, owner = counter.count(color, lost, records.rules_of(game))
        data["owner"][begin:used] = owner
        data["labeled"][begin:used] = abs(margin - records.result[game]) < 0.01
    return {name: array[:used] for name, array in data.items()}
