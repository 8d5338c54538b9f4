"""The network's estimate: the owner of each point, and a margin of its own with its own error.

`honte.network` answers; this module turns the answer into an `Ownership` and takes off what is left of a
head start (`head_start`). Boards that the network does not know, and a missing or broken file of weights, are
left to random games, and the answer says so.
"""

from __future__ import annotations

from typing import Any

from honte.core.board import Board
from honte.errors import InputError
from honte.estimate.head_start import still_to_lose
from honte.estimate.ownership import Ownership, Setting
from honte.estimate.playouts import estimate_playouts, likely_dead
from honte.network import View, predict

SYMMETRIES = 2
"""Images of the board over which answers are averaged; more hardly change them."""
ALL = 8
"""The number of images of a square board."""
ELSEWHERE = 1.2
"""The factor by which errors are widened. Games kept aside fit without it; those of other players do not."""
TOLD = 2.0
"""Points of a head start from which on the answer speaks of it."""
HEAD_START = "head start"
"""The detail that says how much of a head start is still to be made up."""
INSTEAD = "random games instead"
"""The detail that says why the network did not answer."""


def estimate_network(setting: Setting, *, seed: int = 1, symmetries: int = SYMMETRIES) -> Ownership:
    """Estimates with the network; `seed` serves the random games where the network cannot answer.

    A board that is symmetric gets the mean over all eight images, so that its estimate is symmetric, too.
    """
    images = ALL if _is_symmetric(setting.board) else symmetries
    try:
        found = predict(View(setting.position, setting.last), symmetries=images)
        fading = still_to_lose(setting)
    except InputError as error:
        played = estimate_playouts(setting, seed=seed)
        played.details[INSTEAD] = str(error)
        return played
    grid = setting.grid
    owners = found.owners.astype(float)
    return Ownership(
        setting,
        tuple(owners.tolist()),
        "network",
        expected=found.margin - fading,
        error=ELSEWHERE * found.error,
        dead=likely_dead(setting.board, owners.reshape(grid.rows, grid.cols)),
        details=_words(fading),
    )


def _words(fading: float) -> dict[str, Any]:
    """A word on the head start where it matters."""
    if abs(fading) < TOLD:
        return {}
    stronger = "White" if fading > 0 else "Black"
    return {
        HEAD_START: f"{stronger} is taken to be the stronger player and to make up {abs(fading):.1f} points"
    }


def _is_symmetric(board: Board) -> bool:
    """Whether a turn or a mirror other than the identity leaves the stones where they are."""
    images = [board.transformed(symmetry) for symmetry in board.grid.symmetries]
    return images.count(board) > 1
