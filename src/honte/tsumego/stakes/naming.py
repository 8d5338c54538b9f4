"""The name of what is at stake in an answer, and the check of a target that a person gives.

The position names it: a chain in the open that is short of liberties, or a few stones without eyes, are
captured or get away; two surrounded groups that touch, each with enemies in the open around it, race; a group
that is saved by joining friends in the open connects. Everything else is life and death.
"""

from __future__ import annotations

from dataclasses import replace

from honte.core import Board, Color, Position
from honte.errors import ProblemError
from honte.grid import PointSet
from honte.tsumego.open.areas import inner_stones
from honte.tsumego.open.readings import Reading
from honte.tsumego.problem import Setup, Stake
from honte.tsumego.proof.outcome import Line

FEW_STONES = 4
"""Most stones of a single chain that is too small to live by itself."""
FEW_LIBERTIES = 4
"""Most liberties of such a chain."""
RACE_STONES = 3
"""Least stones of a group that races; fewer are stones inside the other group's eye."""
RACE_LIBERTIES = 8
"""Most liberties of a group that races."""


def check_target(setup: Setup) -> None:
    """Raises ProblemError for a target that is already captured, or that has stones of both colors."""
    target, board = setup.keystones, setup.board
    if not target:
        return
    gone = target & board.empty
    reasons = [f"the target {p} is an empty point: its stone is already captured" for p in gone]
    if len({board[p] for p in target} - {None}) > 1:
        reasons.append("a target of both colors: give stones of one color, or ask for a race between the two")
    if reasons:
        raise ProblemError(reasons)


def named(setup: Setup, reading: Reading, line: Line = ()) -> Reading:
    """The reading with what is at stake: as the setup says, or by the position and by a line that saves it.

    A target that is given is life and death unless the setup says otherwise.
    """
    if setup.stake is not None or reading.is_given:
        return replace(reading, stake=setup.stake or Stake.LIFE)
    board = setup.board
    rivals = _rivals(board, reading.target, reading.defender)
    if rivals:
        return replace(reading, stake=Stake.RACE, against=rivals)
    if _is_short(board, reading.target, reading.defender):
        return replace(reading, stake=Stake.CAPTURE)
    friends = _joined(setup, reading, line) if line else None
    return replace(reading, stake=Stake.CONNECTION, against=friends) if friends else reading


def _joined(setup: Setup, reading: Reading, line: Line) -> PointSet | None:
    """The chain in the open that the target has joined at the end of a line; None where it joins none."""
    position = Position(setup.board, setup.to_play, setup.ko)
    for move in line:
        position = position.play_unchecked(move)
    color = reading.defender
    outer = setup.board.stones(color) - inner_stones(setup.board, color) - reading.target
    alive = reading.target & position.board.stones(color)
    joined = alive.flood(position.board.stones(color)) & outer
    return joined or None


def _is_short(board: Board, target: PointSet, color: Color) -> bool:
    """Whether a target is one chain that is caught or gets away: in the open, or too small for eyes."""
    chains = [chain for chain in board.chains(color) if not chain.stones.isdisjoint(target)]
    if len(chains) != 1 or len(chains[0].liberties) > FEW_LIBERTIES:
        return False
    return len(chains[0].stones) <= FEW_STONES or target.isdisjoint(inner_stones(board, color))


def _rivals(board: Board, target: PointSet, color: Color) -> PointSet | None:
    """Surrounded enemies that touch the target and, on their other side, its friends in the open."""
    other = color.opponent
    inner = inner_stones(board, color), inner_stones(board, other)
    friends = board.stones(color) - inner[0]
    found = PointSet(board.grid)
    for chain in board.chains(other):
        stones, liberties = chain.stones, len(chain.liberties)
        shut = stones <= inner[1] and not stones.neighbors().isdisjoint(friends)
        touches = not stones.neighbors().isdisjoint(target)
        if shut and touches and len(stones) >= RACE_STONES and liberties <= RACE_LIBERTIES:
            found |= stones
    walled = not target.neighbors().isdisjoint(board.stones(other) - inner[1])
    return found if found and walled and target <= inner[0] else None
