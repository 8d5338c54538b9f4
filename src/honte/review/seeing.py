"""What a model says of the positions of a game: margin, error, chance, owners and likely moves.

The network answers on square boards from 5x5 to 19x19, several positions in one call. Other boards, and a
missing file of weights, are left to random games: these know owners and margin, but no likely moves. All of
it is an estimate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from honte.core import Board, Color, Game, Move
from honte.errors import InputError
from honte.estimate.models import estimate
from honte.estimate.ownership import LAST_MOVES, Ownership, Setting
from honte.estimate.whole_board import ELSEWHERE, SYMMETRIES
from honte.grid import PointSet
from honte.network import Network, Prediction, View, load, supports

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KEPT_MOVES = 8
"""Likely moves that are kept for each position."""


@dataclass(frozen=True, eq=False)
class Sight:
    """One position as a model sees it. Black is positive; komi and handicap points are included."""

    setting: Setting
    margin: float
    """Black's expected margin at the end, in points."""
    error: float
    """The standard error of the margin: two results out of three lie within it."""
    chance: float
    """Black's chance to win, 0 to 1."""
    owners: NDArray[np.float64]
    """The owner of each point, row by row from the lower left: -1 White to +1 Black."""
    moves: tuple[tuple[Move, float], ...] = ()
    """The likeliest moves with their probabilities, best first; empty where the model knows none."""
    policy: NDArray[np.float32] | None = None
    """The probability of each point and, at the end, of a pass; None where the model knows none."""

    @property
    def board(self) -> Board:
        """The board of the position."""
        return self.setting.board

    def fate(self, stones: PointSet, color: Color) -> float:
        """The mean owner of some stones for their color: -1 dead to +1 alive."""
        cols = self.setting.grid.cols
        return int(color) * float(sum(self.owners[p.row * cols + p.col] for p in stones)) / len(stones)

    def probability(self, move: Move) -> float | None:
        """How likely a strong player plays this move; None where the model does not know."""
        if self.policy is None:
            return None
        return float(self.policy[-1 if move is None else move.row * self.setting.grid.cols + move.col])


class Model(Protocol):
    """Something that judges positions."""

    name: str
    note: str
    """What a reader must know of the model; empty for the network."""

    def see(self, settings: Sequence[Setting]) -> list[Sight]:
        """One answer for each position; called by several threads at once."""
        ...


class ByNetwork:
    """The network as a model."""

    name = "network"
    note = ""

    def __init__(self, network: Network) -> None:
        self.network = network

    def see(self, settings: Sequence[Setting]) -> list[Sight]:
        """One answer for each position, in one call."""
        views = [View(setting.position, setting.last) for setting in settings]
        said = self.network.predict(views, symmetries=SYMMETRIES)
        return [_sight(*each) for each in zip(settings, said, strict=True)]


def _sight(setting: Setting, said: Prediction) -> Sight:
    owners = said.owners.astype(float)
    figures = Ownership(
        setting, tuple(owners.tolist()), "network", expected=said.margin, error=ELSEWHERE * said.error
    )
    likely = tuple(said.moves(KEPT_MOVES))
    return Sight(setting, figures.margin, figures.error, figures.black_chance, owners, likely, said.policy)


class ByEstimate:
    """A classical estimator as a model: owners and margin, no likely moves."""

    def __init__(self, name: str, note: str) -> None:
        self.name, self.note = name, note

    def see(self, settings: Sequence[Setting]) -> list[Sight]:
        """One answer for each position, one after another."""
        import numpy as np

        found = [estimate(setting, self.name) for setting in settings]
        return [
            Sight(each.setting, each.margin, each.error, each.black_chance, np.asarray(each.values, float))
            for each in found
        ]


NAMES = ("network", "katago")
"""The models that can be asked for by name."""


def model_for(game: Game, name: str = NAMES[0]) -> Model:
    """The model of this name for a game: the network, or KataGo where the user has it.

    Where the network cannot judge, random games do, with a note that says why. Raises InputError for an
    unknown name, and for KataGo where it is not installed.
    """
    if name not in NAMES:
        raise InputError(f"{name!r} is no model of a review; known: {', '.join(NAMES)}")
    if name == "katago":
        from honte.review.by_katago import ByKataGo

        return ByKataGo()
    grid = game.grid
    why = f"The network does not know boards of {grid.cols}x{grid.rows}."
    if supports(grid):
        try:
            return ByNetwork(load())
        except InputError as error:
            why = f"The network cannot be used: {error}."
    return ByEstimate("playouts", f"{why} Random games judge the positions, and no better moves are shown.")


# Positions


def setting_at(game: Game, move: int) -> Setting:
    """A game after `move` moves, with the side to play that moves next in the record."""
    setting = Setting.of(game, move)
    if move < len(game.steps):
        color = game.steps[move].color
        setting = replace(setting, position=setting.position.with_to_play(color))
    return setting


def setting_after(setting: Setting, move: Move) -> Setting:
    """The setting after a legal move, for a model that looks at position and last moves alone."""
    return replace(
        setting,
        position=setting.position.play_unchecked(move),
        move=setting.moves + 1,
        last=(move, *setting.last)[:LAST_MOVES],
    )
