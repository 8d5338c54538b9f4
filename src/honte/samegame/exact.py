"""Perfect play on small SameGame boards: depth-first search with a table and a bound for each color.

The bound: a color with n tiles left can give at most what one group of n gives, and the clearing
bonus is lost once a color has a single tile. For the highest score, colors that bar each other cannot
all go as one group (`honte.kernels.tiles.bound`). A good sequence from `honte.samegame.anneal` is
the first lower bound, so most of the search only proves that nothing is better. The kernel is
`honte.kernels.tiles.exact`; it also plays the two-player variants (`honte.samegame.duel`).

Boards of 7x7 take milliseconds, 8x8 with three or four colors seconds, 8x8 with five colors mostly more
than ten seconds. Above that the effort grows about a hundredfold with each row and column. A search that
the budget stops answers with its best sequence, not proved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from honte.errors import InputError
from honte.grid import Point
from honte.samegame.board import Board
from honte.samegame.scoring import Scoring
from honte.search.budget import Budget

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MISSING = -(1 << 30)
"""The value of what cannot happen, such as the removal of a single tile."""
ENTRY_BYTES = 16
"""Bytes of one entry of the table."""
MAX_DEPTH = 1 << 20
"""A depth, in moves, that no game reaches: the search has no depth limit."""


@dataclass(frozen=True)
class Stakes:
    """What each side gains by a move, by clearing the board and by the end of the game."""

    gain: tuple[int, int]
    """For each side: +1 if its move gains a group's points (and the clearing bonus), -1 if it loses them."""
    end: tuple[int, int] = (1, 1)
    """For each side, the meaning of the penalty for tiles left: 1 a loss, -1 a gain, 0 nothing."""
    flip: bool = False
    """Whether two sides alternate."""


HIGHEST = Stakes((1, 1))
LOWEST = Stakes((-1, -1), (-1, -1))


@dataclass(frozen=True)
class Found:
    """The answer of one call of the kernel."""

    value: int
    move: Point | None
    complete: bool
    stopped: bool


class ExactSearch:
    """The arrays of one search; positions are given with each call, the table stays."""

    def __init__(self, board: Board, scoring: Scoring, stakes: Stakes, memory_mb: int = 512) -> None:
        import numpy as np

        from honte.kernels.tiles import exact as kernel

        self.cols, self.rows, self.stakes = board.cols, board.height, stakes
        cells, plies = (board.cols + 2) * (board.height + 1), board.count // 2 + 2
        self.boards = np.zeros((plies, cells), np.uint8)
        self.counts = np.zeros((plies, 10), np.int64)
        self.frame = np.zeros((plies, kernel.FRAME), np.int64)
        self.starts = np.zeros((plies, board.count // 2 + 1), np.uint16)
        self.sizes = np.zeros_like(self.starts)
        self.scratch = np.zeros((2, cells), np.uint16)
        self.hashes = np.zeros((plies, 2), np.uint64)
        self.below = np.zeros((board.cols + 2, board.height + 1), np.int64)
        self.places = np.zeros((board.cols + 2, 10, board.height), np.int16)
        self.tally = np.zeros((board.cols + 2, 10), np.int64)
        self.outlook = np.zeros((plies, 2, 10), np.int64)
        self.needs = np.zeros(16 + 544, np.int64)
        self.table = np.zeros(table_size(board, memory_mb), kernel.ENTRY)
        self.keys = np.random.default_rng(7).integers(0, 1 << 64, (2, cells, 10), np.uint64)
        self._fill_tables(scoring, board.count)

    def _fill_tables(self, scoring: Scoring, tiles: int) -> None:
        import numpy as np

        points, penalty = (np.array(table[: tiles + 1], np.int64) for table in scoring.tables)
        signs = np.array(self.stakes.gain, np.int64)
        self.gain = signs[:, None] * points[None, :]
        self.clear_gain = signs * scoring.clear_bonus
        self.penalty = penalty
        self.end_sign = np.array(self.stakes.end, np.int64)
        self.wishes = signs.copy()
        flips = self.stakes.flip
        reach = [{int(s)} | ({-int(signs[1 - i])} if flips else set()) for i, s in enumerate(signs)]
        self.whole = np.stack([_best(sorted(ways), whole_table(points)) for ways in reach])
        self.partial = np.stack([partial_table(self.whole[i], -self.end_sign[i] * penalty) for i in range(2)])
        self.split = split_table(self.whole[0])
        self.clear = np.array([max(w * scoring.clear_bonus for w in ways) for ways in reach], np.int64)

    def run(
        self, board: Board, budget: Budget, *, side: int = 0, low: int | None = None,
        high: int | None = None, depth: int = MAX_DEPTH,
    ) -> Found:  # fmt: skip
        """Searches one position in a window; the value is exact inside it, else a bound."""
        import numpy as np

        from honte.kernels.tiles import exact as kernel

        self.boards[0] = cells_of(board)
        self.counts[0] = 0
        for color, count in board.color_counts.items():
            self.counts[0, color] = count
        far = int(kernel.INFINITE)
        self.frame[0] = 0
        self.frame[0, kernel.SIDE], self.frame[0, kernel.TILES] = side, board.count
        self.frame[0, kernel.BEST] = -far
        self.frame[0, kernel.ALPHA] = -far if low is None else low
        self.frame[0, kernel.BETA] = far if high is None else high
        differ = self.stakes.gain[0] != self.stakes.gain[1]
        rings = self.stakes == HIGHEST
        setup = np.array([self.cols, self.rows, self.stakes.flip, differ, depth, rings], np.int64)
        value, move, complete, stopped = kernel.search(
            self.boards, self.counts, self.frame, self.starts, self.sizes, self.scratch, self.hashes,
            self.table, self.keys, self.gain, self.clear_gain, self.whole, self.partial, self.clear,
            self.split, self.below, self.places, self.tally, self.needs,
            self.outlook, self.penalty, self.end_sign, self.wishes, setup, budget.control,
        )  # fmt: skip
        return Found(int(value), self._point(int(move)), bool(complete), bool(stopped))

    def bound(self, board: Board) -> int:
        """The most that the highest score can be, without search; HIGHEST only."""
        import numpy as np

        from honte.kernels.tiles import exact as kernel

        counts = np.zeros(10, np.int64)
        for color, count in board.color_counts.items():
            counts[color] = count
        setup = np.array([self.cols, self.rows], np.int64)
        return int(
            kernel.ring_bound(
                cells_of(board), counts, 0, self.whole, self.partial, self.clear, self.split,
                self.below, self.places, self.tally, self.needs, setup,
            )
        )  # fmt: skip

    def _point(self, cell: int) -> Point | None:
        column, row = divmod(cell, self.rows + 1)
        return Point(column - 1, row) if cell else None

    def line(self, board: Board, value: int, scoring: Scoring, budget: Budget, side: int = 0) -> list[Point]:
        """A line of best moves from a position of known value; shorter if the budget ends."""
        moves: list[Point] = []
        while not board.is_over:
            found = self.run(board, budget, side=side, low=value - 1, high=value)
            if found.stopped or found.move is None or found.value < value:
                break
            board, size = board.remove(found.move)
            gain = self.stakes.gain[side] * (
                scoring.points(size) + (0 if board.count else scoring.clear_bonus)
            )
            value = gain - value if self.stakes.flip else value - gain
            side = 1 - side if self.stakes.flip else side
            moves.append(found.move)
        return moves


def cells_of(board: Board) -> NDArray[np.uint8]:
    """The kernel's bytes: a column of border, each column with an empty cell on top, a column of border."""
    import numpy as np

    cells = np.zeros((board.cols + 2, board.height + 1), np.uint8)
    for point, color in board:
        cells[point.col + 1, point.row] = color
    return cells.reshape(-1)


def table_size(board: Board, memory_mb: int) -> int:
    """The number of entries of a table: a power of two that fits the memory, fewer for small boards."""
    if memory_mb < 1:
        raise InputError(f"memory_mb is {memory_mb}; expected 1 or more")
    fits = (memory_mb << 20) // ENTRY_BYTES
    useful = 1 << min(23, 8 + board.count // 3)
    return max(2, min(1 << fits.bit_length() - 1, useful))


def whole_table(points: NDArray[np.int64]) -> dict[int, NDArray[np.int64]]:
    """The most and (negated) the least points of n tiles of one color when all of them are removed.

    In every formula one group gives more than its parts, so the most is one group; the least is pairs
    and, for an odd number, one triple.
    """
    import numpy as np

    n = np.arange(len(points))
    pairs = points[2] if len(points) > 2 else 0
    triple = points[3] if len(points) > 3 else 0
    most, least = points.copy(), np.where(n % 2, (n - 3) // 2 * pairs + triple, n // 2 * pairs)
    if len(points) > 1:
        most[1], least[1] = MISSING, -MISSING
    most[0] = least[0] = 0
    return {1: most, -1: -least}


def split_table(whole: NDArray[np.int64]) -> NDArray[np.int64]:
    """The most points of n tiles of one color in two groups or more; that needs at least four tiles."""
    import numpy as np

    split = np.full_like(whole, MISSING)
    for n in range(4, len(whole)):
        split[n] = np.max(whole[2 : n - 1] + whole[n - 2 : 1 : -1])
    return split


def _best(ways: Sequence[int], tables: dict[int, NDArray[np.int64]]) -> Any:
    import numpy as np

    return np.max([tables[way] for way in ways], axis=0)


def partial_table(whole: NDArray[np.int64], end: NDArray[np.int64]) -> NDArray[np.int64]:
    """The most points of n tiles of one color when some may stay: the best over the number that stay."""
    import numpy as np

    return np.array([np.max(whole[n::-1] + end[: n + 1]) for n in range(len(whole))], np.int64)
