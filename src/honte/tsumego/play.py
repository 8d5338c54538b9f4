"""Play mode: a person moves, the solver judges the move and answers it (Haris, *Go - Project*, 2019, 2.4).

Everything comes through `honte.tsumego.answer.solve`. The reply refutes a wrong move. To a right move it is
the longest resistance (`honte.tsumego.proof.resistance`). Play is over as soon as nothing is left to answer:
a kill need not be played out until the stones come off. When every move fails, the right answer is a pass.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from honte.core import Move
from honte.errors import IllegalMove, InputError
from honte.search.budget import Budget
from honte.search.effort import Effort
from honte.tsumego.answer import Answer, solve
from honte.tsumego.open.attempts import MOST_MEMORY
from honte.tsumego.open.growing import problems_to_ask
from honte.tsumego.problem import Ending, Objective, Problem, Setup
from honte.tsumego.problem.predicates import is_in_seki, lives_as_it_stands
from honte.tsumego.proof.local import LocalBoard
from honte.tsumego.proof.memory import Memory
from honte.tsumego.proof.prover import Prover
from honte.tsumego.proof.resistance import Resistance, distance, winner_threats
from honte.tsumego.proof.solver import Solver
from honte.tsumego.proof.watch import Watch

BEFORE_SHARE = 0.5
"""Fraction of the effort spent on the position before the move."""
AFTER_SHARE = 0.5
"""Fraction of the rest spent on the opponent's chances after the move; what is left compares replies."""
QUESTION = 20_000
"""Most nodes of one question while replies are compared."""
RESIST_SHARE = 0.4
"""Fraction of what is left that compares replies."""


class Judgment(Enum):
    """What a move did to the result."""

    RIGHT = "right"
    WRONG = "wrong"
    HOPELESS = "hopeless"
    """The side to play had nothing to win: every move fails. A pass is right then."""
    UNKNOWN = "unknown"
    """The budget ended before the move was decided."""


class Result(Enum):
    """How play on a problem ends."""

    CAPTURED = "captured"
    DEAD = "dead"
    """The keystones stand, but no resistance is left."""
    ALIVE = "alive"
    SEKI = "seki"
    KO = "ko"
    """A ko has begun, and both sides depend on their threats."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The judgment of a move, and the answer to it."""

    judgment: Judgment
    answer: Answer
    """What was known before the move."""
    after: Problem | Ending
    """The problem after the move."""
    move: Move = None
    """The other side's move; None for a pass. Nothing is played when `after` is an Ending."""
    result: Result | None = None
    """How play ended; None while it goes on."""
    leaves: str = ""
    """What a wrong move still reaches: `ko` or `lose`; empty while that is unknown and for other moves."""


def problem_to_play(setup: Setup, answer: Answer) -> Problem:
    """The problem that a person plays on a setup whose target and area a search found.

    That a target dies in a small area says little: there may be room outside. So the widest area that the
    search takes is played, unless life is proved in the area of the answer. For a kill the search itself
    has gone from small to wide.
    """
    if answer.first.objective is Objective.KILL or answer.best or setup.is_complete:
        return answer.problem
    asked = problems_to_ask(setup, answer.reading)
    return asked[-1] if asked else answer.problem


def answer_move(
    problem: Problem,
    move: Move,
    budget: Budget,
    watch: Watch | None = None,
    *,
    found_area: bool = False,
    memory: Memory | None = None,
) -> Reply:
    """Judges a legal move of the side to play and finds the reply, within the budget.

    `found_area` says whether a search chose the area: what fails there may succeed outside of it.
    Keep a `memory` while a person plays on: what was proved about earlier positions is not searched again.

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
    >>> reply = answer_move(problem, Point.parse("B3"), Budget(nodes=200_000))
    >>> print(reply.judgment.value, reply.result.value)
    right dead
    """
    watch = Watch() if watch is None else watch
    memory = Memory(min(budget.memory_mb, MOST_MEMORY)) if memory is None else memory
    with budget.running():
        effort = Effort.whole(budget)
        before = solve(problem.setup(), effort.part(BEFORE_SHARE), watch, memory=memory)
        before = before.on_found_area() if found_area else before
        judgment = _judge(before, move)
        after = problem.after(move)
        if after is Ending.CAPTURED:
            return Reply(_seen(judgment, problem, Objective.KILL), before, after, result=Result.CAPTURED)
        if after is Ending.SAVED or lives_as_it_stands(after):
            return Reply(_seen(judgment, problem, Objective.LIVE), before, after, result=Result.ALIVE)
        if judgment is Judgment.RIGHT:
            return _resist(before, after, move, effort, memory)
        asked = replace(after.setup(), area=None) if found_area else after.setup()
        theirs = solve(asked, effort.part(AFTER_SHARE), watch, memory=memory)
        if judgment is Judgment.UNKNOWN:
            judgment = _compare(before, theirs)
        if judgment is Judgment.RIGHT:
            return _resist(before, after, move, effort, memory)
        return _refute(judgment, before, after, move, theirs)


def _judge(before: Answer, move: Move) -> Judgment:
    """What the search of all first moves says of one."""
    if before.first.fails:
        return Judgment.RIGHT if move is None else Judgment.HOPELESS
    if move in before.best:
        return Judgment.RIGHT
    return Judgment.WRONG if move in before.refutations else Judgment.UNKNOWN


def _seen(judgment: Judgment, problem: Problem, reached: Objective) -> Judgment:
    """The judgment of a move after which everybody sees what is reached: it needs no search."""
    is_open = judgment is Judgment.UNKNOWN
    return Judgment.RIGHT if is_open and problem.objective is reached else judgment


def _compare(before: Answer, theirs: Answer) -> Judgment:
    """A move is right when the opponent needs more threats after it than the mover's result leaves."""
    if not before.proved or not theirs.proved:
        return Judgment.UNKNOWN
    return Judgment.RIGHT if theirs.first.low > -before.first.high else Judgment.WRONG


# Replies


def _resist(before: Answer, after: Problem, move: Move, effort: Effort, memory: Memory) -> Reply:
    """The reply to a right move: the longest resistance, or the end when none is left or a ko has begun."""
    reply = Reply(Judgment.RIGHT, before, after)
    if before.first.fails:
        return _ended(reply, _standing(after, after.objective))
    if not before.first.is_ko:
        stubborn = _stubborn(before, after, move, effort, memory)
        if stubborn is None:
            return _ended(reply, _standing(after, after.objective.inverse))
        return Reply(Judgment.RIGHT, before, after, stubborn)
    return _fight_ko(reply, move, effort, memory)


def _fight_ko(reply: Reply, move: Move, effort: Effort, memory: Memory) -> Reply:
    """The reply to a right move for a ko: the opponent keeps the ko, too. Play ends when the ko begins."""
    after = reply.after
    assert isinstance(after, Problem), "play goes on"
    if after.ko is not None:
        return _ended(reply, Result.KO)
    theirs = solve(after.setup(), effort.part(AFTER_SHARE), memory=memory)
    kept = [each for each in theirs.best if each is not None]
    chosen = min(kept, key=lambda each: distance(each, move)) if kept else None
    if chosen is None and not theirs.best:
        chosen = _stubborn(reply.answer, after, move, effort, memory)
        if chosen is None:
            return _ended(reply, _standing(after, after.objective.inverse))
    if chosen is None:
        return _ended(reply, Result.KO)  # the opponent keeps the ko by playing elsewhere
    following = after.after(chosen)
    begins = isinstance(following, Problem) and following.ko is not None
    return Reply(Judgment.RIGHT, reply.answer, after, chosen, Result.KO if begins else None)


def _stubborn(before: Answer, after: Problem, move: Move, effort: Effort, memory: Memory) -> Move:
    """The most stubborn reply; None when the opponent has nothing left to threaten."""
    if not LocalBoard.fits(after):
        theirs = solve(after.setup(), effort, memory=memory)
        return _legal(after, theirs.line[0] if theirs.line else None)
    effort = effort.part(RESIST_SHARE)
    solver = Solver(after, effort.budget, Prover(after, memory=memory))
    captures = before.first.objective is Objective.KILL
    resistance = Resistance(solver, captures=captures, effort=effort, question=QUESTION)
    start = solver.start(after.to_play, -winner_threats(before.first.high))
    return _legal(after, resistance.best(start, move))


def _refute(judgment: Judgment, before: Answer, after: Problem, move: Move, theirs: Answer) -> Reply:
    """The reply to any other move: the proved refutation, or the opponent's best."""
    refutation = before.refutations.get(move, ())
    leaves = {"win": "lose", "ko": "ko"}.get(theirs.first.result, "")
    best = theirs.line[0] if theirs.line else theirs.move
    first = best if leaves == "ko" or not refutation else refutation[0]
    tries = (first,) if first is None else (first, best, *theirs.best)
    chosen = next((each for each in tries if each is not None and _legal(after, each) is not None), None)
    reply = Reply(judgment, before, after, chosen, leaves=leaves if judgment is Judgment.WRONG else "")
    settled = chosen is None and theirs.first.wins
    return _ended(reply, _standing(after, after.objective)) if settled else reply


def _ended(reply: Reply, result: Result) -> Reply:
    return Reply(reply.judgment, reply.answer, reply.after, None, result, reply.leaves)


def _standing(problem: Problem, reached: Objective) -> Result:
    """How the keystones stand when one side has reached this aim and nothing is left to answer."""
    if reached is Objective.KILL:
        return Result.DEAD
    return Result.SEKI if is_in_seki(problem) else Result.ALIVE


def _legal(problem: Problem, move: Move) -> Move:
    """The move, or a pass when the board forbids it: a ko, or a capture that counts in the area alone."""
    try:
        problem.check(move)
    except (IllegalMove, InputError):
        return None
    return move
