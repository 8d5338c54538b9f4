"""Estimates of unfinished games: the owner of each point, Black's margin and its error, by several models.

    estimate, MODELS, DEFAULT       a game, position or setting by the model of a name
    Ownership, Setting              the answer of every model, and the position that it estimates
    Distances, best_k, grown_k      the distance model of paper 000, section 8, step by step
    influence_map                   Bouzy's influence
    symmetric_playouts              random games whose result does not depend on how the board is turned
    without_dead                    the board without the stones that are probably dead

The package itself can be called like its function: `honte.estimate(position)`.

>>> from honte.core import Board, Position
>>> answer = estimate(Position(Board.parse(". X . O .\\n. X . O .\\n. X . O .")), "distance")
>>> answer.model, answer.lead
('distance', 0.0)
"""

import sys
from types import ModuleType
from typing import Any

from honte.core.game import Game
from honte.core.position import Position
from honte.estimate.clearing import without_dead
from honte.estimate.distance import Distances, best_k, grown_k, swing_points, territory_targets
from honte.estimate.influence import influence_map
from honte.estimate.models import DEFAULT, MODELS, Model, calibrated, estimate, model_named, stage_of
from honte.estimate.ownership import Ownership, Setting
from honte.estimate.playouts import PlayoutView, likely_dead, symmetric_playouts

__all__ = [
    "DEFAULT",
    "MODELS",
    "Distances",
    "Model",
    "Ownership",
    "PlayoutView",
    "Setting",
    "best_k",
    "calibrated",
    "estimate",
    "grown_k",
    "influence_map",
    "likely_dead",
    "model_named",
    "stage_of",
    "swing_points",
    "symmetric_playouts",
    "territory_targets",
    "without_dead",
]


class EstimatePackage(ModuleType):
    """The type of this package: calling it estimates."""

    def __call__(self, where: Setting | Game | Position, model: str = DEFAULT, **options: Any) -> Ownership:
        """Estimates a position; see `honte.estimate.models.estimate`."""
        return estimate(where, model, **options)


sys.modules[__name__].__class__ = EstimatePackage
