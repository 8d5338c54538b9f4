"""What can be said of a local board without search: unconditional life, certain death, eye potential.

Benson's theorem gives life: no sequence of attacker moves, the defender passing, captures the chain.
Death is the eye-space count: a point next to a safe attacker stone can never be part of an eye, since
the attacker may fill it at leisure with a stone that is never captured. When at most one other
point remains, or two adjacent ones, there is no room for two eyes or a seki.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_0, U64_1, ctz, popcount
from honte.kernels.jit import kernel
from honte.kernels.tsumego_board import around, flood

MAX_PARTS = 32


@kernel
def is_alive(region, defender, attacker, keys):
    """Whether the keystones are safe by Benson's theorem whatever the attacker plays."""
    return alive_zone(region, defender, attacker, keys) != U64_0


@kernel
def alive_zone(region, defender, attacker, keys):
    """The chains and regions that make the keystones safe by Benson's theorem; 0 when they are not.

    Whatever happens on other points does not matter to this life.
    """
    # 1. Regions: connected points without defender stones that do not touch the attacker's wall.
    spaces = np.empty(MAX_PARTS, np.uint64)
    space_count = 0
    rest = region.full & ~defender
    open_seed = rest & region.wall
    while open_seed:
        part = flood(region, open_seed & (~open_seed + U64_1), rest)
        rest &= ~part
        open_seed &= ~part
    free_rest = rest
    while free_rest:
        part = flood(region, free_rest & (~free_rest + U64_1), rest)
        free_rest &= ~part
        if space_count < MAX_PARTS:
            spaces[space_count] = part
            space_count += 1
    if space_count < 2 and not (defender & region.ally):
        return U64_0
    return _benson(region, defender, attacker, keys, spaces, space_count)


@kernel
def _benson(region, defender, attacker, keys, spaces, space_count):
    # 2. Chains next to a region, their surroundings, and which regions are vital to which chain.
    chains = np.empty(MAX_PARTS, np.uint64)
    vital = np.zeros(MAX_PARTS, np.int64)
    border = np.zeros(MAX_PARTS, np.int64)
    chain_count = 0
    rest = defender
    while rest and chain_count < MAX_PARTS:
        chain = flood(region, rest & (~rest + U64_1), defender)
        rest &= ~chain
        chains[chain_count] = chain
        touched = around(region, chain)
        for s in range(space_count):
            if touched & spaces[s]:
                border[chain_count] |= 1 << s
                if not (spaces[s] & ~attacker & ~touched):
                    vital[chain_count] |= 1 << s
        chain_count += 1
    # 3. Drop chains with fewer than two vital regions, and regions such chains border, until stable.
    good_spaces = (1 << space_count) - 1
    if rest:  # more chains than slots: the regions they border cannot be trusted
        touched = around(region, rest)
        for s in range(space_count):
            if touched & spaces[s]:
                good_spaces &= ~(1 << s)
    good = (1 << chain_count) - 1
    changed = True
    while changed:
        changed = False
        for c in range(chain_count):
            if good >> c & 1 and not chains[c] & region.ally:
                live = vital[c] & good_spaces
                if live & (live - 1) == 0:
                    good &= ~(1 << c)
                    good_spaces &= ~border[c]
                    changed = True
    safe = _keys_safe(region, keys, chains, chain_count, good)
    if safe:
        for s in range(space_count):
            if good_spaces >> s & 1:
                safe |= spaces[s]
    return safe


@kernel
def _keys_safe(region, keys, chains, chain_count, good):
    safe = U64_0
    for c in range(chain_count):
        if good >> c & 1:
            safe |= chains[c]
    for i in range(region.key_count):
        if keys >> i & 1:
            if region.keys[i] & safe:
                if not region.capture_any:
                    return safe
            elif region.capture_any:
                return U64_0
    return safe if region.capture_any else U64_0


@kernel
def cut_off(region, attacker, defender, keys, move):
    """The stones after an attacker's move, without what safe stones of his cut off from the keystones.

    Nothing that happens there can matter any more: all of it becomes the attacker's, so that positions which
    differ only there are one. A stone that is not safe cuts nothing off.
    """
    if not flood(region, U64_1 << np.uint64(move), attacker) & region.wall:
        return attacker, defender
    safe = flood(region, attacker & region.wall, attacker)
    seed = U64_0
    for i in range(region.key_count):
        if keys >> i & 1:
            seed |= region.keys[i]
    near = flood(region, seed & defender, region.full & ~safe)
    return (attacker & near) | (region.full & ~near), defender & near


@kernel
def guard_kill(region, defender, attacker, zone):
    """A kill's zone with what must not change for it to hold: see docs/algorithms/life-and-death.md on zones.

    Added are the liberties of attacker chains that can be captured, and one liberty of every
    defender chain that has none in the zone yet.
    """
    empty = region.full & ~(defender | attacker)
    loose = attacker
    seed = attacker & region.wall
    if seed:
        loose &= ~flood(region, seed, attacker)
    zone |= around(region, loose) & empty
    rest = defender
    while rest:
        chain = flood(region, rest & (~rest + U64_1), defender)
        rest &= ~chain
        liberties = around(region, chain) & empty
        if not liberties & zone:
            zone |= liberties & (~liberties + U64_1)
    return zone


@kernel
def eye_room(region, defender, attacker, keys):
    """Points where the defender may still get an eye, and whether they are too few to live.

    Stones whose capture ends the game count as filled. Where all chains must fall, the attacker can
    leave one of them to the last, so the one with the most room under it counts as filled. Other
    defender stones count as room, because after a capture the defender may play under them.
    The third answer is the zone of the death: no room stays none whatever the defender adds, but a
    nakade lives if he may add stones inside it.
    """
    safe = attacker & region.wall
    touched = region.wall
    if safe:
        safe = flood(region, safe, attacker)
        touched |= around(region, safe)
    room = region.full & ~safe & ~touched
    if region.ally & ~safe:  # a way out to safe friends is not counted in points
        return room & ~defender, False, U64_0
    essential = U64_0
    most = -1
    for i in range(region.key_count):
        if keys >> i & 1:
            seed = region.keys[i] & defender
            chain = flood(region, seed & (~seed + U64_1), defender)
            if region.capture_any:
                essential |= chain
            elif popcount(chain & room) > most:
                most = popcount(chain & room)
                essential = chain
    space = room & ~essential
    count = popcount(space)
    dead = count <= 1 or (count == 2 and (region.neighbors[ctz(space)] & space) != U64_0)
    if not dead and count <= 5 and not space & defender:
        return room & ~defender, is_nakade(region, space, attacker), space
    return room & ~defender, dead, U64_0


@kernel
def is_nakade(region, space, attacker):
    """Whether a last eye space is dead whoever moves: an empty square of four, or three to five points
    around one that the attacker holds. To capture there the defender must fill all but one eye."""
    if popcount(space) == 4 and not space & attacker:
        rest = space
        while rest:
            if popcount(region.neighbors[ctz(rest)] & space) != 2:
                return False
            rest &= rest - U64_1
        return True
    rest = space & attacker
    while rest:
        center = rest & (~rest + U64_1)
        if not space & ~center & ~region.neighbors[ctz(rest)]:
            return True
        rest &= rest - U64_1
    return False
