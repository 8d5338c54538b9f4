"""Every estimator by name, with its scale and its error at each stage of the game.

Unscaled sums exaggerate, because a lead on the board early in the game often goes away. `python -m
training.estimate` fits the scale and the error of each classical model on counted games and writes them to
`calibration.json`. The network says its margin and its error itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any

from honte.core.game import Game
from honte.core.position import Position
from honte.errors import InputError
from honte.estimate.by_katago import estimate_katago
from honte.estimate.distance import estimate_capped, estimate_distance
from honte.estimate.enclosed import estimate_moyo
from honte.estimate.influence import estimate_influence
from honte.estimate.ownership import Ownership, Setting
from honte.estimate.playouts import estimate_playouts
from honte.estimate.whole_board import estimate_network
from honte.search.warm import warms

CALIBRATION = "calibration.json"
"""The file with scales and errors, in this package."""


@dataclass(frozen=True)
class Model:
    """An estimator with its name."""

    name: str
    estimate: Callable[..., Ownership]
    words: str
    """What it does, in a few words for a menu."""


MODELS = {
    model.name: model
    for model in (
        Model("network", estimate_network, "a neural network trained on games and on proofs"),
        Model("playouts", estimate_playouts, "who owns each point after random games"),
        Model(
            "distance",
            estimate_distance,
            "the nearer side, with confidence 1 - min/max, more with every move",
        ),
        Model(
            "distance-capped", estimate_capped, "the side that alone is within reach; other points are open"
        ),
        Model("influence", estimate_influence, "Bouzy's dilation and erosion"),
        Model("moyo", estimate_moyo, "enclosed equivalent size, Tajima and Sanechika"),
    )
}
"""All estimators by name, in the order in which menus list them."""
FOREIGN = {"katago": Model("katago", estimate_katago, "KataGo, where it is installed")}
"""Estimators that need a program of somebody else; menus do not list them."""
DEFAULT = "network"
"""The name of the model that `estimate` uses unless another is given."""


def model_named(name: str) -> Model:
    """The model with this name; raises InputError that lists the known names."""
    known = MODELS | FOREIGN
    if name not in known:
        raise InputError(f"{name!r} is not an estimator; known: {', '.join(known)}")
    return known[name]


def estimate(where: Setting | Game | Position, model: str = DEFAULT, **options: Any) -> Ownership:
    """Estimates a position by the model of this name, with scale and error for its stage of the game.

    `options` go to the model, such as `seed` and `playouts`. Raises IllegalPosition when a chain has no
    liberty.

    >>> from honte.core import Board
    >>> walls = Board.parse(". X . O .\\n. X . O .\\n. X . O .\\n. X . O .\\n. X . O .")
    >>> estimate(Position(walls), "influence").lead
    0.0
    """
    if isinstance(where, Game):
        setting = Setting.of(where)
    else:
        setting = where if isinstance(where, Setting) else Setting(where)
    setting.board.checked()
    return calibrated(model_named(model).estimate(setting, **options))


def calibrated(raw: Ownership) -> Ownership:
    """An estimate with the scale and the error that its model has at its stage of the game."""
    stage = stage_of(raw.setting)
    table = calibration().get(raw.model)
    if table is None:
        return raw
    size = (raw.grid.size / 361) ** 0.5  # the error grows with the side of the board
    return replace(raw, scale=_between(table["scale"], stage), error=size * _between(table["error"], stage))


def stage_of(setting: Setting) -> float:
    """Moves played as a part of the usual length of a game: 0 at the start, at most 1.2."""
    return min(1.2, setting.stage)


@cache
def calibration() -> dict[str, dict[str, list[list[float]]]]:
    """For each model, (stage, value) pairs of its `scale` and of its `error` in points on 19x19."""
    text = resources.files("honte.estimate").joinpath(CALIBRATION).read_text(encoding="utf8")
    loaded: dict[str, dict[str, list[list[float]]]] = json.loads(text)["models"]
    return loaded


def _between(pairs: list[list[float]], stage: float) -> float:
    """The value at a stage, linear between the pairs and constant beyond them."""
    before = pairs[0]
    if stage <= before[0]:
        return before[1]
    for after in pairs[1:]:
        if stage <= after[0]:
            share = (stage - before[0]) / (after[0] - before[0])
            return before[1] + share * (after[1] - before[1])
        before = after
    return before[1]


@warms("estimators", seconds=4)
def warm_up() -> None:
    """Compiles all that the estimators use, on a tiny board."""
    for name in MODELS:
        estimate(Position.empty(2), name)
