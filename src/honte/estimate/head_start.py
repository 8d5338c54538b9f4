"""What a game's beginning gives one side, and how much of it is still to be made up.

Players agree on a small komi or on handicap stones because they are not equally strong, so that the result is
open. Nothing on the board says so later: at move 60 of a game without komi Black is ahead, but White is the
stronger player and will catch up. This module takes the lead at the first move, komi included, as the part of
Black's lead that goes away evenly until the end of a game of the usual length. With the usual komi it is
nearly nothing. A head start that is too large for the network to judge is left alone.
"""

from __future__ import annotations

from functools import lru_cache

from honte.core.position import Position
from honte.estimate.ownership import Setting
from honte.network import View, predict

LARGEST = 1 / 8
"""The part of the board's points up to which the network can judge a head start: four stones on 19x19."""
REMEMBERED = 64
"""First positions whose judgment is kept."""
ALL = 8
"""Images of the board over which the judgment of a first position is averaged."""


def still_to_lose(setting: Setting) -> float:
    """Points that Black is expected to lose because White is the stronger player; negative the other way.

    0 where the beginning of the game is not known, or gives too much. Raises InputError where the network
    cannot answer.
    """
    if setting.start is None:
        return 0.0
    lead = _lead_at(setting.start)
    if lead > LARGEST * setting.grid.size:
        return 0.0
    given = lead - setting.rules.komi - setting.bonus
    return max(0.0, 1 - setting.stage) * given


@lru_cache(REMEMBERED)
def _lead_at(start: Position) -> float:
    """Black's lead at the beginning of a game, without komi."""
    return predict(View(start), symmetries=ALL).margin
