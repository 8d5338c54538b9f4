"""Weights fitted on fights that the solver decided, read from the files beside this module.

They guide proof search and guesses; no proof rests on them.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@cache
def shape_costs() -> NDArray[np.int8]:
    """The cost of a move by side and shape, 0 for the most promising; from `training/shapes.py`."""
    import numpy as np

    with resources.files("honte.tsumego.proof").joinpath("shapes.npz").open("rb") as file:
        return np.asarray(np.load(file)["costs"])


@cache
def policy() -> NDArray[np.void]:
    """The network that rates moves, as a record for the kernels; from `training/policy.py`."""
    import numpy as np

    from honte.kernels.local.policy import POLICY, pack_policy

    record = np.zeros(1, dtype=POLICY).view(np.recarray)
    with resources.files("honte.tsumego.proof").joinpath("policy.npz").open("rb") as file:
        data = np.load(file)
        pack_policy(record[0], data["weights"], data["leave"])
    return record
