"""How far the proof search of `kernels/local/dfpn.py` stays with a move: by a half over the runner-up."""

import numpy as np
import pytest

from honte.kernels.jit import kernel
from honte.kernels.local.dfpn import INFINITY, SEARCH, WEIGHT_ONE, limits


@kernel
def attackers_limit(array, second):
    """The proof-number threshold of the first child when the attacker is to play."""
    return limits(array[0], np.int64(0), np.int64(1), np.int64(1), second, np.int64(0))[0]


@pytest.mark.parametrize(("second", "limit"), [(0, 1), (1, 2), (8, 13), (100, 151)])
def test_a_child_may_exceed_the_runner_up_by_a_half(second: int, limit: int) -> None:
    search = np.zeros(1, SEARCH).view(np.recarray)
    search["pn_limit"][0, 0] = search["dn_limit"][0, 0] = INFINITY
    search["child_weight"][0, 0, 0] = WEIGHT_ONE
    search["meta"][0, 0] = 1  # the attacker is to play
    assert attackers_limit(search, np.int64(second)) == limit + 1
