"""A verdict on every chain of a board that is to be counted: alive or dead, how surely, and why.

Playouts give the evidence (`evidence`), fitted weights judge the chains by it (`chains`), and groups
that stay in doubt are weighed together with the count that each fate would give (`doubt`). Pass-alive
chains are alive whatever the rest says; what people say overrules everything.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from honte.core import Board, Chain, Color
from honte.counting import fate_network as judge_of_chains
from honte.counting.doubt import DOUBT, Factors, Group, factors, gather, rivals
from honte.counting.evidence import (
    PLAYOUTS,
    Evidence,
    Fate,
    collect_evidence,
    fates,
    mean_owner,
    union,
    without,
)
from honte.counting.settling import settle_both
from honte.grid import PointSet
from honte.search.warm import warms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LARGE_BOARD = 225
"""Points from which on a board is like those that the weights were fitted on."""
PLAYOUT_ODDS = 5.5
"""The log odds of a life of 1 in playouts, by a logistic fit. On small boards half of it is believed."""
MOST_SURE = 0.99
"""What is not proved is never certain."""
LOOSE, ALIKE = 0.8, 0.1
"""Playout lives within which chains may be judged as one, and how much they may differ."""

Margin: TypeAlias = "Callable[[int, NDArray[np.float64]], float]"
"""The count for Black with some stones dead and the ownership that closes open borders."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether one chain lives, how sure that is (0 to 1), and why."""

    color: Color
    stones: PointSet
    alive: bool
    sure: float
    reason: str


def judge(
    board: Board,
    *,
    playouts: int = PLAYOUTS,
    seed: int = 1,
    turn: int = 0,
    forced: dict[int, bool] | None = None,
    margin: Margin | None = None,
) -> tuple[tuple[Verdict, ...], NDArray[np.float64]]:
    """A verdict on every chain, Black's first, and who owns each point once the dead are gone.

    `turn` is 1 or -1 when the record ends with Black or White to move. `forced` names chains (by mask)
    whose life is given; `margin` counts the game with some stones dead.
    """
    forced = forced or {}
    evidence = collect_evidence(board, playouts, seed=seed, forced=forced)
    lives = chain_lives(evidence, turn)
    chances = {mask: (1 + life) / 2 for _, mask, life in lives}
    fixed = evidence.forever | union(forced)
    doubtful = [fate for fate in lives if abs(fate[2]) < DOUBT and not fate[1] & fixed]
    for group, chance in weigh(gather(evidence.board, doubtful), lives, evidence, margin):
        chances |= dict.fromkeys(group.chains, chance)
    verdicts = tuple(_verdict(chain, chances, forced, evidence) for chain in board.chains())
    return verdicts, _ownership(board, verdicts, evidence, playouts, seed)


def chain_lives(evidence: Evidence, turn: int = 0) -> list[Fate]:
    """Every chain with its life by the judge of chains, -1 dead to +1 alive; 1 for pass-alive chains.

    Chains that lie together and fared alike in uncertain playouts are judged as one.
    """
    board = evidence.board
    odds = judge_of_chains.log_odds(evidence, turn)
    played = fates(board, (evidence.black_first + evidence.white_first) / 2)
    loose = [fate for fate in played if abs(fate[2]) < LOOSE and not fate[1] & evidence.forever]
    whole = {mask: group.stones for group in gather(board, loose, ALIKE) for mask in group.chains}
    if board.grid.size < LARGE_BOARD:
        settled = (evidence.black_first + evidence.white_first + 2 * evidence.settled) / 4
        odds = (odds + PLAYOUT_ODDS * settled) / 2
    lives: list[Fate] = []
    for color, mask, _ in played:
        mean = mean_owner(board.grid, whole.get(mask, mask), odds) * color
        lives.append((color, mask, 1.0 if mask & evidence.forever else math.tanh(mean / 2)))
    return lives


def weigh(
    groups: list[Group], lives: list[Fate], evidence: Evidence, margin: Margin | None
) -> list[tuple[Group, float]]:
    """How likely each group in doubt is alive: first each by itself, then by the count it would give."""
    weights = judge_of_chains.weights()["doubt"]
    dead = union(mask for _, mask, life in lives if life < 0)
    chances: dict[Group, float] = {}
    for group in sorted(groups, key=lambda group: (-group.stones.bit_count(), group.stones)):
        if group in chances:
            continue
        others = [other for other in rivals(evidence.board, group, groups) if other not in chances]
        against = union(other.stones for other in others)
        known = factors(evidence.board, group, lives, evidence.settled)
        if margin is not None:
            known = with_fates(group, known, dead, against, evidence, margin)
        chance = known.weigh(weights)
        dead = fate_of(dead, group, against, alive=chance >= 0.5)
        chances |= {group: chance, **dict.fromkeys(others, 1 - chance)}
    return list(chances.items())


def fate_of(dead: int, group: Group, against: int, *, alive: bool) -> int:
    """The dead stones once a group has this fate, and the groups against it the other one."""
    return dead & ~group.stones | against if alive else (dead | group.stones) & ~against


def with_fates(
    group: Group, known: Factors, dead: int, against: int, evidence: Evidence, margin: Margin
) -> Factors:
    """The factors of a group with the counts that its two fates give."""
    alive, lost = (
        margin(fate_of(dead, group, against, alive=lives), evidence.settled) for lives in (True, False)
    )
    return known.with_margins(alive, lost)


def _verdict(chain: Chain, chances: dict[int, float], forced: dict[int, bool], evidence: Evidence) -> Verdict:
    """The verdict on a chain: what was said first, then what is proved, then what was found."""
    mask = chain.stones.mask
    if mask in forced:
        return Verdict(chain.color, chain.stones, forced[mask], 1.0, "as you said")
    if mask & evidence.forever:
        return Verdict(chain.color, chain.stones, True, 1.0, "alive even if it never moves again")
    chance = chances[mask]
    grid = evidence.board.grid
    first = (evidence.black_first + evidence.white_first) / 2
    kept = round((1 + mean_owner(grid, mask, first) * chain.color) * 50)
    sure, alive = min(MOST_SURE, abs(2 * chance - 1)), chance >= 0.5
    word = (
        ("alive" if alive else "dead") if sure >= DOUBT else f"in doubt; alive with {round(chance * 100)} %"
    )
    reason = f"{word} by all that is known; keeps its points in {kept} of 100 playouts"
    return Verdict(chain.color, chain.stones, alive, sure, reason)


def _ownership(
    board: Board, verdicts: tuple[Verdict, ...], evidence: Evidence, playouts: int, seed: int
) -> NDArray[np.float64]:
    """Who owns each point without the dead; played out once more if playouts took off others."""
    dead = union(v.stones.mask for v in verdicts if not v.alive)
    if without(board, dead) == evidence.now:
        return evidence.settled
    return settle_both(without(board, dead), max(2, playouts // 2), seed=seed + 50)


@warms("settling playouts")
def warm_up() -> None:
    """Compiles what judging uses, on a tiny board."""
    judge(Board.parse("X . O"), playouts=4)
