"""Takes dead stones off before a model looks at the board.

Stones that will be captured mislead the models that radiate from stones (distance, influence, moyo). The
learned estimator gives the owner of every point; chains whose points it gives to the other side are taken
off. The verdicts on a finished game, with reasons, are in `honte.counting`.
"""

from __future__ import annotations

from honte.core.board import Board
from honte.estimate.learned import estimate_learned
from honte.estimate.ownership import Setting
from honte.grid import PointSet


def without_dead(setting: Setting, *, seed: int = 1) -> tuple[Board, PointSet]:
    """The board without the stones that are probably dead, and those stones.

    With stones of one color only, none is dead.
    """
    board = setting.board
    if not board.black_mask or not board.white_mask:
        return board, PointSet(board.grid)
    dead = estimate_learned(setting, seed=seed).dead or PointSet(board.grid)
    return board.with_stones(dead, None), dead
