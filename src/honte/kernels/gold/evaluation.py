"""GoLD's evaluation: what a board is worth at the depth limit.

Haris, *Go - Project* (2019), 4.2.1. Eye spaces that share a chain of the defender form a group, and a
group with two spaces counts as two eyes. Cuts, hane and connections add a little. Scores are the
defender's, between -LIMIT and LIMIT; proved results lie outside.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.go.layout import STRIDE
from honte.kernels.gold.board import ATTACKER, COLOR, DEFENDER, EDGE, EMPTY, KEY
from honte.kernels.gold.eyes import collect_spaces
from honte.kernels.intrinsics import U64_0, U64_1
from honte.kernels.jit import kernel

LIMIT = 5000
"""Evaluations lie below this; a score beyond it is a proved win or loss."""
ALIVE, ONE_EYE, NO_EYE = 4000, -1000, -3000
"""The score when the best group with keystones has two eyes, one eye, or none."""
OTHER_EYE = 150
"""The score of an eye of a group without keystones; at most four count."""
CUT, HANE, CONNECTION = 12, 6, 8
"""The scores of a cut (half for each side), a hane and a connection in a 2x2 block."""


@kernel
def evaluate(s, ply, defender_to_play):
    """Returns the worth of a board for the defender when the search stops here."""
    spaces = collect_spaces(s, ply, defender_to_play)
    keys = key_chains(s, ply)
    best, others = 0, 0
    for first in range(spaces):
        chains, eyes = s.space_chains[first], s.space_eyes[first]
        grown = True
        used = U64_1 << np.uint64(first)
        while grown:
            grown = False
            for k in range(spaces):
                bit = U64_1 << np.uint64(k)
                if used & bit == U64_0 and s.space_chains[k] & chains != U64_0:
                    used |= bit
                    chains |= s.space_chains[k]
                    eyes += s.space_eyes[k]
                    grown = True
        if chains & keys != U64_0:
            best = max(best, eyes)
        else:
            others += 1
    score = NO_EYE if best == 0 else ONE_EYE if best == 1 else ALIVE
    score += OTHER_EYE * min(others, 4) + stone_bonus(s, ply)
    return max(-LIMIT + 1, min(LIMIT - 1, score))


@kernel
def key_chains(s, ply):
    """Returns the labels of the chains that hold a keystone, as bits."""
    chains = U64_0
    for k in range(s.point_count):
        p = s.points[k]
        if s.cells[ply, p] >= KEY:
            chains |= U64_1 << np.uint64(s.label[p] & 63)
    return chains


@kernel
def stone_bonus(s, ply):
    """Returns the worth of all cuts, hane and connections in 2x2 blocks, the defender's positive."""
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
    """Returns the worth of a 2x2 block if one side owns the diagonal a-d; b and c lie on the other one."""
    if a != d or a == EMPTY:
        return 0
    sign = 1 if a == DEFENDER else -1
    other = ATTACKER if a == DEFENDER else DEFENDER
    if b == other and c == other:
        return sign * CUT // 2  # both diagonals cut: each side gets its half
    if b == other or c == other:
        return sign * (CONNECTION if b == a or c == a else HANE)
    return 0
