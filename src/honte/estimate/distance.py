"""The distance models of paper 000, section 8: a point belongs to the side whose stones are nearer.

Distances are walked over empty points, never through a stone of the other color. `distance-capped` is
the section's first half: distances above a cap are the cap, and a point that only one side reaches
below it is that side's; all others are swing points. `distance` is its second half: the
uncertainty a = min/max of the two distances, the confidence 1 - a, and k(1 - a) points of territory.

The paper contradicts itself in places; docs/algorithms/distance.md says what was decided and why.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from honte.core.arrays import stones_array
from honte.core.board import BLACK, WHITE, Board, Color
from honte.errors import InputError
from honte.estimate.clearing import without_dead
from honte.estimate.ownership import Ownership, Setting
from honte.grid import Point, PointSet

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CAP = 5
"""The paper's m."""
MOVES_PER_POINT = 0.76
"""How long games last, in moves a point: 275 on 19x19 (mean of 16,520 counted games)."""
K_START, K_FULL, K_GROWN_BY = 0.8, 1.3, 0.6
"""k at the first move, and from `K_GROWN_BY` of the usual length on: medians of the best k."""


@dataclass(frozen=True)
class Distances:
    """Steps from every point to the nearest stone of each color, over empty points."""

    board: Board
    black: NDArray[np.int32]
    """Shape (rows, cols); FAR where Black cannot be reached, 0 on black stones."""
    white: NDArray[np.int32]

    @classmethod
    def of(cls, board: Board) -> Distances:
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
        """The paper's (black distance, white distance), None for unreachable; or Q(m) with a cap."""
        from honte.kernels.maps.factors import FAR

        found = (int(self.black[point.row, point.col]), int(self.white[point.row, point.col]))
        if cap is not None:
            return min(found[0], cap), min(found[1], cap)
        black, white = (None if d >= FAR else d for d in found)
        return black, white

    def confidence(self) -> NDArray[np.float64]:
        """1 - min/max at every empty point, signed: positive where Black is nearer; 0 on stones.

        A side that cannot be reached is infinitely far: confidence 1 for the other. Equal distances,
        and no stones at all, give 0.
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
    """The k that minimizes the squared error of k x and k y against two territories (closed form).

    >>> best_k(30.0, 40.0, 30.0, 40.0)
    1.0
    """
    if x == 0 and y == 0:
        return 0.0
    return (x * black_target + y * white_target) / (x * x + y * y)


def squared_error(k: float, x: float, y: float, black_target: float, white_target: float) -> float:
    """The paper's L(k): half the squared misses of k x and k y against two territories."""
    return ((black_target - k * x) ** 2 + (white_target - k * y) ** 2) / 2


def conjectured_k(k: float, moves: int, length: int) -> float:
    """The second conjecture as written: k in proportion to the moves played, of `length` in all."""
    return k * min(1.0, moves / max(1, length))


def grown_k(moves: int, points: int) -> float:
    """k(m) without targets: it grows with the move number, as the best k did in counted games.

    >>> grown_k(0, 361), grown_k(1000, 361)
    (0.8, 1.3)
    """
    stage = moves / (MOVES_PER_POINT * points)
    return K_START + (K_FULL - K_START) * min(1.0, stage / K_GROWN_BY)


def estimate_distance(setting: Setting, *, k: float | None = None, seed: int = 1) -> Ownership:
    """Territory k(1 - a) for the nearer side; stones that live are their owner's.

    `k` follows from the move number unless it is given (as from `best_k`).
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
    """The empty points that both sides reach below the cap, or neither."""
    black, white = distances.black < cap, distances.white < cap
    grid = distances.board.grid
    return grid.set(p for p in distances.board.empty if black[p.row, p.col] == white[p.row, p.col])


def estimate_capped(setting: Setting, *, cap: int = CAP, seed: int = 1) -> Ownership:
    """A point is the side's that alone reaches it in fewer than `cap` steps."""
    import numpy as np

    if cap < 1:
        raise InputError(f"a cap of {cap}; expected 1 or more")
    board, dead = without_dead(setting, seed=seed)
    distances = Distances.of(board)
    near = (distances.black < cap).astype(np.float64) - (distances.white < cap)
    details = {"cap": cap, "swing": len(swing_points(distances, cap))}
    return Ownership(setting, tuple(near.reshape(-1).tolist()), "distance-capped", dead=dead, details=details)


def territory_targets(board: Board, dead: PointSet | None = None) -> tuple[float, float]:
    """The final territories of a finished board: surrounded points, those under dead stones twice."""
    from honte.scoring.area import regions

    totals = {BLACK: 0.0, WHITE: 0.0}
    for region in regions(board, dead):
        owner: Color | None = region.owner
        if owner is not None:
            totals[owner] += region.value
    return totals[BLACK], totals[WHITE]
