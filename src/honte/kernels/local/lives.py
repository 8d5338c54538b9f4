"""Zones of lives: what a proof of life rests on, so that attacker moves elsewhere are refuted without search.

The zone of a life is a set of points. The defender saves the keystones in every position that is the same on
those points and has, elsewhere, only more attacker stones and fewer defender stones. The argument is in
docs/algorithms/life-and-death.md.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_0, U64_1, ctz, lowest
from honte.kernels.jit import kernel
from honte.kernels.local.board import around, flood, place


@kernel
def guard_life(region, attacker, defender, keys, zone):
    """Returns a life's zone, the attacker to play, with what must not change for its answers to hold.

    These are whole defender chains with two liberties, a keystone chain that stands, and the stones that
    forbid the attacker a point of the zone.
    """
    zone = hold_keys(region, defender, keys, zone)
    before = ~zone
    while zone != before:
        before = zone
        zone = hold_chains(region, attacker, defender, zone)
        zone = hold_suicides(region, attacker, defender, zone)
    return zone


@kernel
def hold_keys(region, defender, keys, zone):
    """Returns a zone with the keystone chains whose capture would end the game.

    Where all must fall, one is enough.
    """
    first = U64_0
    for i in range(region.key_count):
        if keys >> i & 1:
            stones = region.keys[i] & defender
            if region.capture_any:
                zone |= stones
            elif stones & zone:
                return zone
            elif not first:
                first = stones
    return zone | first


@kernel
def hold_chains(region, attacker, defender, zone):
    """Returns a zone with its defender chains whole, each with two liberties, or all if it has fewer.

    A chain whose last liberty lies in the zone is one of them.
    """
    empty = region.full & ~(attacker | defender)
    rest = defender
    while rest:
        chain = flood(region, lowest(rest), defender)
        rest &= ~chain
        liberties = around(region, chain) & empty
        last = liberties & (liberties - U64_1) == U64_0
        if not chain & zone and not (last and liberties & zone):
            continue
        zone |= chain
        if chain & region.ally:
            continue
        held = liberties & zone
        if not held:
            held = lowest(liberties)
        if held & (held - U64_1) == U64_0:
            held |= lowest(liberties & ~held)
        zone |= held
    return zone


@kernel
def hold_suicides(region, attacker, defender, zone):
    """Returns a zone with the stones that make an attacker's move on one of its points suicide."""
    empty = region.full & ~(attacker | defender)
    rest = empty & zone & ~region.wall
    while rest:
        move = ctz(rest)
        rest &= rest - U64_1
        touched = region.neighbors[move]
        if touched & empty:
            continue
        legal, _, _, _, _ = place(region, attacker, defender, region.wall, region.ally, move)
        if legal:
            continue
        zone |= touched
        own = touched & attacker
        if own:
            chains = flood(region, own, attacker)
            zone |= chains | around(region, chains)
    return zone


@kernel
def guard_answer(region, attacker, defender, new_attacker, new_defender, move, zone):
    """Returns the zone of a life, the defender to play `move`, from the zone of the life after the move.

    What the move captures stays captured, what it does not capture keeps a liberty, and it stays legal.
    """
    stone = U64_1 << np.uint64(move)
    zone |= stone
    touched = region.neighbors[move]
    empty = region.full & ~(new_attacker | new_defender)
    captured = attacker & ~new_attacker
    if captured:
        zone |= captured | around(region, captured) | touched
    rest = touched & new_attacker
    while rest:
        chain = flood(region, lowest(rest), new_attacker)
        rest &= ~chain
        liberties = around(region, chain) & empty
        if not chain & region.wall and not liberties & zone:
            zone |= lowest(liberties)
    if not touched & empty & zone:
        chain = flood(region, stone, new_defender)
        zone |= chain
        liberties = around(region, chain) & empty
        if not chain & region.ally and not liberties & zone:
            zone |= lowest(liberties)
    return zone
