"""Static tests of a local board: unconditional life, certain death, room for eyes.

Life is Benson's theorem: no sequence of attacker moves captures the chain, even if the defender always
passes. Death is a count of eye space: a point next to a safe attacker stone can never be part of an eye,
because the attacker may fill it at any time with a stone that is never captured. When at most one other
point remains, or two adjacent ones, there is no room for two eyes or a seki.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_0, U64_1, ctz, lowest, popcount
from honte.kernels.jit import kernel
from honte.kernels.local.board import around, flood

MOST_NAKADE = 5
"""The largest space, in points, that one attacker stone on its vital point can keep from two eyes."""


@kernel
def are_several(region, spaces):
    """Whether a mask holds more than one connected region."""
    return spaces != U64_0 and flood(region, lowest(spaces), spaces) != spaces


@kernel
def life_sources(region, defender, attacker, keys):
    """Returns where a defender's move that captures nothing and parts no region may make unconditional life.

    Such a move closes its region by taking the last point at the wall, changes a closed region, or joins
    chains. With fewer than two closed regions and no safe friends, only a move that closes a region can
    make life. Where there is life already, all moves count.
    """
    closed = region.full & ~defender
    last = U64_0
    seed = closed & region.wall
    while seed:
        space = flood(region, lowest(seed), closed)
        closed &= ~space
        ends = seed & space
        seed &= ~space
        if ends & (ends - U64_1) == U64_0:
            last |= ends
    if not region.ally and not are_several(region, closed):
        return last
    if is_alive(region, defender, attacker, keys):
        return region.full
    once = twice = U64_0
    rest = defender
    while rest:
        touched = region.neighbors[ctz(rest)]
        rest &= rest - U64_1
        twice |= once & touched
        once |= touched
    return last | closed | region.ally | twice


@kernel
def may_live(region, defender, sources, move):
    """Whether a defender's move that captures nothing may make unconditional life; see `life_sources`."""
    return sources >> np.uint64(move) & U64_1 != U64_0 or may_part(region, defender, move)


@kernel
def may_part(region, defender, move):
    """Whether a defender's move can part a region: its free neighbors are not all connected around it."""
    ways, joints = 0, 0
    last = is_free(region, defender, region.ring[move, 6])
    for k in range(0, 8, 2):
        free = is_free(region, defender, region.ring[move, k])
        if free:
            ways += 1
            if last and is_free(region, defender, region.ring[move, (k + 7) % 8]):
                joints += 1
        last = free
    return ways - joints > 1


@kernel
def is_free(region, defender, point):
    """Whether a neighbor, given as in `ring`, lies in the area and holds no defender stone."""
    return point < 64 and not defender >> np.uint64(point) & U64_1


@kernel
def is_alive(region, defender, attacker, keys):
    """Whether the keystones are safe by Benson's theorem."""
    return alive_zone(region, defender, attacker, keys) != U64_0


@kernel
def alive_zone(region, defender, attacker, keys):
    """Returns the chains and regions that make the keystones safe by Benson's theorem; 0 when they are not.

    What happens on other points does not matter to this life.
    """
    # 1. Regions that can be vital to a chain.
    spaces = eye_spaces(region, defender, attacker)
    if not defender & region.ally and not are_several(region, spaces):
        return U64_0
    # 2. Drop chains with fewer than two vital regions, and the regions they border, until stable.
    good = defender
    changed = True
    while changed:
        if not are_keys_safe(region, keys, good):
            return U64_0
        changed = False
        rest = good
        while rest:
            chain = flood(region, lowest(rest), defender)
            rest &= ~chain
            if chain & region.ally:
                continue
            touched = around(region, chain)
            if not has_two_eyes(region, touched, spaces, attacker):
                good &= ~chain
                border = touched & spaces
                spaces &= ~flood(region, border, spaces)
                changed = True
    return good | spaces


@kernel
def eye_spaces(region, defender, attacker):
    """Returns the regions that can be vital to a chain.

    They hold no defender stone, touch no wall, and all their empty points touch the defender.
    """
    rest = region.full & ~defender
    spaces = rest & ~region.wall & (attacker | around(region, defender))
    others = rest & ~spaces
    open_ends = U64_0
    rest = spaces
    while rest:
        point = lowest(rest)
        rest &= ~point
        if region.neighbors[ctz(point)] & others:
            open_ends |= point
    return spaces & ~flood(region, open_ends, spaces)


@kernel
def has_two_eyes(region, touched, spaces, attacker):
    """Whether two regions are vital to the chain with the neighbors `touched`.

    A region is vital when all its empty points are neighbors of the chain.
    """
    seen = 0
    rest = spaces & touched
    while rest:
        space = flood(region, lowest(rest), spaces)
        rest &= ~space
        if not space & ~attacker & ~touched:
            seen += 1
            if seen == 2:
                return True
    return False


@kernel
def are_keys_safe(region, keys, safe):
    """Whether enough of the standing keystone chains are safe: one, or all of them under `capture_any`."""
    for i in range(region.key_count):
        if keys >> i & 1:
            if region.keys[i] & safe:
                if not region.capture_any:
                    return True
            elif region.capture_any:
                return False
    return region.capture_any != 0


@kernel
def secure(region, attacker):
    """Returns the attacker's stones that can never be captured, and the points next to them or the wall."""
    safe = attacker & region.wall
    if not safe:
        return safe, region.wall
    safe = flood(region, safe, attacker)
    return safe, region.wall | around(region, safe)


@kernel
def secure_after(region, attacker, safe, touched, move):
    """Returns the same as `secure` after an attacker's move, which is already among the stones."""
    stone = U64_1 << np.uint64(move)
    if not stone & touched:
        return safe, touched
    more = flood(region, stone, attacker & ~safe)
    return safe | more, touched | around(region, more)


@kernel
def cut_off(region, attacker, defender, keys, safe):
    """Returns (attacker, defender, safe) with everything that safe stones cut off given to the attacker.

    Nothing that happens behind the safe stones matters to the keystones, so positions that differ only
    there become one. A stone that is not safe cuts nothing off.
    """
    seed = U64_0
    for i in range(region.key_count):
        if keys >> i & 1:
            seed |= region.keys[i]
    near = flood(region, seed & defender, region.full & ~safe)
    gone = region.full & ~near
    return (attacker & near) | gone, defender & near, safe | gone


@kernel
def guard_kill(region, defender, attacker, zone):
    """Returns a kill's zone enlarged by the points that must not change for the kill to hold.

    These are the liberties of attacker chains that can be captured, and one liberty of every defender
    chain without a liberty in the zone. The argument is in docs/algorithms/life-and-death.md.
    """
    empty = region.full & ~(defender | attacker)
    loose = attacker
    seed = attacker & region.wall
    if seed:
        loose &= ~flood(region, seed, attacker)
    zone |= around(region, loose) & empty
    rest = defender
    while rest:
        chain = flood(region, lowest(rest), defender)
        rest &= ~chain
        liberties = around(region, chain) & empty
        if not liberties & zone:
            zone |= lowest(liberties)
    return zone


@kernel
def eye_room(region, defender, attacker, keys):
    """Returns the result of `eye_space` when `secure` has not been asked before."""
    safe, touched = secure(region, attacker)
    return eye_space(region, defender, attacker, keys, safe, touched)


@kernel
def eye_space(region, defender, attacker, keys, safe, touched):
    """Returns the points where the defender may still get an eye, whether they are too few, and a zone.

    The zone is that of the death: defender stones added outside it change nothing. It is empty where there
    is no room at all; a nakade would live if the defender added stones inside it.
    """
    room = region.full & ~safe & ~touched
    if region.ally & ~safe:  # a way out to safe friends cannot be counted in points
        return room & ~defender, False, U64_0
    if popcount(room & ~defender) > MOST_NAKADE:
        return room & ~defender, False, U64_0
    space = last_space(region, defender, keys, room)
    count = popcount(space)
    dead = count <= 1 or (count == 2 and (region.neighbors[ctz(space)] & space) != U64_0)
    if not dead and count <= MOST_NAKADE and not space & defender:
        return room & ~defender, is_nakade(region, space, attacker), space
    return room & ~defender, dead, U64_0


@kernel
def last_space(region, defender, keys, room):
    """Returns the room that the attacker cannot fill before a capture.

    Stones whose capture ends the game count as filled. Where all keystone chains must fall, the attacker
    can leave one of them to the last, so the one with the most room under it counts as filled. Other
    defender stones count as room, because after their capture the defender may play under them.
    """
    essential = seen = U64_0
    most = -1
    for i in range(region.key_count):
        seed = region.keys[i] & defender
        if keys >> i & 1 and not seed & seen:
            chain = flood(region, lowest(seed), defender)
            seen |= chain
            if region.capture_any:
                essential |= chain
            elif popcount(chain & room) > most:
                most = popcount(chain & room)
                essential = chain
    return room & ~essential


@kernel
def is_nakade(region, space, attacker):
    """Whether a last eye space is dead whoever moves.

    It is an empty square of four, or three to five points around one that the attacker holds: to capture
    that stone the defender must fill the space down to one eye.
    """
    if popcount(space) == 4 and not space & attacker:
        rest = space
        while rest:
            if popcount(region.neighbors[ctz(rest)] & space) != 2:
                return False
            rest &= rest - U64_1
        return True
    rest = space & attacker
    while rest:
        center = lowest(rest)
        if not space & ~center & ~region.neighbors[ctz(rest)]:
            return True
        rest &= rest - U64_1
    return False
