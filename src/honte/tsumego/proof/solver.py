"""Life and death with proved answers: status, right moves, refutations, main line.

Each question "does the mover reach his aim with t more ko threats than the opponent?" is one proof
search (`honte.tsumego.proof.prover`). More threats never hurt, so the answers along t have one step, and
the step's place names the result: won against any number of threats (unconditional), won or lost by ko, lost.
Everything is claimed for the problem's area only; how far that holds on the whole board is what
`honte.tsumego.open.schedule` finds out.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import Any, TypeAlias

from honte.core import Color, Move, vertex
from honte.search.budget import Budget
from honte.search.effort import Effort
from honte.search.warm import ready, warms
from honte.tsumego.open.guess import likely_moves
from honte.tsumego.problem import Objective, Problem
from honte.tsumego.problem.predicates import can_be_caged
from honte.tsumego.proof.local import TooLarge
from honte.tsumego.proof.prover import MOST_THREATS, Child, Prover, State, Verdict

FIRST_SHARE = 0.7
"""Part of the time for the first question; the rest is for telling a ko."""
LINE_NODES = 20_000
SHAPE_WEIGHT = 0.3
"""How much a move's shape counts in a guess, in doublings of doubt for a point of cost."""

Line: TypeAlias = tuple[Move, ...]


class Status(Enum):
    """What the keystones are, whoever moves first."""

    ALIVE = "alive"
    DEAD = "dead"
    SEKI = "seki"
    """Alive without two eyes; named where the standing shapes are recognized, otherwise ALIVE."""
    KO = "ko"
    UNSETTLED = "unsettled"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one side reaches when it moves first.

    `need` is the least number of threats more than the opponent's that the mover must have:
    -MOST_THREATS when he wins whatever happens elsewhere, None when he loses even with MOST_THREATS.
    It is known to lie between `low` and `high`.
    """

    mover: Color
    objective: Objective
    low: int
    """He is proved to fail with fewer than this many threats."""
    high: int
    """He is proved to succeed with this many; above MOST_THREATS when no success is proved."""
    best: tuple[Move, ...] = ()
    """Moves proved to reach the best proved result, the most natural first."""

    @property
    def proved(self) -> bool:
        return self.low == self.high

    @property
    def wins(self) -> bool:
        """Proved to succeed against any threats."""
        return self.high <= -MOST_THREATS

    @property
    def fails(self) -> bool:
        """Proved to fail whatever threats he has."""
        return self.low > MOST_THREATS

    @property
    def is_ko(self) -> bool:
        """Proved neither to win nor to fail without regard to threats."""
        return self.low > -MOST_THREATS and self.high <= MOST_THREATS

    @property
    def ko_kind(self) -> str:
        """Direct when one threat decides who wins the ko; approach when somebody needs several."""
        return "direct" if self.high in (0, 1) else "approach"

    @property
    def first_threat(self) -> Color:
        """Who must find the first outside threat in a ko: the side that is behind without any."""
        return self.mover if self.high > 0 else self.mover.opponent

    def __str__(self) -> str:
        aim = "lives" if self.objective is Objective.LIVE else "kills"
        if self.wins:
            return f"{self.mover} {aim}"
        if self.fails:
            return f"{self.mover} cannot {aim[:-1]}"
        if self.is_ko and self.proved:
            if self.high > 0:
                return f"{self.ko_kind} ko: {self.mover} {aim} with {_threats(self.high)}"
            fewest = _threats(1 - self.high)
            return f"{self.ko_kind} ko: {self.mover} {aim} unless {self.mover.opponent} has {fewest}"
        return f"unknown whether {self.mover} {aim}"


def _threats(count: int) -> str:
    return f"{count} outside threat{'' if count == 1 else 's'}"


@dataclass(slots=True)
class Solution:
    """The answer to a problem, as far as the budget went."""

    problem: Problem
    first: Outcome
    """The side to play moves first."""
    second: Outcome | None = None
    """The other side moves first, when asked."""
    guess: Move = None
    """The move to play when nothing is proved."""
    refutations: dict[Move, tuple[Move, ...]] = field(default_factory=dict)
    """For first moves proved to be wrong: the answer that refutes them, and the main line of it."""
    line: tuple[Move, ...] = ()
    seki: str = ""
    """Why the keystones live in seki, when they do."""
    nodes: int = 0
    seconds: float = 0.0

    @property
    def proved(self) -> bool:
        return self.first.proved

    @property
    def best(self) -> tuple[Move, ...]:
        return self.first.best

    @property
    def move(self) -> Move:
        """The move to play: proved if there is one."""
        return self.first.best[0] if self.first.best else self.guess

    @property
    def status(self) -> Status:
        """What the keystones are; needs both sides unless one of them settles it."""
        found = _status(self.first, self.second)
        return Status.SEKI if found is Status.ALIVE and self.seki else found

    def record(self) -> dict[str, Any]:
        """A JSON object for programs."""
        outcomes = [o for o in (self.first, self.second) if o is not None]
        return {
            "name": self.problem.name,
            "status": self.status.value,
            "proved": self.proved,
            "move": vertex(self.move),
            "outcomes": [
                {
                    "mover": o.mover.letter,
                    "objective": o.objective.value,
                    "text": str(o),
                    "proved": o.proved,
                    "need_low": o.low,
                    "need_high": o.high,
                    "ko": o.ko_kind if o.proved and o.is_ko else None,
                    "first_threat": o.first_threat.letter if o.proved and o.is_ko else None,
                    "best": [vertex(m) for m in o.best],
                }
                for o in outcomes
            ],
            "refutations": {vertex(m): [vertex(r) for r in line] for m, line in self.refutations.items()},
            "line": [vertex(m) for m in self.line],
            "nodes": self.nodes,
            "seconds": round(self.seconds, 4),
        }


def _status(first: Outcome, second: Outcome | None) -> Status:
    by_aim = {o.objective: o for o in (first, second) if o is not None}
    live, kill = by_aim.get(Objective.LIVE), by_aim.get(Objective.KILL)
    if kill is not None and kill.fails:
        return Status.ALIVE
    if live is not None and live.fails:
        return Status.DEAD
    if live is None or kill is None:
        return Status.KO if first.proved and first.is_ko else Status.UNKNOWN
    if live.wins and kill.wins:
        return Status.UNSETTLED
    if live.proved and kill.proved:
        return Status.KO
    return Status.UNKNOWN


class Solver:
    """Puts questions to a `Prover` and the answers together. Keep it to ask on about one problem."""

    def __init__(self, problem: Problem, budget: Budget, prover: Prover | None = None) -> None:
        self.problem = problem
        self.budget = budget
        self.prover = Prover(problem, memory_mb=min(budget.memory_mb, 256)) if prover is None else prover
        self.resistance: dict[Move, int] = {}
        """Nodes spent on each first move when they were sorted: how hard it was to judge."""
        self.open_numbers: dict[Color, list[tuple[Move, int, int]]] = {}
        self.asking = 0
        """The threats of the question being asked, for those who watch."""
        self.answers: dict[tuple[Color, int], bool] = {}
        """Whether a mover with so many threats reaches his aim, as far as it was asked and answered."""

    @cached_property
    def cage(self) -> Solver | None:
        """The same area with all that is open around it the defender's; None where there can be none.

        What the attacker captures there he captures on the whole board, as long as the walls stand.
        """
        if not can_be_caged(self.problem):
            return None
        try:
            prover = Prover(self.problem, free_pass=True, beside=self.prover, escape=True)
        except TooLarge:  # stones that are safe here may be capturable there, and then take room
            return None
        return Solver(self.problem, self.budget, prover)

    # One question

    def start(self, mover: Color, threats: int) -> State:
        """The position with `threats` more outside threats for the mover (fewer when negative)."""
        favored = mover if threats > 0 else mover.opponent if threats < 0 else None
        return self.prover.start(mover, favored, abs(threats))

    def succeeds(self, mover: Color, threats: int, effort: Effort | None = None) -> bool | None:
        """Whether the mover reaches his aim; None when effort ran out."""
        self.asking = threats
        verdict = self.prover.prove(self.start(mover, threats), effort or self.budget)
        if verdict is Verdict.UNKNOWN:
            return None
        answer = (verdict is Verdict.CAPTURED) == (mover is self.problem.attacker)
        self.answers[mover, threats] = answer
        return answer

    # The step along the threats

    def outcome(
        self, mover: Color, effort: Effort | None = None, *, quick: bool = False, known: Outcome | None = None
    ) -> Outcome:
        """Finds the least threats the mover needs, within what is known, the most telling questions first.

        A quick answer asks only whether he succeeds against any threats.
        """
        effort = effort or Effort.whole(self.budget)
        low, high = (-MOST_THREATS, MOST_THREATS + 1) if known is None else (known.low, known.high)
        best: tuple[Move, ...] = () if known is None else known.best
        asked: set[int] = set()
        while low < high and not effort.over:
            threats = _next_question(low, high, asked)
            if threats is None or (quick and asked):
                break
            asked.add(threats)
            answer = self.succeeds(mover, threats, effort.part(FIRST_SHARE) if len(asked) == 1 else effort)
            if answer is None:
                self.note_guess(mover)
            elif answer:
                high, best = threats, self.decisive(mover)
            else:
                low = threats + 1
        objective = Objective.LIVE if mover is self.problem.defender else Objective.KILL
        return Outcome(mover, objective, low, high, best)

    def decisive(self, mover: Color) -> tuple[Move, ...]:
        """The moves that the last question showed to be right."""
        kills = mover is self.problem.attacker
        return tuple(move for move, pn, dn in self.prover.root_numbers() if (pn if kills else dn) == 0)

    def note_guess(self, mover: Color) -> None:
        """Remembers the numbers of the first question that stayed open."""
        if mover not in self.open_numbers:
            self.open_numbers[mover] = self.prover.root_numbers()

    @property
    def guesses(self) -> dict[Color, Move]:
        """The guess of each side that was asked about and not answered."""
        return {mover: self.guess(mover) for mover in self.open_numbers}

    def guess(self, mover: Color, among: tuple[Move, ...] = ()) -> Move:
        """The most promising move of an open question, if possible one of some candidates.

        The numbers count what is left to prove, and good shape counts too; among equals the points
        near the keystones come first.
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

        A move on which time runs out is in neither.
        """
        effort = effort or Effort.whole(self.budget)
        threats = outcome.high if outcome.high <= MOST_THREATS else MOST_THREATS
        start = self.start(outcome.mover, threats)
        kills = outcome.mover is self.problem.attacker
        right: list[Move] = []
        wrong: dict[Move, Line] = {}
        children = self.prover.children(start)
        for count, child in enumerate(children):
            before = self.prover.nodes
            verdict = self.judge(child, effort.part(min(1.0, 2.0 / (len(children) - count))))
            self.resistance[child.move] = self.prover.nodes - before
            if verdict is Verdict.UNKNOWN:
                continue
            if (verdict is Verdict.CAPTURED) == kills:
                right.append(child.move)
            else:
                answers = self.decisive(outcome.mover.opponent)
                wrong[child.move] = answers[:1]
        return right, wrong

    def judge(self, child: Child, effort: Effort) -> Verdict:
        """Whether the target falls after a move."""
        if child.fallen:
            return Verdict.CAPTURED
        return self.prover.prove(child.state, effort)

    # Lines

    def line(
        self, outcome: Outcome, effort: Effort | None = None, first: Move = None, length: int = 30
    ) -> Line:
        """Best play from the start: the winner takes the clearest win, the loser resists longest.

        Effort is counted in nodes that a fresh search needs, which is how a person would feel it.
        """
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


def _next_question(low: int, high: int, asked: set[int]) -> int | None:
    """The number of threats to ask about next: any threats, none, then step by step."""
    walk = range(high - 1, low - 1, -1) if high <= 0 else range(low, high)
    order: list[int] = [-MOST_THREATS, 0, MOST_THREATS if low > 0 else 0, *walk]
    for threats in order:
        if low <= threats < high and threats not in asked:
            return threats
    return None


def solve(
    problem: Problem,
    budget: Budget,
    *,
    both_sides: bool = False,
    all_moves: bool = False,
    line: bool = False,
) -> Solution:
    """Solves a problem inside its area within the budget.

    >>> straight_three = Problem.parse('''
    ... Black to play
    ... . . . W x -
    ... W W W W x -
    ... x x x x x -
    ... ''')
    >>> solution = solve(straight_three, Budget(seconds=60), both_sides=True)
    >>> print(solution.status.value, vertex(solution.move))
    unsettled B3
    """
    ready("life and death")
    with budget.running():
        solver = Solver(problem, budget)
        effort = Effort.whole(budget)
        first = solver.outcome(problem.to_play, effort.part(0.6 if both_sides or all_moves else 0.8))
        second = None
        if both_sides:
            second = solver.outcome(problem.to_play.opponent, effort.part(0.6) if all_moves else effort)
        solution = Solution(problem, first, second, guess=solver.guess(problem.to_play))
        if all_moves:
            right, solution.refutations = solver.sort_moves(first, effort.part(0.8))
            solution.first = replace(first, best=tuple(dict.fromkeys([*first.best, *right])))
        if line and (first.best or first.low > 0):
            solution.line = solver.line(solution.first, effort)
        if not first.best and not first.proved:
            likely = likely_moves([solver], problem.to_play, effort)
            solution.guess = likely[0] if likely else solution.guess
        if solution.status is Status.ALIVE:
            solution.seki = _seki(problem, solver, solution, effort)
    solution.nodes = solver.prover.nodes
    solution.seconds = budget.elapsed
    return solution


def _seki(problem: Problem, solver: Solver, solution: Solution, effort: Effort) -> str:
    """The reason of a standing seki now, or at the end of the attacker's best try."""
    from honte.life.seki import find_seki

    attack = next(o for o in (solution.first, solution.second) if o is not None and o.fails)
    position = problem.position.with_to_play(attack.mover)
    boards = [position.board]
    for move in solver.line(attack, effort):
        position = position.play_unchecked(move)
        boards.append(position.board)
    for board in boards:
        for seki in find_seki(board):
            if not problem.keystones.isdisjoint(seki.black | seki.white):
                return seki.reason
    return ""


@warms("life and death")
def warm_up() -> None:
    """Compiles the proof search, or loads it from the cache, by a tiny problem."""
    tiny = Problem.parse("Black to play\n. . . W x -\nW W W W x -\nx x x x x -")
    solve(tiny, Budget(nodes=10_000, memory_mb=16), all_moves=True)
    budget = Budget(nodes=50, memory_mb=1)
    likely_moves([Solver(tiny, budget)], tiny.to_play, Effort.whole(budget))
