"""All open questions about one reading: which ladders stand, and what their answers say together.

The first question is success against any threats: life in areas, a kill in cages, each for the likely first
moves and for whichever is best; and beside it the doubt. Where threats decide, further ladders find the
number that the mover needs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from honte.core import Color, Move
from honte.grid import Point
from honte.tsumego.open.attempts import Attempt
from honte.tsumego.open.bounds import Any, FirstMove
from honte.tsumego.open.finding import Finding
from honte.tsumego.open.growing import Growth
from honte.tsumego.open.ladder import FIRST_NODES, Ladder, Rung
from honte.tsumego.problem import Objective, Problem
from honte.tsumego.problem.predicates import is_sealed
from honte.tsumego.proof.outcome import Outcome
from honte.tsumego.proof.prover import MOST_THREATS
from honte.tsumego.proof.solver import Solver, next_question

if TYPE_CHECKING:
    from collections.abc import Callable

    from honte.search.effort import Effort

TRUST = 0.5
"""How far the likely moves are trusted: their share against the question that leaves the move open."""
DOUBT = 0.1
"""The chance that the mover fails, or needs a ko, while nothing is known."""


@dataclass(slots=True, eq=False)
class Inquiry:
    """The ladders of one attempt, and what is known."""

    attempt: Attempt
    mover: Color
    growth: Growth
    build: Callable[[Problem], Solver]
    likely: Mapping[Move, float]
    """Likely first moves with their chances, in proportion."""
    weight: float
    """How likely this reading is meant, against others."""
    ladders: list[Ladder] = field(default_factory=list)
    low: int = -MOST_THREATS
    high: int = MOST_THREATS + 1
    best: tuple[Move, ...] = ()
    decided: Ladder | None = None
    """The ladder of the best result so far."""
    asked: set[int] = field(default_factory=set)
    """Numbers of threats for which there is a ladder."""
    solvers: dict[int, Solver] = field(default_factory=dict)

    @property
    def kills(self) -> bool:
        """Whether the mover attacks."""
        return self.attempt.reading.objective is Objective.KILL

    def open(self) -> None:
        """Puts up the first ladders."""
        self._ask(-MOST_THREATS, Any.MOVE, (1 - TRUST))
        for move, chance in self.likely.items():
            self._ask_move(move, TRUST * chance / sum(self.likely.values()))
        self._ask(0, Any.MOVE, DOUBT)
        if not self.kills:
            doubts = self.growth.trusting_no_wall
            first = doubts.closed(self.attempt.problems[0])
            if first is not None:
                self._ask(MOST_THREATS, Any.MOVE, DOUBT, caged=True, final=False, on=first, growth=doubts)
        self.asked |= {-MOST_THREATS, 0}

    @property
    def spent(self) -> int:
        """Nodes spent on this reading."""
        return sum(ladder.spent for ladder in self.ladders)

    @property
    def is_settled(self) -> bool:
        """Whether the outcome is known."""
        return self.low >= self.high

    def standing(self) -> list[Ladder]:
        """The ladders that may still tell something."""
        if self.is_settled:
            return []
        return [each for each in self.ladders if each.is_open and self.low <= each.threats < self.high]

    @property
    def worth(self) -> float:
        """Expected decisions for each node that is spent by the next try."""
        return self.weight / (self.spent + FIRST_NODES)

    def ask(self, effort: Effort) -> None:
        """Tries the ladder of most worth and takes what it says."""
        ladder = max(self.standing(), key=lambda each: each.worth)
        ladder.ask(effort)
        rung = ladder.decided
        if self.kills and rung is not None and isinstance(ladder.move, Any) and ladder.answer is not False:
            self._follow(ladder, rung)
        if ladder.answer is None or (ladder.caged and ladder.answer is not ladder.final):
            return  # what happens in a cage alone says nothing about the board
        if ladder.answer:
            self._succeed(ladder)
        elif isinstance(ladder.move, Any):
            self.low = max(self.low, ladder.threats + 1)
            self.decided = self.decided or ladder
            if self.low > MOST_THREATS:
                self.decided = ladder
        else:
            self._drop(ladder.move)
        self._go_on(ladder)

    # Ladders

    def _ask(
        self,
        threats: int,
        move: FirstMove,
        weight: float,
        *,
        caged: bool = False,
        final: bool | None = None,
        on: Problem | None = None,
        growth: Growth | None = None,
    ) -> None:
        """Puts up a ladder: by default in areas, where life is final and the failure of a kill."""
        final = not self.kills if final is None else final
        ladder = Ladder(growth or self.growth, self._solver, self.mover, threats, move, caged, final, weight)
        ladder.start(self.attempt.problems[0] if on is None else on)
        self.ladders.append(ladder)

    def _ask_move(self, move: Move, weight: float) -> None:
        """Asks about one first move: whether it lives; or whether it kills in cages and in areas."""
        if self.kills:
            self._ask(-MOST_THREATS, move, weight / 2, caged=True, final=True)
            weight /= 2
        self._ask(-MOST_THREATS, move, weight)

    def _follow(self, ladder: Ladder, rung: Rung) -> None:
        """Follows moves that kill in some area to wider areas and to cages."""
        known = {each.move for each in self.ladders}
        moves = [m for m in rung.asked.decisive(self.mover) if m is not None and m not in known]
        if ladder.threats == -MOST_THREATS:
            for move in moves:
                self._ask_move(move, ladder.weight)

    def _drop(self, move: FirstMove) -> None:
        """Takes the ladders of a refuted move down."""
        self.ladders = [each for each in self.ladders if each.move != move or each.threats > -MOST_THREATS]

    def _succeed(self, ladder: Ladder) -> None:
        rung = ladder.decided
        assert rung is not None
        if ladder.threats >= self.high:
            return
        moves = rung.asked.decisive(self.mover) if isinstance(ladder.move, Any) else (ladder.move,)
        self.high, self.best, self.decided = ladder.threats, pass_last(moves), ladder

    def _go_on(self, ladder: Ladder) -> None:
        """Asks about the number of threats next, from where the last answer was found."""
        threats = next_question(self.low, self.high, self.asked)
        if self.is_settled or threats is None or ladder.decided is None:
            return
        waiting = [each for each in self.standing() if isinstance(each.move, Any) and not each.caged]
        if not waiting:
            self.asked.add(threats)
            self._ask(threats, Any.MOVE, 1.0, on=ladder.decided.solver.problem)

    def _solver(self, problem: Problem) -> Solver:
        solver = self.solvers.get(problem.area.mask)
        if solver is None:
            solver = self.solvers[problem.area.mask] = self.build(problem)
            self.attempt.solvers.append(solver)
            self.attempt.solvers.sort(key=lambda each: len(each.problem.valid_points))
        return solver

    # What is found

    def conclude(self, effort: Effort, *, check_flip: bool) -> None:
        """Writes the finding: the outcome, all right moves, and whether the first move matters."""
        attempt = self.attempt
        if self.is_settled:
            self._reach_out(effort)
        outcome = Outcome(self.mover, attempt.reading.objective, self.low, self.high, self.best)
        rung = self.decided.decided if self.decided is not None else None
        if rung is None:
            widest = attempt.solvers[-1]
            attempt.finding = Finding(widest, outcome, widest.guess(self.mover), self._left(widest))
            return
        cage = rung.asked if rung.asked is not rung.solver else None
        if not outcome.best:
            attempt.finding = Finding(rung.solver, outcome, cage=cage)
            return
        part = effort.at_most(FIRST_NODES + self.spent)
        right, _ = rung.asked.sort_moves(outcome, part)
        if self.kills and cage is not None:  # a move that fails in the area fails everywhere
            rung.solver.sort_moves(outcome, part)
        moves = pass_last(dict.fromkeys([*outcome.best, *right]))
        if outcome.best[0] is None:
            outcome = replace(outcome, best=moves)
        finding = Finding(rung.solver, outcome, candidates=moves, cage=cage)
        if check_flip:
            part = effort.at_most(FIRST_NODES + self.spent)
            finding = replace(finding, flips=rung.asked.succeeds(self.mover.opponent, 0, part))
        attempt.finding = finding

    def close(self) -> None:
        """Lets go of the ladders, which hold this inquiry: no table waits for the garbage collector."""
        self.ladders.clear()
        self.decided = None

    def _reach_out(self, effort: Effort) -> None:
        """Asks cages about a target that dies in areas: what dies in a cage dies on the whole board."""
        dies = -MOST_THREATS if self.kills else MOST_THREATS
        rung = self.decided.decided if self.decided is not None else None
        if rung is None or is_sealed(rung.solver.problem) or self.low != (dies if self.kills else dies + 1):
            return
        part = effort.at_most(FIRST_NODES + self.spent)
        caged = [each for each in self.ladders if each.caged and each.threats == dies]
        for ladder in sorted(caged, key=lambda each: each.move not in self.best):
            while ladder.is_open and not part.over:
                ladder.ask(part)
            if ladder.answer is self.kills:
                self.decided = ladder
                if isinstance(ladder.move, Point):
                    self.best = (ladder.move,)
                return

    def _left(self, widest: Solver) -> tuple[Move, ...]:
        """First moves that are not refuted."""
        children = widest.prover.children(widest.start(self.mover, -MOST_THREATS))
        return tuple(c.move for c in children if not widest.is_refuted(self.mover, -MOST_THREATS, c.move))


def pass_last(moves: Sequence[Move] | Mapping[Move, None]) -> tuple[Move, ...]:
    """The moves with a pass at the end: it may be right, but a player wants a stone to play."""
    return tuple(sorted(moves, key=lambda move: move is None))
