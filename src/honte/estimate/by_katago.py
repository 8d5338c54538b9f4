"""KataGo's estimate, where the user has KataGo: owners, margin and its deviation after a short search."""

from __future__ import annotations

from honte.estimate.ownership import Ownership, Setting
from honte.estimate.playouts import likely_dead
from honte.katago import load
from honte.network import View


def estimate_katago(setting: Setting, *, seed: int = 1, visits: int | None = None) -> Ownership:
    """Estimates with KataGo; `seed` is not used. Raises InputError when KataGo is missing or fails."""
    view = View(setting.position, setting.last)
    found = load().predict([view], rules=setting.rules, bonus=setting.bonus, visits=visits)[0]
    owners = found.owners.astype(float)
    return Ownership(
        setting,
        tuple(owners.tolist()),
        "katago",
        expected=found.margin,
        error=found.error,
        dead=likely_dead(setting.board, owners.reshape(setting.grid.rows, setting.grid.cols)),
    )
