"""One prover's claim about one position, pursued deeper and deeper.

A `Track` keeps what its prover has proved so far, the depth of the search and its cost in nodes. Two
tracks against each other take turns, the cheaper one next (`decide`, `meet`). A `LineTrack` does the
same with explicit history, for values that only a superko rule decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from honte.core import BLACK, Move, Position
from honte.smallboard.engine import Answer, Engine, State
from honte.smallboard.holding import Holding

SLACK = 3
"""One attempt may cost this many times the nodes that the costlier track has spent so far."""
LEAST = 4000
"""Nodes that every attempt may spend, whatever the tracks have cost."""
HOLD_AFTER = 60_000
"""Nodes of deepening after which a track also asks whether the opponent can keep the goal from it
forever."""
LONG_HOLD = 1_000_000
"""Nodes of one slice of that question once deepening has reached its greatest depth."""


class Track:
    """What a prover can force from a state: `floor` is certain from the start, `limit` the most possible.

    With `hold` the track also asks, once a goal turns out hard, whether it cannot be forced at all.
    """

    def __init__(
        self, engine: Engine, state: State, *, floor: int | None = None, limit: int | None = None,
        hold: bool = True,
    ):  # fmt: skip
        size = engine.grid.size
        self.engine = engine
        self.state = state
        self.floor = -size if floor is None else floor
        self.limit = size if limit is None else limit
        self.low = self.floor
        self.ceiling = self.limit
        """The most that the prover can force at any depth, as far as is known."""
        self.proved_depth = 0
        """The depth within which `low` was proved."""
        self.booked = -size - 1
        """What a book promises under the asked rule, provided that no game precedes the root."""
        self.certified = -size - 1
        """What holds under superko too: its strategy was walked."""
        self.depth = 1 if state.prover_first else 2
        self.cost = 0
        self._hold = hold
        self._holding: Holding | None = None
        self._deepened = 0
        self.longest = min(120, 3 * size + 20)
        """The greatest depth searched, in plies: a deeper proof would have to repeat a position."""

    @property
    def final(self) -> bool:
        """Whether nothing more than `low` can be forced."""
        return self.low >= self.ceiling

    def exhausted(self, goal: int) -> bool:
        """Whether further steps can find nothing more about a goal."""
        if goal > self.ceiling or self.depth <= self.longest:
            return goal > self.ceiling
        holding = self._holding
        return not self._hold or (holding is not None and holding.goal == goal and holding.over)

    def take(self, goal: int) -> None:
        """Takes over the goal that a book of proofs promises."""
        self.low = max(self.low, min(goal, self.limit))
        self.booked = max(self.booked, goal)

    def step(self, goal: int, cap: int = 0) -> bool:
        """Makes one more attempt at `goal`, of at most `cap` nodes (0: no bound); True when it is proved."""
        if self.low >= goal:
            return True
        if self.exhausted(goal):
            return False
        too_deep = self.depth > self.longest
        if self._hold and (self._deepened > HOLD_AFTER or too_deep) and self._is_held(goal, cap):
            self.ceiling = goal - 1
            return False
        if too_deep:
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
            self.ceiling = goal - 1
        else:
            self.depth += 2
        return self.low >= goal

    def _is_held(self, goal: int, cap: int) -> bool:
        """Spends half as many nodes as on deepening to see whether the opponent can hold out forever."""
        if self._holding is None or self._holding.goal != goal:
            self._holding = Holding(self.engine, self.state, goal)
        holding = self._holding
        left = self._deepened // 2 - holding.nodes if self.depth <= self.longest else LONG_HOLD
        if not holding.over and left > 0:
            before = holding.nodes
            holding.go_on(min(left, cap) if cap else left)
            self.cost += max(holding.nodes - before, 1)
        return holding.answer is True

    def _ask(self, goal: int, cap: int) -> Answer:
        return self.engine.prove(self.state, goal, self.depth, cap)


class LineTrack(Track):
    """A track under a superko rule; its history holds the root and the game before it."""

    def __init__(
        self, engine: Engine, state: State, rule: int, root: State, past: Sequence[State] = (), *,
        floor: int | None = None, limit: int | None = None,
    ):  # fmt: skip
        super().__init__(engine, state, floor=floor, limit=limit, hold=False)
        self.rule = rule
        self.root = root
        self.past = past

    def _ask(self, goal: int, cap: int) -> Answer:
        return self.engine.prove_line(self.state, goal, self.depth, self.rule, self.root, self.past, cap)


@dataclass(slots=True, eq=False)
class Candidate:
    """One move of the root with its four tracks; bounds are the mover's margin under the asked rule."""

    move: Move
    child: State
    """The position after the move, seen by the mover."""
    mine: Track
    theirs: Track
    low: int
    high: int
    my_line: Track | None = None
    their_line: Track | None = None

    @property
    def soonest(self) -> int:
        """The depth of the mover's proof minus the depth of the opponent's proof, in plies."""
        return self.mine.proved_depth - self.theirs.proved_depth


def decide(mine: Track, theirs: Track, goal: int) -> bool | None:
    """Whether `mine` reaches the goal: True or False when proved, None when neither track proves it.

    `theirs` is the opponent's track on the same position: it refutes by reaching 1 - goal.
    """
    budget = mine.engine.budget
    while not budget.stopped:
        if mine.low >= goal:
            return True
        if theirs.low >= 1 - goal:
            return False
        if not advance(mine, theirs, goal, 1 - goal):
            return None
    return None


def advance(mine: Track, theirs: Track, goal: int, aim: int) -> bool:
    """Makes one attempt with the cheaper track; False when neither has anything left to try."""
    over = mine.exhausted(goal), theirs.exhausted(aim)
    if all(over):
        return False
    first = over[1] or (not over[0] and mine.cost <= theirs.cost)
    cap = 0 if any(over) else max(LEAST, SLACK * max(mine.cost, theirs.cost))
    if first:
        mine.step(goal, cap)
    else:
        theirs.step(aim, cap)
    return True


def meet(attack: Track, defense: Track, enough: Callable[[], bool] = lambda: False) -> None:
    """Raises what both sides can force from one position until they meet or neither can force more."""
    budget = attack.engine.budget
    while attack.low < -defense.low and not budget.stopped and not enough():
        if not advance(attack, defense, attack.low + 1, defense.low + 1):
            return


@dataclass(frozen=True, slots=True)
class Bounds:
    """L and U of a position as far as they were searched; exact where nothing more can be forced."""

    low: int
    high: int
    low_exact: bool
    high_exact: bool

    @property
    def exact(self) -> bool:
        """Whether L and U are both exact."""
        return self.low_exact and self.high_exact


def bounds_of(engine: Engine, position: Position) -> Bounds:
    """What Black can force (L) and the margin to which White can hold Black (U) under simple ko, by search.

    >>> from honte.search.budget import Budget
    >>> position = Position.empty(3, 2)
    >>> bounds_of(Engine(position.board.grid, Budget(memory_mb=8)), position)
    Bounds(low=-6, high=6, low_exact=True, high_exact=True)
    """
    board, black_first = position.board, position.to_play is BLACK
    ko = 0 if position.ko is None else board.grid.bit(position.ko)
    black = Track(engine, State(board.black_mask, board.white_mask, ko, prover_first=black_first))
    white = Track(engine, State(board.white_mask, board.black_mask, ko, prover_first=not black_first))
    meet(black, white)
    met = black.low == -white.low
    return Bounds(black.low, -white.low, met or black.final, met or white.final)
