"""Eye spaces: closed regions without a stone of the defender, looked up among the known shapes.

Haris, *Go - Project* (2019), 4.2.1. The shapes and their vital points come in the record GOLD.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.go.layout import STRIDE
from honte.kernels.gold.board import (
    ATTACKER,
    COLOR,
    DEFENDER,
    EDGE,
    EMPTY,
    MAX_SPACES,
    fresh_stamp,
    neighbor,
    walk,
)
from honte.kernels.intrinsics import U64_0, U64_1
from honte.kernels.jit import kernel

BOX = 6
"""Cells along a side of the box that holds a shape's signature."""
LARGEST = 6
"""The largest space, in cells, that is looked up among the shapes."""


@kernel
def label_chains(s, ply):
    """Numbers the defender's chains in `label` (from 1) and notes their liberties; returns their number."""
    cells = s.cells[ply]
    for k in range(s.point_count):
        s.label[s.points[k]] = 0
    count = 0
    for k in range(s.point_count):
        p = s.points[k]
        if (cells[p] & COLOR) == DEFENDER and s.label[p] == 0:
            count += 1
            length, liberties = walk(s, ply, p)
            for i in range(length):
                s.label[s.queue[i]] = count
            s.chain_liberties[count] = liberties
    return count


@kernel
def gather_space(s, ply, p, stamp):
    """Lists in `queue` the region without defender's stones around a cell.

    Returns its size in cells (LARGEST + 1 when it reaches out of the area) and the labels of the chains
    around it as bits.
    """
    cells = s.cells[ply]
    s.queue[0] = p
    s.mark[p] = stamp
    length, head = 1, 0
    chains = U64_0
    too_large = False
    while head < length:
        at = s.queue[head]
        head += 1
        for side in range(4):
            q = neighbor(at, side)
            kind = cells[q] & COLOR
            if kind == DEFENDER:
                if s.label[q] > 0:
                    chains |= U64_1 << np.uint64(s.label[q] & 63)
            elif kind != EDGE and s.mark[q] != stamp:
                s.mark[q] = stamp
                if s.area[q] == 0:
                    too_large = True
                else:
                    s.queue[length] = q
                    length += 1
    return (LARGEST + 1 if too_large else length), chains


@kernel
def find_shape(s, size):
    """Returns the number of the shape that the region in `queue` has, and the lower left cell of its box.

    The number is -1 when the region has none of the known shapes.
    """
    left, low = STRIDE, 100
    for k in range(size):
        left = min(left, s.queue[k] % STRIDE)
        low = min(low, s.queue[k] // STRIDE)
    word = U64_0
    for k in range(size):
        x, y = s.queue[k] % STRIDE - left, s.queue[k] // STRIDE - low
        if x >= BOX or y >= BOX:
            return -1, 0
        word |= U64_1 << np.uint64(y * BOX + x)
    first, last = 0, s.shapes - 1
    while first <= last:
        middle = (first + last) // 2
        if s.signature[middle] == word:
            return middle, low * STRIDE + left
        if s.signature[middle] < word:
            first = middle + 1
        else:
            last = middle - 1
    return -1, 0


@kernel
def count_edges(cells, p):
    """Returns the number of neighbors of a cell that lie off the board."""
    edges = 0
    for side in range(4):
        edges += cells[neighbor(p, side)] == EDGE
    return edges


@kernel
def is_vital(s, shape, origin, p):
    """Whether a cell is a vital point of the shape whose box has its lower left cell at `origin`."""
    x, y = p % STRIDE - origin % STRIDE, p // STRIDE - origin // STRIDE
    return (s.vital[shape] >> np.uint64(y * BOX + x)) & U64_1 == U64_1


@kernel
def shape_spare(s, ply, shape, origin, size):
    """Returns the number of moves that the defender can spare and still make two eyes of a shape.

    At 0 the side to play decides. Some shapes are weaker in a corner. Each vital point that the attacker
    holds takes one off.
    """
    cells = s.cells[ply]
    spare = s.spare[shape]
    if s.corner_spare[shape] != spare:
        for k in range(size):
            p = s.queue[k]
            # A bent four is weak with its bend (a vital point) in the corner, a six with any point.
            if count_edges(cells, p) >= 2 and (size > 4 or is_vital(s, shape, origin, p)):
                spare = s.corner_spare[shape]
    for k in range(size):
        p = s.queue[k]
        if (cells[p] & COLOR) == ATTACKER and is_vital(s, shape, origin, p):
            spare -= 1
    return spare


@kernel
def single_eye(s, ply, p, defender_to_play):
    """Returns the eyes of a closed single point: 0 when the attacker holds its diagonals or can take them."""
    cells = s.cells[ply]
    taken, empty = 0, 0
    for k in range(4):
        q = p + (STRIDE if k & 1 else -STRIDE) + (1 if k & 2 else -1)
        kind = cells[q] & COLOR
        taken += kind == ATTACKER
        empty += kind == EMPTY
    allowed = 1 if count_edges(cells, p) == 0 else 0
    if taken > allowed:
        return 0
    open_ = taken + empty - allowed  # diagonals the defender still has to take
    if open_ <= 0:
        return 1
    return 1 if defender_to_play and open_ == 1 else 0


@kernel
def collect_spaces(s, ply, defender_to_play):
    """Fills `space_eyes` and `space_chains`; returns the number of closed spaces that make an eye."""
    cells = s.cells[ply]
    label_chains(s, ply)
    stamp = fresh_stamp(s)
    spaces = 0
    for k in range(s.point_count):
        p = s.points[k]
        if (cells[p] & COLOR) == DEFENDER or s.mark[p] == stamp or spaces == MAX_SPACES:
            continue
        size, chains = gather_space(s, ply, p, stamp)
        if size > LARGEST or chains == U64_0:
            continue
        if size == 1:
            eyes = single_eye(s, ply, p, defender_to_play)
        else:
            shape, origin = find_shape(s, size)
            if shape < 0:
                continue
            spare = shape_spare(s, ply, shape, origin, size)
            eyes = 2 if spare > 0 or (spare == 0 and defender_to_play) else 1
        if eyes > 0 and walls_hold(s, chains, defender_to_play):
            s.space_eyes[spaces] = eyes
            s.space_chains[spaces] = chains
            spaces += 1
    return spaces


@kernel
def walls_hold(s, chains, defender_to_play):
    """Whether none of the chains around a space can be captured at once."""
    if defender_to_play:
        return True
    for label in range(1, 64):
        if (chains >> np.uint64(label)) & U64_1 == U64_1 and s.chain_liberties[label] == 1:
            return False
    return True
