"""The network's estimate: the owner of each point, and a margin of its own with its own error.

`honte.network` answers; this module turns the answer into an `Ownership`. Boards that the network does not
know, and a missing or broken file of weights, are left to random games, and the answer says so.
"""

from __future__ import annotations

from honte.core.board import Board
from honte.errors import InputError
from honte.estimate.ownership import Ownership, Setting
from honte.estimate.playouts import estimate_playouts, likely_dead
from honte.network import View, predict

SYMMETRIES = 2
"""Images of the board over which answers are averaged; more hardly change them."""
ALL = 8
"""The number of images of a square board."""
ELSEWHERE = 1.2
"""The factor by which errors are widened. Games kept aside fit without it; those of other players do not."""
INSTEAD = "random games instead"
"""The detail that says why the network did not answer."""


def estimate_network(setting: Setting, *, seed: int = 1, symmetries: int = SYMMETRIES) -> Ownership:
    """Estimates with the network; `seed` serves the random games where the network cannot answer.

    A board that is symmetric gets the mean over all eight images, so that its estimate is symmetric, too.
    """
    images = ALL if _is_symmetric(setting.board) else symmetries
    try:
        found = predict(View(setting.position, setting.last), symmetries=images)
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
        expected=found.margin,
        error=ELSEWHERE * found.error,
        dead=likely_dead(setting.board, owners.reshape(grid.rows, grid.cols)),
    )


def _is_symmetric(board: Board) -> bool:
    """Whether a turn or a mirror other than the identity leaves the stones where they are."""
    images = [board.transformed(symmetry) for symmetry in board.grid.symmetries]
    return images.count(board) > 1
