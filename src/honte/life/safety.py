"""Safety under alternating play (after Mueller, "Playing it safe", 1997), for common cases.

Benson's chains live even if their owner always passes. Most living groups need an answer now and then:
a chain here is *safe* when its owner, answering each move of the attacker, never loses it. Two kinds of
answers are known without reading the whole board:

- *Miai*: an empty point inside a region that no stone of the chain touches is harmless when it has two
  liberties of the chain beside it that no other such point needs. If the attacker takes one, the
  owner takes the other. Benson's algorithm runs with such regions counted as vital.
- *Room*: a region of few points walled by one chain is read out, with all outside liberties taken
  and every ko given to the attacker. If the chain survives, the region is worth two eyes.

What is called safe is safe. What is not may still be: several chains around one room, kos and
connections outside are not read.
"""

from __future__ import annotations

from dataclasses import dataclass

from honte.core import Board, Color
from honte.grid import Grid, PointSet
from honte.life.benson import pass_alive_masks, room_to_live

MOST_ROOM = 8
"""Largest region, in points, that is read out."""
MOST_EMPTY = 6
"""Most empty points in a region that is read out."""


@dataclass(frozen=True, slots=True)
class ChainLife:
    """A verdict on one chain, with its reason in words."""

    stones: PointSet
    safe: bool
    pass_alive: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Safety:
    """All verdicts for one color, and what its safe chains hold."""

    color: Color
    stones: PointSet
    territory: PointSet
    chains: tuple[ChainLife, ...]


def safety(board: Board, color: Color) -> Safety:
    """Which chains of a color are safe when the attacker moves first, and why.

    >>> board = Board.parse('''
    ... . . . . X O .
    ... X X X X X O .
    ... O O O O O O .
    ... . . . . . . .
    ... ''')
    >>> verdict = safety(board, Color.BLACK)
    >>> [(c.safe, c.pass_alive, c.reason) for c in verdict.chains]
    [(True, False, 'safe: four points of room, read out')]
    """
    grid = board.grid
    own, enemy = board.stones_mask(color), board.stones_mask(color.opponent)
    forever, _ = pass_alive_masks(grid, own, enemy)
    alive, reasons, held = _safe_masks(grid, own, enemy)
    alive |= forever
    territory = 0
    for region in held:
        if not room_to_live(grid, region & ~grid.neighbors_mask(alive)):
            territory |= region
    verdicts = []
    for chain in grid.component_masks(own):
        if chain & forever:
            text = "alive even if its owner always passes: two vital regions"
        elif chain & alive:
            text = reasons[chain]
        else:
            text = "not proved: fewer than two sure eyes"
        verdicts.append(ChainLife(PointSet(grid, chain), bool(chain & alive), bool(chain & forever), text))
    return Safety(color, PointSet(grid, alive), PointSet(grid, territory), tuple(verdicts))


def _safe_masks(grid: Grid, own: int, enemy: int) -> tuple[int, dict[int, str], list[int]]:
    """Benson's iteration with the wider notion of vital regions."""
    empty = grid.full_mask & ~(own | enemy)
    chains = list(grid.component_masks(own))
    outside = list(grid.component_masks(grid.full_mask & ~own))
    rings = {region: grid.neighbors_mask(region) & own for region in outside}
    worth: dict[tuple[int, int], int] = {}
    for region in outside:
        walls = [chain for chain in chains if chain & rings[region]]
        for chain, eyes in _region_worth(grid, region, walls, empty).items():
            worth[chain, region] = eyes
    alive = own
    while True:
        kept = 0
        for chain in chains:
            if sum(worth.get((chain, r), 0) for r in outside if not rings[r] & ~alive) >= 2:
                kept |= chain
        if kept == alive:
            break
        alive = kept
        chains = [chain for chain in chains if chain & alive]
    reasons = {}
    for chain in chains:
        rooms = [r for r in outside if worth.get((chain, r), 0) == 2 and not rings[r] & ~alive]
        reasons[chain] = (
            f"safe: {_numeral(rooms[0].bit_count())} points of room, read out"
            if rooms
            else "safe: two eyes, answering in pairs"
        )
    return alive, reasons, [r for r in outside if rings[r] and not rings[r] & ~alive]


def _numeral(count: int) -> str:
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
    return words[count] if count < len(words) else str(count)


def _region_worth(grid: Grid, region: int, walls: list[int], empty: int) -> dict[int, int]:
    """How many sure eyes a region gives to each of its wall chains."""
    if len(walls) == 1:
        small = region.bit_count() <= MOST_ROOM and (region & empty).bit_count() <= MOST_EMPTY
        if small and survives(grid, walls[0], region & empty, region & ~empty):
            return {walls[0]: 2}
    # One set of pairs must serve all chains that count the region, so they are tried together.
    if walls and _pairs_exist(grid, region & empty, walls):
        return dict.fromkeys(walls, 1)
    return {wall: 1 for wall in walls if not region & empty & ~grid.neighbors_mask(wall)}


def _pairs_exist(grid: Grid, empty: int, walls: list[int]) -> bool:
    """Whether every empty point apart from the walls has two liberties of all walls for itself."""
    common = empty
    for wall in walls:
        common &= grid.neighbors_mask(wall)
    apart = list(grid.masks_of(empty & ~common))
    options = [list(grid.masks_of(grid.neighbors_mask(bit) & common)) for bit in apart]
    return _assign(options, 0)


def _assign(options: list[list[int]], taken: int) -> bool:
    if not options:
        return True
    free = [bit for bit in options[0] if not bit & taken]
    return any(_assign(options[1:], taken | one | two) for i, one in enumerate(free) for two in free[i + 1 :])


# Room: reading one region with everything outside taken


def survives(grid: Grid, wall: int, empty: int, caught: int) -> bool:
    """Whether a chain whose only liberties are inside one region survives with the attacker to move.

    Outside liberties count as taken, every ko goes to the attacker, a repetition too.
    """
    if not grid.neighbors_mask(wall) & empty:
        return False
    return _Room(grid, wall, empty | caught).attacked(wall, caught, frozenset())


class _Room:
    """Exhaustive reading in one region."""

    def __init__(self, grid: Grid, wall: int, region: int) -> None:
        self.grid = grid
        self.wall = wall
        self.region = region
        self.known: dict[tuple[int, int, bool], bool] = {}

    def attacked(self, own: int, enemy: int, path: frozenset[tuple[int, int, bool]]) -> bool:
        """Attacker to move (or to wait): does the wall survive?"""
        key = (own, enemy, True)
        if key in self.known:
            return self.known[key]
        if key in path:
            return False
        if self._settled(own, enemy):
            self.known[key] = True
            return True
        here = path | {key}
        answer = self.defended(own, enemy, here)
        for bit in self.grid.masks_of(self.region & ~(own | enemy)):
            if not answer:
                break
            after = self._place(bit, enemy, own)
            if after is not None:
                their, ours = after
                answer = bool(ours & self.wall) and self.defended(ours, their, here)
        self.known[key] = answer
        return answer

    def defended(self, own: int, enemy: int, path: frozenset[tuple[int, int, bool]]) -> bool:
        """Owner to move: can the wall be saved?"""
        key = (own, enemy, False)
        if key in self.known:
            return self.known[key]
        if key in path:
            return False
        here = path | {key}
        answer = False
        for bit in self.grid.masks_of(self.region & ~(own | enemy)):
            after = self._place(bit, own, enemy)
            if after is None:
                continue
            ours, their = after
            if (enemy & ~their).bit_count() == 1 and self._is_ko(bit, ours):
                continue  # kos belong to the attacker
            if self.attacked(ours, their, here):
                answer = True
                break
        self.known[key] = answer
        return answer

    def _place(self, bit: int, mine: int, other: int) -> tuple[int, int] | None:
        """The masks after a stone in the region; None for suicide."""
        grid = self.grid
        mine |= bit
        empty = self.region & ~(mine | other)
        freed = 0
        for chain in grid.component_masks(other & grid.neighbors_mask(bit)):
            whole = grid.flood_mask(chain, other)
            if not grid.neighbors_mask(whole) & empty:
                other &= ~whole
                freed |= whole
        chain = grid.flood_mask(bit, mine)
        empty |= freed  # the wall stands outside the region, and gives room when it falls
        return (mine, other) if grid.neighbors_mask(chain) & empty else None

    def _is_ko(self, bit: int, ours: int) -> bool:
        return not self.grid.neighbors_mask(bit) & ours

    def _settled(self, own: int, enemy: int) -> bool:
        """Two parts of the region, each with all its empty points next to the wall's chain."""
        grid = self.grid
        whole = grid.flood_mask(self.wall, own)
        liberties = grid.neighbors_mask(whole)
        eyes = 0
        for part in grid.component_masks(self.region & ~own):
            ring = grid.neighbors_mask(part) & own
            if not ring & ~whole and not part & ~enemy & ~liberties:
                eyes += 1
        return eyes >= 2
