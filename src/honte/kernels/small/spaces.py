"""Lists for `backward`: the sets of stones that have cubes, one of all images, and their small cubes."""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_0, U64_1, ctz, popcount
from honte.kernels.jit import kernel
from honte.kernels.small.board import secured
from honte.kernels.small.cubes import ALL, words_of
from honte.kernels.small.space import around


@kernel
def mark_least(images, keep, half, least):
    """Marks the masks that hold the points `keep` and have no smaller image."""
    low = (np.int64(1) << half) - 1
    for mask in range(least.size):
        if keep & ~mask:
            continue
        smallest = True
        for j in range(1, images.shape[0]):
            if images[j, 0, mask & low] | images[j, 1, mask >> half] < mask:
                smallest = False
                break
        least[mask] = smallest


@kernel
def count_points(masks, counts):
    """Writes the number of points of each mask."""
    for i in range(masks.size):
        counts[i] = popcount(np.uint64(masks[i]))


@kernel
def is_retaken(board, own, point, stone):
    """Whether a lone stone on `stone` has taken `point`, empty now, and has no other liberty.

    `own` are the stones of the side that lost one.
    """
    beside = around(board, np.int64(1) << stone) & ~(np.int64(1) << point)
    return not beside & ~own


@kernel
def list_bans(board, sets, first, points, places):
    """Lists at which points a set may be banned from retaking; returns (entries, words of their cubes).

    `first`, `points` and `places` are written where they have room.
    """
    total, words = np.int64(0), np.int64(0)
    for i in range(sets.size):
        own = sets[i]
        if first.size:
            first[i] = total
        for point in range(board[0]):
            near = around(board, np.int64(1) << point)
            if own >> point & 1 or near & own:
                continue
            possible = False
            for stone in range(board[0]):
                possible = possible or (near >> stone & 1 and is_retaken(board, own, point, stone))
            if possible:
                if points.size:
                    points[total], places[total] = point, words
                total += 1
                taken = popcount(np.uint64(own)) + popcount(np.uint64(near)) + 1
                words += words_of(board[0] - taken)
    if first.size:
        first[sets.size] = total
    return total, words


@kernel
def list_kos(board, sets, first, points, stones, places):
    """Lists by which lone stones of a set one stone may just have been taken; returns (entries, words)."""
    total, words = np.int64(0), np.int64(0)
    for i in range(sets.size):
        own = sets[i]
        if first.size:
            first[i] = total
        for point in range(board[0]):
            near = around(board, np.int64(1) << point)
            if own >> point & 1 or near & ~own:
                continue
            for stone in range(board[0]):
                beside = around(board, np.int64(1) << stone)
                if not near >> stone & 1 or beside & own:
                    continue
                if points.size:
                    points[total], stones[total], places[total] = point, stone, words
                total += 1
                taken = popcount(np.uint64(own)) + popcount(np.uint64(beside))
                words += words_of(board[0] - taken)
    if first.size:
        first[sets.size] = total
    return total, words


@kernel
def mark_safe(sets, safe, plane, places, size, cols, stride, full, thin, scratch):
    """Marks the sets that have secured the whole board, and fills their cubes."""
    for i in range(sets.size):
        mask, own = sets[i], U64_0
        while mask:
            p = ctz(np.uint64(mask))
            own |= U64_1 << np.uint64(p // cols * np.int64(stride) + p % cols)
            mask &= mask - 1
        safe[i] = secured(own, stride, full, thin, scratch)[0] == full
        if safe[i]:
            for w in range(words_of(size - popcount(np.uint64(sets[i])))):
                plane[places[i] + w] = ALL
