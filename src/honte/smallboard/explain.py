"""Why a move wins or loses: lines of best play, shown as boards.

A `Teacher` keeps one engine, so that further questions about the same board find a filled table. A line
consists of `solver`'s proved best moves; where a proof is missing, the line ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from honte.core import PASS, Board, Move, Position, Rules, vertex
from honte.errors import IllegalMove
from honte.search.budget import Budget, run_threads
from honte.smallboard.engine import Engine
from honte.smallboard.laws import POSITIONAL, check_rules
from honte.smallboard.lines import best_line
from honte.smallboard.past import seen_in
from honte.smallboard.solution import Progress, Solution
from honte.smallboard.solver import Solver


@dataclass(slots=True)
class Lesson:
    """What one move does: Black's margin before it and after it, and the line that shows why."""

    move: Move
    before: int | None
    after: int | None
    line: list[Move] = field(default_factory=list)

    @property
    def loses(self) -> int | None:
        """How many points the move gives away; None when either margin is not proved."""
        if self.before is None or self.after is None:
            return None
        return abs(self.before - self.after)


class Teacher:
    """Answers questions about positions of one grid, each within a budget of its own."""

    def __init__(self, position: Position, rules: Rules = POSITIONAL, *, seconds: float | None = 10.0,
                 nodes: int | None = None, threads: int = 1, memory_mb: int = 256) -> None:  # fmt: skip
        check_rules(rules)
        self.rules = rules
        self.seconds = seconds
        self.nodes = nodes
        self.engine = Engine(position.board.grid, Budget(seconds, nodes, memory_mb, threads))

    def solve(
        self,
        position: Position,
        *,
        every_move: bool = False,
        past: Sequence[Position] = (),
        seconds: float | None = None,
        watch: Callable[[Progress], object] | None = None,
    ) -> Solution:
        """Solves a position after the game in `past`, with a fresh budget and the table of earlier questions.

        It takes at most the teacher's seconds, or those given. With `watch` the search runs in a thread:
        `watch` is called about ten times a second, and Ctrl-C ends the search with what is proved so far.
        """
        old, rules = self.engine.budget, self.rules
        limit = self.seconds if seconds is None else seconds
        budget = self.engine.budget = Budget(limit, self.nodes, old.memory_mb, old.threads)
        solver = Solver(position, rules, budget, every_move=every_move, engine=self.engine, past=past)
        if watch is not None:
            return run_threads(budget, [solver.run], lambda: watch(solver.progress))[0]
        with budget.running():
            return solver.run()

    def line(
        self, position: Position, first: Sequence[Move] = (), past: Sequence[Position] = (),
        seconds: float | None = None,
    ) -> list[Move]:  # fmt: skip
        """Best play from a position after the given first moves: see `lines.best_line`.

        The whole line takes at most the teacher's seconds, or those given.
        """
        limit = self.seconds if seconds is None else seconds
        clock = Budget(limit)
        with clock.running():

            def ask(here: Position, before: Sequence[Position]) -> Solution:
                return self.solve(here, past=before, seconds=_left(clock))

            return best_line(self.engine, self.rules, position, ask, first=first, past=past)

    def lesson(self, position: Position, move: Move, past: Sequence[Position] = ()) -> Lesson:
        """What a move gives away and how the opponent punishes it; raises IllegalMove."""
        reason = position.illegality(move, self.rules, seen_in(position, past, self.rules))
        if reason is not None:
            raise IllegalMove(move, reason, f"{position.to_play} {vertex(move)}: {reason.value}")
        clock = Budget(self.seconds)
        with clock.running():
            before = self.solve(position, past=past)
            later = [*past, position] if past else ()
            after = self.solve(position.play_unchecked(move), past=later, seconds=_left(clock))
            value = after.value if move is not PASS else _pass_value(before, after)
            line = self.line(position, [move], past, _left(clock))
        return Lesson(move, before.value, value, line)


def _left(clock: Budget) -> float | None:
    """The seconds that are left; None without a limit."""
    return None if clock.seconds is None else clock.remaining


def _pass_value(before: Solution, after: Solution) -> int | None:
    """A pass lets the opponent end the game, so its value is the one the root found for it."""
    found = next(each for each in before.moves if each.move is PASS)
    return found.low if found.exact else after.value


def boards_of(position: Position, line: list[Move]) -> list[tuple[str, Board]]:
    """The boards along a line, each with its caption: "1 Black C3".

    >>> [(text, len(board.empty)) for text, board in boards_of(Position.empty(2), [None])]
    [('1 Black pass', 4)]
    """
    shown = []
    for number, move in enumerate(line, 1):
        caption = f"{number} {position.to_play} {vertex(move)}"
        position = position.play_unchecked(move)
        shown.append((caption, position.board))
    return shown
