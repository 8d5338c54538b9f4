"""Whether the opponent can keep a goal from a prover forever: this bounds L and U from the other side.

A `Holding` asks `honte.kernels.small.hold` about one state and one goal, in slices of nodes, on the
table of an `Engine`. "Held" means that the prover cannot force the goal at any depth under simple ko.
It says nothing about superko, under which no play goes on forever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from honte.smallboard.engine import Engine, State

FIRST_POSITIONS = 1 << 14
"""Positions for which the graph has room at the start."""
MOST_POSITIONS = 1 << 24
"""Positions of the largest graph, about 1.5 GB."""
DEEPEST = 21
"""The greatest depth, in plies, of the proof search at each position. A deeper search finds losses
earlier and costs more nodes (docs/algorithms/smallboard.md)."""
LINKS = 6
"""Edges for each position, on average, for which the graph has room."""


class Holding:
    """One question, "can the opponent hold the prover below `goal` forever?", answered in slices."""

    def __init__(self, engine: Engine, state: State, goal: int, *, thorough: bool = False) -> None:
        self.engine = engine
        self.state = state
        self.goal = goal
        self.thorough = thorough
        self.nodes = 0
        self.answer: bool | None = None
        """True: held forever; False: the prover can force the goal; None: not known yet."""
        self._capacity = FIRST_POSITIONS
        self._full = False
        self._depth = min(engine.grid.size + 5 | 1, DEEPEST)
        self._start()

    def _start(self) -> None:
        import numpy as np

        from honte.kernels.small import hold as kernels
        from honte.kernels.small.store import records

        size = self._capacity
        self._graph: Any = records(kernels.hold_dtype, size)
        self._index = np.full(2 * size, -1, np.int32)
        self._edges = np.zeros((LINKS * size, 2), np.int32)
        self._stack = np.zeros(LINKS * size, np.int32)
        self._queue = np.zeros(size, np.int32)
        self._tally = np.zeros(8, np.int64)
        key = self.engine.key_of(self.state)
        kernels.number_of(self._graph, self._index, self._tally, np.uint64(key))
        self._tally[kernels.TOP] = 1

    @property
    def positions(self) -> int:
        """How many positions the graph has."""
        from honte.kernels.small.hold import USED_NODES

        return int(self._tally[USED_NODES])

    def go_on(self, cap: int = 0) -> bool | None:
        """Spends up to `cap` nodes (0: the whole budget) on the question; see `answer`."""
        from honte.kernels.small import hold as kernels

        engine = self.engine
        spent = 0
        while self.answer is None and not engine.budget.stopped and (not cap or spent < cap):
            verdict, nodes = engine.run_hold(self._arrays, self.goal, self._depth, cap - spent if cap else 0,
                                             thorough=self.thorough)  # fmt: skip
            spent += nodes
            self.nodes += nodes
            if verdict != kernels.NEW:
                self.answer = verdict == kernels.HELD
            elif self._tally[kernels.ROOM]:
                if self._capacity >= MOST_POSITIONS:
                    self._full = True
                    break
                self._capacity *= 4
                self._start()
        return self.answer

    @property
    def over(self) -> bool:
        """Whether nothing more will come: the question is answered, or the graph has grown too large."""
        return self.answer is not None or self._full

    @property
    def _arrays(self) -> tuple[Any, ...]:
        return self._graph, self._index, self._edges, self._stack, self._queue, self._tally

    def replies(self) -> NDArray[np.uint64]:
        """The opponent's strategy once the goal is held, one column for each position.

        The four rows are masks: the prover's stones, the opponent's stones, the ko point, and the
        opponent's move (0: pass).
        """
        import numpy as np

        from honte.kernels.small import hold as kernels
        from honte.kernels.small.store import PASS_MOVE, unpack

        graph = self._graph[: self.positions]
        chosen = graph[(graph["state"] == kernels.HELD) & (graph["key"] & np.uint64(1) == 1)]
        found, masks = np.zeros((4, len(chosen)), np.uint64), np.zeros(3, np.uint64)
        record = self.engine.new_record()
        for k, node in enumerate(chosen):
            unpack(record, node["key"], masks)
            found[:3, k] = masks
            found[3, k] = 0 if node["reply"] == PASS_MOVE else 1 << int(node["reply"])
        return found


def is_held(engine: Engine, state: State, goal: int, cap: int = 0) -> bool | None:
    """Whether the opponent can keep the prover below `goal` forever; None when the budget ends first.

    >>> from honte.grid import Grid
    >>> from honte.search.budget import Budget
    >>> from honte.smallboard.engine import Engine, State
    >>> engine = Engine(Grid(2), Budget(memory_mb=8))
    >>> is_held(engine, State(0, 0), -3), is_held(engine, State(0, 0), -4)
    (True, False)
    """
    return Holding(engine, state, goal).go_on(cap)
