"""The name of what is at stake in an answer, and the check of a target that a person gives."""

from __future__ import annotations

from honte.errors import ProblemError
from honte.tsumego.problem import Setup


def check_target(setup: Setup) -> None:
    """Raises ProblemError for a target that is already captured, or that has stones of both colors."""
    target, board = setup.keystones, setup.board
    if not target:
        return
    reasons = [
        f"the target {p} is an empty point: its stone is already captured" for p in target & board.empty
    ]
    if len({board[p] for p in target} - {None}) > 1:
        reasons.append("a target of both colors: give stones of one color, or ask for a race between the two")
    if reasons:
        raise ProblemError(reasons)
