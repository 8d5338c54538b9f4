"""A target in a game: which stones around it are taken as safe.

The target of a collection has its problem to itself: all stones of its color belong to it, and the walls
stand. In a game other groups are alive, and may save the target or fall themselves. The network's owners say
which are safe; without it only strong chains in the open count (`honte.tsumego.open.areas.safe_friends`).
"""

from __future__ import annotations

from dataclasses import replace

from honte.grid import PointSet
from honte.tsumego.open.attempts import attempts_of
from honte.tsumego.open.outlook import outlook_of, points_of
from honte.tsumego.problem import Setup, Stake

SAFE = 0.8
"""A chain whose points the network gives to its owner at least so surely, whoever moves first, is safe."""


def as_in_game(setup: Setup) -> Setup:
    """The setup, as in a game where its target has no problem to itself.

    That is so where a capture is at stake, where other stones of its color are safe, or where all stones of
    its color together are too many to search.
    """
    if not setup.keystones or setup.safe is not None or setup.area is not None:
        return setup
    if setup.stake is not Stake.CAPTURE and _is_alone(setup):
        return setup if attempts_of(setup) else in_game(setup)
    found = in_game(setup)
    is_game = setup.stake is Stake.CAPTURE or _has_friends(found) or not attempts_of(setup)
    return found if is_game else setup


def _is_alone(setup: Setup) -> bool:
    """Whether all stones of its color belong to the target's chains: then nobody else is asked."""
    target, own = _target_and_own(setup)
    return target.flood(own) == own


def _has_friends(setup: Setup) -> bool:
    """Whether safe stones of the target's color stand on the board."""
    _, own = _target_and_own(setup)
    return bool(setup.safe and setup.safe & own)


def _target_and_own(setup: Setup) -> tuple[PointSet, PointSet]:
    target = setup.keystones or PointSet(setup.board.grid)
    color = setup.board[next(iter(target))]
    return target, target if color is None else setup.board.stones(color)


def why_nothing(setup: Setup) -> str:
    """Why nothing can be searched, for a person."""
    if setup.keystones:
        where = next(iter(setup.keystones))
        return f"no area around the target at {where} is small enough to search; give one with fewer points"
    return "no group to live or to kill was found; mark the stones that are meant"


def in_game(setup: Setup) -> Setup:
    """The setup of a given target with the stones around it that are taken as safe."""
    board, target = setup.board, setup.keystones or PointSet(setup.board.grid)
    outlook = outlook_of(setup)
    safe = PointSet(board.grid)
    if outlook is None:
        return replace(setup, safe=safe)
    for chain in board.chains():
        points = points_of(chain.stones)
        owned = min(
            float(int(chain.color) * e.owners[points].mean()) for e in (outlook.first, outlook.second)
        )
        if owned >= SAFE and chain.stones.isdisjoint(target):
            safe |= chain.stones
    return replace(setup, safe=safe)
