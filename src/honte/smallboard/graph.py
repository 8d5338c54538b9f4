"""The graph of a strategy: the prover's move and every reply, one record for each position.

`superko.Strategy` makes one from a proof (`orbits` follows books). Here the graph is judged: does a
stone of the prover make a board that stood before, and may the play inside secured points bring one back?
docs/algorithms/smallboard.md shows that a strategy without either holds under superko.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from honte.grid import Grid
from honte.smallboard.secured import secured_by

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from honte.smallboard.engine import Engine

LOOK = 256
"""Pairs of equal boards between two looks at the clock."""


class Graph:
    """The positions of a strategy; `room` is the most that fit."""

    def __init__(self, engine: Engine, goal: int, room: int) -> None:
        import numpy as np

        from honte.kernels.small.certify import node_dtype
        from honte.kernels.small.store import records

        self.engine = engine
        self.goal = np.int64(goal)
        self.nodes: Any = records(node_dtype, room)
        self.used = 0
        self.full = False
        """Whether the last walk ran out of room."""
        self._index = np.empty(2 * room, np.int64)
        self._record = engine.new_record()

    def clear_of(self, line: Any) -> bool:
        """Whether no play of the strategy can bring back a board of the game before it."""
        from honte.kernels.small.certify import clear_of_past

        return bool(clear_of_past(self.nodes, self.used, line))

    @property
    def sound(self) -> bool:
        """Whether no play of a walked strategy makes a board for the second time."""
        if next(self.repeats(), None) is not None or next(self.doubts(), None) is not None:
            return False
        return not self.engine.budget.stopped

    def repeats(self) -> Iterator[tuple[int, int]]:
        """Pairs of positions (earlier, later) with one board, the later one made by a prover's stone.

        Ends early when the budget does.
        """
        import numpy as np

        queue = np.zeros(self.used, np.int64)
        self.nodes["mark"][: self.used] = 0
        for epoch, (earlier, later) in enumerate(self._equal_boards(), 1):
            if epoch % LOOK == 0 and self.engine.budget.stopped:
                return
            if self.leads(earlier, later, epoch, queue):
                yield earlier, later

    def leads(self, earlier: int, later: int, epoch: int, queue: NDArray[np.int64]) -> bool:
        """Whether play from one position can reach the other by a prover's stone.

        `epoch` is a mark that no earlier look has left; `queue` has room for all positions.
        """
        import numpy as np

        from honte.kernels.small.returns import reaches

        numbers = np.int64(earlier), np.int64(later)
        shared = self._record, self.engine.counts, self.nodes, self._index
        return bool(reaches(*shared, *numbers, self.goal, np.int64(epoch), queue))

    def _equal_boards(self) -> Iterator[tuple[int, int]]:
        """Pairs of positions with one board, the second one lower and made by a prover's stone."""
        import numpy as np

        from honte.kernels.small.certify import AGAIN

        nodes = self.nodes[: self.used]
        kept = np.flatnonzero(nodes["state"] != AGAIN)
        order = kept[np.lexsort((nodes["opp"][kept], nodes["own"][kept]))]
        own, opp, height = (nodes[name][order] for name in ("own", "opp", "height"))
        same = (own[1:] == own[:-1]) & (opp[1:] == opp[:-1])
        starts = np.flatnonzero(np.concatenate(([True], ~same)))
        ends = np.append(starts[1:], len(order))
        highest = np.repeat(np.maximum.reduceat(height, starts), ends - starts)
        group = np.repeat(np.arange(len(starts)), ends - starts)
        for place in np.flatnonzero((nodes["made"][order] != 0) & (height < highest)).tolist():
            for other in range(starts[group[place]], ends[group[place]]):
                if height[other] > height[place]:
                    yield int(order[other]), int(order[place])

    def doubts(self) -> Iterator[int]:
        """Positions whose board the play inside secured points may bring back later.

        Such a board would have been secured but for a ban or a cut-off own stone. Ends early when the
        budget does.
        """
        import numpy as np

        from honte.kernels.small.returns import mark_doubted, suspects

        shared = self._record, self.engine.counts, self.nodes
        doubted = np.zeros(self.used, np.bool_)
        mark_doubted(*shared, self.used, self.goal, doubted)
        queue, found = np.zeros((2, self.used), np.int64)
        self.nodes["mark"][: self.used] = 0
        for epoch, start in enumerate(np.flatnonzero(doubted).tolist(), 1):
            if epoch % LOOK == 0 and self.engine.budget.stopped:
                return
            count = suspects(*shared, self._index, np.int64(start), self.goal, np.int64(epoch), queue, found)
            board = int(self.nodes["own"][start]), int(self.nodes["opp"][start])
            if any(self._makes(number, *board) for number in found[:count].tolist()):
                yield start

    def _makes(self, number: int, stood: int, stood_opp: int) -> bool:
        """Whether secured play that starts at a position may make a board that stood before."""
        from honte.kernels.small.certify import LEAF

        node = self.nodes[number]
        own, opp, grid = int(node["own"]), int(node["opp"]), self.engine.grid
        gone = stood & ~own
        if not gone:
            return False
        if node["state"] == LEAF:
            return may_return(grid, own, opp, stood, stood_opp)
        if node["turn"] == 0:
            single = own | gone == stood and gone & (gone - 1) == 0 and gone != int(node["ko"])
            return single and left_of(grid, stood, opp) == stood_opp
        for stone in grid.masks_of(gone & ~opp):
            more = own | stone
            if 2 * self.engine.held(more) - grid.size >= self.goal and (
                more == stood or may_return(grid, more, 0, stood, stood_opp)
            ):
                return True
        return False


def left_of(grid: Grid, own: int, opp: int) -> int:
    """The stones of the other side that have liberties."""
    empty = grid.full_mask & ~(own | opp)
    return sum(chain for chain in grid.component_masks(opp) if grid.neighbors_mask(chain) & empty)


def may_return(grid: Grid, own: int, opp: int, stood: int, stood_opp: int) -> bool:
    """Whether play inside the points that `own` secures may make the board (`stood`, `stood_opp`).

    `opp` holds stones of the other side that are known to stand when that play begins. False is certain:
    docs/algorithms/smallboard.md shows why.
    """
    found = secured_by(grid, own)
    gone = stood & ~own
    if not gone or found.chains & ~stood or stood & ~(own | found.points):
        return False
    if gone & found.touched:
        return True
    empty = grid.full_mask & ~(stood | stood_opp)
    for region in grid.component_masks(found.points & ~found.chains):
        inner, theirs = region & ~found.touched, stood_opp & region
        takes_all = inner & opp or inner & (inner - 1) == 0
        left_over = theirs if takes_all else grid.neighbors_mask(theirs) & empty & region & found.touched
        if gone & region and not left_over:
            return True
    return False
