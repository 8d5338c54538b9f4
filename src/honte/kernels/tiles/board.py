"""SameGame positions as falling tiles, for compiled search.

Every tile has one name: the address `column << shift | row` that it has at the start. Columns never move in
memory; an empty one is unlinked from its neighbors. So a tile's column is fixed and only its row changes. A
cell holds `color << 12 | tile` (0 is empty), so one load gives both.

The board is one record: cells, each tile's present row, the links between columns, heights, counts. Row
`2**shift - 1` of every column and the two border columns are always empty, so the edge needs no test. Two
sizes exist: up to 15x15 (`SMALL`) and up to 50x50 (`LARGE`).
"""

from __future__ import annotations

import numpy as np

from honte.kernels.jit import kernel

SMALL_SHIFT = 4
LARGE_SHIFT = 6
TILE_BITS = np.uint16(12)
TILE_MASK = np.uint16(4095)
COLORS = 10
"""Colors count from 1 to 9; entry 0 of tables by color is unused."""


def tile_record(columns: int, shift: int) -> np.dtype:
    """Returns the record type of a position with room for `columns` columns of `2**shift` rows."""
    cells = (columns + 2) << shift
    links = (columns + 2 + 7) // 8 * 8
    fields = np.dtype(
        [
            ("score", "i8"),
            ("count", "i8"),
            ("cell", "u2", (cells,)),
            ("row", "u1", (cells,)),
            ("left", "u1", (links,)),
            ("right", "u1", (links,)),
            ("height", "u1", (links,)),
            ("color_count", "u2", (12,)),
        ],
        align=True,
    )
    return np.dtype((np.record, fields))


SMALL = tile_record(15, SMALL_SHIFT)
LARGE = tile_record(50, LARGE_SHIFT)


@kernel
def random_below(rng, limit):
    """Returns a random number from 0 to limit - 1 (xorshift64*); the state is rng[0], never 0."""
    x = rng[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    rng[0] = x
    high = (x * np.uint64(2685821657736338717)) >> np.uint64(32)
    return np.int64((high * np.uint64(limit)) >> np.uint64(32))


@kernel
def copy_words(target, t, source, s):
    """Copies position s over position t; both arrays are the records seen as 64-bit words."""
    for k in range(target.shape[1]):
        target[t, k] = source[s, k]


@kernel
def remove_group(board, tile, shift, stack, points, order, at):
    """Removes the group of a tile and lets the others fall; returns its size in tiles.

    Writes the group's tiles to order[at:], the given one first. Returns 0 if the tile is gone and 1 if it
    stands alone; then nothing changes. `stack` is scratch with room for all cells.
    """
    # 1. Is the tile still there?
    tile = np.int64(tile)
    column = tile >> shift
    top = (np.int64(1) << shift) - 1
    start = (column << shift) | np.int64(board.row[tile])
    found = board.cell[start]
    if np.int64(found & TILE_MASK) != tile:
        return 0
    # 2. Spread from it, empty the cells, and remember the outermost columns.
    color = found >> TILE_BITS
    board.cell[start] = 0
    stack[0] = start
    order[at] = tile
    size = 1
    done = 0
    first = column
    last = column
    while done < size:
        here = np.int64(stack[done])
        done += 1
        c = here >> shift
        r = here & top
        right = (np.int64(board.right[c]) << shift) | r
        left = (np.int64(board.left[c]) << shift) | r
        for side in (here + 1, here - 1, right, left):
            code = board.cell[side]
            if code >> TILE_BITS == color:
                board.cell[side] = 0
                stack[size] = side
                order[at + size] = code & TILE_MASK
                size += 1
                first = min(first, side >> shift)
                last = max(last, side >> shift)
    if size == 1:
        board.cell[start] = found
        return 1
    # 3. Let the tiles above fall, column by column.
    c = first
    while True:
        settle_column(board, c, shift)
        if c == last:
            break
        c = np.int64(board.right[c])
    board.score += points[size]
    board.count -= size
    board.color_count[color] -= size
    return size


@kernel
def settle_column(board, c, shift):
    """Closes the gaps of one column; unlinks it from its neighbors when it is empty."""
    base = c << shift
    height = np.int64(board.height[c])
    to = np.int64(0)
    while to < height and board.cell[base + to] != 0:
        to += 1
    if to == height:
        return
    for r in range(to + 1, height):
        code = board.cell[base + r]
        if code != 0:
            board.cell[base + r] = 0
            board.cell[base + to] = code
            board.row[code & TILE_MASK] = to
            to += 1
    board.height[c] = to
    if to == 0:
        board.right[board.left[c]] = board.right[c]
        board.left[board.right[c]] = board.left[c]
