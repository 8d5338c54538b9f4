"""The fate network: who owns each point of a finished board, by weights fitted on counted games.

The network is one of weighted sums (`honte.counting.layers`). Its input at every point is
the factors of `honte.kernels.maps.factors` and the evidence of playouts (`evidence`): with each side moving
first, with the clearly dead taken off, by tactical playouts, and which stones are pass-alive. A chain's
life is the mean of the answers for its stones. The network runs once from Black's side and once from
White's, and the mean counts, so that exchanging the colors exchanges the answer. The idea of judging chains
by a network is van der Werf's (2004). `python -m training.count` fits the weights.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from honte.core.arrays import mask_array, stones_array
from honte.counting.evidence import Evidence, union
from honte.counting.layers import load_weights, run_network, shipped_weights

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WEIGHTS = "weights.npz"
"""The file with the weights that ship, in this package."""
EXTRA = (
    "settled",
    "chain settled",
    "gained by moving first",
    "chain's gain by moving first",
    "tactical playouts",
    "chain in tactical playouts",
    "own pass-alive",
    "their pass-alive",
    "own taken off",
    "their taken off",
    "to move",
)
"""The inputs that follow those of `honte.kernels.maps.factors`, whose last two (stage, size) are left out."""


class View(NamedTuple):
    """Board and evidence from one side's view, in flat arrays: stones 1 own, 2 theirs; owners 1 own."""

    stones: NDArray[np.uint8]
    own_first: NDArray[np.float32]
    their_first: NDArray[np.float32]
    settled: NDArray[np.float32]
    tactical: NDArray[np.float32]
    forever: NDArray[np.uint8]
    removed: NDArray[np.uint8]
    turn: int
    """1 if the own side is to move, -1 if the other is, 0 if passes ended the game."""

    def swapped(self) -> View:
        """The same from the other side's view."""
        import numpy as np

        stones = np.where(self.stones > 0, 3 - self.stones, 0).astype(np.uint8)
        owners = (-self.their_first, -self.own_first, -self.settled, -self.tactical)
        return View(stones, *owners, self.forever, self.removed, -self.turn)


def black_view(evidence: Evidence, turn: int = 0) -> View:
    """The evidence from Black's view; `turn` is 1 or -1 when Black or White is to move, else 0."""
    import numpy as np

    def flat(owners: NDArray[np.float64]) -> NDArray[np.float32]:
        return owners.astype(np.float32).reshape(-1)

    grid = evidence.board.grid
    return View(
        stones=np.ascontiguousarray(stones_array(evidence.board)).reshape(-1),
        own_first=flat(evidence.black_first),
        their_first=flat(evidence.white_first),
        settled=flat(evidence.settled),
        tactical=flat(evidence.tactical),
        forever=mask_array(grid, evidence.forever).reshape(-1),
        removed=mask_array(grid, union(mask for _, mask, _ in evidence.removed)).reshape(-1),
        turn=turn,
    )


def inputs() -> int:
    """The number of inputs at each point."""
    from honte.kernels.maps.factors import FACTORS

    return FACTORS - 2 + len(EXTRA)


def view_factors(
    view: View, near: NDArray[np.int32], cols: int, rows: int
) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """The inputs at each point, and the number of the chain or empty region that it lies in."""
    import numpy as np

    from honte.kernels.maps import factors as kernels

    both = (view.own_first + view.their_first) / 2
    basic = np.empty((cols * rows, kernels.FACTORS), dtype=np.float32)
    ids, count = kernels.factors(view.stones, near, cols, rows, both, basic)

    def with_means(values: NDArray[np.floating[Any]]) -> list[NDArray[np.floating[Any]]]:
        return [values, kernels.chain_means(ids, count, values)[ids]]

    own, theirs = view.stones == 1, view.stones == 2
    more = [
        *with_means(view.settled),
        *with_means((view.own_first - view.their_first) / 2),
        *with_means(view.tactical),
        *(flag & side for flag in (view.forever == 1, view.removed == 1) for side in (own, theirs)),
        np.full(cols * rows, view.turn),
    ]
    found = np.empty((cols * rows, inputs()), dtype=np.float32)
    found[:, : kernels.FACTORS - 2] = basic[:, :-2]
    for k, column in enumerate(more):
        found[:, kernels.FACTORS - 2 + k] = column
    return found, ids


@cache
def weights() -> dict[str, NDArray[np.float32]]:
    """The weights in the file that HONTE_COUNT_WEIGHTS names, or those that ship."""
    chosen = os.environ.get("HONTE_COUNT_WEIGHTS")
    return load_weights(Path(chosen).read_bytes()) if chosen else shipped_weights("honte.counting", WEIGHTS)


def log_odds(evidence: Evidence, turn: int = 0) -> NDArray[np.float64]:
    """The log odds that Black owns each point in the end, shape (rows, cols).

    `turn` is 1 or -1 when the record ends with Black or White to move, and 0 when both passed.
    """
    import numpy as np

    from honte.kernels.maps.factors import neighbor_table

    grid = evidence.board.grid
    near = neighbor_table(grid.cols, grid.rows)
    view, answers = black_view(evidence, turn), []
    for side, sign in ((view, 1), (view.swapped(), -1)):
        layer, ids = view_factors(side, near, grid.cols, grid.rows)
        answers.append(sign * run_network(weights(), layer, ids, grid.cols, grid.rows))
    mean = (answers[0] + answers[1]).astype(np.float64) / 2
    return mean.reshape(grid.rows, grid.cols)
