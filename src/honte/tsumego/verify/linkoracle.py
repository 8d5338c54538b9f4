"""An independent slow solver for connections: every position, every move, no pruning.

It plays on the grid's masks (`PlainGame`) and shares nothing with the compiled search. From the positions in
which two chains are one it grows, backwards, the set from which the connector can force that. Endless play
is therefore a success of the cutter.
"""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import replace

from honte.errors import InputError
from honte.tsumego.problem import Capture, Problem
from honte.tsumego.verify.oracle import PlainGame, State


class LinkOracle(PlainGame):
    """The full graph of the link of a problem's two chains; `value` says whether they get connected.

    Both sides may pass at any time. With `escape` all that is around the area is the connector's and
    connected; with `bare` all of it is the cutter's.
    """

    def __init__(
        self, problem: Problem, limit: int = 200_000, *, escape: bool = False, bare: bool = False
    ) -> None:
        problem = replace(problem, capture=Capture.ANY)
        super().__init__(problem, free_pass=True, escape=escape)
        if bare:
            friends = self.start.defender & ~self.area
            stones = self.start.attacker | friends, self.start.defender & ~friends
            self.start = self.start._replace(attacker=stones[0], defender=stones[1])
        connector = problem.board.stones_mask(problem.defender)
        parts = self.grid.component_masks(connector)
        self._ends = [part for part in parts if part & problem.keystones.mask]
        self._outside = self.grid.all.mask & ~self.area if escape else 0
        self._joins = self._attract(self._graph(limit))

    def value(self) -> bool:
        """Whether the connector, with best play, joins the chains from the start."""
        return self.start in self._joins

    def is_joined(self, state: State) -> bool:
        """Whether the chains are one."""
        reached = self.grid.flood_mask(self._ends[0], state.defender)
        if reached & self._outside:
            reached = self.grid.flood_mask(reached | (self._outside & state.defender), state.defender)
        return bool(reached & self._ends[1])

    def _graph(self, limit: int) -> dict[State, list[State | None]]:
        """All states with those that follow; None stands for a captured chain, no entry for joined chains."""
        after: dict[State, list[State | None]] = {}
        waiting = [self.start]
        while waiting:
            state = waiting.pop()
            if state in after:
                continue
            after[state] = [] if self.is_joined(state) else list(self.moves(state).values())
            waiting += [child for child in after[state] if child is not None and child not in after]
            if len(after) > limit:
                raise InputError(f"too large for the plain solver: more than {limit} positions")
        return after

    def _attract(self, after: dict[State, list[State | None]]) -> set[State]:
        """All states from which the connector can force a connection."""
        before: dict[State, list[State]] = defaultdict(list)
        left = {state: len(children) for state, children in after.items()}
        for state, children in after.items():
            for child in children:
                if child is not None:
                    before[child].append(state)
        joins = {state for state in after if self.is_joined(state)}
        queue = deque(joins)
        while queue:
            for parent in before[queue.popleft()]:
                left[parent] -= 1
                if parent not in joins and (not parent.attacker_to_play or left[parent] == 0):
                    joins.add(parent)
                    queue.append(parent)
        return joins
