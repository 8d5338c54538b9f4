"""Taking dead stones off before a model looks at the board.

Models that radiate from stones (distance, influence) are misled by stones that will be captured. The
learned estimator tells, for every chain, how surely its side keeps the points it stands on; chains that it
gives to the other side are removed. For an exact count of a finished game see `honte.scoring`.
"""

from __future__ import annotations

from honte.core.board import Board
from honte.estimate.learned import estimate_learned
from honte.estimate.ownership import Setting
from honte.grid import PointSet


def without_dead(setting: Setting, *, seed: int = 1) -> tuple[Board, PointSet]:
    """The board without the stones that are probably dead, and those stones."""
    board = setting.board
    if not board.black_mask or not board.white_mask:
        return board, PointSet(board.grid)
    dead = estimate_learned(setting, seed=seed).dead or PointSet(board.grid)
    return board.with_stones(dead, None), dead
