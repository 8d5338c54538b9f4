"""Enclosed equivalent size as an estimator: Tajima and Sanechika's D at each point.

`honte.moyo.size` computes it. This module turns it into an `Ownership`, so that it can be compared with the
other models.
"""

from __future__ import annotations

from honte.core.arrays import mask_array
from honte.core.board import BLACK, WHITE
from honte.estimate.clearing import without_dead
from honte.estimate.ownership import Ownership, Setting
from honte.moyo.size import moyo


def estimate_moyo(setting: Setting, *, seed: int = 1) -> Ownership:
    """Gives every vacant point D = B - W (section 4.3), and every living stone's point to its owner."""
    board, dead = without_dead(setting, seed=seed)
    values = moyo(board).hundredths / 100.0
    for color in (BLACK, WHITE):
        values[mask_array(board.grid, board.stones_mask(color)) == 1] = float(color)
    return Ownership(setting, tuple(values.reshape(-1).tolist()), "moyo", dead=dead)
