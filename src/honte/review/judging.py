"""What each move of a game lost, by a model's word.

Two positions are compared: the one after the model's own favorite move and the one after the move that was
played. In both the opponent moves next, so that errors which the two share cancel out. The difference is
shrunk, because small differences are mostly noise (`shrunk`). Without likely moves the positions before and
after the move are compared instead. All of it is an estimate; no search checks it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from honte.core import Color, Move
from honte.estimate.ownership import Setting
from honte.review.seeing import Model, Sight, setting_after

NOISE = 2.0
"""Points below which a difference of two positions is mostly noise.

Chosen on games of 9x9 and 13x13: two moves later 90 % of larger differences were left, and none of smaller
ones.
"""
SHOWN = 3
"""Moves of the model that are shown for each position."""
LINE = 6
"""Moves of the line that the model would have played."""
WORST = 10
"""Moves that are listed as those that lost most."""
LEAST_LOSS = 1.0
"""A move that lost fewer points than this is not listed."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One move and what the model says of it."""

    number: int
    """The number of the move, from 1."""
    color: Color
    move: Move
    lost: float
    """Points that the move lost against the model's own choice, shrunk for noise; 0 or more."""
    difference: float
    """The same before shrinking; below 0 when the move turned out better than the model's choice."""
    likely: float | None
    """How likely a strong player plays this move, 0 to 1; None where the model does not know."""
    would: tuple[tuple[Move, float], ...]
    """What the model would have played, with probabilities, best first."""
    line: tuple[Move, ...] = ()
    """How play would have gone on, from the model's first choice; only for the moves that lost most."""


def shrunk(difference: float) -> float:
    """Points lost, from a difference that is off by NOISE: small ones vanish, large ones stay.

    >>> [round(shrunk(lost), 1) for lost in (-3.0, 1.0, 3.0, 20.0)]
    [0.0, 0.2, 2.1, 19.8]
    """
    return 0.0 if difference <= 0 else difference**3 / (difference**2 + NOISE**2)


def wanted(before: Sight, move: Move) -> Setting | None:
    """The position after the model's favorite move; None where it was played or is not known."""
    if not before.moves or before.moves[0][0] == move:
        return None
    return setting_after(before.setting, before.moves[0][0])


def judge(number: int, move: Move, before: Sight, after: Sight, best: Sight | None) -> Judged:
    """Judges the move between two positions; `best` is the position after the model's favorite.

    Without `best` the favorite was played and nothing is lost, or the model has none.
    """
    color = before.setting.position.to_play
    if before.moves:
        difference = 0.0 if best is None else int(color) * (best.margin - after.margin)
    else:
        difference = int(color) * (before.margin - after.margin)
    return Judged(
        number,
        color,
        move,
        shrunk(difference),
        difference,
        before.probability(move),
        before.moves[:SHOWN],
    )


def worst(moves: Sequence[Judged], count: int = WORST) -> list[Judged]:
    """The moves that lost most, the worst first; small losses are left out."""
    losing = [each for each in moves if each.lost >= LEAST_LOSS]
    return sorted(losing, key=lambda each: (-each.lost, each.number))[:count]


def with_lines(model: Model, chosen: Sequence[Judged], before: Sequence[Sight]) -> list[Judged]:
    """Moves with the line that the model would have played instead, each up to LINE moves long.

    `before` are the positions in which the moves were played. A line ends before a pass.
    """
    lines: list[list[Move]] = [[] for _ in chosen]
    sights = list(before)
    open_lines = [k for k, sight in enumerate(sights) if sight.moves]
    for _ in range(LINE):
        open_lines = [k for k in open_lines if sights[k].moves[0][0] is not None]
        if not open_lines:
            break
        settings = []
        for k in open_lines:
            move = sights[k].moves[0][0]
            lines[k].append(move)
            settings.append(setting_after(sights[k].setting, move))
        for k, sight in zip(open_lines, model.see(settings), strict=True):
            sights[k] = sight
    return [replace(each, line=tuple(line)) for each, line in zip(chosen, lines, strict=True)]
