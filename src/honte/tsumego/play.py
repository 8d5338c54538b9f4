"""Play mode: a person moves, the solver judges the move and answers it (Haris, *Go - Project*, 2019, 2.4).

Everything comes through `honte.tsumego.answer.solve`. The reply is the best move there is: the refutation of
a wrong move, the longest resistance to a right one.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from honte.core import Move
from honte.search.budget import Budget
from honte.search.effort import Effort
from honte.tsumego.answer import Answer, solve
from honte.tsumego.problem import Ending, Objective, Problem
from honte.tsumego.problem.predicates import is_in_seki, lives_as_it_stands
from honte.tsumego.proof.watch import Watch

BEFORE_SHARE = 0.6
"""Fraction of the effort spent on the position before the move; the rest finds the reply."""


class Judgment(Enum):
    """What a move did to the result."""

    RIGHT = "right"
    WRONG = "wrong"
    HOPELESS = "hopeless"
    """The side to play had nothing to win: every move fails."""
    UNKNOWN = "unknown"
    """The budget ended before the move was decided."""


class Result(Enum):
    """How play on a problem ends."""

    CAPTURED = "captured"
    ALIVE = "alive"
    SEKI = "seki"


@dataclass(frozen=True, slots=True)
class Reply:
    """The judgment of a move, and the answer to it."""

    judgment: Judgment
    answer: Answer
    """What was known before the move."""
    after: Problem | Ending
    """The problem after the move."""
    move: Move = None
    """The other side's move; None for a pass, or when `result` says that play is over."""
    result: Result | None = None
    """How play ended with the move; None while it goes on."""


def answer_move(problem: Problem, move: Move, budget: Budget, watch: Watch | None = None) -> Reply:
    """Judges a legal move of the side to play and finds the reply, within the budget.

    >>> from honte.grid import Point
    >>> problem = Problem.parse('''
    ... Black to play
    ... . . . W x -
    ... W W W W x -
    ... x x x x x -
    ... ''')
    >>> reply = answer_move(problem, Point.parse("A3"), Budget(nodes=200_000))
    >>> print(reply.judgment.value, reply.move)
    wrong B3
    """
    watch = Watch() if watch is None else watch
    with budget.running():
        effort = Effort.whole(budget)
        before = solve(problem.setup(), effort.part(BEFORE_SHARE), watch)
        judgment = _judge(before, move)
        after = problem.after(move)
        if after is Ending.CAPTURED:
            return Reply(judgment, before, after, result=Result.CAPTURED)
        if after is Ending.SAVED or lives_as_it_stands(after):
            return Reply(judgment, before, after, result=Result.ALIVE)
        refutation = before.refutations.get(move, ())
        if judgment is Judgment.WRONG and refutation:
            return Reply(judgment, before, after, refutation[0])
        theirs = solve(after.setup(), effort, watch)
        if judgment is Judgment.UNKNOWN:
            judgment = _compare(before, theirs)
        reply = theirs.line[0] if theirs.line else theirs.move
        return Reply(judgment, before, after, reply, _result(after, theirs) if reply is None else None)


def _judge(before: Answer, move: Move) -> Judgment:
    """What the search of all first moves says of one."""
    if before.first.fails:
        return Judgment.HOPELESS
    if move in before.best:
        return Judgment.RIGHT
    return Judgment.WRONG if move in before.refutations else Judgment.UNKNOWN


def _compare(before: Answer, theirs: Answer) -> Judgment:
    """A move is right when the opponent needs more threats after it than the mover's result leaves."""
    if not before.proved or not theirs.proved:
        return Judgment.UNKNOWN
    return Judgment.RIGHT if theirs.first.low > -before.first.high else Judgment.WRONG


def _result(problem: Problem, theirs: Answer) -> Result | None:
    """How it ends when the side to play has nothing left to try; None when that is not proved."""
    if not theirs.first.fails:
        return None
    if problem.objective is Objective.LIVE:
        return Result.CAPTURED
    return Result.SEKI if is_in_seki(problem) else Result.ALIVE
