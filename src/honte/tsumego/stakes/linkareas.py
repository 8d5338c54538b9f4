"""Which points can matter to a connection: areas between two chains, from narrow to wide.

A point counts by how many moves of the connector a path from one chain to the other over this point takes. A
stone of the cutter on the path takes as many moves as its chain has liberties. The narrowest area has the
shortest paths, the next ones those that are longer by a move, and so on.
"""

from __future__ import annotations

import heapq

from honte.core import Board, Color
from honte.grid import PointSet

DETOURS = (0, 1, 2, 3, 4, 6, 8)
"""Moves by which the paths of each area may be longer than the shortest."""
SHORT = 2
"""A cutter's chain beside the area with at most two liberties belongs to it: it may be captured."""


def link_areas(board: Board, ends: tuple[PointSet, PointSet], most: int) -> list[PointSet]:
    """Areas around two chains of one color, each wider than the last, while they have at most `most` points.

    The stones of the two chains count as two points. The whole board comes last where it is small enough.
    """
    color = board[next(iter(ends[0]))]
    assert color is not None, "the ends are chains"
    there, back = (_moves_from(board, end, color) for end in ends)
    both = [a + b for a, b in zip(there, back, strict=True)]
    shortest = min(both)
    found: list[PointSet] = []
    for detour in DETOURS:
        near = sum(1 << i for i, cost in enumerate(both) if cost <= shortest + detour)
        core = near & board.grid.all.mask | ends[0].mask | ends[1].mask
        area = PointSet(board.grid, _closed(board, core, color))
        if _points(area, ends) > most:
            break
        if not found or area != found[-1]:
            found.append(area)
    whole = board.grid.all
    if _points(whole, ends) <= most and whole not in found:
        found.append(whole)
    return found


def _points(area: PointSet, ends: tuple[PointSet, PointSet]) -> int:
    return len(area - ends[0] - ends[1]) + 2


def _moves_from(board: Board, end: PointSet, color: Color) -> list[int]:
    """For each bit of the grid how many moves of this color a path from a chain to it takes."""
    grid = board.grid
    own = board.stones_mask(color)
    price = {0: 0}
    for chain in board.chains(color.opponent):
        for bit in grid.masks_of(chain.stones.mask):
            price[bit] = len(chain.liberties)
    costs = [_NEVER] * grid.all.mask.bit_length()
    waiting = [(0, bit.bit_length() - 1) for bit in grid.masks_of(end.mask)]
    for _, i in waiting:
        costs[i] = 0
    while waiting:
        cost, i = heapq.heappop(waiting)
        if cost > costs[i]:
            continue
        for bit in grid.masks_of(grid.neighbors_mask(1 << i)):
            j = bit.bit_length() - 1
            step = cost + (0 if bit & own else price.get(bit, 1))
            if step < costs[j]:
                costs[j] = step
                heapq.heappush(waiting, (step, j))
    return costs


_NEVER = 1 << 20
"""More moves than any path takes."""


def _closed(board: Board, core: int, color: Color) -> int:
    """The points with every chain that they touch as a whole, with short chains of the cutter beside them,
    and with liberties for chains that would have none."""
    grid, mask = board.grid, core
    while True:
        grown = mask
        for chain in board.chains():
            stones, liberties = chain.stones.mask, chain.liberties.mask
            if stones & mask:
                grown |= stones
                if not liberties & mask:
                    grown |= liberties
            elif chain.color is not color and grid.neighbors_mask(mask) & stones:
                grown |= stones | liberties if len(chain.liberties) <= SHORT else 0
        if grown == mask:
            return mask
        mask = grown
