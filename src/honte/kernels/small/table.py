"""Every position of a board of up to 16 points, valued exactly: the oracle behind the search.

For a fixed prover the oracle keeps two values of each board and ko point: `first` with the prover to move
and `second` with the opponent to move. Each is the best margin, in points, that the prover can force in
play that ends. Play that never ends fails the prover, so the values are the least fixpoint of the equations
in `sweep`, reached by sweeping until nothing changes. Boards are reduced by the symmetries of the grid:
`rank` maps the base-3 number of a board to its place, and to -1 if the board cannot stand or is not the
least of its images.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_0, U64_1, ctz, lowest, popcount
from honte.kernels.jit import kernel
from honte.kernels.small.board import (
    MAX_CHAINS,
    area_margin,
    breathes,
    captured_by,
    ko_after,
    list_chains,
)

HIGH = np.int64(100)
"""Larger than every margin."""


@kernel
def masks_of(number, bits, masks):
    """Decodes a base-3 number (1 prover, 2 opponent) into two masks."""
    masks[0] = U64_0
    masks[1] = U64_0
    i = 0
    while number > 0:
        digit = number % 3
        number //= 3
        if digit == 1:
            masks[0] |= U64_1 << bits[i]
        elif digit == 2:
            masks[1] |= U64_1 << bits[i]
        i += 1


@kernel
def numbers_of(own, opp, weights, numbers):
    """Writes the base-3 number of a board under each symmetry."""
    symmetries = weights.shape[0]
    for j in range(symmetries):
        numbers[j] = 0
    for code in range(1, 3):
        rest = own if code == 1 else opp
        while rest != U64_0:
            i = ctz(rest)
            rest &= rest - U64_1
            for j in range(symmetries):
                numbers[j] += code * weights[j, i]


@kernel
def stands(own, opp, stride, full, chains, liberties):
    """Whether every chain has a liberty."""
    empty = full & ~(own | opp)
    for stones in (own, opp):
        count = list_chains(stones, empty, stride, full, chains, liberties)
        for i in range(count):
            if liberties[i] == U64_0:
                return False
    return True


@kernel
def rank_boards(rank, bits, weights, stride, full):
    """Fills `rank`; returns the number of legal boards up to symmetry, and of all legal boards."""
    masks = np.zeros(2, np.uint64)
    numbers = np.zeros(8, np.int64)
    chains = np.zeros(MAX_CHAINS, np.uint64)
    liberties = np.zeros(MAX_CHAINS, np.uint64)
    symmetries = weights.shape[0]
    kept = 0
    legal = 0
    for number in range(rank.size):
        rank[number] = -1
        masks_of(number, bits, masks)
        numbers_of(masks[0], masks[1], weights, numbers)
        images = 1
        least = True
        for j in range(symmetries):
            if numbers[j] < number:
                least = False
                break
            new = j > 0
            for i in range(j):
                if numbers[i] == numbers[j]:
                    new = False
            images += new
        if least and stands(masks[0], masks[1], stride, full, chains, liberties):
            rank[number] = kept
            kept += 1
            legal += images
    return kept, legal


@kernel
def place_of(own, opp, ko, rank, weights, numbers, place):
    """Writes the rank of a board and the slot of its ko point (0 for none) under the least image."""
    numbers_of(own, opp, weights, numbers)
    best = 0
    for j in range(1, weights.shape[0]):
        if numbers[j] < numbers[best]:
            best = j
    place[0] = rank[numbers[best]]
    place[1] = 0
    if ko != U64_0:
        power = weights[best, ctz(ko)]
        slot = 1
        while power > 1:
            power //= 3
            slot += 1
        place[1] = slot


@kernel
def value_moves(prover_moves, own, opp, values, rank, weights, stride, full, work, numbers, place, found):
    """Writes the value of each move of one side into `found` by bit index; returns the legal mask."""
    mover = own if prover_moves else opp
    other = opp if prover_moves else own
    empty = full & ~(own | opp)
    mine = list_chains(mover, empty, stride, full, work[0], work[1])
    theirs = list_chains(other, empty, stride, full, work[2], work[3])
    legal = U64_0
    rest = empty
    while rest != U64_0:
        bit = lowest(rest)
        rest ^= bit
        taken = captured_by(bit, theirs, work[2], work[3])
        if taken == U64_0 and not breathes(bit, mine, work[0], work[1], stride, full, empty):
            continue
        legal |= bit
        after = mover | bit
        left = other & ~taken
        ko = ko_after(bit, mover, full & ~(after | left), taken, stride, full)
        if prover_moves:
            place_of(after, left, ko, rank, weights, numbers, place)
        else:
            place_of(left, after, ko, rank, weights, numbers, place)
        found[ctz(bit)] = values[place[0], place[1]]
    return legal


@kernel
def best_of(legal, banned, found, largest):
    """Returns the largest or smallest value among the legal moves without the banned one."""
    best = -HIGH if largest else HIGH
    rest = legal & ~banned
    while rest != U64_0:
        i = ctz(rest)
        rest &= rest - U64_1
        best = max(best, found[i]) if largest else min(best, found[i])
    return best


@kernel
def sweep(first, second, rank, bits, weights, stride, full, start, stop):
    """Improves all values of boards numbered start to stop - 1 once; returns the number of changes.

    first(k)  = max(best move but k, pass: min(margin, opponent's best move))
    second(k) = min(best move but k, pass: max(margin, prover's best move))
    """
    masks = np.zeros(2, np.uint64)
    numbers = np.zeros(8, np.int64)
    place = np.zeros(2, np.int64)
    work = np.zeros((4, MAX_CHAINS), np.uint64)
    gains = np.zeros(64, np.int64)
    losses = np.zeros(64, np.int64)
    changed = 0
    size = popcount(full)
    for number in range(start, stop):
        row = rank[number]
        if row < 0:
            continue
        masks_of(number, bits, masks)
        own, opp = masks[0], masks[1]
        margin = area_margin(own, opp, stride, full)
        ours = value_moves(True, own, opp, second, rank, weights, stride, full, work, numbers, place, gains)
        theirs = value_moves(
            False, own, opp, first, rank, weights, stride, full, work, numbers, place, losses
        )
        gain = best_of(ours, U64_0, gains, True)
        loss = best_of(theirs, U64_0, losses, False)
        for slot in range(size + 1):
            banned = U64_0 if slot == 0 else U64_1 << bits[slot - 1]
            if slot > 0 and (own | opp) & banned != U64_0:
                continue
            a, b = gain, loss
            if slot > 0:
                a = best_of(ours, banned, gains, True)
                b = best_of(theirs, banned, losses, False)
            a = max(a, min(margin, loss))
            b = min(b, max(margin, gain))
            if a != first[row, slot]:
                first[row, slot] = a
                changed += 1
            if b != second[row, slot]:
                second[row, slot] = b
                changed += 1
    return changed
