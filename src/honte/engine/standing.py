"""What is left to play: dead chains, territory and open points as the network sees them.

An opponent asks here whether the game is over for it. It plays no point of its own closed territory, and it
passes only where no open point is left that it can fill safely.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from honte.core import BLACK, Board, Color, Game
from honte.core.arrays import array_mask
from honte.grid import Point, PointSet
from honte.network import Prediction, View, load
from honte.scoring.area import surrounded_masks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DEAD = 0.3
"""A chain is dead when its mean owner, from -1 to +1, is the other side by at least this much."""
SETTLED = 0.7
"""A chain is settled when its mean owner is at least this far from 0."""
CLOSED = 0.8
"""A point in a surrounded region belongs to that side when its owner says so by at least this much."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The board as the side to play sees it; all fields but `settled` are masks of points."""

    dead: int
    own: int
    """Closed territory of the side to play."""
    open: int
    """Empty points of neither side that the side to play can fill without standing in atari."""
    settled: bool
    """Whether the network is sure of the fate of every chain."""


def standing(game: Game, said: Prediction) -> Standing:
    """Reads a position with the owners that the network gives."""
    board, mover = game.board, game.to_play
    owners = said.owners.reshape(board.grid.rows, board.grid.cols)
    dead, settled = _fates(board, owners)
    black, white, dame = surrounded_masks(board, dead)
    sure = array_mask(board.grid, owners * int(mover) >= CLOSED)
    unsure = array_mask(board.grid, abs(owners) < CLOSED)
    own = (black if mover is BLACK else white) & sure & ~board.stones_mask(mover)
    open_points = _fillable(game, dame & board.empty_mask & unsure)
    return Standing(dead, own, open_points, settled)


def dead_stones(game: Game) -> PointSet:
    """The dead stones as the opponent sees them when it passes.

    Raises InputError for a board that the network does not know, and without the network's file.
    """
    said = load().predict([View.of(game)], symmetries=2)[0]
    owners = said.owners.reshape(game.grid.rows, game.grid.cols)
    return PointSet(game.grid, _fates(game.board, owners)[0])


def _fates(board: Board, owners: NDArray[np.float32]) -> tuple[int, bool]:
    """The stones of dead chains, and whether the fate of every chain is sure."""
    dead, settled = 0, True
    for chain in board.chains():
        mean = sum(float(owners[p.row, p.col]) for p in chain.stones) / len(chain.stones)
        if mean * int(chain.color) <= -DEAD:
            dead |= chain.stones.mask
        settled = settled and abs(mean) >= SETTLED
    return dead, settled


def _fillable(game: Game, points: int) -> int:
    """The points among these that the side to play may fill and that leave its chain two liberties."""
    found, color = 0, game.to_play
    for bit in game.grid.masks_of(points):
        point = game.grid.point_of(bit.bit_length() - 1)
        if game.illegality(point) is None and _liberties_after(game, point, color) >= 2:
            found |= bit
    return found


def _liberties_after(game: Game, point: Point, color: Color) -> int:
    chain = game.position.play_unchecked(point).board.chain(point)
    return 0 if chain is None or chain.color is not color else len(chain.liberties)
