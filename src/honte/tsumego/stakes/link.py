"""The proof search for one link on one area: are two chains joined, or kept apart?

`LinkProver` has the face of the prover of life and death (`honte.tsumego.proof.prover`), so that
`honte.tsumego.proof.solver.Solver` asks it the same questions: to be saved is to be connected, to be captured
is to be cut.
"""

from __future__ import annotations

from dataclasses import dataclass

from honte.core import Color, Move
from honte.search.budget import Budget
from honte.tsumego.problem import Problem
from honte.tsumego.proof.prover import Child, Prover, State
from honte.tsumego.stakes.linkboard import Around, LinkBoard


@dataclass(frozen=True, slots=True)
class LinkState(State):
    """A local position of a link, in which the kernels' attacker is the connector."""

    @property
    def attacker_to_play(self) -> bool:
        """Whether the cutter moves next: the side that wants to capture, in terms of the problem."""
        return not self.meta & 1


class LinkProver(Prover):
    """Answers questions about the link of a problem's two chains; `Verdict.SAVED` means connected."""

    local: LinkBoard  # type: ignore[assignment]  # it has the same face

    def __init__(
        self, problem: Problem, around: Around, memory_mb: int = 64, *, beside: Prover | None = None
    ) -> None:
        board = LinkBoard.of(problem, around)  # raises TooLarge before a table is taken
        super().__init__(problem, memory_mb, beside=beside, local=board)
        self.around = around

    def start(self, to_play: Color | None = None, favored: Color | None = None, threats: int = 0) -> State:
        """The problem's position with this side to play and this number of threats for the favored side."""
        from honte.kernels.local.moves import pack

        problem, local = self.problem, self.local
        color = problem.to_play if to_play is None else to_play
        joins = int(color is problem.defender)
        ko = local.index(problem.banned(color))
        meta = pack(local.region[0], joins, ko, threats, local.keys, local.favored(favored))
        return LinkState(local.attacker, local.defender, int(meta))

    def is_joined(self, state: State) -> bool:
        """Whether the chains are one."""
        import numpy as np

        from honte.kernels.link.search import is_joined

        return bool(is_joined(self.local.region[0], np.uint64(state.attacker)))

    def children(self, state: State) -> list[Child]:
        """All legal moves of a position, the pass last; none when the chains are joined."""
        return [] if self.is_joined(state) else super().children(state)

    def play(self, state: State, index: int) -> Child | None:
        """The position after a move; `fallen` says whether it captured one of the two chains."""
        child = super().play(state, index)
        if child is None:
            return None
        after = child.state
        cut = after.attacker & 3 != 3
        return Child(child.move, LinkState(after.attacker, after.defender, after.meta), cut)

    def root_numbers(self) -> list[tuple[Move, int, int]]:
        """Each move of the last question's position with its numbers: to be cut, and to be connected."""
        return [(move, dn, pn) for move, pn, dn in super().root_numbers()]

    def shape_cost(self, move: Move, mover: Color) -> int:
        """Shapes of life say nothing of connections."""
        return 0

    def _search(self, state: State, budget: Budget, thread: int) -> tuple[int, int]:
        import numpy as np

        from honte.kernels.link.search import search

        stones = np.uint64(state.attacker), np.uint64(state.defender)
        stack = self._stack(thread)
        pn, dn = search(self.local.region, stack, self.table, budget.control, *stones, np.uint64(state.meta))
        return int(dn), int(pn)
