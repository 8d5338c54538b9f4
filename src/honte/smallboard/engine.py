"""The Python side of the proof search: its arrays, its threads, and one question at a time.

An `Engine` belongs to one grid and one budget. It asks the kernels whether a prover can force a goal (a
margin in points) within a depth (in plies), with one thread, or with several on one table for long
questions; `superko` sees whether a proof holds under superko, and `solver` decides what to ask.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from honte.core import Move
from honte.grid import Grid, Point
from honte.kernels.control import BUSY, ENOUGH, FREE
from honte.search.budget import Budget
from honte.search.warm import ready
from honte.smallboard.geometry import geometry

if TYPE_CHECKING:
    from numpy.typing import NDArray

DEPTH = FREE
"""Control cell with the depth of the search, in plies, for progress."""
LONG = 200_000
"""A question goes to all threads once one thread has spent this many nodes on it."""
COUNT_POINTS = 25
"""Boards of at most this many points store, for every set of own stones, how many points it secures."""
FIRST_SLOTS = 1 << 14
"""Slots of the table at the start; few, so that short questions stay in the processor's cache. The table
grows with the nodes."""


@dataclass(frozen=True, slots=True)
class State:
    """A position seen by a prover: masks of both sides, the banned point, and whether the prover is to
    play."""

    own: int
    opp: int
    ko: int = 0
    prover_first: bool = True

    @property
    def turn(self) -> int:
        """0 when the prover is to play, 1 when the opponent is."""
        return 0 if self.prover_first else 1


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one question; `complete` is False when the budget ended first."""

    value: int
    final: bool
    nodes: int
    complete: bool


class Engine:
    """Asks the kernels about one grid."""

    def __init__(self, grid: Grid, budget: Budget) -> None:
        import numpy as np

        ready("small boards")
        self.grid = grid
        self.budget = budget
        self.shape = geometry(grid)
        self._most_slots = FIRST_SLOTS
        while self._most_slots * 2 * 16 <= budget.memory_mb << 20 and self._most_slots < 1 << (grid.size + 8):
            self._most_slots *= 2
        self.table = _new_table(FIRST_SLOTS)
        self.counts = np.zeros((1 << grid.size if grid.size <= COUNT_POINTS else 1, 2), np.uint8)
        self._workers = [self._record(seed) for seed in range(budget.threads)]

    def _record(self, seed: int) -> NDArray[Any]:

        from honte.kernels.small.store import records, search_dtype

        record: NDArray[Any] = records(search_dtype, 1)
        shape = self.shape
        for name, value in (
            ("stride", shape.stride), ("full", shape.full), ("points", self.grid.size), ("thin", shape.thin),
            ("cols", self.grid.cols), ("rows", self.grid.rows), ("weights", shape.base4),
            ("images", shape.images), ("sources", shape.sources),
            ("spots", shape.spots), ("seed", seed),
        ):  # fmt: skip
            record[name][0] = value
        return record

    def new_record(self) -> NDArray[Any]:
        """A further search record on the same grid, for walks that must not disturb the workers."""
        return self._record(0)

    @property
    def nodes(self) -> int:
        """Nodes that all threads have visited."""
        return int(sum(record["nodes"][0] for record in self._workers))

    def held(self, stones: int) -> int:
        """How many points these stones secure by themselves."""
        import numpy as np

        from honte.kernels.small.store import held

        return int(held(self._workers[0], self.counts, np.uint64(stones)))

    def remembered_move(self, state: State) -> Point | None:
        """The table's move for a state, proved or only promising; None for a pass or no entry."""
        import numpy as np

        from honte.kernels.small.search import remembered
        from honte.kernels.small.store import PASS_MOVE, least_key, probe, set_keys

        record = self._workers[0]
        set_keys(record, np.uint64(state.own), np.uint64(state.opp))
        key, symmetry = least_key(record, record["keys"][0][0], np.uint64(state.ko), np.int64(state.turn))
        data = np.uint64(probe(self.table, key))
        index = int(remembered(record, data, symmetry, np.int64(state.turn)))
        return None if index in (-1, PASS_MOVE) else self.grid.point_of(index)

    def finish(self, state: State, goal: int, plies: int) -> tuple[Move] | None:
        """The rule's move within `plies` of the end (`honte.kernels.small.finish`), the prover to play."""
        import numpy as np

        from honte.kernels.small.finish import NONE, finishing_move
        from honte.kernels.small.store import least_key, set_keys, unpack

        record, zero = self._workers[0], np.int64(0)
        set_keys(record, np.uint64(state.own), np.uint64(state.opp))
        key, symmetry = least_key(record, record["keys"][0][0], np.uint64(state.ko), zero)
        masks = np.zeros(3, np.uint64)
        unpack(record, key, masks)
        bit = int(finishing_move(record, self.counts, *masks, np.int64(plies), zero, np.int64(goal)))
        if bit == int(NONE):
            return None
        if not bit:
            return (None,)
        return (self.grid.point_of(int(self.shape.sources[symmetry][bit.bit_length() - 1])),)

    def current_line(self, plies: int = 6) -> list[Move]:
        """The line that the first thread is searching, readable while it runs; at most `plies` moves."""
        from honte.kernels.small.store import PASS_MOVE

        count = min(plies, int(self.budget.control[DEPTH]))
        shown = (int(index) for index in self._workers[0]["line"][0][:count])
        return [None if index == PASS_MOVE else self.grid.point_of(index) for index in shown]

    # Questions

    def prove(self, state: State, goal: int, depth: int, cap: int = 0) -> Answer:
        """Asks once; `cap` bounds the nodes of this question (0: only the budget does)."""
        self.budget.control[DEPTH] = depth
        spent = 0
        while True:
            room = self._make_room()
            left = cap - spent if cap else 0
            answer = self._ask_within(state, goal, depth, min(left or room, room or left))
            spent += answer.nodes
            if answer.complete or self.budget.stopped or not room or (cap and spent >= cap):
                return replace(answer, nodes=spent)

    def _make_room(self) -> int:
        """Lets the table grow with the nodes so far; returns how many more nodes fit, 0 for any number."""
        from honte.kernels.small.store import rehash

        slots = len(self.table)
        while slots < self._most_slots and self.nodes > slots:
            slots *= 4 if slots * 4 <= self._most_slots else 2
        if slots > len(self.table):
            larger = _new_table(slots)
            rehash(self.table, larger)
            self.table = larger
        return 2 * slots - self.nodes if slots < self._most_slots else 0

    def _ask_within(self, state: State, goal: int, depth: int, cap: int) -> Answer:
        if len(self._workers) > 1 and (cap == 0 or cap > LONG):
            quick = self._ask(self._workers[0], state, goal, depth, LONG)
            if quick.complete or self.budget.stopped or quick.nodes < LONG:
                return quick
            return self._ask_all(state, goal, depth, cap)
        return self._ask(self._workers[0], state, goal, depth, cap)

    def _ask(self, record: NDArray[Any], state: State, goal: int, depth: int, cap: int) -> Answer:
        import numpy as np

        from honte.kernels.small.search import prove
        from honte.kernels.small.store import set_keys

        own, opp = np.uint64(state.own), np.uint64(state.opp)
        before = int(record["nodes"][0])
        record["abort"][0] = 1 if self.budget.stopped else 0
        record["cap"][0] = before + cap if cap else 0
        set_keys(record, own, opp)
        value = prove(
            record, self.table, self.counts, self.budget.control, own, opp,
            np.uint64(state.ko), np.int64(state.turn), np.int64(goal), np.int64(depth), np.int64(0),
        )  # fmt: skip
        self._publish(record)
        complete = not record["abort"][0]
        return Answer(
            int(value), bool(record["final"][0][0]), int(record["nodes"][0]) - before, bool(complete)
        )

    def _publish(self, record: NDArray[Any]) -> None:

        from honte.kernels.small.search import poll

        aborted = record["abort"][0]
        poll(record, self.budget.control)
        record["abort"][0] = aborted
        if self.budget.nodes is not None and self.budget.visited >= self.budget.nodes:
            self.budget.stop()

    def _ask_all(self, state: State, goal: int, depth: int, cap: int) -> Answer:
        """Asks one question in all threads on one table; the first answer ends the others."""
        control = self.budget.control
        control[ENOUGH] = 0
        control[BUSY:] = 0
        answers: list[Answer] = []
        before = self.nodes

        def ask(record: NDArray[Any]) -> None:
            record["team"][0] = len(self._workers)
            answer = self._ask(record, state, goal, depth, cap)
            record["team"][0] = 1
            if answer.complete:
                answers.append(answer)
                control[ENOUGH] = 1

        threads = [threading.Thread(target=ask, args=(each,), daemon=True) for each in self._workers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        control[ENOUGH] = 0
        spent = self.nodes - before
        if not answers:
            return Answer(-self.grid.size, False, spent, False)
        return Answer(answers[0].value, answers[0].final, spent, True)

    def key_of(self, state: State) -> int:
        """The exact key of a state, the least over all symmetries."""
        import numpy as np

        from honte.kernels.small.store import least_key, set_keys

        record = self._workers[0]
        set_keys(record, np.uint64(state.own), np.uint64(state.opp))
        key, _ = least_key(record, record["keys"][0][0], np.uint64(state.ko), np.int64(state.turn))
        return int(key)

    def run_hold(
        self, arrays: tuple[Any, ...], goal: int, depth: int, cap: int, *, thorough: bool
    ) -> tuple[int, int]:
        """Runs one slice of a `Holding`; returns (the kernel's verdict, nodes)."""
        import numpy as np

        from honte.kernels.small.hold import NEW, hold

        record = self._workers[0]
        before, spent, verdict = int(record["nodes"][0]), 0, NEW
        while verdict == NEW and not self.budget.stopped and not arrays[-1][0] and (not cap or spent < cap):
            room = self._make_room()
            left = cap - spent if cap else 0
            limit = min(left or room, room or left)
            record["abort"][0] = 0
            record["cap"][0] = before + spent + limit if limit else 0
            verdict = hold(
                record, self.table, self.counts, self.budget.control, *arrays,
                np.int64(goal), np.int64(depth), thorough,
            )  # fmt: skip
            self._publish(record)
            spent = int(record["nodes"][0]) - before
        return int(verdict), spent

    # Superko

    def prove_line(
        self, state: State, goal: int, depth: int, rule: int, root: State | None,
        past: Sequence[State] = (), cap: int = 0,
    ) -> Answer:  # fmt: skip
        """Asks with explicit history: the last move was played at `root`, `past` holds the game before."""
        import numpy as np

        from honte.kernels.small import history
        from honte.kernels.small.store import set_keys

        record, ply = self._workers[0], 0 if root is None else 1
        line = self.line_of(past if root is None else (*past, root), goal, spare=200)
        record["past"][0] = len(past)
        record["abort"][0] = 1 if self.budget.stopped else 0
        nodes = int(record["nodes"][0])
        record["cap"][0] = nodes + cap if cap else 0
        own, opp = np.uint64(state.own), np.uint64(state.opp)
        set_keys(record, own, opp)
        record["keys"][0][ply] = record["keys"][0][0]
        value = history.prove_line(
            record, self.table, self.counts, self.budget.control, line,
            np.int64(rule), own, opp, np.uint64(state.ko), np.int64(state.turn), np.int64(goal),
            np.int64(depth), np.int64(ply),
        )  # fmt: skip
        self._publish(record)
        return Answer(
            int(value), bool(record["final"][0][ply]), int(record["nodes"][0]) - nodes,
            not record["abort"][0],
        )  # fmt: skip

    def line_of(self, past: Sequence[State], goal: int, spare: int = 0) -> Any:
        """The positions as a line for the kernels, each with the doubts that it raises."""
        from honte.kernels.small.history import line_dtype
        from honte.kernels.small.store import records

        line = records(line_dtype, len(past) + spare)
        for k, state in enumerate(past):
            line["own"][k], line["opp"][k], line["turn"][k] = state.own, state.opp, state.turn
            line["doubt"][k] = self.doubts(state, goal)
        return line

    def doubts(self, root: State, goal: int) -> list[int]:
        """For the prover and the opponent, 1 if secured points would settle the question at the root."""
        import numpy as np

        from honte.kernels.small.history import doubtful

        return [
            int(doubtful(self._workers[0], self.counts, np.uint64(stones), True, np.int64(aim)))
            for stones, aim in ((root.own, goal), (root.opp, 1 - goal))
        ]


def _new_table(slots: int) -> NDArray[Any]:
    """An empty table whose buckets of four slots lie on cache lines."""
    import numpy as np

    raw = np.zeros(2 * slots + 8, np.uint64)
    skip = -raw.ctypes.data // 8 % 8
    return raw[skip : skip + 2 * slots].reshape(slots, 2)
