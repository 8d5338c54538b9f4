"""All questions about one problem: who wins with how many ko threats, every first move, the main line.

Each question "does the mover reach the aim with t more ko threats than the opponent?" is one proof search
(`honte.tsumego.proof.prover`). More threats never hurt, so the answers along t change only once, and the
place of the change is the result: won against any number of threats (unconditional), won or lost by ko,
lost. Every claim is about the problem's area only; `honte.tsumego.open` finds how far it holds on the board.
"""

from __future__ import annotations

from functools import cached_property

from honte.core import Color, Move
from honte.grid import PointSet
from honte.search.budget import Budget
from honte.search.effort import Effort
from honte.tsumego.problem import Objective, Problem
from honte.tsumego.problem.predicates import can_be_caged
from honte.tsumego.proof.local import TooLarge
from honte.tsumego.proof.outcome import Line, Outcome
from honte.tsumego.proof.prover import MOST_THREATS, Child, Prover, State, Verdict
from honte.tsumego.proof.watch import Watch

FIRST_SHARE = 0.7
"""Fraction of the effort spent on the first question; the rest distinguishes a ko from a win or a loss."""
LINE_NODES = 20_000
"""Nodes spent on each move that the main line compares."""
SHAPE_WEIGHT = 0.3
"""Weight of a move's shape in a guess: one point of shape cost multiplies the doubt by 2 ** 0.3."""


class Solver:
    """Asks a `Prover` all questions about one problem and combines the answers; keep it to ask more."""

    def __init__(
        self,
        problem: Problem,
        budget: Budget,
        prover: Prover | None = None,
        watch: Watch | None = None,
    ) -> None:
        self.problem = problem
        self.budget = budget
        self.prover = Prover(problem, memory_mb=min(budget.memory_mb, 256)) if prover is None else prover
        self.watch = Watch() if watch is None else watch
        self.resistance: dict[Move, int] = {}
        """Nodes spent on each first move when the moves were sorted: how hard it was to judge."""
        self.open_numbers: dict[Color, list[tuple[Move, int, int]]] = {}
        """Proof and disproof numbers of each first move in a mover's first question that stayed open."""
        self.asked = problem.to_play
        """The mover of the last question."""
        self.threats = 0
        """The threats of the last question."""
        self.answers: dict[tuple[Color, int], bool] = {}
        """Whether a mover with a number of threats succeeds, for all questions that were answered."""

    @cached_property
    def cage(self) -> Solver | None:
        """The same area with all empty points around it taken as the defender's; None if that is impossible.

        A capture there is a capture on the whole board, as long as the walls stand.
        """
        if not can_be_caged(self.problem):
            return None
        try:
            prover = Prover(self.problem, free_pass=True, beside=self.prover, escape=True)
        except TooLarge:  # stones that are safe here may be capturable there, and then take room
            return None
        return Solver(self.problem, self.budget, prover, self.watch)

    # One question

    def start(self, mover: Color, threats: int) -> State:
        """The position with `threats` more outside threats for the mover (fewer when negative)."""
        favored = mover if threats > 0 else mover.opponent if threats < 0 else None
        return self.prover.start(mover, favored, abs(threats))

    def succeeds(self, mover: Color, threats: int, effort: Effort | None = None) -> bool | None:
        """Whether the mover reaches the aim; None when the effort ran out."""
        self.watch.follow(self)
        self.asked, self.threats = mover, threats
        verdict = self.prover.prove(self.start(mover, threats), effort or self.budget)
        if verdict is Verdict.UNKNOWN:
            return None
        answer = (verdict is Verdict.CAPTURED) == (mover is self.problem.attacker)
        self.answers[mover, threats] = answer
        return answer

    def zone(self, outcome: Outcome, effort: Effort) -> PointSet | None:
        """The points on which a death or a life against all threats rests; None where they are not known."""
        if not (outcome.wins or outcome.fails):
            return None
        threats = -MOST_THREATS if outcome.wins else MOST_THREATS
        if self.succeeds(outcome.mover, threats, effort) is not outcome.wins:
            return None
        dies = outcome.wins == (outcome.objective is Objective.KILL)
        return self.prover.zone if dies else self.prover.life_zone

    def tries(self, mover: Color, threats: int, move: Move, effort: Effort) -> bool | None:
        """Whether one first move reaches the aim; None when the effort ran out. An illegal move fails."""
        self.watch.follow(self)
        for child in self.prover.children(self.start(mover, threats)):
            if child.move == move:
                verdict = self.judge(child, effort, (mover, threats))
                captured = verdict is Verdict.CAPTURED
                return None if verdict is Verdict.UNKNOWN else captured == (mover is self.problem.attacker)
        return False

    def is_refuted(self, mover: Color, threats: int, move: Move) -> bool:
        """Whether a first move is known to fail on the whole board; a lone solver knows nothing of that."""
        return False

    @staticmethod
    def wins_at(threats: int) -> bool:
        """Whether a success with this many threats is unconditional."""
        return threats <= -MOST_THREATS

    # The step along the threats

    def outcome(self, mover: Color, effort: Effort | None = None, *, known: Outcome | None = None) -> Outcome:
        """Finds the least number of threats that the mover needs, by the most telling questions first.

        `known` is a proved outcome from which the search starts.
        """
        effort = effort or Effort.whole(self.budget)
        low, high = (-MOST_THREATS, MOST_THREATS + 1) if known is None else (known.low, known.high)
        best: tuple[Move, ...] = () if known is None else known.best
        asked: set[int] = set()
        while low < high and not effort.over:
            threats = next_question(low, high, asked)
            if threats is None:
                break
            asked.add(threats)
            answer = self.succeeds(mover, threats, effort.part(FIRST_SHARE) if len(asked) == 1 else effort)
            if answer is None:
                self.note_guess(mover)
            elif answer:
                high, best = threats, self.decisive(mover)
            else:
                low = threats + 1
        return Outcome(mover, Objective.of(mover, self.problem.defender), low, high, best)

    def decisive(self, mover: Color) -> tuple[Move, ...]:
        """The moves that the last question proved to be right."""
        return self.prover.decisive(attacks=mover is self.problem.attacker)

    def note_guess(self, mover: Color) -> None:
        """Keeps the proof numbers of the mover's first question that stayed open."""
        if mover not in self.open_numbers:
            self.open_numbers[mover] = self.prover.root_numbers()

    def guess(self, mover: Color, among: tuple[Move, ...] = ()) -> Move:
        """The most promising move of an open question, if possible one of the candidates `among`.

        Proof numbers measure what is left to prove, and shape counts, too; among equals the point nearest to
        the keystones comes first.
        """
        kills = mover is self.problem.attacker

        def doubt(entry: tuple[Move, int, int]) -> float:
            move, pn, dn = entry
            left = pn / (dn + 1) if kills else dn / (pn + 1)
            return left * float(2.0 ** (SHAPE_WEIGHT * self.prover.shape_cost(move, mover)))

        numbers = [n for n in self.open_numbers.get(mover, []) if n[0] is not None]
        chosen = [n for n in numbers if n[0] in among] or numbers
        if not chosen:
            return among[0] if among else None
        return min(chosen, key=doubt)[0]

    # Every first move

    def sort_moves(
        self, outcome: Outcome, effort: Effort | None = None
    ) -> tuple[list[Move], dict[Move, Line]]:
        """All first moves proved to reach the best result, and the refutations of the others.

        A move that stays open is in neither.
        """
        self.watch.task = "every first move"
        effort = effort or Effort.whole(self.budget)
        threats = outcome.high if outcome.high <= MOST_THREATS else MOST_THREATS
        start = self.start(outcome.mover, threats)
        kills = outcome.mover is self.problem.attacker
        right: list[Move] = []
        wrong: dict[Move, Line] = {}
        children = self.prover.children(start)
        for count, child in enumerate(children):
            before = self.prover.nodes
            part = effort.part(min(1.0, 2.0 / (len(children) - count)))
            verdict = self.judge(child, part, (outcome.mover, threats))
            self.resistance[child.move] = self.prover.nodes - before
            if verdict is Verdict.UNKNOWN:
                continue
            if (verdict is Verdict.CAPTURED) == kills:
                right.append(child.move)
            else:
                answers = self.decisive(outcome.mover.opponent)
                wrong[child.move] = answers[:1]
        return right, wrong

    def judge(self, child: Child, effort: Effort, asked: tuple[Color, int] | None = None) -> Verdict:
        """What is proved about the keystones after a move; `asked` is the mover with the threats."""
        if child.fallen:
            return Verdict.CAPTURED
        return self.prover.prove(child.state, effort)

    # Lines

    def line(
        self, outcome: Outcome, effort: Effort | None = None, first: Move = None, length: int = 30
    ) -> Line:
        """Best play from the start: the winner takes the clearest win, the loser resists longest.

        Both are measured in nodes that a fresh search needs, at most LINE_NODES a move.
        """
        self.watch.task = "the main line"
        effort = effort or Effort.whole(self.budget)
        threats = max(-MOST_THREATS, min(outcome.high, MOST_THREATS))
        state = self.start(outcome.mover, threats)
        captures = (outcome.high <= MOST_THREATS) == (outcome.mover is self.problem.attacker)
        moves: list[Move] = []
        wanted: tuple[Move, ...] = (first,) if first is not None else outcome.best
        while len(moves) < length:
            child = self._natural(state, captures, wanted, effort)
            if child is None:
                break
            moves.append(child.move)
            wanted = ()
            state = child.state
            settled = not captures and len(moves) > 1 and child.move is None and state.attacker_to_play
            if child.fallen or settled:
                break
        return tuple(moves)

    def _natural(
        self, state: State, captures: bool, wanted: tuple[Move, ...], effort: Effort
    ) -> Child | None:
        """The clearest winning move for the winner, the most stubborn one for the loser."""
        winner_moves = state.attacker_to_play == captures
        goal = Verdict.CAPTURED if captures else Verdict.SAVED
        children = self.prover.children(state)
        if wanted:
            children = [c for c in children if c.move in wanted] or children
        rated: list[tuple[int, int, Child]] = []
        for order, child in enumerate(children):
            if child.fallen:
                if winner_moves:
                    return child
                continue
            before = self.prover.nodes
            verdict = self.prover.prove(child.state, effort.at_most(LINE_NODES), threads=1)
            spent = self.prover.nodes - before
            if verdict is goal:
                rated.append((spent, order, child))
        if not rated:
            return None
        if winner_moves:
            return min(rated)[2]
        real = [r for r in rated if r[2].move is not None] or rated
        return max(real, key=lambda r: (r[0], -r[1]))[2]


def next_question(low: int, high: int, asked: set[int]) -> int | None:
    """The number of threats to ask about next: any threats, none, then step by step."""
    walk = range(high - 1, low - 1, -1) if high <= 0 else range(low, high)
    order: list[int] = [-MOST_THREATS, 0, MOST_THREATS if low > 0 else 0, *walk]
    for threats in order:
        if low <= threats < high and threats not in asked:
            return threats
    return None
