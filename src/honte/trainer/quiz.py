"""The status quiz: are the marked stones alive, dead, unsettled or in ko? The solver knows the answer.

Nearly every problem is unsettled: the first move decides. So the quiz asks just as often about the position
after a right first move, and after a wrong one with its refutation, as the file's own solution has them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from honte.core import Move, vertex
from honte.errors import GoError, InputError
from honte.search.budget import Budget
from honte.tsumego.answer import Answer, solve
from honte.tsumego.problem import Ending, Problem, Setup
from honte.tsumego.problem.book import Book
from honte.tsumego.proof.outcome import Line, Status

CHOICES = ("alive", "dead", "unsettled", "ko")
"""What a player may answer. Seki is alive."""


@dataclass(frozen=True, slots=True)
class Question:
    """The right answer to a quiz, and why."""

    right: str
    """One of CHOICES; empty when the budget did not suffice."""
    reason: str
    answer: Answer


def choose_line(problem: Problem, book: Book | None, rng: random.Random) -> Line:
    """Moves from the start of a problem to the position that the quiz asks about; none for the start."""
    kinds: list[list[Line]] = [[()]]
    if book is not None and book.marked:
        kinds.append([(move,) for move in book.right])
        kinds.append([line.moves[:2] for line in book.lines if line.right is False and len(line.moves) > 1])
    chosen = rng.choice(rng.choice([kind for kind in kinds if kind]))
    try:
        after_line(problem, chosen)
    except GoError:
        return ()  # the move ends the problem
    return chosen


def after_line(problem: Problem, line: Sequence[Move]) -> Problem:
    """The problem after some moves; raises a GoError when one is illegal, or when play is over there."""
    for move in line:
        if move is not None:
            problem.check(move)
        following = problem.after(move)
        if isinstance(following, Ending):
            raise InputError(f"the problem is over after {vertex(move)}: there is nothing to ask")
        problem = following
    return problem


def question(setup: Setup, budget: Budget, *, found_area: bool = False) -> Question:
    """Asks the solver what the keystones are, whoever moves first; raises ProblemError for no problem.

    `found_area` says whether a search chose the area: death in it is no proof then.

    >>> from honte.tsumego.problem import Problem
    >>> three = Problem.parse("Black to play\\n. . . W x -\\nW W W W x -\\nx x x x x -")
    >>> question(three.setup(), Budget(nodes=100_000)).right
    'unsettled'
    """
    answer = solve(setup, budget, both_sides=True)
    answer = answer.on_found_area() if found_area else answer
    status = answer.status
    if status is Status.UNKNOWN:
        return Question("", "The budget did not suffice to prove it.", answer)
    right = "alive" if status is Status.SEKI else status.value
    return Question(right, _reason(answer), answer)


def _reason(answer: Answer) -> str:
    """What each side reaches by moving first."""
    parts = [f"{answer.first} when {answer.first.mover} moves first"]
    if answer.second is not None:
        parts.append(f"{answer.second} when {answer.second.mover} moves first")
    text = "; ".join(parts) + "."
    return f"{text} It is seki." if answer.status is Status.SEKI else text
