"""One proof search: can the attacker capture the keystones of this local position?

`Prover` holds the table and the compiled board of one problem and answers single questions; what the
answers mean for life, death, ko and seki is put together in `honte.tsumego.proof.solver`.
"""

from __future__ import annotations

import threading
import weakref
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Any

from honte.core import Color, Move
from honte.search.budget import Budget, run_threads
from honte.search.effort import Effort
from honte.tsumego.problem import Problem
from honte.tsumego.proof.fitted import policy, shape_costs
from honte.tsumego.proof.local import NO_KO, LocalBoard

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ENTRY_BYTES = 64
MOST_THREATS = 6
"""A result that holds against so many outside threats is called unconditional."""
BELIEFS = (0.5, 1.0, 0.25)
"""How much each thread trusts the promise of moves: threads that differ find more in the table they share."""


class Verdict(Enum):
    """What is proved about the keystones."""

    CAPTURED = "captured"
    SAVED = "saved"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class State:
    """A local position: stones as masks of the local board, and the packed rest."""

    attacker: int
    defender: int
    meta: int

    @property
    def attacker_to_play(self) -> bool:
        return bool(self.meta & 1)


@dataclass(frozen=True, slots=True)
class Child:
    """A position after one move; `fallen` when the move captured the keystones."""

    move: Move
    state: State
    fallen: bool


_pool: dict[int, list[list[Any]]] = {}
_pool_lock = threading.Lock()
_MOST_GENERATIONS = 1 << 22


def _borrow(owner: object, memory_mb: int) -> list[Any]:
    """A table of at most this size and its last generation, returned to the pool when its owner is gone.

    Entries carry a generation, so a table that was used before is as good as a new one, and its
    memory is already mapped.
    """
    entries = 1 << max(10, (memory_mb * (1 << 20) // _ENTRY_BYTES).bit_length() - 1)
    with _pool_lock:
        free = _pool.setdefault(entries, [])
        slot: list[Any] = free.pop() if free else [None, 0]
    if slot[0] is None or slot[1] + 1 >= _MOST_GENERATIONS:
        slot = [_aligned(entries), 0]
    weakref.finalize(owner, free.append, slot)
    return slot


def _aligned(entries: int) -> NDArray[np.void]:
    """A table in which every entry is one line of the cache."""
    import numpy as np

    from honte.kernels.local.table import ENTRY

    raw = np.zeros((entries + 1) * ENTRY.itemsize, np.uint8)
    start = -raw.ctypes.data % ENTRY.itemsize
    return raw[start : start + entries * ENTRY.itemsize].view(ENTRY).view(np.recarray)


class Prover:
    """Questions about one problem's area, sharing one table.

    >>> from honte.tsumego.problem import Problem
    >>> straight_three = Problem.parse('''
    ... Black to play
    ... . . . W x -
    ... W W W W x -
    ... x x x x x -
    ... ''')
    >>> prover = Prover(straight_three)
    >>> prover.prove(prover.start(), Budget(nodes=10_000)).value
    'captured'
    """

    def __init__(
        self,
        problem: Problem,
        memory_mb: int = 256,
        *,
        free_pass: bool = False,
        beside: Prover | None = None,
        escape: bool = False,
    ) -> None:
        """With a free pass the attacker may pass at any time, as if there were dame elsewhere. With `escape`
        empty points around the area are the defender's, so that a kill needs no more room than the area.

        A prover beside another shares its table: both know their own positions, and the later one takes
        what room it needs.
        """

        from honte.kernels.local.dfpn import SEARCH

        self.problem = problem
        self.escape = escape
        self.local = LocalBoard.of(problem, escape=escape)
        self._host = beside
        self._slot: list[Any] = _borrow(self, memory_mb) if beside is None else beside._slot
        self._slot[1] += 1
        self.table: NDArray[np.void] = self._slot[0]
        self.local.region[0].generation = self._slot[1]
        self.local.region[0].free_pass = free_pass
        self.costs = shape_costs()
        self._stacks: list[NDArray[np.void]] = []
        self._stack_type = SEARCH
        self._read = 0
        self.nodes = 0

    # Positions

    def start(self, to_play: Color | None = None, favored: Color | None = None, threats: int = 0) -> State:
        """The problem's position; other side, favored side and threats as wanted."""
        from honte.kernels.local.moves import pack

        problem = self.problem
        color = problem.to_play if to_play is None else to_play
        ko = NO_KO if problem.ko is None or color is not problem.to_play else self.local.index(problem.ko)
        local, attacks = self.local, int(color is problem.attacker)
        meta = pack(local.region[0], attacks, ko, threats, local.keys, local.favored(favored))
        return State(self.local.attacker, self.local.defender, int(meta))

    def children(self, state: State) -> list[Child]:
        """All legal moves of a position, the pass last."""
        found = []
        for index in [*range(len(self.local.points)), 64]:
            if index < 64 and (state.attacker | state.defender) >> index & 1:
                continue
            child = self.play(state, index)
            if child is not None:
                found.append(child)
        return found

    def play(self, state: State, index: int) -> Child | None:
        """One move by its bit (64 passes); None when it is illegal."""
        import numpy as np

        from honte.kernels.local.moves import after

        legal, attacker, defender, meta, fallen = after(
            self.local.region[0],
            np.uint64(state.attacker),
            np.uint64(state.defender),
            np.uint64(state.meta),
            index,
        )
        if not legal:
            return None
        return Child(self.local.point(index), State(int(attacker), int(defender), int(meta)), bool(fallen))

    # Questions

    def prove(
        self,
        state: State,
        effort: Effort | Budget,
        *,
        nodes: int | None = None,
        threads: int | None = None,
    ) -> Verdict:
        """Searches until proved or out of effort; several threads share the table.

        `nodes` bounds this question alone.
        """
        effort = Effort.whole(effort) if isinstance(effort, Budget) else effort
        effort = effort if nodes is None else effort.at_most(nodes)
        budget = effort.budget
        if effort.over:
            return Verdict.UNKNOWN
        before = budget.visited
        with effort.bounded():
            numbers = self._run(state, budget, threads or budget.threads)
        self.nodes += budget.visited - before
        decided = [n for n, (pn, dn) in enumerate(numbers) if pn == 0 or dn == 0]
        self._read = decided[0] if decided else 0
        return _verdict(numbers)

    def _run(self, state: State, budget: Budget, threads: int) -> list[tuple[int, int]]:
        """In this very thread when one is enough, which is cheaper for the many small questions."""
        if threads > 1:
            tasks = [partial(self._search, state, budget, n) for n in range(threads)]
            return run_threads(budget, tasks, every=0.02)
        with budget.running():
            return [self._search(state, budget, 0)]

    def root_numbers(self) -> list[tuple[Move, int, int]]:
        """Each move of the last question's position with its proof and disproof number.

        A decided position may list its decisive move alone.
        """
        if not self._stacks:
            return []
        stack = self._stacks[self._read][0]
        return [
            (
                self.local.point(int(stack.child_move[0, i])),
                int(stack.child_pn[0, i]),
                int(stack.child_dn[0, i]),
            )
            for i in range(int(stack.count[0]))
        ]

    def shape_cost(self, move: Move, mover: Color) -> int:
        """How little a first move promises by its shape alone, from 0 to 8."""
        import numpy as np

        from honte.kernels.local.board import shape

        if move is None:
            return 0
        local = self.local
        stones = np.uint64(local.attacker), np.uint64(local.defender)
        code = shape(local.region[0], *stones, local.index(move))
        return int(self.costs[int(mover is self.problem.attacker), code])

    def current_line(self) -> list[Move]:
        """The line that a running search looks at, as of the last time it looked up."""
        if not self._stacks:
            return []
        stack = self._stacks[0][0]
        chosen = [int(stack.chosen[d]) for d in range(int(stack.depth))]
        return [self.local.point(int(stack.child_move[d, i])) for d, i in enumerate(chosen)]

    def root_work(self) -> dict[Move, int]:
        """Nodes spent below each move of the last question, as far as the table remembers."""
        import numpy as np

        from honte.kernels.local.table import find, hash_of

        if not self._stacks:
            return {}
        stack = self._stacks[self._read][0]
        work: dict[Move, int] = {}
        for i in range(int(stack.count[0])):
            key = (stack.child_attacker[0, i], stack.child_defender[0, i], stack.child_meta[0, i])
            slot = int(find(self.table, np.uint64(hash_of(*key)), *key))
            spent = int(self.table[slot].extra) & 0xFFFFFFFF if slot >= 0 else 0
            work[self.local.point(int(stack.child_move[0, i]))] = spent
        return work

    def _search(self, state: State, budget: Budget, thread: int) -> tuple[int, int]:
        import numpy as np

        from honte.kernels.local.dfpn import search

        while len(self._stacks) <= thread:
            fresh = np.zeros(1, dtype=self._stack_type).view(np.recarray)
            fresh[0].costs, fresh[0].policy = self.costs, policy()[0]
            self._stacks.append(fresh)
        stack = self._stacks[thread]
        stack[0].salt = thread
        stack[0].belief = BELIEFS[thread % len(BELIEFS)]
        pn, dn = search(
            self.local.region,
            stack,
            self.table,
            budget.control,
            np.uint64(state.attacker),
            np.uint64(state.defender),
            np.uint64(state.meta),
        )
        return int(pn), int(dn)


def _verdict(numbers: list[tuple[int, int]]) -> Verdict:
    if any(pn == 0 for pn, _ in numbers):
        return Verdict.CAPTURED
    if any(dn == 0 for _, dn in numbers):
        return Verdict.SAVED
    return Verdict.UNKNOWN
