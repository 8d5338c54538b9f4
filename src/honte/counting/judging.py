"""A verdict on every chain of a board that is to be counted: alive or dead, how surely, and why.

There are two witnesses of who will own a chain's points: settling playouts (`evidence`) and, on boards that
it knows, the network of the whole board (`whole_board`). Their log odds add up: a witness that is sure
outweighs one that is not. Pass-alive chains are alive whatever they say. A fate that the caller gives
overrules everything.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honte.core import BLACK, WHITE, Board, Chain, Color
from honte.counting.evidence import PLAYOUTS, fates, play_out, union, without
from honte.counting.whole_board import whole_board
from honte.grid import PointSet
from honte.life import pass_alive
from honte.search.warm import warms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PLAYOUT_ODDS = 5.5
"""The log odds of life for a chain that always survives playouts, by a logistic fit."""
NETWORK_WEIGHT = 2.0
"""How often the network's log odds count."""
CERTAIN = 0.9999
"""The surest that the network may be of an owner, 0 to 1."""
MOST_SURE = 0.99
"""The most that a verdict without proof can be sure."""
DOUBT = 0.96
"""A chain is in doubt when its verdict is less sure than this."""

GIVEN = "as given"
"""The reason of a verdict that the caller gave."""
PASS_ALIVE = "pass-alive: it lives even if its owner always passes"
"""The reason of a verdict that Benson's theorem proves."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether one chain lives, how sure that is (0 to 1), and why, in words."""

    color: Color
    stones: PointSet
    alive: bool
    sure: float
    reason: str


def judge(
    board: Board, *, playouts: int = PLAYOUTS, seed: int = 1, forced: dict[int, bool] | None = None
) -> tuple[tuple[Verdict, ...], NDArray[np.float64]]:
    """A verdict on every chain, Black's first, and who will own each point, -1 White to +1 Black.

    `forced` says of some chains, by their masks, whether they live.
    """
    forced = forced or {}
    proved = _pass_alive(board)
    now = without(board, union(mask for mask, lives in forced.items() if not lives))
    lives, owners = play_out(now, playouts, seed=seed, fixed=proved | union(forced))
    odds = {mask: PLAYOUT_ODDS * life for _, mask, life in lives}
    witness, seen = "playouts give", whole_board(now)
    if seen is not None:
        witness, owners = "network and playouts together give", seen.owners
        for _, mask, life in fates(now, owners):
            odds[mask] += NETWORK_WEIGHT * 2 * math.atanh(min(CERTAIN, max(-CERTAIN, life)))
    return tuple(_verdict(chain, odds, forced, proved, witness) for chain in board.chains()), owners


def _pass_alive(board: Board) -> int:
    """The mask of all stones that are proved to live."""
    if not board.black_mask or not board.white_mask:
        return board.black_mask | board.white_mask  # no enemy stone is there to capture them
    return (pass_alive(board, BLACK).stones | pass_alive(board, WHITE).stones).mask


def _verdict(
    chain: Chain, odds: dict[int, float], forced: dict[int, bool], proved: int, witness: str
) -> Verdict:
    """The verdict on a chain: a given fate first, then what is proved, then what was found."""
    mask = chain.stones.mask
    if mask in forced:
        return Verdict(chain.color, chain.stones, forced[mask], 1.0, GIVEN)
    if mask & proved:
        return Verdict(chain.color, chain.stones, True, 1.0, PASS_ALIVE)
    chance = (1 + math.tanh(odds[mask] / 2)) / 2
    sure, alive = min(MOST_SURE, abs(2 * chance - 1)), chance >= 0.5
    word = "in doubt" if sure < DOUBT else "alive" if alive else "dead"
    reason = f"{word}: {witness} it {round(chance * 100)} % to live"
    return Verdict(chain.color, chain.stones, alive, sure, reason)


@warms("settling playouts", seconds=5)
def warm_up() -> None:
    """Compiles all that judging uses, on a tiny board."""
    judge(Board.parse("X . O"), playouts=4)
