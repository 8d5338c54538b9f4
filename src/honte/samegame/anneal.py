"""A good sequence for any SameGame board, better the longer it runs: simulated annealing of move lists.

The method is our own: a solution is the order in which the tiles go, and each tile keeps its name, so a
changed list can still be replayed and keeps the parts of the old plan that still make sense
(`honte.kernels.tiles.anneal`). During annealing each tile left over costs a little and the clearing bonus
counts nothing: the walk may pass through lists that leave tiles, and still ends in cleared boards.
docs/algorithms/samegame.md lists what else was tried.

With a budget of nodes (trials) and one thread the result depends on the seed alone. A budget in seconds
cools by the clock, so the heat at a trial, and with it the result, varies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from honte.grid import Point
from honte.samegame.board import Board
from honte.samegame.scoring import Scoring
from honte.search.budget import Budget

HOT, COLD = 60.0, 15.0
"""Heat at the start and at the end, in points, on a board with 45 tiles of each color."""
RESUME_HOT = 35.0
"""Heat, in points, at which a saved sequence is resumed."""
SOFT_PENALTY = 15
"""Points that a tile left over costs while annealing, on a board with 45 tiles of each color."""
SOFT_PART, HARD_SHARE = 0.5, 0.5
"""The clearing bonus counts nothing for this part of the budget, then grows to this share of itself."""
MIX = (10, 20, 50, 60, 20, 20)
"""How a trial changes a list, in percent up to each limit: 10 % delay a group, 10 % advance one, 30 % delay
all groups of one color, 10 % drop a group, the rest insert a random move. The last two numbers are the
farthest that a group, and the groups of a color, are moved, in groups."""
SLICE, SLICES = 20_000, 50
"""The most trials between two looks at the clock, and the fewest looks in a budget of nodes."""


@dataclass(frozen=True)
class Progress:
    """The state of a running search: its best list so far and what it has spent."""

    score: int
    moves: tuple[Point, ...]
    trials: int
    seconds: float

    @property
    def rate(self) -> float:
        """Trials per second."""
        return self.trials / self.seconds if self.seconds else 0.0


class Chain:
    """One walk through move lists: the kernel's arrays and the way to and from boards."""

    def __init__(self, board: Board, scoring: Scoring, seed: int, *, lowest: bool = False) -> None:
        import numpy as np

        from honte.kernels.tiles import board as tiles

        self.board, self.scoring, self.lowest = board, scoring, lowest
        small = board.cols <= 15 and board.height <= 15
        self.shift = tiles.SMALL_SHIFT if small else tiles.LARGE_SHIFT
        record = tiles.SMALL if small else tiles.LARGE
        room = board.count + 8
        self.kept, self.trial = (np.zeros(room // 8 + 4, record) for _ in range(2))
        self.kept_words, self.trial_words = (
            each.view(np.uint64).reshape(len(each), -1) for each in (self.kept, self.trial)
        )
        self.order, self.new_order, self.todo, self.best_order = (np.zeros(room, np.uint16) for _ in range(4))
        self.marks, self.new_marks, self.best_marks, self.cells, self.stack = (
            np.zeros(room, np.int64) for _ in range(5)
        )
        self.rng = np.array([seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03 & (1 << 64) - 1 | 1], np.uint64)
        self.state = np.zeros(8, np.int64)
        self.mix = np.array(MIX, np.int64)
        self.start = self._record(record)
        self.colors = (self.start["cell"] >> tiles.TILE_BITS).astype(np.uint8)
        self._weigh()

    def _weigh(self) -> None:
        """Fills the tables of points and penalties, true ones and those for annealing."""
        import numpy as np

        board, scoring = self.board, self.scoring
        points, penalty = (np.array(table[: board.count + 1], np.int64) for table in scoring.tables)
        self.points, self.penalty = points, penalty
        each = board.count / max(1, len(board.color_counts))
        typical = scoring.points(max(2, round(each))) / max(1.0, each)
        self.scale = max(0.05, typical / (43 * 43 / 45))
        soft = max(1, round(SOFT_PENALTY * self.scale))
        self.soft_penalty = penalty if self.lowest else penalty + soft * np.arange(board.count + 1)
        soft_bonus = scoring.clear_bonus if self.lowest else 0
        self.weights = np.array([soft_bonus, scoring.clear_bonus, -1 if self.lowest else 1], np.int64)

    def _record(self, record: Any) -> Any:
        """The kernel's record of the board."""
        import numpy as np

        start = np.zeros(1, record)[0]
        for point, color in self.board:
            name = (point.col + 1) << self.shift | point.row
            start["cell"][name] = color << 12 | name
            start["row"][name] = point.row
        for col, column in enumerate(self.board.columns, 1):
            start["height"][col] = len(column)
        for col in range(self.board.cols + 1):
            start["right"][col], start["left"][col + 1] = col + 1, col
        start["count"] = self.board.count
        for color, count in self.board.color_counts.items():
            start["color_count"][color] = count
        return start

    def begin(self, moves: tuple[Point, ...] = ()) -> None:
        """Sets the present list: the given moves and then random ones."""
        from honte.kernels.tiles import anneal as kernel

        self.trial[0] = self.start
        at = groups = 0
        for move in moves:
            self.marks[groups] = at
            groups += 1
            at += self._remove(self._tile(move), self.order, at)
        at, groups = kernel.finish(
            self.trial[0], self.shift, self.stack, self.points, self.rng, self.order, self.marks, at,
            groups, self.cells,
        )  # fmt: skip
        self._keep(groups)
        record, weights = self.trial[0], self.weights
        self.state[kernel.GROUPS] = groups
        self.state[kernel.VALUE] = weights[2] * kernel.end_value(record, weights[0], self.soft_penalty)
        self.state[kernel.BEST] = weights[2] * kernel.end_value(record, weights[1], self.penalty)
        self.state[kernel.BEST_GROUPS] = groups
        self.best_order[:] = self.order
        self.best_marks[:] = self.marks

    def _keep(self, groups: int) -> None:
        """Fills the kept positions of the present list."""
        from honte.kernels.tiles import anneal as kernel

        self.trial[0] = self.start
        self.kept[0] = self.start
        for group in range(1, groups + 1):
            mark = self.marks[group - 1]
            self._remove(self.order[mark], self.new_order, mark)
            if group % kernel.STEP == 0:
                self.kept[group // kernel.STEP] = self.trial[0]

    def _remove(self, tile: int, order: Any, at: int) -> int:
        from honte.kernels.tiles import board as tiles

        return int(tiles.remove_group(self.trial[0], tile, self.shift, self.stack, self.points, order, at))

    def _columns(self) -> list[int]:
        """The columns that are left in the trial position, by their numbers on the starting board."""
        record = self.trial[0]
        columns, here = [], int(record["right"][0])
        while record["height"][here]:
            columns.append(here)
            here = int(record["right"][here])
        return columns

    def _tile(self, move: Point) -> int:
        column = self._columns()[move.col]
        return int(self.trial[0]["cell"][column << self.shift | move.row]) & 4095

    def harden(self, part: float) -> None:
        """Sets the share of the clearing bonus that counts when this part of the budget is spent."""
        from honte.kernels.tiles import anneal as kernel

        if self.lowest:
            return
        share = max(0.0, (part - SOFT_PART) / (1 - SOFT_PART)) * HARD_SHARE
        self.weights[kernel.SOFT_BONUS] = round(share * self.scoring.clear_bonus)
        self.state[kernel.VALUE] = kernel.present_value(
            self.kept_words, self.trial, self.trial_words, self.order, self.marks,
            self.state[kernel.GROUPS], self.shift, self.stack, self.points,
            self.weights[kernel.SOFT_BONUS], self.soft_penalty, self.new_order,
        )  # fmt: skip

    def run(self, trials: int, heat: float, cooling: float, budget: Budget) -> int:
        """Makes `trials` trials, fewer when the budget stops; returns the number made."""
        from honte.kernels.tiles import anneal as kernel

        return int(
            kernel.anneal(
                self.kept_words, self.trial, self.trial_words, self.order, self.marks, self.new_order,
                self.new_marks, self.todo, self.cells, self.stack, self.colors, self.points,
                self.soft_penalty, self.penalty, self.weights, self.rng, self.shift, heat, cooling, trials,
                self.mix, self.state, self.best_order, self.best_marks, budget.control,
            )
        )  # fmt: skip

    @property
    def best_score(self) -> int:
        """The score of the best list."""
        from honte.kernels.tiles import anneal as kernel

        return int(self.state[kernel.BEST]) * int(self.weights[2])

    def best_moves(self) -> tuple[Point, ...]:
        """The best list as moves."""
        from honte.kernels.tiles import anneal as kernel

        self.trial[0] = self.start
        moves = []
        for mark in self.best_marks[: self.state[kernel.BEST_GROUPS]]:
            tile = int(self.best_order[mark])
            column = self._columns().index(tile >> self.shift)
            moves.append(Point(column, int(self.trial[0]["row"][tile])))
            self._remove(tile, self.new_order, mark)
        return tuple(moves)
