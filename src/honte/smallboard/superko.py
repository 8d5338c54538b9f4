"""Whether a proof made under simple ko holds under superko too: its strategy is walked and judged.

`Strategy` keeps the graph of a walk (`kernels.small.certify`), one record for each position. The proof
holds under positional and situational superko when the graph has no cycle, no stone of the prover makes a
board that stood before, and the play inside secured points can bring no board back either.
docs/algorithms/smallboard.md shows that this suffices. A strategy that fails disproves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from honte.grid import Grid
from honte.smallboard.secured import secured_by

if TYPE_CHECKING:
    from honte.smallboard.engine import Engine, State

ROOMS = (1 << 16, 1 << 18, 1 << 21)
"""Positions for which a walk has room: the next number is tried when a strategy is larger."""
LOOK = 256
"""Pairs of equal boards between two looks at the clock."""


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


class Strategy:
    """The prover's moves against every reply, as a graph of positions."""

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

        from honte.kernels.small.certify import reaches

        queue = np.zeros(self.used, np.int64)
        self.nodes["mark"][: self.used] = 0
        for number, (earlier, later) in enumerate(self._equal_boards(), 1):
            if number % LOOK == 0 and self.engine.budget.stopped:
                return
            if reaches(
                self._record, self.engine.counts, self.nodes, self._index, np.int64(earlier),
                np.int64(later), self.goal, np.int64(number), queue, False,
            ):  # fmt: skip
                yield earlier, later

    def _equal_boards(self) -> Iterator[tuple[int, int]]:
        """Pairs of positions with one board, the second one made by a prover's stone."""
        import numpy as np

        from honte.kernels.small.certify import AGAIN

        nodes = self.nodes[: self.used]
        kept = np.flatnonzero(nodes["state"] != AGAIN)
        own, opp = nodes["own"][kept], nodes["opp"][kept]
        order = np.lexsort((opp, own))
        same = (own[order][1:] == own[order][:-1]) & (opp[order][1:] == opp[order][:-1])
        starts = np.flatnonzero(np.concatenate(([True], ~same)))
        ends = np.append(starts[1:], len(order))
        several = ends - starts > 1
        for start, end in zip(starts[several].tolist(), ends[several].tolist(), strict=True):
            group = kept[order[start:end]].tolist()
            for later in group:
                if nodes["made"][later]:
                    yield from ((earlier, later) for earlier in group if earlier != later)

    def doubts(self) -> Iterator[int]:
        """Positions whose board the play inside secured points may bring back later.

        Such a board would have been secured but for a ban or a cut-off own stone. Ends early when the
        budget does.
        """
        import numpy as np

        from honte.kernels.small.certify import CLOSED
        from honte.kernels.small.history import doubtful

        closed = np.flatnonzero(self.nodes["state"][: self.used] == CLOSED)
        stones, which = np.unique(self.nodes["own"][closed], return_inverse=True)
        counts = self.engine.counts
        doubted = np.array(
            [bool(doubtful(self._record, counts, each, True, self.goal)) for each in stones], bool
        )
        for number, position in enumerate(closed[doubted[which]].tolist(), 1):
            if number % LOOK == 0 and self.engine.budget.stopped:
                return
            if self._may_return(position):
                yield position

    def _may_return(self, start: int) -> bool:
        """Whether secured play after a position may make its board again."""
        board = int(self.nodes["own"][start]), int(self.nodes["opp"][start])
        seen, ahead = {start}, [start]
        while ahead:
            number = ahead.pop()
            if self._makes(number, *board):
                return True
            for child in self.children(number):
                if child not in seen:
                    seen.add(child)
                    ahead.append(child)
        return False

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

    def children(self, number: int) -> list[int]:
        """The positions after each move that the walk followed; none at a secured position."""
        import numpy as np

        from honte.kernels.small.certify import CLOSED, list_replies, slot_of

        node, s = self.nodes[number], self._record[0]
        if node["state"] != CLOSED:
            return []
        count = list_replies(
            self._record, self.engine.counts, self.nodes, np.int64(number), np.int64(0), self.goal
        )
        own, opp, turn = int(node["own"]), int(node["opp"]), int(node["turn"])
        found = []
        for bit, taken, ban in zip(s["bits"][0][:count].tolist(), s["taken"][0][:count].tolist(),
                                   s["bans"][0][:count].tolist(), strict=True):  # fmt: skip
            after = (own | bit, opp & ~taken) if turn == 0 else (own & ~taken, opp | bit)
            slot = slot_of(self.nodes, self._index, np.uint64(after[0]), np.uint64(after[1]),
                           np.uint64(ban), np.int64(1 - turn))  # fmt: skip
            found.append(int(self._index[slot]))
        return found


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
