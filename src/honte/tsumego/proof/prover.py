"""One proof search: can the attacker capture the keystones of this local position?

`Prover` holds the table and the compiled board of one problem and answers single questions.
`honte.tsumego.proof.solver` combines the answers into life, death and ko.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Any

from honte.core import Color, Move
from honte.grid import PointSet
from honte.search.budget import Budget, run_threads
from honte.search.effort import Effort
from honte.tsumego.problem import Problem
from honte.tsumego.proof.fitted import policy, shape_costs
from honte.tsumego.proof.local import PASS_MOVE, LocalBoard
from honte.tsumego.proof.memory import Memory

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_THREATS = 6
"""Most outside ko threats of one side; a success against six threats is called unconditional."""
BELIEFS = (0.5, 1.0, 0.25)
"""Weight of the policy in each thread in turn; different weights lead the threads to different moves."""


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
        """Whether the attacker moves next."""
        return bool(self.meta & 1)


@dataclass(frozen=True, slots=True)
class Child:
    """A position after one move; `fallen` says whether the move captured the keystones."""

    move: Move
    state: State
    fallen: bool


class Prover:
    """Answers questions about one problem's area; all of them share one table.

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
        local: Any = None,
        memory: Memory | None = None,
    ) -> None:
        """With `free_pass` the attacker may pass at any time, as if there were dame elsewhere. With `escape`
        the empty points around the area are the defender's, so that a kill holds in every wider area.

        A prover `beside` another, or with the same `memory`, uses the same table; what is proved in one area
        is known in others that agree with it. `local` is the compiled board, where it is not that of a life.
        """
        from honte.kernels.local.dfpn import SEARCH

        self.problem = problem
        self.escape = escape
        self.free_pass = free_pass
        shared: Memory | None = memory if beside is None else beside.memory
        self.memory: Memory = Memory(memory_mb) if shared is None else shared
        """What this prover shares with others."""
        if local is None:
            local = self.memory.board(problem, escape=escape, free_pass=free_pass)
        else:
            self.memory.alone(local)
        self.local: LocalBoard = local
        self.table: NDArray[np.void] = self.memory.table
        self.costs = shape_costs()
        self._stacks: list[NDArray[np.void]] = []
        self._stack_type = SEARCH
        self._read = 0
        self._verdict = Verdict.UNKNOWN
        self.nodes = 0

    # Positions

    def start(self, to_play: Color | None = None, favored: Color | None = None, threats: int = 0) -> State:
        """The problem's position with this side to play and this number of threats for the favored side."""
        from honte.kernels.local.moves import pack

        local, problem = self.local, self.problem
        color = problem.to_play if to_play is None else to_play
        attacks = int(color is problem.attacker)
        ko = local.index(problem.banned(color))
        meta = pack(local.region[0], attacks, ko, threats, local.keys, local.favored(favored))
        return State(self.local.attacker, self.local.defender, int(meta))

    def children(self, state: State) -> list[Child]:
        """All legal moves of a position, the pass last."""
        found = []
        free = int(self.local.region[0].full) & ~(state.attacker | state.defender)
        for index in [*(i for i in range(64) if free >> i & 1), 64]:
            child = self.play(state, index)
            if child is not None:
                found.append(child)
        return found

    def play(self, state: State, index: int) -> Child | None:
        """The position after the move with this bit (64 is a pass); None when the move is illegal."""
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
        """Searches until the verdict is proved or the effort is spent; several threads share the table.

        `nodes` limits this question alone.
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
        self._verdict = _verdict(numbers)
        return self._verdict

    def _run(self, state: State, budget: Budget, threads: int) -> list[tuple[int, int]]:
        """Searches with several threads, or in the calling thread, which is cheaper for small questions."""
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

    def decisive(self, *, attacks: bool) -> tuple[Move, ...]:
        """The moves that the last question proved to be right, for the attacker or for the defender."""
        return tuple(move for move, pn, dn in self.root_numbers() if (pn if attacks else dn) == 0)

    @property
    def zone(self) -> PointSet:
        """Where a wider area may change the last answer; nowhere when it stayed open.

        For a capture these are the points on which it rests: more defender stones elsewhere do not undo it.
        For a life they are a hint: where it reaches safe stones.
        """
        word = int(self._stacks[self._read][0].zone) if self._stacks else 0
        return self._points(word & int(self.local.region[0].ally) if self._verdict is Verdict.SAVED else word)

    @property
    def life_zone(self) -> PointSet | None:
        """The points on which the last answer rests if it was a life: more attacker stones elsewhere do not
        undo it. None where that is not known, because the life rests on repetition."""
        if self._verdict is not Verdict.SAVED or self._stacks[self._read][0].loose:
            return None
        return self._points(int(self._stacks[self._read][0].zone))

    def _points(self, word: int) -> PointSet:
        """The points of some bits."""
        return self.local.grid.set(
            p for i, p in enumerate(self.local.points) if p is not None and word >> i & 1
        )

    def shape_cost(self, move: Move, mover: Color) -> int:
        """The cost of a first move by its shape alone, from 0 (promising) to 8."""
        import numpy as np

        from honte.kernels.local.board import shape

        if move is None:
            return 0
        local = self.local
        stones = np.uint64(local.attacker), np.uint64(local.defender)
        code = shape(local.region[0], *stones, local.index(move))
        return int(self.costs[int(mover is self.problem.attacker), code])

    def current_line(self) -> list[Move]:
        """The moves from the root to the position where the running search is."""
        if not self._stacks:
            return []
        stack = self._stacks[0][0]
        chosen = [int(stack.chosen[d]) for d in range(int(stack.depth))]
        moves = [PASS_MOVE if i < 0 else int(stack.child_move[d, i]) for d, i in enumerate(chosen)]
        return [self.local.point(move) for move in moves]

    def _stack(self, thread: int) -> NDArray[np.void]:
        """The stack of one thread."""
        import numpy as np

        while len(self._stacks) <= thread:
            fresh = np.zeros(1, dtype=self._stack_type).view(np.recarray)
            fresh[0].costs, fresh[0].policy = self.costs, policy()[0]
            self._stacks.append(fresh)
        stack = self._stacks[thread]
        stack[0].salt = thread
        stack[0].belief = BELIEFS[thread % len(BELIEFS)]
        return stack

    def _search(self, state: State, budget: Budget, thread: int) -> tuple[int, int]:
        import numpy as np

        from honte.kernels.local.dfpn import search

        pn, dn = search(
            self.local.region,
            self._stack(thread),
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
