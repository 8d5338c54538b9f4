"""An independent slow solver in plain Python: every position, every move, no pruning.

It shares nothing with the compiled search but the `Problem` type: no encoding, no static tests, no
tables of proof numbers. It lists all positions that can arise as a graph. Then it grows the set from which
the attacker can force the capture, backwards from the captures until the set stays the same. By this
construction endless play is a success of the defender, so repetition and history need no care. The graph may
have a few hundred thousand positions at most.
"""

from __future__ import annotations

from collections import defaultdict, deque
from typing import NamedTuple

from honte.errors import InputError
from honte.tsumego.problem import Capture, Problem


class State(NamedTuple):
    """One position of the local game; masks are the grid's."""

    attacker: int
    defender: int
    keys: int
    attacker_to_play: bool
    ko: int
    threats: int


class PlainGame:
    """The local game of a problem, played with the grid's masks and nothing else."""

    def __init__(self, problem: Problem, *, free_pass: bool = False, escape: bool = False) -> None:
        """With `free_pass` the attacker may pass at any time; with `escape` the empty points around the area
        are the defender's instead of the attacker's."""
        self.free_pass = free_pass
        self.escape = escape
        self.problem = problem
        self.grid = problem.grid
        self.area = problem.area.mask
        self.favored = problem.threats.favored
        self.start = self._first_state()

    def _first_state(self) -> State:
        problem, board = self.problem, self.problem.board
        outside = board.empty_mask & ~self.area
        ko = 0 if problem.ko is None else self.grid.bit(problem.ko)
        return State(
            attacker=board.stones_mask(problem.attacker) | (0 if self.escape else outside),
            defender=board.stones_mask(problem.defender) | (outside if self.escape else 0),
            keys=problem.keystones.mask,
            attacker_to_play=problem.to_play is problem.attacker,
            ko=ko,
            threats=problem.threats[self.favored] if self.favored is not None else 0,
        )

    def _free(self, stone: int, own: int, other: int) -> tuple[int, bool]:
        """The chain of a stone, and whether it stands: it has a liberty, or a stone outside the area."""
        chain = self.grid.flood_mask(stone, own)
        empty = self.grid.neighbors_mask(chain) & ~other & ~own
        return chain, bool(empty) or bool(chain & ~self.area)

    def _play(self, state: State, move: int) -> State | str | None:
        """The state after a move; None when it captures the keystones, "illegal" when it is not allowed."""
        attacks = state.attacker_to_play
        own, other = (state.attacker, state.defender) if attacks else (state.defender, state.attacker)
        own |= move
        captured = 0
        for stone in self.grid.masks_of(self.grid.neighbors_mask(move) & other):
            chain, stands = self._free(stone, other, own)
            captured |= 0 if stands else chain
        other &= ~captured
        chain, stands = self._free(move, own, other)
        if not stands:
            return "illegal"
        ko = 0
        if captured.bit_count() == 1 and chain == move and not chain & ~self.area:
            liberties = self.grid.neighbors_mask(chain) & ~other & ~own
            ko = captured if liberties == captured else 0
        keys = state.keys & ~captured if attacks else state.keys
        fallen = keys != state.keys if self.problem.capture is Capture.ANY else keys == 0
        if attacks and fallen:
            return None
        threats = state.threats - (move == state.ko)
        attacker, defender = (own, other) if attacks else (other, own)
        return State(attacker, defender, keys, not attacks, ko, threats)

    def moves(self, state: State) -> dict[int, State | None]:
        """The state after each legal move, by its mask (0 is a pass); None stands for captured keystones."""
        mover = self.problem.attacker if state.attacker_to_play else self.problem.defender
        moves: dict[int, State | None] = {}
        for move in self.grid.masks_of(self.area & ~(state.attacker | state.defender)):
            if move == state.ko and not (mover is self.favored and state.threats):
                continue
            after = self._play(state, move)
            if not isinstance(after, str):
                moves[move] = after
        if not state.attacker_to_play or state.ko or self.free_pass:
            moves[0] = state._replace(attacker_to_play=not state.attacker_to_play, ko=0)
        return moves


class Oracle(PlainGame):
    """The full graph of one problem; `value` says whether the attacker captures the keystones."""

    def __init__(
        self, problem: Problem, limit: int = 300_000, *, free_pass: bool = False, escape: bool = False
    ) -> None:
        super().__init__(problem, free_pass=free_pass, escape=escape)
        self.after: dict[State, dict[int, State | None]] = {}
        """Moves of each state by their mask (0 is a pass); None stands for captured keystones."""
        self._list_states(limit)
        self._kills = self._attract()

    def value(self, state: State | None = None) -> bool:
        """Whether the attacker, with best play, captures from this state (the start by default)."""
        return (self.start if state is None else state) in self._kills

    def winning_moves(self) -> list[int]:
        """Masks of the first moves with which the mover reaches the aim (0 is a pass)."""
        kills = self.start.attacker_to_play
        return [
            move
            for move, child in self.after[self.start].items()
            if (child is None or child in self._kills) == kills
        ]

    # The graph

    def _list_states(self, limit: int) -> None:
        """Lists all states that can arise; raises InputError above the limit."""
        waiting = [self.start]
        while waiting:
            state = waiting.pop()
            if state in self.after:
                continue
            moves = self.after[state] = self.moves(state)
            waiting += [child for child in moves.values() if child is not None and child not in self.after]
            if len(self.after) > limit:
                raise InputError(f"too large for the plain solver: more than {limit} positions")

    def _attract(self) -> set[State]:
        """All states from which the attacker can force the capture, found backwards from the captures."""
        before: dict[State, list[State]] = defaultdict(list)
        open_moves: dict[State, int] = {}
        kills: set[State] = set()
        queue: deque[State] = deque()

        def add(state: State) -> None:
            if state not in kills:
                kills.add(state)
                queue.append(state)

        for state, moves in self.after.items():
            children = list(moves.values())
            open_moves[state] = sum(child is not None for child in children)
            for child in children:
                if child is not None:
                    before[child].append(state)
            if state.attacker_to_play and None in children:
                add(state)
        while queue:
            for parent in before[queue.popleft()]:
                open_moves[parent] -= 1
                if parent.attacker_to_play or open_moves[parent] == 0:
                    add(parent)
        return kills
