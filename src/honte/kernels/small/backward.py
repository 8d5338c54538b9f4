"""Which positions of a board are won whole: all of them at once, backwards from the end.

One cube (`cubes`) belongs to each set of the prover's stones, up to symmetry: bit y says whether the prover,
to play, takes the whole board when the opponent's stones are the subset y of the other points. Sweep k finds
what is won by k moves of the prover. It goes through the sets from many stones to few, and does two things
with each:

* `judge`: where does the opponent, to play, lose whatever is played? Every reply without a capture stays in
  the same cube, so all positions of the set are answered by a few operations on words. Stones of the opponent
  without liberties fill a whole component of the points without own stones, and a chain is captured where
  all points around it are taken: both are faces of cubes.
* `grow`: one stone of the prover leads to such a position of a larger set.

A sweep reads what earlier sweeps found and nothing else, so no proof rests on itself, and each number of
moves is the least. Positions with a ban by ko on the prover have small cubes of their own (`bans`). Those
with a ban on the opponent need none that lasts (`kos`).
"""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_0, U64_1, atomic_add, popcount
from honte.kernels.jit import kernel
from honte.kernels.small.cubes import (
    ADD,
    ALL,
    KEEP,
    PUT,
    copy_face,
    face,
    is_empty,
    lay_face,
    none_more,
    set_face,
    words_of,
)
from honte.kernels.small.space import (
    ROOM,
    around,
    bring,
    find_ban,
    find_ko,
    first_of,
    least_image,
    list_parts,
    ranks,
    size_of,
)

SOME, SOME_KO = 1, 2
"""Flags of a set after `judge`: its cube has members; a cube of a capture that bans the retaking has some."""


@kernel
def after_captures(space, work, plane, own, outside, chains, touched, taken):
    """Puts into the first cube of `work` what is won after the capture of some chains, by number."""
    stones, last = np.int64(0), np.int64(0)
    for i in range(ROOM):
        if taken >> i & 1:
            stones |= chains[i]
            last |= touched[i]
    dims, fixed = size_of(outside), ranks(last, outside)
    rest = own & ~stones
    if space.board[5] & ~rest:
        set_face(work.cubes[0], np.int64(0), dims, fixed, fixed, U64_0)
        return
    least, j = least_image(space, rest)
    start = space.places[space.number[least]]
    bring(space, work, plane, start, space.board[2] & ~least, j, stones | last, last, work.cubes[3])
    lay_face(work.cubes[0], np.int64(0), dims, fixed, fixed, work.cubes[3], work.cubes[5], PUT)


@kernel
def list_captures(board, outside, chains, touched, count, found):
    """Writes which chains one stone of the opponent can take together, few first; returns the number."""
    total = 0
    rest = outside
    while rest:
        low = rest & -rest
        rest ^= low
        beside = np.int64(0)
        for i in range(count):
            if touched[i] & low:
                beside |= np.int64(1) << i
        some = beside
        while some:
            known = False
            for k in range(total):
                known = known or found[k] == some
            if not known:
                found[total] = some
                total += 1
            some = (some - 1) & beside
    for i in range(1, total):
        k = i
        while k > 0 and size_of(found[k]) < size_of(found[k - 1]):
            found[k], found[k - 1] = found[k - 1], found[k]
            k -= 1
    return total


@kernel
def is_new(space, changed, own, chains, found, total):
    """Whether the last sweep found something about a set, or about what captures leave of it."""
    if changed[space.number[least_image(space, own)[0]]]:
        return True
    for k in range(total):
        rest = own
        for i in range(ROOM):
            if found[k] >> i & 1:
                rest &= ~chains[i]
        if not space.board[5] & ~rest and changed[space.number[least_image(space, rest)[0]]]:
            return True
    return False


@kernel
def after_replies(space, work, plane, own, outside, chains, touched, parts, regions, found, total):
    """Writes into the first cube of `work` what is won after a reply, by the opponent's stones then.

    Replies that are not legal, because they fill a component and take nothing, count as won.
    """
    dims = size_of(outside)
    zero = np.int64(0)
    for i in range(regions):
        members = ranks(parts[i], outside)
        set_face(work.cubes[0], zero, dims, members, members, ALL)
    for k in range(total):
        after_captures(space, work, plane, own, outside, chains, touched, found[k])


@kernel
def all_lose(space, work, own, outside, chains, touched, count, bans, banned, out):
    """Writes into cube `out` of `work` where every reply loses; the point of the mask `banned` is not played.

    A pass loses where the prover, to play, wins, and where the whole board is the prover's already.
    """
    dims, zero = size_of(outside), np.int64(0)
    for i in range(words_of(dims)):
        work.cubes[out, i] = work.cubes[0, i]
    if own:
        work.cubes[out, 0] |= U64_1
    none_more(work.cubes[0], dims, ranks(banned, outside), work.cubes[out])
    for i in range(count):
        stone = chains[i]
        if stone & (stone - 1) or stone & space.board[5]:
            continue
        rest = touched[i] & ~banned
        while rest:
            reply = rest & -rest
            rest ^= reply
            beside = around(space.board, reply) & ~stone
            if not beside & ~own:
                after_ko(space, work, bans, own, outside, chains, touched, count, i, reply, out)
    for i in range(count):
        members = ranks(touched[i], outside)
        set_face(work.cubes[out], zero, dims, members, members, U64_0)


@kernel
def after_ko(space, work, bans, own, outside, chains, touched, count, number, reply, out):
    """Drops from cube `out` where a reply takes one stone, the prover may not retake, and does not win."""
    stone, near = chains[number], touched[number]
    dims, zero = size_of(outside), np.int64(0)
    least, j = least_image(space, own & ~stone)
    point = space.turned[j, first_of(stone)]
    at = find_ban(space, space.number[least], point)
    mask = np.int64(1) << point
    there = space.board[2] & ~least & ~mask & ~around(space.board, mask)
    bring(space, work, bans, space.ban_place[at], there, j, zero, zero, work.cubes[3])
    left = outside & ~near
    for i in range(count):
        if i != number and touched[i] & reply:
            members = ranks(touched[i] & ~near, left)
            set_face(work.cubes[3], zero, size_of(left), members, members, ALL)
    fixed, ones = ranks(near, outside), ranks(near & ~reply, outside)
    lay_face(work.cubes[out], zero, dims, fixed, ones, work.cubes[3], work.cubes[5], KEEP)


@kernel
def note_kos(space, work, bans, own, outside, chains, touched, count, parts, regions, number, kos, base):
    """Writes the cubes of captures that ban the retaking; returns whether one has members.

    They are over the points that are neither own nor next to the capturing stone; those next to it are the
    opponent's, the captured point is empty.
    """
    some, zero = False, np.int64(0)
    for i in range(space.kos_from[number], space.kos_from[number + 1]):
        point = np.int64(1) << space.ko_point[i]
        near = around(space.board, np.int64(1) << space.ko_stone[i])
        all_lose(space, work, own, outside, chains, touched, count, bans, point, 2)
        dims, fixed, ones = size_of(outside), ranks(near, outside), ranks(near & ~point, outside)
        face(work.cubes[2], zero, dims, fixed, ones, work.cubes[3], work.cubes[5])
        left = outside & ~near
        for k in range(regions):
            if parts[k] != point:
                members = ranks(parts[k] & ~near, left)
                set_face(work.cubes[3], zero, size_of(left), members, members, U64_0)
        start = space.ko_place[i] - base
        for w in range(words_of(size_of(left))):
            kos[start + w] = work.cubes[3, w]
        some = some or not is_empty(kos, start, size_of(left))
    return some


@kernel
def is_hopeless(own, touched, count, parts, regions):
    """Whether a reply without capture is always possible, so that a set without won positions stays so."""
    for k in range(regions):
        if parts[k] & (parts[k] - 1):
            rest = parts[k]
            while rest:
                low = rest & -rest
                rest ^= low
                taken = False
                for i in range(count):
                    taken = taken or touched[i] == low
                if not taken:
                    return True
    return False


@kernel
def judge(space, work, plane, bans, changed, number, base, out, kos, ko_base):
    """Writes where the opponent, to play against a set of stones, loses; returns flags, 0 for nothing new.

    `out` gets the cube by what stands before captured stones come off: a component full of the opponent's
    stones has just been taken. `base` and `ko_base` are the places at which the set's layer begins.
    """
    own, zero = space.sets[number], np.int64(0)
    outside = space.board[2] & ~own
    dims, start = size_of(outside), space.places[number]
    chains, touched, parts = work.lists[0], work.lists[1], work.lists[2]
    count = list_parts(space.board, own, chains)
    for i in range(count):
        touched[i] = around(space.board, chains[i]) & ~own
    regions = list_parts(space.board, outside, parts)
    found = work.lists[3]
    total = list_captures(space.board, outside, chains, touched, count, found)
    if not is_new(space, changed, own, chains, found, total):
        return np.int64(0)
    if is_empty(plane, start, dims) and is_hopeless(own, touched, count, parts, regions):
        return np.int64(0)
    for i in range(words_of(dims)):
        work.cubes[0, i] = plane[start + i]
    if space.safe[number]:
        count = 0
    else:
        after_replies(space, work, plane, own, outside, chains, touched, parts, regions, found, total)
    some_ko = note_kos(
        space, work, bans, own, outside, chains, touched, count, parts, regions, number, kos, ko_base
    )
    all_lose(space, work, own, outside, chains, touched, count, bans, zero, 1)
    for k in range(regions):
        copy_face(work.cubes[1], dims, ranks(parts[k], outside))
    some = not is_empty(work.cubes[1], zero, dims)
    if some:
        for i in range(words_of(dims)):
            out[start - base + i] = work.cubes[1, i]
    return np.int64((SOME if some else 0) | (SOME_KO if some_ko else 0))


@kernel
def with_kos(space, work, kos, ko_base, own, least, j, stone):
    """Adds to the first cube of `work` the positions in which a stone takes one stone and bans retaking."""
    mask = np.int64(1) << stone
    near = around(space.board, mask)
    if near & own:
        return
    number, bigger = space.number[least], own | mask
    outside = space.board[2] & ~bigger
    for p in range(space.board[0]):
        point = np.int64(1) << p
        if not near & point or around(space.board, point) & ~bigger:
            continue
        there = space.turned[j, stone]
        at = find_ko(space, number, space.turned[j, p], there)
        left = space.board[2] & ~least & ~around(space.board, np.int64(1) << there)
        zero = np.int64(0)
        bring(space, work, kos, space.ko_place[at] - ko_base, left, j, zero, zero, work.cubes[3])
        fixed = ranks(near, outside)
        lay_face(work.cubes[0], zero, size_of(outside), fixed, fixed, work.cubes[3], work.cubes[5], ADD)


@kernel
def add_bans(space, work, bans, number, own, stone):
    """Adds what a stone wins to the cubes of the positions with a ban elsewhere."""
    mask, zero = np.int64(1) << stone, np.int64(0)
    outside = space.board[2] & ~own & ~mask
    for i in range(space.bans_from[number], space.bans_from[number + 1]):
        point = np.int64(1) << space.ban_point[i]
        near = around(space.board, point)
        if (near | point) & mask:
            continue
        fixed, ones = ranks(near | point, outside), ranks(near, outside)
        face(work.cubes[0], zero, size_of(outside), fixed, ones, work.cubes[3], work.cubes[5])
        left = space.board[2] & ~(own | near | point)
        place = ranks(mask, left)
        lay_face(bans, space.ban_place[i], size_of(left), place, zero, work.cubes[3], work.cubes[5], ADD)


@kernel
def count_bans(space, bans, number):
    """Returns the number of won positions with a ban."""
    total = np.int64(0)
    for i in range(space.bans_from[number], space.bans_from[number + 1]):
        point = np.int64(1) << space.ban_point[i]
        dims = size_of(space.board[2] & ~(space.sets[number] | point | around(space.board, point)))
        valid = ALL if dims >= 6 else (U64_1 << (U64_1 << np.uint64(dims))) - U64_1
        for w in range(words_of(dims)):
            total += popcount(bans[space.ban_place[i] + w] & valid)
    return total


@kernel
def grow(space, work, plane, bans, number, flags, base, lost, ko_base, kos, own_base, own_lost):
    """Adds to a set's cube the positions that one stone, or a pass, of the prover leads out of.

    `lost` and `kos` are what `judge` wrote of the sets with one stone more, `own_lost` of those of this size.
    Returns the number of new bits; `work` keeps the cube as it was, as its second.
    """
    own = space.sets[number]
    outside = space.board[2] & ~own
    dims, start, zero = size_of(outside), space.places[number], np.int64(0)
    for i in range(words_of(dims)):
        work.cubes[1, i] = plane[start + i]
    if own and flags[number] & SOME:
        plane[start] |= own_lost[start - own_base] & U64_1
    rest = outside
    while rest:
        stone = first_of(rest)
        mask = rest & -rest
        rest ^= mask
        least, j = least_image(space, own | mask)
        larger = space.number[least]
        if not flags[larger]:
            continue
        if flags[larger] & SOME:
            where = space.places[larger] - base
            bring(space, work, lost, where, space.board[2] & ~least, j, zero, zero, work.cubes[0])
        else:
            for i in range(words_of(dims - 1)):
                work.cubes[0, i] = U64_0
        if flags[larger] & SOME_KO:
            with_kos(space, work, kos, ko_base, own, least, j, stone)
        add_bans(space, work, bans, number, own, stone)
        lay_face(plane, start, dims, ranks(mask, outside), zero, work.cubes[0], work.cubes[5], ADD)
    gained = np.int64(0)
    valid = ALL if dims >= 6 else (U64_1 << (U64_1 << np.uint64(dims))) - U64_1
    for i in range(words_of(dims)):
        gained += popcount((plane[start + i] ^ work.cubes[1, i]) & valid)
    return gained


@kernel
def judge_layer(space, work, plane, bans, changed, flags, first, last, base, out, kos, ko_base, cells):
    """Judges sets of one size, as long as there are some that no other thread has taken."""
    while True:
        number = first + atomic_add(cells, 0, np.int64(1))
        if number >= last or cells[1]:
            return
        flags[number] = judge(space, work, plane, bans, changed, number, base, out, kos, ko_base)


@kernel
def grow_layer(
    space,
    work,
    plane,
    bans,
    changed,
    flags,
    first,
    last,
    base,
    lost,
    ko_base,
    kos,
    own_base,
    own_lost,
    fresh,
    cells,
):
    """Grows sets of one size; `fresh`, if it has room, gets the new bits. Adds their number to cell 2."""
    while True:
        number = first + atomic_add(cells, 0, np.int64(1))
        if number >= last or cells[1]:
            return
        before = count_bans(space, bans, number)
        gained = grow(space, work, plane, bans, number, flags, base, lost, ko_base, kos, own_base, own_lost)
        changed[number] = gained > 0 or count_bans(space, bans, number) > before
        atomic_add(cells, 2, gained)
        if fresh.size:
            start = space.places[number]
            dims = space.board[0] - size_of(space.sets[number])
            for i in range(words_of(dims)):
                fresh[start - own_base + i] = plane[start + i] ^ work.cubes[1, i]
