"""GoLD's knowledge: what a board is worth at the depth limit, and which moves look relevant.

Haris, *Go - Project* (2019), 4.2.1 and 4.2.4. Eye spaces are the closed regions without a stone of the
defender; each is looked up among the fifteen shapes. Spaces that share a chain of the defender form a
group, and a group with two spaces counts as two eyes. Cuts, hane and connections add a little.
Scores are the defender's, between -LIMIT and LIMIT: what is proved lies outside.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.go.board import STRIDE
from honte.kernels.gold.board import (
    ATTACKER,
    COLOR,
    DEFENDER,
    EDGE,
    EMPTY,
    KEY,
    MANY,
    MAX_SPACES,
    fresh_stamp,
    neighbor,
    walk,
)
from honte.kernels.jit import kernel

LIMIT = 5000
ALIVE, ONE_EYE, NO_EYE = 4000, -1000, -3000
"""What the keystones' best group is worth with two eyes, one, none."""
OTHER_EYE = 150
"""An eye of a group without keystones."""
CUT, HANE, CONNECTION = 12, 6, 8
NEAR = 64
"""Relevance one step from the keystones; halved for each further step, up to three."""
VITAL = 256
"""Relevance of a vital point."""
BOX = 6
LARGEST = 6
U0, U1 = np.uint64(0), np.uint64(1)


# Eye spaces


@kernel
def label_chains(s, ply):
    """Numbers the defender's chains in `label` (from 1) and notes their liberties; returns how many."""
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
    """Lists the region around a cell without defender's stones in `queue`.

    Returns its size (LARGEST + 1 when it is larger or reaches out of the area) and its chains as bits.
    """
    cells = s.cells[ply]
    s.queue[0] = p
    s.mark[p] = stamp
    length, head = 1, 0
    chains = U0
    too_large = False
    while head < length:
        at = s.queue[head]
        head += 1
        for side in range(4):
            q = neighbor(at, side)
            kind = cells[q] & COLOR
            if kind == DEFENDER:
                if s.label[q] > 0:
                    chains |= U1 << np.uint64(s.label[q] & 63)
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
    """The index of the region in `queue` among the shapes, its lower left cell, and whether in a corner."""
    left, low = STRIDE, 100
    for k in range(size):
        left = min(left, s.queue[k] % STRIDE)
        low = min(low, s.queue[k] // STRIDE)
    word = U0
    for k in range(size):
        x, y = s.queue[k] % STRIDE - left, s.queue[k] // STRIDE - low
        if x >= BOX or y >= BOX:
            return -1, 0
        word |= U1 << np.uint64(y * BOX + x)
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
def shape_spare(s, ply, shape, origin, size):
    """The spare of a shape, less in a corner for some, minus the vital points the attacker holds."""
    cells = s.cells[ply]
    spare = s.spare[shape]
    if s.corner_spare[shape] != spare:
        for k in range(size):
            p = s.queue[k]
            edges = 0
            for side in range(4):
                edges += cells[neighbor(p, side)] == EDGE
            x, y = p % STRIDE - origin % STRIDE, p // STRIDE - origin // STRIDE
            vital = (s.vital[shape] >> np.uint64(y * BOX + x)) & U1 == U1
            # A bent four is weak with its bend (a vital point) in the corner, a six with any point.
            if edges >= 2 and (size > 4 or vital):
                spare = s.corner_spare[shape]
    for k in range(size):
        p = s.queue[k]
        x, y = p % STRIDE - origin % STRIDE, p // STRIDE - origin // STRIDE
        held = (s.vital[shape] >> np.uint64(y * BOX + x)) & U1 == U1
        if held and (cells[p] & COLOR) == ATTACKER:
            spare -= 1
    return spare


@kernel
def single_eye(s, ply, p, defender_to_play):
    """Eyes of a closed single point: none when its diagonals are the attacker's, or can become so."""
    cells = s.cells[ply]
    edges, taken, empty = 0, 0, 0
    for side in range(4):
        edges += cells[neighbor(p, side)] == EDGE
    for k in range(4):
        q = p + (STRIDE if k & 1 else -STRIDE) + (1 if k & 2 else -1)
        kind = cells[q] & COLOR
        taken += kind == ATTACKER
        empty += kind == EMPTY
    allowed = 1 if edges == 0 else 0
    if taken > allowed:
        return 0
    open_ = taken + empty - allowed  # diagonals the defender still has to take
    if open_ <= 0:
        return 1
    return 1 if defender_to_play and open_ == 1 else 0


@kernel
def collect_spaces(s, ply, defender_to_play):
    """Fills `space_eyes` and `space_chains`; returns how many closed spaces make an eye."""
    cells = s.cells[ply]
    label_chains(s, ply)
    stamp = fresh_stamp(s)
    spaces = 0
    for k in range(s.point_count):
        p = s.points[k]
        if (cells[p] & COLOR) == DEFENDER or s.mark[p] == stamp or spaces == MAX_SPACES:
            continue
        size, chains = gather_space(s, ply, p, stamp)
        if size > LARGEST or chains == U0:
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
    """Whether no chain of a wall can be captured at once."""
    if defender_to_play:
        return True
    for label in range(1, 64):
        if (chains >> np.uint64(label)) & U1 == U1 and s.chain_liberties[label] == 1:
            return False
    return True


# Evaluation


@kernel
def evaluate(s, ply, defender_to_play):
    """The worth of a board for the defender when the search stops here."""
    spaces = collect_spaces(s, ply, defender_to_play)
    keys = key_chains(s, ply)
    best, others = 0, 0
    for first in range(spaces):
        chains, eyes = s.space_chains[first], s.space_eyes[first]
        grown = True
        used = U1 << np.uint64(first)
        while grown:
            grown = False
            for k in range(spaces):
                bit = U1 << np.uint64(k)
                if used & bit == U0 and s.space_chains[k] & chains != U0:
                    used |= bit
                    chains |= s.space_chains[k]
                    eyes += s.space_eyes[k]
                    grown = True
        if chains & keys != U0:
            best = max(best, eyes)
        else:
            others += 1
    score = NO_EYE if best == 0 else ONE_EYE if best == 1 else ALIVE
    score += OTHER_EYE * min(others, 4) + stone_bonus(s, ply)
    return max(-LIMIT + 1, min(LIMIT - 1, score))


@kernel
def key_chains(s, ply):
    """The labels of chains that hold a keystone, as bits."""
    chains = U0
    for k in range(s.point_count):
        p = s.points[k]
        if s.cells[ply, p] >= KEY:
            chains |= U1 << np.uint64(s.label[p] & 63)
    return chains


@kernel
def stone_bonus(s, ply):
    """Cuts, hane and connections of the defender minus the attacker's, looked for in every 2x2 block."""
    cells = s.cells[ply]
    total = 0
    for k in range(s.point_count):
        p = s.points[k]
        a, b = cells[p] & COLOR, cells[p + 1] & COLOR
        c, d = cells[p + STRIDE] & COLOR, cells[p + STRIDE + 1] & COLOR
        if a == EDGE or b == EDGE or c == EDGE or d == EDGE:
            continue
        total += block_bonus(a, d, b, c) + block_bonus(b, c, a, d)
    return total


@kernel
def block_bonus(a, d, b, c):
    """The worth of a 2x2 block to the owner of the diagonal a-d; b and c lie on the other one."""
    if a != d or a == EMPTY:
        return 0
    sign = 1 if a == DEFENDER else -1
    other = ATTACKER if a == DEFENDER else DEFENDER
    if b == other and c == other:
        return sign * CUT // 2  # both diagonals cut: each side gets its half
    if b == other or c == other:
        return sign * (CONNECTION if b == a or c == a else HANE)
    return 0


# Relevance of moves


@kernel
def rate_moves(s, ply):
    """Fills `relevance` for the cells of the area: distance to the keystones, and vital points."""
    cells = s.cells[ply]
    stamp = fresh_stamp(s)
    length = 0
    for k in range(s.point_count):
        p = s.points[k]
        s.relevance[p] = 0
    for k in range(s.point_count):
        p = s.points[k]
        if cells[p] >= KEY and s.mark[p] != stamp:
            length = spread_from(s, ply, p, stamp, length)
    # Rings around the key group: through empty points and the defender's stones, not through walls.
    start, worth = 0, NEAR
    for _ in range(3):
        end = length
        for k in range(start, end):
            at = s.queue[k]
            for side in range(4):
                q = neighbor(at, side)
                kind = cells[q] & COLOR
                if s.mark[q] == stamp or kind in (EDGE, ATTACKER) or s.area[q] == 0:
                    continue
                s.mark[q] = stamp
                s.queue[length] = q
                length += 1
                if kind == EMPTY:
                    s.relevance[q] += worth
        start = end
        worth //= 2
    rate_vital_points(s, ply)


@kernel
def spread_from(s, ply, p, stamp, length):
    """Appends the chain of a keystone to `queue`."""
    cells = s.cells[ply]
    head = length
    s.queue[length] = p
    s.mark[p] = stamp
    length += 1
    while head < length:
        at = s.queue[head]
        head += 1
        for side in range(4):
            q = neighbor(at, side)
            if s.mark[q] != stamp and (cells[q] & COLOR) == DEFENDER:
                s.mark[q] = stamp
                s.queue[length] = q
                length += 1
    return length


@kernel
def rate_vital_points(s, ply):
    """Adds to the relevance of the vital points of every shape on the board."""
    cells = s.cells[ply]
    for k in range(s.point_count):
        s.label[s.points[k]] = 0
    stamp = fresh_stamp(s)
    for k in range(s.point_count):
        p = s.points[k]
        if (cells[p] & COLOR) == DEFENDER or s.mark[p] == stamp:
            continue
        size, _ = gather_space(s, ply, p, stamp)
        if size < 3 or size > LARGEST:
            continue
        shape, origin = find_shape(s, size)
        if shape < 0:
            continue
        for i in range(size):
            q = s.queue[i]
            x, y = q % STRIDE - origin % STRIDE, q // STRIDE - origin // STRIDE
            if cells[q] == EMPTY and (s.vital[shape] >> np.uint64(y * BOX + x)) & U1 == U1:
                s.relevance[q] += VITAL


# Suicidal moves


@kernel
def mark_suicidal(s, ply):
    """Sets the relevance of the defender's suicidal moves to -1, as in 4.2.5; returns nothing.

    Suicidal: filling one of the two last liberties of a keystone's chain, unless the move captures,
    gains a liberty, or connects to a chain with other liberties.
    """
    cells = s.cells[ply]
    for k in range(s.point_count):
        p = s.points[k]
        if cells[p] != EMPTY:
            continue
        touches = False
        for side in range(4):
            q = neighbor(p, side)
            if cells[q] >= KEY:
                _, liberties = walk(s, ply, q)
                touches = touches or liberties == 2
        if touches and is_suicidal(s, ply, p):
            s.relevance[p] = -1


@kernel
def is_suicidal(s, ply, p):
    """Whether a defender's stone here leaves its chain with one liberty and captures nothing."""
    cells = s.cells[ply]
    for side in range(4):
        q = neighbor(p, side)
        kind = cells[q] & COLOR
        if kind == ATTACKER:
            _, liberties = walk(s, ply, q)
            if liberties == 1:
                return False
    # Liberties of the chain that this stone would make: its own empty neighbors and its neighbors'.
    stamp = fresh_stamp(s)
    s.queue[0] = p
    s.mark[p] = stamp
    length, head, liberties = 1, 0, 0
    while head < length:
        at = s.queue[head]
        head += 1
        if s.area[at] == 0:
            liberties += MANY
        for side in range(4):
            q = neighbor(at, side)
            if s.mark[q] == stamp:
                continue
            if cells[q] == EMPTY:
                s.mark[q] = stamp
                liberties += 1
            elif (cells[q] & COLOR) == DEFENDER:
                s.mark[q] = stamp
                s.queue[length] = q
                length += 1
    return liberties < 2
