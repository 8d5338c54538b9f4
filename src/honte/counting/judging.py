"""A verdict on every chain of a board that is to be counted: alive or dead, how surely, and why.

Playouts give the evidence (`evidence`) and the fate network judges chains by it (`fate_network`). The network
of the whole board (`whole_board`) is a second judge: their log odds add up. Groups that stay in doubt are
weighed with the count that each fate gives (`doubt`). Pass-alive chains are alive whatever the networks say.
A fate that the caller gives overrules everything.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from honte.core import Board, Chain, Color
from honte.counting import fate_network
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
from honte.counting.whole_board import whole_board
from honte.grid import PointSet
from honte.search.warm import warms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LARGE_BOARD = 225
"""Boards of at least this many points (15x15) are judged like 19x19, on which the weights were fitted."""
PLAYOUT_ODDS = 5.5
"""The log odds of life for a chain that always survives playouts, by a logistic fit.

On boards below LARGE_BOARD the mean of these odds and the network's counts."""
CERTAIN = 0.9999
"""The surest that the network of the whole board may be of an owner, 0 to 1."""
MOST_SURE = 0.99
"""The most that a verdict without proof can be sure."""
LOOSE = 0.8
"""A chain may be judged together with others when its life by playouts lies between -LOOSE and LOOSE."""
ALIKE = 0.1
"""Chains that lie together are judged as one when their lives by playouts differ by less than this."""

GIVEN = "as given"
"""The reason of a verdict that the caller gave."""
PASS_ALIVE = "pass-alive: it lives even if its owner always passes"
"""The reason of a verdict that Benson's theorem proves."""

Margin: TypeAlias = "Callable[[int, NDArray[np.float64]], float]"
"""Black's margin, from a mask of dead stones and the ownership by which open borders are closed."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether one chain lives, how sure that is (0 to 1), and why, in words."""

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
    """A verdict on every chain, Black's first, and the mean owner of each point without the dead.

    `turn` is 1 or -1 when the record ends with Black or White to move. `forced` says of some chains, by their
    masks, whether they live. `margin` counts the game with some stones dead; without it closeness is no
    factor.
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
    """Every chain with its life by both networks, -1 dead to +1 alive; 1 for pass-alive chains.

    Chains that lie together, and that playouts are unsure of in the same way, are judged as one.
    """
    board = evidence.board
    odds, seen = fate_network.log_odds(evidence, turn), whole_board(evidence.board)
    played = fates(board, (evidence.black_first + evidence.white_first) / 2)
    loose = [fate for fate in played if abs(fate[2]) < LOOSE and not fate[1] & evidence.forever]
    whole = {mask: group.stones for group in gather(board, loose, ALIKE) for mask in group.chains}
    if board.grid.size < LARGE_BOARD:
        settled = (evidence.black_first + evidence.white_first + 2 * evidence.settled) / 4
        odds = (odds + PLAYOUT_ODDS * settled) / 2
    lives: list[Fate] = []
    for color, mask, _ in played:
        mean = mean_owner(board.grid, whole.get(mask, mask), odds) * color
        if seen is not None:
            mean += _log_odds(mean_owner(board.grid, mask, seen.owners) * color)
        lives.append((color, mask, 1.0 if mask & evidence.forever else math.tanh(mean / 2)))
    return lives


def _log_odds(owner: float) -> float:
    """The log odds of an owner between -1 and 1."""
    return 2 * math.atanh(min(CERTAIN, max(-CERTAIN, owner)))


def weigh(
    groups: list[Group], lives: list[Fate], evidence: Evidence, margin: Margin | None
) -> list[tuple[Group, float]]:
    """The chance that each group in doubt is alive, largest groups first.

    A group and its rivals are decided together. With `margin` the counts of both fates are a factor, the
    larger groups' fates being settled by then.
    """
    weights = fate_network.weights()["doubt"]
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
    """The mask of dead stones when a group has this fate and its rivals, the mask `against`, the other."""
    return dead & ~group.stones | against if alive else (dead | group.stones) & ~against


def with_fates(
    group: Group, known: Factors, dead: int, against: int, evidence: Evidence, margin: Margin
) -> Factors:
    """The factors of a group, completed by the counts that its two fates give."""
    alive, lost = (
        margin(fate_of(dead, group, against, alive=lives), evidence.settled) for lives in (True, False)
    )
    return known.with_margins(alive, lost)


def _verdict(chain: Chain, chances: dict[int, float], forced: dict[int, bool], evidence: Evidence) -> Verdict:
    """The verdict on a chain: a given fate first, then what is proved, then what was found."""
    mask = chain.stones.mask
    if mask in forced:
        return Verdict(chain.color, chain.stones, forced[mask], 1.0, GIVEN)
    if mask & evidence.forever:
        return Verdict(chain.color, chain.stones, True, 1.0, PASS_ALIVE)
    chance = chances[mask]
    sure, alive = min(MOST_SURE, abs(2 * chance - 1)), chance >= 0.5
    return Verdict(chain.color, chain.stones, alive, sure, _reason(chain, chance, sure, evidence))


def _reason(chain: Chain, chance: float, sure: float, evidence: Evidence) -> str:
    """Why a chain is alive, dead or in doubt: its chance to live, and how often it survived playouts."""
    grid = evidence.board.grid
    first = (evidence.black_first + evidence.white_first) / 2
    survived = round((1 + mean_owner(grid, chain.stones.mask, first) * chain.color) * 50)
    word = "in doubt" if sure < DOUBT else "alive" if chance >= 0.5 else "dead"
    large = grid.size >= LARGE_BOARD
    judge = "the networks give" if large else "networks and playouts together give"
    return f"{word}: {judge} it {round(chance * 100)} % to live; it survives {survived} of 100 playouts"


def _ownership(
    board: Board, verdicts: tuple[Verdict, ...], evidence: Evidence, playouts: int, seed: int
) -> NDArray[np.float64]:
    """The mean owner of each point without the dead; played out again if playouts took off other chains."""
    dead = union(v.stones.mask for v in verdicts if not v.alive)
    if without(board, dead) == evidence.now:
        return evidence.settled
    return settle_both(without(board, dead), max(2, playouts // 2), seed=seed + 50)


@warms("settling playouts", seconds=5)
def warm_up() -> None:
    """Compiles all that judging uses, on a tiny board."""
    judge(Board.parse("X . O"), playouts=4)
