"""Takes dead stones off before a model looks at the board.

Stones that will be captured mislead the models that radiate from stones (distance, influence, moyo). Dead is
a chain whose points go to the other side even if its own side moves first. The network says so where it
knows the board, random games elsewhere. The verdicts on a finished game, with reasons, are in
`honte.counting`.
"""

from __future__ import annotations

from dataclasses import replace

from honte.core.board import Board
from honte.core.position import Position
from honte.estimate.ownership import Setting
from honte.estimate.whole_board import estimate_network
from honte.grid import PointSet


def without_dead(setting: Setting, *, seed: int = 1) -> tuple[Board, PointSet]:
    """The board without the stones that are probably dead, and those stones.

    With stones of one color only, none is dead.
    """
    board = setting.board
    if not board.black_mask or not board.white_mask:
        return board, PointSet(board.grid)
    dead = PointSet(board.grid, board.black_mask | board.white_mask)
    for mover in (setting.position.to_play, setting.position.to_play.opponent):
        here = replace(setting, position=Position(board, mover), last=())
        dead &= estimate_network(here, seed=seed, symmetries=1).dead or PointSet(board.grid)
    return board.with_stones(dead, None), dead
