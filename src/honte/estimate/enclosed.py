"""Enclosed equivalent size as an estimator: Tajima and Sanechika's D at each point, beside the other models.

The evaluation itself, with all the paper's figures, is `honte.moyo.size`; here it becomes an `Ownership`,
so that one table can set it against distance, influence, playouts and the learned weights.
"""

from __future__ import annotations

from honte.core.arrays import mask_array
from honte.core.board import BLACK, WHITE
from honte.estimate.clearing import without_dead
from honte.estimate.ownership import Ownership, Setting
from honte.moyo.size import moyo


def estimate_moyo(setting: Setting, *, seed: int = 1) -> Ownership:
    """D = B - W at every vacant point (section 4.3); stones that live are their owner's."""
    board, dead = without_dead(setting, seed=seed)
    values = moyo(board).hundredths / 100.0
    for color in (BLACK, WHITE):
        values[mask_array(board.grid, board.stones_mask(color)) == 1] = float(color)
    return Ownership(setting, tuple(values.reshape(-1).tolist()), "moyo", dead=dead)
