"""The status quiz: are the marked stones alive, dead, unsettled or in ko? The solver knows the answer."""

from __future__ import annotations

from dataclasses import dataclass

from honte.search.budget import Budget
from honte.tsumego.answer import Answer, solve
from honte.tsumego.problem import Setup
from honte.tsumego.proof.outcome import Status

CHOICES = ("alive", "dead", "unsettled", "ko")
"""What a player may answer. Seki is alive."""


@dataclass(frozen=True, slots=True)
class Question:
    """The right answer to a quiz, and why."""

    right: str
    """One of CHOICES; empty when the budget did not suffice."""
    reason: str
    answer: Answer


def question(setup: Setup, budget: Budget) -> Question:
    """Asks the solver what the keystones are, whoever moves first; raises ProblemError for no problem.

    >>> from honte.tsumego.problem import Problem
    >>> three = Problem.parse("Black to play\\n. . . W x -\\nW W W W x -\\nx x x x x -")
    >>> question(three.setup(), Budget(nodes=100_000)).right
    'unsettled'
    """
    answer = solve(setup, budget, both_sides=True)
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
