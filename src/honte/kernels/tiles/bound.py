"""An upper bound on what a SameGame position can still give when the board is cleared.

A color gives most when all its tiles go in one group. For that, tiles of another color must often go first:

- every tile of a column between two of its columns, if that column holds none of it;
- a color between two of its tiles in one column, unless a way around through other columns is possible.

Two colors that each need the other one gone first cannot both go whole, and neither can a longer ring. So
the bound takes the best set of colors without a ring as whole groups and splits every other color in two. A
color of two or three tiles cannot be split: a ring of such colors shows that the board cannot be cleared.

The bound is our own. It ignores how large the parts of a split color can really be. Sets of colors and
counts of each color are packed into one integer, seven bits for each color; a set uses the highest bit of
each seven.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.jit import kernel

ONES = np.int64(sum(1 << 7 * k for k in range(9)))
"""One tile of each color."""
SETS = np.int64(sum(64 << 7 * k for k in range(9)))
"""All colors."""
LOW = np.int64(sum(63 << 7 * k for k in range(9)))
"""Added to counts, it carries every color with at least one tile into its set bit."""


@kernel
def tally_columns(board, cols, rows, top, below, places, tally):
    """Fills `below`, `places` and `tally`; returns the number of columns that hold tiles.

    `below[column, row]` counts the tiles below a cell by color. `places[column, color, k]` is the row of
    tile k of a color in the column, `tally[column, color]` the number of these tiles, and
    `tally[column, 0]` the set of colors.
    """
    for c in range(1, cols + 1):
        base = c * (rows + 1)
        if board[base] == 0:
            return np.int64(c - 1)
        for k in range(1, top + 1):
            tally[c, k] = 0
        count = np.int64(0)
        for r in range(rows):
            tile = np.int64(board[base + r])
            if tile == 0:
                break
            below[c, r] = count
            count += np.int64(1) << 7 * (tile - 1)
            places[c, tile, tally[c, tile]] = r
            tally[c, tile] += 1
        tally[c, 0] = (count + LOW) & SETS
    return np.int64(cols)


@kernel
def ways_around(tally, below, places, column, color, width, own):
    """Returns the colors that could all stay while two parts of a column join through other columns.

    Such a way turns in a column with three tiles of the color and no tile between them that stays, and has
    two in each column before it. Columns without the color must be gone by then.
    """
    ways = np.int64(0)
    for step in (-1, 1):
        c = column + step
        while 1 <= c <= width:
            here = tally[c, color]
            if here == 1:
                break
            for k in range(2, here):
                inside = below[c, places[c, color, k]] - below[c, places[c, color, k - 2]] - 2 * own
                ways |= SETS & ~(inside + LOW)
            c += step
    return ways


@kernel
def colors_before(tally, below, places, width, color):
    """Returns the set of colors of which some tile must go before all of `color` can be one group."""
    own = np.int64(1) << 7 * (color - 1)
    need = np.int64(0)
    gap = np.int64(0)
    begun = False
    for c in range(1, width + 1):
        count = tally[c, color]
        if count == 0:
            gap |= tally[c, 0]
            continue
        if begun:
            need |= gap
        begun = True
        gap = np.int64(0)
        if count > 1:
            inside = below[c, places[c, color, count - 1]] - below[c, places[c, color, 0]] - (count - 1) * own
            inside = (inside + LOW) & SETS & ~need
            if inside:
                need |= inside & ~ways_around(tally, below, places, c, color, width, own)
    return need & ~(own << 6)


@kernel
def without_free(needs, colors, top):
    """Returns a set of colors after repeated removal of those that no color left in the set bars."""
    left = colors
    changed = True
    while changed and left:
        changed = False
        for k in range(1, top + 1):
            bit = np.int64(64) << 7 * (k - 1)
            if left & bit and needs[k] & left == 0:
                left &= ~bit
                changed = True
    return left


@kernel
def best_without_ring(needs, ring, counts, whole, split, top, worth):
    """Returns the most points that going whole instead of split can add to a set of colors without a ring."""
    # Subsets by number: worth[subset] is -1 with a ring, else what going whole adds.
    size = np.int64(0)
    for k in range(1, top + 1):
        if ring >> (7 * k - 1) & 1:
            worth[512 + size] = k
            size += 1
    for i in range(size):
        before = np.int64(0)
        for j in range(size):
            before |= (needs[worth[512 + i]] >> (7 * worth[512 + j] - 1) & 1) << j
        worth[528 + i] = before
    best = np.int64(0)
    worth[0] = 0
    for subset in range(1, 1 << size):
        worth[subset] = -1
        for i in range(size):
            rest = subset & ~(1 << i)
            if rest != subset and worth[528 + i] & rest == 0 and worth[rest] >= 0:
                n = counts[worth[512 + i]]
                worth[subset] = worth[rest] + whole[n] - split[n]
                best = max(best, worth[subset])
                break
    return best


@kernel
def clearing_bound(board, cols, rows, counts, whole, split, below, places, tally, needs):
    """Returns the most points that the groups of a position can give if it is cleared, without the bonus.

    `needs[0]` is then the set of colors that form rings.
    """
    top = np.int64(counts.shape[0] - 1)
    while top > 0 and counts[top] == 0:
        top -= 1
    width = tally_columns(board, cols, rows, top, below, places, tally)
    total = np.int64(0)
    present = np.int64(0)
    for k in range(1, top + 1):
        total += whole[counts[k]]
        if counts[k] >= 2:
            present |= np.int64(64) << 7 * (k - 1)
            needs[k] = colors_before(tally, below, places, width, k)
    ring = without_free(needs, present, top)
    needs[0] = ring
    if ring == 0:
        return total
    for k in range(1, top + 1):
        if ring >> (7 * k - 1) & 1:
            total -= whole[counts[k]] - split[counts[k]]
    return total + best_without_ring(needs, ring, counts, whole, split, top, needs[16:])


@kernel
def rest_bound(counts, whole, split, needs, color):
    """Returns the most points that all other colors can give when a move of `color` is made.

    `clearing_bound` must have been called for the position. Other colors that bar each other still do so
    after the move, because none of their tiles went.
    """
    total = np.int64(0)
    place = np.int64(-1)
    size = np.int64(0)
    for k in range(1, counts.shape[0]):
        if needs[0] >> (7 * k - 1) & 1:
            if k == color:
                place = size
            else:
                total += split[counts[k]]
            size += 1
        elif k != color:
            total += whole[counts[k]]
    worth = needs[16:]
    best = np.int64(0)
    for subset in range(1, 1 << size):
        if place < 0 or subset >> place & 1 == 0:
            best = max(best, worth[subset])
    return total + best
