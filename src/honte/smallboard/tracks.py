"""One prover's claim about one position, pursued deeper and deeper.

A `Track` remembers what its prover has proved so far, at which depth the search stands and what it
has cost, so that two tracks against each other can be run with the cheaper one next (`decide`).
A `LineTrack` does the same with explicit history, for what only a superko rule decides.
"""

from __future__ import annotations

from honte.smallboard.engine import Answer, Engine, State
from honte.smallboard.holding import Holding

SLACK = 3
"""A track may cost this many times the other before the other is tried again."""
LEAST = 4000
"""Nodes every attempt may spend."""
HOLD_AFTER = 60_000
"""Nodes after which a track also asks whether its goal can be kept from it for ever."""


class Track:
    """What a prover can force from a state; `floor` he has anyway, above `ceiling` he cannot come."""

    def __init__(self, engine: Engine, state: State, *, floor: int | None = None, ceiling: int | None = None):
        size = engine.grid.size
        self.engine = engine
        self.state = state
        self.floor = -size if floor is None else floor
        self.ceiling = size if ceiling is None else ceiling
        self.low = self.floor
        self.proved_depth = 0
        """The depth within which `low` was proved."""
        self.depth = 1 if state.prover_first else 2
        self.cost = 0
        self.final = False
        self._holding: Holding | None = None
        self._deepened = 0
        self.longest = min(120, 3 * size + 20)
        """Deeper than this no proof is sought: it would have to be a repetition."""

    @property
    def exhausted(self) -> bool:
        return self.final or (self.depth > self.longest and self._hold_is_over)

    @property
    def _hold_is_over(self) -> bool:
        return self._holding is not None and self._holding.over

    def step(self, goal: int, cap: int = 0) -> bool:
        """One more attempt at `goal`; True when it is proved."""
        if self.low >= goal:
            return True
        if goal > self.ceiling:
            self.final = True
        if self.exhausted:
            return False
        too_deep = self.depth > self.longest
        if (self._deepened > HOLD_AFTER or too_deep) and self._is_held(goal, cap):
            self.final = True
        if self.final or too_deep:
            return False
        answer = self._ask(goal, cap)
        self.cost += max(answer.nodes, 1)
        self._deepened += answer.nodes
        if not answer.complete:
            return False
        if answer.value >= goal:
            self.low = min(answer.value, self.ceiling)
            self.proved_depth = self.depth
        elif answer.final:
            self.final = True
        else:
            self.depth += 2
        return self.low >= goal

    def _is_held(self, goal: int, cap: int) -> bool:
        """Spends twice as many nodes as on deepening to see whether the opponent can hold out for ever."""
        if self._holding is None or self._holding.goal != goal:
            self._holding = Holding(self.engine, self.state, goal)
        holding = self._holding
        left = max(LEAST, 2 * self._deepened - holding.nodes)
        if not holding.over:
            before = holding.nodes
            holding.go_on(min(left, cap) if cap else left)
            self.cost += max(holding.nodes - before, 1)
        return holding.answer is True

    def _ask(self, goal: int, cap: int) -> Answer:
        return self.engine.prove(self.state, goal, self.depth, cap)


class LineTrack(Track):
    """A track under a superko rule, with the root in its history."""

    def __init__(
        self, engine: Engine, state: State, rule: int, before: State | None, *,
        floor: int | None = None, ceiling: int | None = None,
    ):  # fmt: skip
        super().__init__(engine, state, floor=floor, ceiling=ceiling)
        self.rule = rule
        self.before = before

    @property
    def _hold_is_over(self) -> bool:
        return True

    def _is_held(self, goal: int, cap: int) -> bool:
        return False

    def _ask(self, goal: int, cap: int) -> Answer:
        return self.engine.prove_line(self.state, goal, self.depth, self.rule, self.before, cap)


def decide(mine: Track, theirs: Track, goal: int) -> bool | None:
    """Whether `mine` reaches the goal: True or False when proved, None when neither could tell.

    `theirs` is the opponent's track on the same position: it refutes by reaching 1 - goal.
    """
    budget = mine.engine.budget
    while not budget.stopped:
        if mine.low >= goal:
            return True
        if theirs.low >= 1 - goal:
            return False
        if mine.exhausted and theirs.exhausted:
            return None
        first = theirs.exhausted or (not mine.exhausted and mine.cost <= theirs.cost)
        track, other, aim = (mine, theirs, goal) if first else (theirs, mine, 1 - goal)
        track.step(aim, 0 if other.exhausted else max(LEAST, SLACK * max(track.cost, other.cost)))
    return None
