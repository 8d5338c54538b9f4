"""The game before a position: whether it leads there, and what it forbids under superko.

Without a game the history is the position alone. With one, no stone may bring back a board (or a
situation) of the game, and every proof is checked against that.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from honte.core import Color, Game, KoRule, Position, Rules
from honte.errors import InputError
from honte.grid import Point
from honte.smallboard.engine import State


def past_of(game: Game) -> list[Position]:
    """The positions of a game before its present one, oldest first."""
    return [game.start, *(step.position for step in game.steps)][:-1]


def with_history(game: Game, history: Game, to_play: Color | None = None) -> Game:
    """The game that led to the board of `game`; raises InputError when it leads somewhere else.

    `to_play` is the side that must be to play at its end, if that is known.
    """
    if game.steps:
        raise InputError("an SGF game has its own history; give another one for a text board only")
    if history.board != game.board:
        raise InputError("the history ends in a different position")
    if to_play is not None and history.to_play is not to_play:
        raise InputError(f"the history ends with {history.to_play} to play")
    return history


def check_past(position: Position, past: Sequence[Position]) -> None:
    """Raises InputError unless each position comes from the one before by a move or a pass.

    >>> from honte.grid import Point
    >>> start = Position.empty(3)
    >>> check_past(start.play_unchecked(Point.parse("B2")), [start])
    >>> check_past(start, [start.play_unchecked(Point.parse("B2"))])
    Traceback (most recent call last):
        ...
    honte.errors.InputError: the history does not lead to this position: the last move does not fit
    """
    steps = [*past, position]
    for number, (before, after) in enumerate(pairwise(steps), 1):
        if before.board.grid is not after.board.grid:
            raise InputError("the history has a board of another size")
        if not _follows(before, after):
            which = "the last move" if number == len(past) else f"move {number}"
            raise InputError(f"the history does not lead to this position: {which} does not fit")
    if past and _ko_after(past[-1], position) != position.ko:
        raise InputError("the history does not lead to this position: the ko point differs")


def _follows(before: Position, after: Position) -> bool:
    """Whether one move or pass of the side that is not to play leads from one board to the next."""
    if before.board == after.board:
        return True
    mover = before.with_to_play(after.to_play.opponent)
    return any(mover.play_unchecked(point).board == after.board for point in _new_stones(before, after))


def _new_stones(before: Position, after: Position) -> list[Point]:
    color = after.to_play.opponent
    grid = before.board.grid
    added = after.board.stones_mask(color) & ~(before.board.black_mask | before.board.white_mask)
    return [grid.point_of(bit.bit_length() - 1) for bit in grid.masks_of(added)]


def _ko_after(before: Position, after: Position) -> Point | None:
    if before.board == after.board:
        return None
    mover = before.with_to_play(after.to_play.opponent)
    return mover.play_unchecked(_new_stones(before, after)[0]).ko


def seen_in(position: Position, past: Sequence[Position], rules: Rules) -> set[object]:
    """What superko forbids to return: boards or situations; nothing under simple ko."""
    if rules.ko is KoRule.SIMPLE:
        return set()
    every = [*past, position]
    return {each.board for each in every} if rules.ko is KoRule.POSITIONAL else set(every)


def states_of(past: Sequence[Position], prover: int) -> list[State]:
    """The past as a prover (a color) sees it, each position once."""
    found: dict[State, None] = {}
    for each in past:
        color = each.to_play if each.to_play == prover else each.to_play.opponent
        own, opp = each.board.stones_mask(color), each.board.stones_mask(color.opponent)
        found[State(own, opp, prover_first=each.to_play is color)] = None
    return list(found)
