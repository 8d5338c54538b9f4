"""The cubes of `backward`: one for each set of the prover's stones up to symmetry, and the way to each.

Masks have one bit for each point, row by row, without gaps between rows. Places count words. Besides the cube
of every set there are small ones: for positions in which the prover may not retake a stone (bans), and for a
moment those in which the opponent may not (kos).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from honte.kernels.intrinsics import U64_0, U64_1, ctz, popcount
from honte.kernels.jit import kernel
from honte.kernels.small.cubes import face, reorder

ROOM = 32
"""More chains or components than 25 points can hold."""
LIST = 512
"""Room for a list of a thread."""
HALF_BITS = 13
"""Bits of a mask that one of the two tables of images looks up."""


class Space(NamedTuple):
    """The sets of the prover's stones that are looked at, one of all images, and where their cubes lie.

    Masks have one bit for each point, row by row, without gaps. Places count words.
    """

    board: Any
    """Points, columns, masks: all points, all but the first column, all but the last, those always kept."""
    images: Any
    """images[j, h, b]: where symmetry j takes the lower (h = 0) or upper part of a mask."""
    turned: Any
    """turned[j, p]: where symmetry j takes a point."""
    number: Any
    """The number of a set, by its mask; -1 for sets that have none."""
    sets: Any
    places: Any
    safe: Any
    """Whether the set has secured the whole board."""
    bans_from: Any
    """The first ban of each set; point and place follow."""
    ban_point: Any
    ban_place: Any
    kos_from: Any
    """The first capture of one stone by one stone of each set; captured point, stone and place follow."""
    ko_point: Any
    ko_stone: Any
    ko_place: Any


class Work(NamedTuple):
    """A thread's own arrays."""

    cubes: Any
    """Six cubes."""
    order: Any
    lists: Any
    """Chains, what they touch, components, captures, dimensions (two lists): LIST each."""


@kernel
def around(board, mask):
    """Returns all points next to a point of the mask."""
    cols = board[1]
    return (mask << 1 & board[3] | mask >> 1 & board[4] | mask << cols | mask >> cols) & board[2]


@kernel
def size_of(mask):
    """Returns the number of points of a mask."""
    return popcount(np.uint64(mask))


@kernel
def first_of(mask):
    """Returns the lowest point of a mask."""
    return np.int64(ctz(np.uint64(mask)))


@kernel
def flooded(board, seed, within):
    """Returns all of `within` connected to `seed`."""
    while True:
        wider = seed | around(board, seed) & within
        if wider == seed:
            return seed
        seed = wider


@kernel
def list_parts(board, mask, parts):
    """Writes the connected parts of a mask; returns their number."""
    count = 0
    while mask:
        part = flooded(board, mask & -mask, mask)
        parts[count] = part
        count += 1
        mask &= ~part
    return count


@kernel
def ranks(mask, within):
    """Returns the places of the mask's points among those of `within`, as a mask of dimensions."""
    found = np.int64(0)
    while mask:
        low = mask & -mask
        found |= np.int64(1) << size_of(within & (low - 1))
        mask ^= low
    return found


@kernel
def image_of(space, j, mask):
    """Returns where a symmetry takes a mask."""
    return space.images[j, 0, mask & ((1 << HALF_BITS) - 1)] | space.images[j, 1, mask >> HALF_BITS]


@kernel
def least_image(space, mask):
    """Returns the least image of a mask and the symmetry that gives it."""
    best, which = mask, np.int64(0)
    for j in range(1, space.images.shape[0]):
        other = image_of(space, j, mask)
        if other < best:
            best, which = other, j
    return best, which


@kernel
def bring(space, work, cubes, start, outside, j, fixed, ones, out):
    """Writes a face of a stored cube in the caller's orientation; uses the last two cubes of `work`.

    `outside` are the points of the stored cube, `j` takes the caller's board to the stored one. `fixed` and
    `ones` are points of the caller's board.
    """
    there = image_of(space, j, fixed)
    dims = size_of(outside)
    where, which = ranks(there, outside), ranks(image_of(space, j, ones), outside)
    if j == 0:
        face(cubes, start, dims, where, which, out, work.cubes[5])
        return
    face(cubes, start, dims, where, which, work.cubes[4], work.cubes[5])
    source, at = work.lists[4], work.lists[5]
    left = outside & ~there
    count = 0
    # The caller's points in order: those that the symmetry takes to the points left.
    for p in range(space.board[0]):
        q = space.turned[j, p]
        if left >> q & 1:
            source[count] = size_of(left & ((np.int64(1) << q) - 1))
            count += 1
    reorder(work.cubes[4], count, source, at, work.order, out)


@kernel
def find_ko(space, number, point, stone):
    """Returns the entry of a capture on `point` by `stone`, -1 if the set has none."""
    for i in range(space.kos_from[number], space.kos_from[number + 1]):
        if space.ko_point[i] == point and space.ko_stone[i] == stone:
            return i
    return np.int64(-1)


@kernel
def find_ban(space, number, point):
    """Returns the entry of a ban, -1 if the set has none."""
    for i in range(space.bans_from[number], space.bans_from[number + 1]):
        if space.ban_point[i] == point:
            return i
    return np.int64(-1)


@kernel
def is_won(space, plane, own, opp):
    """Whether the prover, to play, is known to win a position without a ban."""
    least, j = least_image(space, own)
    number = space.number[least]
    if number < 0:
        return False
    y = ranks(image_of(space, j, opp), space.board[2] & ~least)
    return plane[space.places[number] + (y >> 6)] >> np.uint64(y & 63) & U64_1 != U64_0
