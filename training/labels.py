"""Finished games with the fate of their chains, for fitting the count.

The dead stones of these games are not recorded, but the results are. Playouts propose the dead chains. If the
count then agrees with the recorded result, within a point for the last dame, the proposal is the label.
If not, the groups that playouts are least sure of change their fate, first one and then two at a time,
until the count equals the result. A game without such a change gets no label.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from honte.core import Game
from honte.core.arrays import mask_array
from honte.counting.doubt import gather, rivals
from honte.counting.evidence import Evidence, Fate, collect_evidence, fates, union
from honte.counting.fate_network import black_view
from honte.counting.final import count_with, turn_of
from honte.errors import GoError
from honte.scoring import Score
from training.archive import owners, read_records

PLAYOUTS = 300
"""Playouts for each game: half as many as counting uses, so that the weights learn to bear noise."""
EXACT, NEAR = 0.3, 1.3
"""Points by which a count may differ from the result and still be equal, or near."""
SURE = 0.9
"""Only chains with a life between -SURE and SURE may change their fate."""
SINGLES, PAIRED = 40, 10
"""The numbers of least sure groups that are changed alone, and in pairs."""
UNKNOWN, AGREED, CHANGED = 0, 1, 2
"""The kinds of labels: none, the proposal, the proposal with fates changed."""


def labeled(game: Game, evidence: Evidence, result: float) -> tuple[int, Score, int]:
    """The dead stones (a mask), the count they give, and the kind of label."""
    lives = [*evidence.removed, *fates(evidence.now, evidence.settled)]
    free = [fate for fate in lives if not fate[1] & evidence.forever]
    dead = union(mask for _, mask, life in free if life < 0)
    score = count_with(game, dead, evidence.settled)
    if abs(score.margin - result) < NEAR:
        return dead, score, AGREED
    for change in changes(game, [fate for fate in free if abs(fate[2]) < SURE]):
        other = count_with(game, dead ^ change, evidence.settled)
        if abs(other.margin - result) < EXACT:
            return dead ^ change, other, CHANGED
    return dead, score, UNKNOWN


def changes(game: Game, doubtful: list[Fate]) -> Iterator[int]:
    """Masks of stones to give the other fate, the least sure first: single groups, then pairs."""
    found: dict[int, float] = {}
    for together in (0.0, 0.15, 0.4, 2.0):
        parts = ([fate for fate in doubtful if (fate[2] < 0) == dies] for dies in (False, True))
        groups = [group for part in parts for group in gather(game.board, part, together)]
        for group in groups:
            others = union(other.stones for other in rivals(game.board, group, groups, 0.4))
            found.setdefault(group.stones | others, abs(group.life) - 0.01)  # one side wins a race
            found.setdefault(group.stones, abs(group.life))
    order = sorted(found, key=lambda mask: (found[mask], mask))[:SINGLES]
    yield from order
    pairs = [(a, b) for a, b in combinations(order[:PAIRED], 2) if not a & b]
    for a, b in sorted(pairs, key=lambda pair: found[pair[0]] + found[pair[1]]):
        yield a | b


def row_of(number: int, game: Game, result: float, playouts: int = PLAYOUTS) -> dict[str, Any]:
    """The row of a game: the evidence from Black's view, dead stones and owners, in bytes."""
    evidence = collect_evidence(game.board.checked(), playouts)
    dead, score, kind = labeled(game, evidence, result)
    view = black_view(evidence, turn_of(game))
    playouts_say = {
        name: np.round(getattr(view, name) * 127).astype(np.int8)
        for name in ("own_first", "their_first", "settled", "tactical")
    }
    return {
        "game": number,
        "stones": view.stones,
        **playouts_say,
        "forever": view.forever,
        "removed": view.removed,
        "turn": view.turn,
        "dead": mask_array(game.grid, dead).astype(np.int8).reshape(-1),
        "owner": owners(game.board, dead, score).reshape(-1),
        "kind": kind,
    }


def collect(task: tuple[Path, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The rows of some games of an archive, one array for each field; illegal games are left out."""
    records = read_records(task[0])
    rows = []
    for number in task[1].tolist():
        try:
            rows.append(row_of(number, records.played(number), float(records.result[number])))
        except GoError:
            continue
    return {name: np.array([row[name] for row in rows]) for name in rows[0]}
