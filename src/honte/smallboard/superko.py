"""Whether a proof made under simple ko holds under superko too: its strategy is walked and judged.

`Strategy` makes the graph of a proof (`kernels.small.certify`), which `graph` judges. The proof
holds under positional and situational superko when the graph has no cycle, no stone of the prover makes a
board that stood before, and the play inside secured points can bring no board back either.
docs/algorithms/smallboard.md shows that this suffices. A strategy that fails disproves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from honte.smallboard.graph import Graph

if TYPE_CHECKING:
    from honte.smallboard.engine import Engine, State

ROOMS = (1 << 16, 1 << 18, 1 << 21)
"""Positions for which a walk has room: the next number is tried when a strategy is larger."""


def holds_under_superko(
    engine: Engine, state: State, goal: int, depth: int, root: State, past: Sequence[State] = ()
) -> bool:
    """Whether a proof within `depth` plies holds under superko; False proves nothing.

    `root` is the last position of the history, `past` holds those before it, seen by the same prover.
    """
    if root != state and engine.doubts(root, goal)[0]:
        # Points that were secured at the root already: only a child that adds to them is clear.
        clear = 2 * engine.held(state.own) - engine.grid.size >= goal and not root.own & ~state.own
        return clear and not past and not (state.ko and state.prover_first)
    line = engine.line_of((*past, root), goal)
    line["doubt"][-1] = 0
    for room in ROOMS:
        strategy = Strategy(engine, goal, room)
        if strategy.walk(state, depth):
            return strategy.clear_of(line) and strategy.sound
        if not strategy.full:
            return False
    return False


class Strategy(Graph):
    """The moves by which a proof reaches its goal against every reply."""

    def walk(self, state: State, depth: int, *, merge: bool = False) -> bool:
        """Follows a proof against every reply; True when it reaches the goal everywhere without a cycle.

        With `merge` all images of a position under the board's symmetries are one.
        """
        import numpy as np

        from honte.kernels.small.certify import FULL, HOLDS, walk

        engine = self.engine
        self._index[:] = -1
        self._record["abort"][0] = 1 if engine.budget.stopped else 0
        verdict, used = walk(
            self._record, engine.table, engine.counts, engine.budget.control,
            np.uint64(state.own), np.uint64(state.opp), np.uint64(state.ko), np.int64(state.turn),
            self.goal, np.int64(depth), self.nodes, self._index, False, merge,
        )  # fmt: skip
        self.used = int(used)
        self.full = bool(verdict == FULL) and not engine.budget.stopped
        return bool(verdict == HOLDS)
