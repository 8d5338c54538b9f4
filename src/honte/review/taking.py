"""Problems taken out of a game: a decided fight as an SGF file in the form of the library."""

from __future__ import annotations

from dataclasses import replace

from honte.formats.sgf import GameTree, serialize
from honte.review.deciding import Decided, Result
from honte.review.words import stones_text
from honte.tsumego.problem import Objective
from honte.tsumego.problem.sgf import add_line, tree_of_setup

MOST_WRONG = 12
"""Wrong first moves that a problem shows with their refutations."""


def problem_of(decided: Decided, source: str = "") -> GameTree | None:
    """The fight as a problem with right moves and refutations; None when nothing is proved.

    A `no` makes a problem only where it holds on the whole board. `source` names the game in the title.
    """
    verdict = decided.verdict
    if verdict is None or verdict.answer is None or verdict.result is Result.OPEN:
        return None
    if verdict.result is Result.NO and not verdict.everywhere:
        return None
    answer, moment = verdict.answer, verdict.moment
    aim = "live" if moment.objective is Objective.LIVE else "kill"
    name = f"Move {moment.number}: {moment.mover} to {aim}"
    stones = stones_text(moment.target, moment.defender)
    setup = replace(
        answer.problem.setup(),
        name=f"{source}, {name[0].lower()}{name[1:]}" if source else name,
        comment=f"{moment.mover} to {aim}: {stones}. {answer.first}.",
    )
    tree = tree_of_setup(setup)
    for move in verdict.moves:
        line = answer.line if answer.line[:1] == (move,) else (move,)
        add_line(tree, moment.mover, line, right=True)
    wrong = [(m, reply) for m, reply in answer.refutations.items() if m is not None]
    for move, reply in wrong[:MOST_WRONG]:
        add_line(tree, moment.mover, (move, *reply), right=False)
    return tree


def problem_sgf(decided: Decided, source: str = "") -> str | None:
    """The text of the SGF file of a fight; None when nothing is proved."""
    tree = problem_of(decided, source)
    return None if tree is None else serialize(tree).decode("utf-8")
