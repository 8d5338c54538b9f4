"""What is at stake, as the network sees it: who owns each point if the mover, or the opponent, moves first.

A point is at stake when the first move changes its owner. The stakes tell which stones a position is about
and are what the guess plays for (`honte.tsumego.open.foresight`). All of this is opinion: no proof rests
on it. Where the network cannot judge a board, or is not installed, there is no outlook.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from honte.core import Color, Move, Position
from honte.errors import InputError
from honte.grid import Grid, Point, PointSet
from honte.network import Network, Prediction, View, load, supports
from honte.network.features import mask_array
from honte.tsumego.problem import Setup

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MARGIN = 1
"""Lines around the outermost stones that still belong to the scene."""
TARGET_MARGIN = 3
"""The same around a target that is given: the board may be full of other fights."""
SYMMETRIES = 2
"""Images of the board whose opinions about the first move are averaged."""


@dataclass(frozen=True)
class Outlook:
    """The network's opinion of a position with the mover first and with the opponent first."""

    network: Network
    view: View
    first: Prediction
    second: Prediction
    target: PointSet | None = None
    """The target, where one is given."""

    @property
    def mover(self) -> Color:
        """The side to play."""
        return self.view.position.to_play

    @property
    def grid(self) -> Grid:
        """The points of the board."""
        return self.first.grid

    @cached_property
    def scene(self) -> NDArray[np.bool_]:
        """For each point, whether it lies in the box around the target that is given, or around all stones.

        Play outside counts as a pass.
        """
        import numpy as np

        stones = list(self.target or ~self.view.position.board.empty)
        if not stones:
            return np.ones(self.grid.size, dtype=bool)
        margin = TARGET_MARGIN if self.target else MARGIN
        cols, rows = [p.col for p in stones], [p.row for p in stones]
        across = range(min(cols) - margin, max(cols) + margin + 1)
        up = range(min(rows) - margin, max(rows) + margin + 1)
        return np.array([p.col in across and p.row in up for p in self.grid.points])

    def moves_in_scene(self) -> tuple[Move, ...]:
        """The legal moves in the scene, likeliest first."""
        return tuple(m for m, _ in self.first.moves() if m is not None and self.scene[self._index(m)])

    def _index(self, point: Point) -> int:
        return point.row * self.grid.cols + point.col

    @cached_property
    def stakes(self) -> NDArray[np.float32]:
        """For each point how far its owner changes when the mover moves first: 0 not at all, 2 fully."""
        import numpy as np

        change = int(self.mover) * (self.first.owners - self.second.owners)
        stakes: NDArray[np.float32] = np.clip(change, 0, None) * self.scene
        return stakes

    def prior(self, move: Move) -> float:
        """How likely the network finds a first move; 0 for a pass."""
        return 0.0 if move is None else self.first.probability(move)

    def swing(self, points: PointSet) -> float:
        """The stakes of some points, added up."""
        return float(self.stakes[points_of(points)].sum())


def points_of(points: PointSet) -> NDArray[np.bool_]:
    """Points in the order of a prediction: whether each belongs to the set."""
    return mask_array(points.grid, points.mask).reshape(-1).astype(bool)


def outlook_of(setup: Setup) -> Outlook | None:
    """The network's opinion of a setup; None where there is no network for it."""
    if not supports(setup.board.grid):
        return None
    try:
        network = load()
    except InputError:
        return None
    view = View(Position(setup.board, setup.to_play, setup.ko))
    other = View(Position(setup.board, setup.to_play.opponent))
    first, second = network.predict([view, other], symmetries=SYMMETRIES)
    return Outlook(network, view, first, second, _target_of(setup))


def _target_of(setup: Setup) -> PointSet | None:
    """The chains of the given target; None where none is given."""
    if not setup.keystones:
        return None
    color = setup.board[next(iter(setup.keystones))]
    return setup.keystones if color is None else setup.keystones.flood(setup.board.stones(color))
