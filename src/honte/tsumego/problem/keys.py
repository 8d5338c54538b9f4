"""One short text for each problem, the same under the eight symmetries and the exchange of colors.

The key is made of the stones inside their bounding box, the distance from the box to each edge of the board,
and which color moves first. Distances of `FAR` and more are equal, so a corner problem has one key on 9x9 and
on 19x19, and a problem on the side has one key wherever it lies on the side.

Two problems with equal stones but different areas or keystones have one key: they are the same position.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b

from honte.core import BLACK, Board, Color
from honte.core.board import board_unchecked

FAR = 3
"""Empty lines between the stones and an edge from which on the edge does not matter."""
KEY_BYTES = 10
"""Bytes of a key: two of a million problems collide with a chance of one in 10^12."""


def key_of(board: Board, to_play: Color) -> str:
    """The key of a position; empty for a board without stones.

    >>> from honte.core import WHITE
    >>> corner = Board.parse(". X O .\\nX X O .\\nO O O .\\n. . . .")
    >>> turned = corner.transformed(corner.grid.symmetries[3])
    >>> key_of(corner, BLACK) == key_of(turned, BLACK) == key_of(corner.swapped(), WHITE)
    True
    >>> key_of(corner, BLACK) == key_of(corner, WHITE)
    False
    """
    stones = [(p.col, p.row, 1 if to_play is BLACK else 2) for p in board.stones(BLACK)]
    stones += [(p.col, p.row, 2 if to_play is BLACK else 1) for p in board.stones(BLACK.opponent)]
    if not stones:
        return ""
    grid = board.grid
    left, right = min(s[0] for s in stones), max(s[0] for s in stones)
    low, high = min(s[1] for s in stones), max(s[1] for s in stones)
    edges = (left, grid.cols - 1 - right, low, grid.rows - 1 - high)
    clipped = tuple(min(FAR, edge) for edge in edges)
    cells = [(col - left, row - low, sign) for col, row, sign in stones]
    smallest = min(_images(cells, right - left + 1, high - low + 1, clipped))
    return blake2b(smallest, digest_size=KEY_BYTES).hexdigest()


def _images(
    cells: list[tuple[int, int, int]], wide: int, tall: int, edges: tuple[int, ...]
) -> Iterator[bytes]:
    """The eight images of the stones as bytes: width, height, four edges, and a sign for each point."""
    for transposed in (False, True):
        w, h = (tall, wide) if transposed else (wide, tall)
        placed = [(y, x, s) for x, y, s in cells] if transposed else cells
        left, right, low, high = (*edges[2:], *edges[:2]) if transposed else edges
        for mirror_x in (False, True):
            for mirror_y in (False, True):
                signs = bytearray(w * h)
                for x, y, sign in placed:
                    signs[(h - 1 - y if mirror_y else y) * w + (w - 1 - x if mirror_x else x)] = sign
                sides = (right, left) if mirror_x else (left, right)
                ends = (high, low) if mirror_y else (low, high)
                yield bytes((w, h, *sides, *ends)) + signs


def clusters(board: Board) -> Iterator[Board]:
    """The parts of a board that lie more than three lines apart, each as a board of its own."""
    grid = board.grid
    reach = grid.dilate_mask(board.black_mask | board.white_mask)
    for part in grid.component_masks(reach):
        yield board_unchecked(grid, board.black_mask & part, board.white_mask & part)
