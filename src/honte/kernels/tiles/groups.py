"""Groups on a SameGame board of bytes: finding them, taking one, hashing what is left.

Cell (column, row) is `board[(column + 1) * stride + row]` with stride = rows + 1, so the top row and the
border columns are always empty. The exact search copies such a board for each move and hashes it; the tiles
have no names, unlike those of `honte.kernels.tiles.board`.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.jit import kernel


@kernel
def list_groups(board, cols, rows, marks, stack, starts, sizes):
    """Writes one cell and the size of every group of two or more tiles; returns the number of groups."""
    stride = rows + 1
    found = 0
    for c in range(1, cols + 1):
        base = c * stride
        if board[base] == 0:
            break
        for r in range(rows):
            marks[base + r] = 0
    for c in range(1, cols + 1):
        base = c * stride
        if board[base] == 0:
            break
        for r in range(rows):
            start = base + r
            color = board[start]
            if color == 0:
                break
            if marks[start] or (board[start + 1] != color and board[start + stride] != color):
                continue
            size = 1
            done = 0
            stack[0] = start
            marks[start] = 1
            while done < size:
                here = np.int64(stack[done])
                done += 1
                for side in (here + 1, here - 1, here + stride, here - stride):
                    if board[side] == color and marks[side] == 0:
                        marks[side] = 1
                        stack[size] = side
                        size += 1
            if size > 1:
                starts[found] = start
                sizes[found] = size
                found += 1
    return found


@kernel
def take_group(parent, child, start, cols, rows, stack):
    """Writes into `child` the position after the group at `start` is removed."""
    stride = rows + 1
    for k in range(parent.shape[0]):
        child[k] = parent[k]
    color = child[start]
    child[start] = 0
    stack[0] = start
    size = 1
    done = 0
    first = np.int64(cols)
    last = np.int64(0)
    while done < size:
        here = np.int64(stack[done])
        done += 1
        first = min(first, here // stride)
        last = max(last, here // stride)
        for side in (here + 1, here - 1, here + stride, here - stride):
            if child[side] == color:
                child[side] = 0
                stack[size] = side
                size += 1
    to_column = first
    for c in range(first, cols + 1):
        if c > last and to_column == c:
            return
        base = c * stride
        target = to_column * stride
        height = 0
        for r in range(rows):
            tile = child[base + r]
            if tile != 0:
                if base + r != target + height:
                    child[base + r] = 0
                    child[target + height] = tile
                height += 1
        if height > 0:
            to_column += 1


@kernel
def hash_board(board, cols, rows, keys):
    """Returns two independent 64-bit hashes: one places the entry, the other one recognizes it."""
    stride = rows + 1
    one = np.uint64(0)
    two = np.uint64(0)
    for c in range(1, cols + 1):
        base = c * stride
        for r in range(rows):
            tile = board[base + r]
            if tile == 0:
                break
            one ^= keys[0, base + r, tile]
            two ^= keys[1, base + r, tile]
    return one, two
