"""Every variation: the replies of the opponent that were not played, and that threaten something."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from honte.core import Move
from honte.search.budget import Budget
from honte.tsumego.answer import solve
from honte.tsumego.problem import Ending, Problem

MAX_VARIATIONS = 12
"""The most replies of the opponent that must be answered beside the main line."""


def other_replies(
    before: Problem, move: Move, played: Problem | None, budget: Callable[[], Budget]
) -> list[Problem]:
    """The positions after the opponent's other replies to a right move, as far as the budget proves them.

    `played` is the position after the reply that was played. `budget` gives the limits of one search.
    """
    after = before.after(move)
    if isinstance(after, Ending):
        return []
    found: list[Problem] = []
    for reply in solve(after.setup(), budget()).refutations:
        position = after.after(reply)
        if isinstance(position, Ending) or len(found) >= MAX_VARIATIONS:
            continue
        known = [*found, *([played] if played is not None else [])]
        if all(position.board != each.board for each in known) and _threatens(position, budget()):
            found.append(position)
    return found


def _threatens(position: Problem, budget: Budget) -> bool:
    """Whether the opponent, having just moved, would succeed with a second move."""
    again = position.with_to_play(position.to_play.opponent)
    return bool(solve(again.setup(), budget, explain=False).best)


def along_line(problem: Problem, moves: Sequence[Move], budget: Callable[[], Budget]) -> list[Problem]:
    """The other replies along a line that was played: moves of the person and of the opponent in turn."""
    found: list[Problem] = []
    for at in range(0, len(moves) - 1, 2):
        following = problem.after(moves[at])
        played = following if isinstance(following, Ending) else following.after(moves[at + 1])
        if isinstance(played, Ending):
            break
        found += [
            each
            for each in other_replies(problem, moves[at], played, budget)
            if all(each.board != other.board for other in found)
        ]
        problem = played
    return found[:MAX_VARIATIONS]
