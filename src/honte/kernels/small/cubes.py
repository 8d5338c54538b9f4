"""Sets of sets as bit arrays: one bit for each subset of some points, many subsets in one operation.

A *cube* of m dimensions has 2^m bits in 64-bit words; bit y stands for the subset whose members are the bits
of y. The six lowest dimensions lie inside a word, the others count words. A cube of fewer than six
dimensions uses the low bits of one word; what stands above them has no meaning.

A *face* is the part of a cube in which some dimensions, `fixed`, have given values, `ones` among them; it is
a cube over the free dimensions, in their order.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_0, U64_1, ctz
from honte.kernels.jit import kernel

WITHOUT = np.array(
    [
        0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F, 0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF,
        0x00000000FFFFFFFF,
    ],
    np.uint64,
)  # fmt: skip
"""For each dimension inside a word the bits of the subsets without it."""
SPAN = np.array([1, 2, 4, 8, 16, 32], np.uint64)
"""How far apart the bits with and without a dimension lie."""
HALF = np.uint64(32)
ALL = ~U64_0
LOW = 63
"""The dimensions inside a word, as a mask."""
ADD, KEEP, PUT = 0, 1, 2
"""What becomes of the members of a cube where a face is laid over it."""


@kernel
def words_of(dims):
    """Returns the number of words of a cube."""
    return np.int64(1) << np.int64(max(dims - 6, 0))


@kernel
def lowest_dim(mask):
    """Returns the lowest member of a mask of dimensions."""
    return ctz(np.uint64(mask))


@kernel
def packed(word, d):
    """Returns the 32 bits of a word without dimension d, side by side."""
    word &= WITHOUT[d]
    for s in range(d, 5):
        word = (word | word >> SPAN[s]) & WITHOUT[s + 1]
    return word


@kernel
def spread(word, d):
    """Returns the low 32 bits of a word, doubled along a new dimension d."""
    word &= WITHOUT[5]
    for s in range(4, d - 1, -1):
        word = (word | word << SPAN[s]) & WITHOUT[s]
    return word | word << SPAN[d]


@kernel
def drop_dim(cube, dims, d, one, out):
    """Writes the half of a cube in which dimension d, one inside a word, is 1 or 0."""
    shift = SPAN[d] if one else U64_0
    if dims <= 6:
        out[0] = packed(cube[0] >> shift, d)
        return
    for i in range(words_of(dims - 1)):
        out[i] = packed(cube[2 * i] >> shift, d) | packed(cube[2 * i + 1] >> shift, d) << HALF


@kernel
def add_dim(cube, dims, d, out):
    """Writes a cube with a new dimension d inside a word; both halves are the cube."""
    if dims < 6:
        out[0] = spread(cube[0], d)
        return
    for i in range(words_of(dims)):
        out[2 * i] = spread(cube[i], d)
        out[2 * i + 1] = spread(cube[i] >> HALF, d)


@kernel
def face_bits(fixed, ones):
    """Returns the bits of a word that belong to a face, by the dimensions inside a word."""
    bits = ALL
    for d in range(6):
        if fixed >> d & 1:
            bits &= ~WITHOUT[d] if ones >> d & 1 else WITHOUT[d]
    return bits


@kernel
def run_of(free):
    """Returns how many words of a face lie side by side, given its free dimensions above those of a word."""
    run = np.int64(0)
    while free >> run & 1:
        run += 1
    return np.int64(1) << run


@kernel
def face(cube, start, dims, fixed, ones, out, spare):
    """Writes a face of the cube that begins at word `start`; `out` and `spare` have room for a cube."""
    free = ((np.int64(1) << dims) - 1) >> 6 & ~(fixed >> 6)
    base = start + (ones >> 6)
    run = run_of(free)
    rest = free & ~(run - 1)
    w, n = np.int64(0), np.int64(0)
    while True:
        for i in range(run):
            out[n + i] = cube[base + w + i]
        n += run
        w = (w - rest) & rest
        if w == 0:
            break
    left = dims - count_dims(fixed >> 6)
    for k in range(6):
        d = 5 - k
        if fixed >> d & 1:
            drop_dim(out, left, d, ones >> d & 1, spare)
            left -= 1
            for i in range(words_of(left)):
                out[i] = spare[i]


@kernel
def count_dims(mask):
    """Returns the number of dimensions in a mask."""
    count = np.int64(0)
    while mask:
        mask &= mask - 1
        count += 1
    return count


@kernel
def widened(part, dims, fixed, spare):
    """Doubles a face along the fixed dimensions inside a word, so that its words lie over those of the cube.

    `dims` are those of the cube. Overwrites `part`.
    """
    have = dims - count_dims(fixed)
    for d in range(6):
        if fixed >> d & 1:
            add_dim(part, have, d, spare)
            have += 1
            for i in range(words_of(have)):
                part[i] = spare[i]


@kernel
def lay_face(cube, start, dims, fixed, ones, part, spare, how):
    """Lays the members of a face over a cube: ADD them, KEEP only them, or PUT them in place of the old ones.

    Overwrites `part`, the face.
    """
    widened(part, dims, fixed, spare)
    bits = face_bits(fixed, ones)
    add = bits if how != KEEP else U64_0
    drop = bits if how != ADD else U64_0
    free = ((np.int64(1) << dims) - 1) >> 6 & ~(fixed >> 6)
    base = start + (ones >> 6)
    run = run_of(free)
    rest = free & ~(run - 1)
    w, n = np.int64(0), np.int64(0)
    while True:
        for i in range(run):
            word = cube[base + w + i]
            member = part[n + i]
            cube[base + w + i] = (word & (member | ~drop) if how == KEEP else word & ~drop) | member & add
        n += run
        w = (w - rest) & rest
        if w == 0:
            break


@kernel
def set_face(cube, start, dims, fixed, ones, value):
    """Sets all bits of a face to `value`, ALL or 0."""
    bits = face_bits(fixed, ones)
    free = ((np.int64(1) << dims) - 1) >> 6 & ~(fixed >> 6)
    base = start + (ones >> 6)
    w = np.int64(0)
    while True:
        cube[base + w] = cube[base + w] & ~bits | value & bits
        w = (w - free) & free
        if w == 0:
            break


@kernel
def copy_face(cube, dims, members):
    """Copies the face in which `members` are all 0 onto the one in which they are all 1."""
    bits = face_bits(members, members)
    low, high = members & LOW, members >> 6
    shift = np.uint64(low)
    empty = face_bits(members, np.int64(0))
    free = ((np.int64(1) << dims) - 1) >> 6 & ~high
    w = np.int64(0)
    while True:
        cube[w | high] = cube[w | high] & ~bits | (cube[w] & empty) << shift
        w = (w - free) & free
        if w == 0:
            break


@kernel
def swap_inside(cube, count, j, k):
    """Exchanges two dimensions inside a word, j < k."""
    shift = SPAN[k] - SPAN[j]
    bits = ~WITHOUT[j] & WITHOUT[k]
    for i in range(count):
        word = cube[i]
        moved = ((word >> shift) ^ word) & bits
        cube[i] = word ^ moved ^ (moved << shift)


@kernel
def swap_across(cube, count, j, k):
    """Exchanges dimension j, one inside a word, with dimension k, one above."""
    shift, bits = SPAN[j], WITHOUT[j]
    gap = np.int64(1) << np.int64(k - 6)
    for base in range(0, count, 2 * gap):
        for i in range(base, base + gap):
            first, second = cube[i], cube[i + gap]
            moved = ((first >> shift) ^ second) & bits
            cube[i + gap] = second ^ moved
            cube[i] = first ^ (moved << shift)


@kernel
def reorder(cube, dims, source, at, order, out):
    """Writes a cube with its dimensions in another order: dimension j of `out` is `source[j]` of the cube.

    Overwrites the cube; `at` has room for the dimensions and `order` for the words.
    """
    count = words_of(dims)
    for j in range(dims):
        at[j] = j
    for j in range(min(dims, 6)):
        k = j
        while at[k] != source[j]:
            k += 1
        if k == j:
            continue
        if k < 6:
            swap_inside(cube, count, j, k)
        else:
            swap_across(cube, count, j, k)
        at[k] = at[j]
        at[j] = source[j]
    order[0] = 0
    size = np.int64(1)
    for j in range(6, dims):
        k = np.int64(6)
        while at[k] != source[j]:
            k += 1
        step = np.int64(1) << (k - 6)
        for i in range(size):
            order[size + i] = order[i] | step
        size *= 2
    for i in range(count):
        out[i] = cube[order[i]]


@kernel
def none_more(cube, dims, left_out, out):
    """Keeps in `out` (and) the subsets to which any one more point may be added without leaving the cube.

    The points of `left_out` are not added.
    """
    count = words_of(dims)
    for d in range(min(dims, 6)):
        if left_out >> d & 1:
            continue
        shift, with_it = SPAN[d], ~WITHOUT[d]
        for i in range(count):
            out[i] &= cube[i] >> shift | with_it
    for d in range(6, dims):
        if left_out >> d & 1:
            continue
        gap = np.int64(1) << np.int64(d - 6)
        for base in range(0, count, 2 * gap):
            for i in range(base, base + gap):
                out[i] &= cube[i + gap]


@kernel
def is_empty(cube, start, dims):
    """Whether a cube has no members."""
    if dims < 6:
        return cube[start] & ((U64_1 << (U64_1 << np.uint64(dims))) - U64_1) == U64_0
    some = U64_0
    for i in range(words_of(dims)):
        some |= cube[start + i]
    return some == U64_0
