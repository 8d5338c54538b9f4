"""Deaths that can be counted, and what a kill leans on, on the plain board.

Both are theorems of docs/algorithms/life-and-death.md, written once more in plain Python for
`honte.tsumego.verify.check`; nothing of the compiled tests is used.
"""

from __future__ import annotations

from honte.tsumego.problem import Capture
from honte.tsumego.verify.oracle import PlainGame, State

MOST_NAKADE = 5
"""The largest eye space that one stone on its vital point keeps from two eyes."""


def uncapturable(game: PlainGame, state: State) -> int:
    """The attacker's stones that can never be captured: those connected with stones outside the area."""
    return game.grid.flood_mask(state.attacker & ~game.area, state.attacker)


def is_dead(game: PlainGame, state: State) -> int | None:
    """The eye space of a target that has too little room for two eyes, as a mask; None if it may live.

    A point next to a stone that is never captured is no eye: the attacker fills it. The chain that is
    captured last is no room either.
    """
    grid = game.grid
    safe = uncapturable(game, state)
    room = game.area & ~safe & ~grid.neighbors_mask(safe)
    if grid.neighbors_mask(state.defender & ~game.area) & game.area & ~safe:
        return None  # connecting with stones outside saves the target
    space = room & ~_last_chain(game, state, room)
    count = space.bit_count()
    if count <= 1 or (count == 2 and grid.neighbors_mask(space) & space):
        return 0
    return space if count <= MOST_NAKADE and _is_nakade(game, state, space) else None


def _last_chain(game: PlainGame, state: State, room: int) -> int:
    """The stones whose capture ends the game; where all chains must fall, the one with the most room."""
    chains = [c for c in game.grid.component_masks(state.defender) if c & state.keys]
    if game.problem.capture is Capture.ANY:
        return sum(chains)
    return max(chains, key=lambda chain: (chain & room).bit_count(), default=0)


def _is_nakade(game: PlainGame, state: State, space: int) -> bool:
    """Whether an eye space is dead whoever moves: the attacker holds its middle, or it is an empty square."""
    grid = game.grid
    if space & state.defender:
        return False
    points = list(grid.masks_of(space))
    if len(points) == 4 and not space & state.attacker:
        return all((grid.neighbors_mask(p) & space).bit_count() == 2 for p in points)
    middles = grid.masks_of(space & state.attacker)
    return any(not space & ~p & ~grid.neighbors_mask(p) for p in middles)


def guarded(game: PlainGame, state: State, zone: int) -> int:
    """A kill's zone with what must not change in this state: every liberty of attacker chains that can be
    captured, and one liberty of each defender chain."""
    grid = game.grid
    empty = game.area & ~(state.attacker | state.defender)
    zone |= grid.neighbors_mask(state.attacker & ~uncapturable(game, state)) & empty
    for chain in grid.component_masks(state.defender & game.area):
        liberties = grid.neighbors_mask(chain) & empty
        if liberties and not liberties & zone:
            zone |= liberties & -liberties
    return zone
