"""The distance models of paper 000, section 8: a point belongs to the side whose stones are nearer.

A distance is the number of steps over empty points; stones of the other color block. `distance-capped` is the
first half of the section: a point belongs to the side that alone reaches it in fewer steps than a cap; all
other points are swing points. `distance` is the second half: with a = min/max of the two distances, the
nearer side gets k(1 - a) of the point, where 1 - a is the confidence.

The paper contradicts itself in places; docs/algorithms/distance.md says what was decided and why.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from honte.core.arrays import stones_array
from honte.core.board import BLACK, WHITE, Board, Color
from honte.errors import InputError
from honte.estimate.clearing import without_dead
from honte.estimate.ownership import MOVES_PER_POINT, Ownership, Setting
from honte.grid import Point, PointSet

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CAP = 5
"""The paper's m: steps from which on a point is out of reach."""
K_START, K_FULL, K_GROWN_BY = 0.8, 1.3, 0.6
"""k at the first move, k from this part of the usual length on, and that part: medians of the best k."""


@dataclass(frozen=True)
class Distances:
    """The steps from every point to the nearest stone of each color, over empty points."""

    board: Board
    black: NDArray[np.int32]
    """Shape (rows, cols); 0 on black stones, FAR where no black stone can be reached."""
    white: NDArray[np.int32]
    """The same for White."""

    @classmethod
    def of(cls, board: Board) -> Distances:
        """The distances on a board; dead stones count as stones."""
        import numpy as np

        from honte.kernels.maps import factors as kernels

        grid = board.grid
        stones = np.ascontiguousarray(stones_array(board)).reshape(-1)
        table = kernels.neighbor_table(grid.cols, grid.rows)
        shape = (grid.rows, grid.cols)
        return cls(
            board,
            kernels.walk(stones, table, 1).reshape(shape),
            kernels.walk(stones, table, 2).reshape(shape),
        )

    def pair(self, point: Point, cap: int | None = None) -> tuple[int | None, int | None]:
        """The paper's (black distance, white distance), None where there is no way; with a cap, Q(m)."""
        from honte.kernels.maps.factors import FAR

        found = (int(self.black[point.row, point.col]), int(self.white[point.row, point.col]))
        if cap is not None:
            return min(found[0], cap), min(found[1], cap)
        black, white = (None if d >= FAR else d for d in found)
        return black, white

    def confidence(self) -> NDArray[np.float64]:
        """1 - min/max at every empty point, positive where Black is nearer; 0 on stones.

        A side that cannot be reached is infinitely far, which gives the other confidence 1. Equal distances
        and an empty board give 0.
        """
        import numpy as np

        from honte.kernels.maps.factors import FAR

        low, high = np.minimum(self.black, self.white), np.maximum(self.black, self.white)
        sure = np.where(high >= FAR, 1.0, 1 - low / np.maximum(high, 1))
        sign = np.sign(self.white.astype(np.int64) - self.black)
        return np.asarray(np.where((self.black == 0) | (self.white == 0), 0.0, sign * sure))

    def totals(self, weight: NDArray[Any] | float = 1.0) -> tuple[float, float]:
        """The paper's x and y: the total confidence over B and over W."""
        signed = self.confidence() * weight
        return float(signed[signed > 0].sum()), float(-signed[signed < 0].sum())


def best_k(x: float, y: float, black_target: float, white_target: float) -> float:
    """The k that minimizes the squared error of k x and k y against two territories, in closed form.

    >>> best_k(30.0, 40.0, 30.0, 40.0)
    1.0
    """
    if x == 0 and y == 0:
        return 0.0
    return (x * black_target + y * white_target) / (x * x + y * y)


def squared_error(k: float, x: float, y: float, black_target: float, white_target: float) -> float:
    """The paper's L(k): half the sum of the squared errors of k x and k y against two territories."""
    return ((black_target - k * x) ** 2 + (white_target - k * y) ** 2) / 2


def conjectured_k(k: float, moves: int, length: int) -> float:
    """The paper's second conjecture as written: k in proportion to the moves played of `length` in all."""
    return k * min(1.0, moves / max(1, length))


def grown_k(moves: int, points: int) -> float:
    """The k for a number of moves on a board of `points` points; it grows as the best k did in counted games.

    >>> grown_k(0, 361), grown_k(1000, 361)
    (0.8, 1.3)
    """
    stage = moves / (MOVES_PER_POINT * points)
    return K_START + (K_FULL - K_START) * min(1.0, stage / K_GROWN_BY)


def estimate_distance(setting: Setting, *, k: float | None = None, seed: int = 1) -> Ownership:
    """Gives the nearer side k(1 - a) of every empty point, and every living stone's point to its owner.

    Without `k` the move number determines it (`grown_k`).
    """
    import numpy as np

    if k is not None and k < 0:
        raise InputError(f"k is {k}; expected 0 or more")
    board, dead = without_dead(setting, seed=seed)
    grown = grown_k(setting.moves, setting.grid.size) if k is None else k
    distances = Distances.of(board)
    values = np.clip(grown * distances.confidence(), -1, 1)
    values[distances.black == 0], values[distances.white == 0] = 1.0, -1.0
    x, y = distances.totals()
    details = {"k": round(grown, 4), "x": round(x, 3), "y": round(y, 3)}
    return Ownership(setting, tuple(values.reshape(-1).tolist()), "distance", dead=dead, details=details)


def swing_points(distances: Distances, cap: int = CAP) -> PointSet:
    """The empty points that both sides reach in fewer than `cap` steps, or neither does."""
    black, white = distances.black < cap, distances.white < cap
    grid = distances.board.grid
    return grid.set(p for p in distances.board.empty if black[p.row, p.col] == white[p.row, p.col])


def estimate_capped(setting: Setting, *, cap: int = CAP, seed: int = 1) -> Ownership:
    """Gives each point to the side that alone reaches it in fewer than `cap` steps, else to nobody."""
    import numpy as np

    if cap < 1:
        raise InputError(f"cap is {cap}; expected 1 or more")
    board, dead = without_dead(setting, seed=seed)
    distances = Distances.of(board)
    near = (distances.black < cap).astype(np.float64) - (distances.white < cap)
    details = {"cap": cap, "swing": len(swing_points(distances, cap))}
    return Ownership(setting, tuple(near.reshape(-1).tolist()), "distance-capped", dead=dead, details=details)


def territory_targets(board: Board, dead: PointSet | None = None) -> tuple[float, float]:
    """Black's and White's territory on a finished board: surrounded points, those under dead stones twice."""
    from honte.scoring.area import regions

    totals = {BLACK: 0.0, WHITE: 0.0}
    for region in regions(board, dead):
        owner: Color | None = region.owner
        if owner is not None:
            totals[owner] += region.value
    return totals[BLACK], totals[WHITE]
