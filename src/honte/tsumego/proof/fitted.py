"""What was fitted on fights that the solver decided, read from the files beside this module.

Proof search and guesses are guided by it; no proof rests on it.
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
    """How little a move of each shape promises, by side; `training/shapes.py` makes the file."""
    import numpy as np

    with resources.files("honte.tsumego.proof").joinpath("shapes.npz").open("rb") as file:
        return np.asarray(np.load(file)["costs"])


@cache
def policy() -> NDArray[np.void]:
    """Which moves look promising, as the kernels take it; `training/policy.py` makes the file."""
    import numpy as np

    from honte.kernels.local.policy import POLICY, pack_policy

    record = np.zeros(1, dtype=POLICY).view(np.recarray)
    with resources.files("honte.tsumego.proof").joinpath("policy.npz").open("rb") as file:
        data = np.load(file)
        pack_policy(record[0], data["weights"], data["leave"])
    return record
