"""Perfect play in SameGame, for one player and for two: depth-first search with bounds and a table.

One kernel serves every variant. A node's value is what the side to move can still gain, in points: the
best over its moves of `gain[side, size]` plus the child's value (one player), or minus it (two players).
Bounds for each color, from tables of the caller, cut what cannot matter. A hash table keeps each position's
value or bound. Subtrees cut by the depth limit are valued by a guess and never called complete.

Boards are those of `honte.kernels.tiles.groups`, one for each ply.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.jit import kernel
from honte.kernels.polling import must_stop, publish
from honte.kernels.tiles.bound import clearing_bound, rest_bound
from honte.kernels.tiles.groups import hash_board, list_groups, take_group

INFINITE = np.int64(1 << 40)
"""Larger than every value."""
EXACT, UPPER, LOWER = np.uint8(3), np.uint8(1), np.uint8(2)
"""What the value of an entry is; 0 marks an empty entry."""
COMPLETE = np.uint8(255)
"""The table depth of a subtree that was searched to the end of the game."""
POLL = 1023
"""Every POLL + 1 nodes the search publishes its nodes and reads the control cells."""

ENTRY = np.dtype(
    (
        np.record,
        np.dtype(
            [("key", "u8"), ("value", "i4"), ("move", "u2"), ("bound", "u1"), ("depth", "u1")], align=True
        ),
    )
)

# Columns of `setup`, the integers that describe a search.
COLS, ROWS, FLIP, SIDES_DIFFER, LIMIT, RINGS = range(6)
# Columns of `frame`, the integers of one ply.
SIDE, ALPHA, BETA, BEST, BEST_MOVE, NEXT, COUNT, GAIN, FULL, FIRST_ALPHA, TILES = range(11)
FRAME = 11


@kernel
def upper_bound(counts, side, whole, partial, clear):
    """Returns the most points that the side to move can still gain, color by color."""
    all_gone = clear[side]
    some_left = np.int64(0)
    for color in range(1, counts.shape[0]):
        n = counts[color]
        all_gone += whole[side, n]
        some_left += partial[side, n]
    return max(all_gone, some_left)


@kernel
def ring_bound(board, counts, side, whole, partial, clear, split, below, places, tally, needs, setup):
    """Returns the bound by color, tighter by colors that cannot all go whole; for the highest score only."""
    all_gone = clear[side] + clearing_bound(
        board, setup[COLS], setup[ROWS], counts, whole[side], split, below, places, tally, needs
    )
    some_left = np.int64(0)
    for color in range(1, counts.shape[0]):
        some_left += partial[side, counts[color]]
    return max(all_gone, some_left)


@kernel
def look_ahead(counts, side, whole, partial, clear, split, needs, outlook, rings):
    """Fills the bounds without color k, for its moves.

    `outlook[0, k]` is the bound if all is cleared, `outlook[1, k]` if tiles are left.
    """
    every = np.int64(0)
    some = np.int64(0)
    for k in range(1, counts.shape[0]):
        every += whole[side, counts[k]]
        some += partial[side, counts[k]]
    for k in range(1, counts.shape[0]):
        if counts[k] > 1:
            outlook[0, k] = clear[side] + every - whole[side, counts[k]]
            outlook[1, k] = some - partial[side, counts[k]]
            if rings and needs[0]:
                outlook[0, k] = clear[side] + rest_bound(counts, whole[side], split, needs, k)


@kernel
def pass_over(d, frame, boards, counts, starts, sizes, gain, whole, partial, outlook):
    """Skips the next moves of node d that cannot beat the best so far; one player only.

    The bound counts as the value of a skipped move.
    """
    node = frame[d]
    side = node[SIDE]
    while node[NEXT] < node[COUNT]:
        start = starts[d, node[NEXT]]
        size = np.int64(sizes[d, node[NEXT]])
        if size == node[TILES]:
            return
        color = np.int64(boards[d, start])
        left = counts[d, color] - size
        high = gain[side, size] + max(
            outlook[d, 0, color] + whole[side, left], outlook[d, 1, color] + partial[side, left]
        )
        if high > max(node[ALPHA], node[BEST]):
            return
        if high > node[BEST]:
            node[BEST] = high
            node[BEST_MOVE] = start
        node[NEXT] += 1


@kernel
def guess(sizes, found, side, gain, flip):
    """Returns a guess of a cut-off position's value: its groups as they are, taken in turn, best first."""
    total = np.int64(0)
    turn = side
    sign = np.int64(1)
    for k in range(found):
        total += sign * gain[turn, sizes[k]]
        if flip:
            turn = 1 - turn
            sign = -sign
    return total


@kernel
def order_moves(starts, sizes, found, first, wish):
    """Sorts moves by size (larger first if wish > 0), with the table's move in front."""
    for k in range(1, found):
        start, size = starts[k], sizes[k]
        j = k - 1
        while j >= 0 and (np.int64(sizes[j]) - np.int64(size)) * wish < 0:
            starts[j + 1], sizes[j + 1] = starts[j], sizes[j]
            j -= 1
        starts[j + 1], sizes[j + 1] = start, size
    for k in range(1, found):
        if starts[k] == first:
            start, size = starts[k], sizes[k]
            for j in range(k, 0, -1):
                starts[j], sizes[j] = starts[j - 1], sizes[j - 1]
            starts[0], sizes[0] = start, size
            return


@kernel
def probe(table, one, two):
    """Returns the index of a position's entry, or -1."""
    mask = np.uint64(table.shape[0] - 2)
    slot = np.int64(one & mask)
    if table[slot].key == two and table[slot].bound != 0:
        return slot
    if table[slot + 1].key == two and table[slot + 1].bound != 0:
        return slot + 1
    return np.int64(-1)


@kernel
def store(table, one, two, value, move, bound, depth):
    """Stores a result: of a pair of places, the first keeps the deeper result, the second the last one."""
    mask = np.uint64(table.shape[0] - 2)
    slot = np.int64(one & mask)
    if table[slot].key != two and table[slot].bound != 0 and table[slot].depth >= depth:
        slot += 1
    entry = table[slot]
    entry.key = two
    entry.value = value
    entry.move = move
    entry.bound = bound
    entry.depth = depth


@kernel
def end_value(counts, side, penalty, end_sign):
    """Returns the worth of an end with tiles left for the side to move, in points."""
    total = np.int64(0)
    for color in range(1, counts.shape[0]):
        total -= penalty[counts[color]]
    return total * end_sign[side]


@kernel
def settled_by_table(d, node, board, hashes, table, keys, setup):
    """Looks a node up and notes its hashes; returns (decided, value, move to try first or -1)."""
    one, two = hash_board(board, setup[COLS], setup[ROWS], keys)
    if setup[SIDES_DIFFER] and node[SIDE] == 1:
        one ^= keys[0, 0, 1]
        two ^= keys[1, 0, 1]
    hashes[d, 0] = one
    hashes[d, 1] = two
    at = probe(table, one, two)
    if at < 0:
        return False, np.int64(0), np.int64(-1)
    entry = table[at]
    first = np.int64(entry.move)
    value = np.int64(entry.value)
    if d == 0 or (entry.depth != COMPLETE and np.int64(entry.depth) < setup[LIMIT] - d):
        return False, value, first
    cuts_below = entry.bound == UPPER and value <= node[ALPHA]
    cuts_above = entry.bound == LOWER and value >= node[BETA]
    if entry.bound == EXACT or cuts_below or cuts_above:
        node[FULL] = np.int64(entry.depth == COMPLETE)
        return True, value, first
    return False, value, first


@kernel
def enter_node(d, frame, boards, counts, starts, sizes, scratch, hashes, table, keys, gain, whole, partial,
               clear, split, below, places, tally, needs, outlook, penalty, end_sign, wishes,
               setup):  # fmt: skip
    """Tries to decide a node before its moves, and lists them otherwise; returns (decided, value)."""
    node = frame[d]
    side = node[SIDE]
    node[FULL] = 1
    if node[TILES] == 0:
        return True, np.int64(0)
    # 1. Bounds by color. The root is never cut, because it must name a move.
    high = upper_bound(counts[d], side, whole, partial, clear)
    if high <= node[ALPHA] and d > 0:
        return True, high
    if setup[FLIP] and d > 0:
        low = -upper_bound(counts[d], 1 - side, whole, partial, clear)
        if low >= node[BETA]:
            return True, low
    # 2. The table.
    left = setup[LIMIT] - d
    decided, value, first = settled_by_table(d, node, boards[d], hashes, table, keys, setup)
    if decided:
        return True, value
    # 3. Colors that bar each other. This costs more than a look into the table.
    if setup[RINGS]:
        high = ring_bound(
            boards[d], counts[d], side, whole, partial, clear, split, below, places, tally, needs,
            setup,
        )  # fmt: skip
        if high <= node[ALPHA] and d > 0:
            return True, high
    if not setup[FLIP]:
        look_ahead(counts[d], side, whole, partial, clear, split, needs, outlook[d], setup[RINGS])
    # 4. The moves.
    found = list_groups(boards[d], setup[COLS], setup[ROWS], scratch[0], scratch[1], starts[d], sizes[d])
    if found == 0:
        return True, end_value(counts[d], side, penalty, end_sign)
    order_moves(starts[d], sizes[d], found, first, wishes[side])
    if left <= 0:
        node[FULL] = 0
        return True, guess(sizes[d], found, side, gain, setup[FLIP])
    node[COUNT] = found
    node[NEXT] = 0
    node[BEST] = -INFINITE
    node[BEST_MOVE] = 0
    node[FIRST_ALPHA] = node[ALPHA]
    return False, np.int64(0)


@kernel
def close_node(d, frame, hashes, table, limit):
    """Stores a finished node in the table and returns its value."""
    node = frame[d]
    value = node[BEST]
    bound = EXACT
    if value <= node[FIRST_ALPHA]:
        bound = UPPER
    elif value >= node[BETA]:
        bound = LOWER
    depth = COMPLETE if node[FULL] else np.uint8(min(254, limit - d))
    store(table, hashes[d, 0], hashes[d, 1], value, node[BEST_MOVE], bound, depth)
    return value


@kernel
def open_child(d, frame, boards, counts, starts, sizes, scratch, gain, clear_gain, setup):
    """Makes the child of the next move of node d, with its window."""
    node = frame[d]
    child = frame[d + 1]
    k = node[NEXT]
    node[NEXT] += 1
    side = node[SIDE]
    start = np.int64(starts[d, k])
    size = np.int64(sizes[d, k])
    color = boards[d, start]
    take_group(boards[d], boards[d + 1], start, setup[COLS], setup[ROWS], scratch[1])
    for c in range(counts.shape[1]):
        counts[d + 1, c] = counts[d, c]
    counts[d + 1, color] -= size
    child[TILES] = node[TILES] - size
    node[GAIN] = gain[side, size] + (clear_gain[side] if child[TILES] == 0 else 0)
    floor = max(node[ALPHA], node[BEST])
    if setup[FLIP]:
        child[SIDE] = 1 - side
        child[ALPHA] = node[GAIN] - node[BETA]
        child[BETA] = node[GAIN] - floor
    else:
        child[SIDE] = side
        child[ALPHA] = floor - node[GAIN]
        child[BETA] = node[BETA] - node[GAIN]


@kernel
def search(boards, counts, frame, starts, sizes, scratch, hashes, table, keys, gain, clear_gain, whole,
           partial, clear, split, below, places, tally, needs, outlook, penalty, end_sign, wishes, setup,
           control):  # fmt: skip
    """Searches board 0 in the window of frame 0; returns (value, move, complete, stopped).

    When stopped, value and move are the best of the root's moves that were finished.
    """
    nodes = np.int64(0)
    d = np.int64(0)
    entering = True
    value = np.int64(0)
    while True:
        if entering:
            nodes += 1
            if nodes & POLL == 0 and must_stop(control, publish(control, POLL + 1) + POLL + 1):
                return frame[0, BEST], frame[0, BEST_MOVE], False, True
            decided, value = enter_node(
                d, frame, boards, counts, starts, sizes, scratch, hashes, table, keys, gain, whole, partial,
                clear, split, below, places, tally, needs, outlook, penalty, end_sign, wishes, setup,
            )  # fmt: skip
            if decided:
                if d == 0:
                    break
                d -= 1
                entering = False
                continue
        else:
            # A child of node d has been valued.
            node = frame[d]
            total = node[GAIN] - value if setup[FLIP] else node[GAIN] + value
            node[FULL] &= frame[d + 1, FULL]
            if total > node[BEST]:
                node[BEST] = total
                node[BEST_MOVE] = starts[d, node[NEXT] - 1]
        if not setup[FLIP]:
            pass_over(d, frame, boards, counts, starts, sizes, gain, whole, partial, outlook)
        if frame[d, NEXT] < frame[d, COUNT] and frame[d, BEST] < frame[d, BETA]:
            open_child(d, frame, boards, counts, starts, sizes, scratch, gain, clear_gain, setup)
            d += 1
            entering = True
            continue
        value = close_node(d, frame, hashes, table, setup[LIMIT])
        if d == 0:
            break
        d -= 1
        entering = False
    publish(control, nodes & POLL)
    return value, frame[0, BEST_MOVE], frame[0, FULL] != 0, False
