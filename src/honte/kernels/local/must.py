"""Must-play zones: a move outside such a zone lets the opponent succeed at once.

The argument is in docs/algorithms/life-and-death.md.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_0, U64_1, ctz, lowest, popcount
from honte.kernels.jit import kernel
from honte.kernels.local.board import around, flood, keys_left, keys_lost, place
from honte.kernels.local.moves import keys_of
from honte.kernels.local.static import (
    MOST_NAKADE,
    alive_zone,
    eye_space,
    guard_kill,
    last_space,
    life_sources,
    may_live,
    secure,
    secure_after,
)


@kernel
def atari_points(region, own, other):
    """Returns the last liberties of the chains of `own` in atari."""
    empty = region.full & ~(own | other)
    result = U64_0
    rest = own
    while rest:
        chain = flood(region, lowest(rest), own)
        rest &= ~chain
        liberties = around(region, chain) & empty
        if liberties & (liberties - U64_1) == U64_0:
            result |= liberties
    return result


@kernel
def must_stop_life(region, attacker, defender, meta):
    """Returns where the attacker must play, and the union of the zones of the lives that threaten.

    After any other move the defender lives at once, unconditionally (Benson). A life that leaves the attacker
    as many moves as the others is left out.
    """
    must, used = region.full, U64_0
    moves = must & ~(attacker | defender)
    keys = keys_of(meta)
    guarded = U64_0
    sources = life_sources(region, defender, attacker, keys)
    while moves:
        move = ctz(moves)
        moves &= moves - U64_1
        legal, own, other, captured, _ = place(region, defender, attacker, region.ally, region.wall, move)
        if not legal:
            continue
        if not captured and not may_live(region, defender, sources, move):
            continue
        zone = alive_zone(region, own, other, keys)
        if not zone:
            continue
        zone |= (U64_1 << np.uint64(move)) | captured | around(region, captured)
        if must == region.full:
            guarded = atari_points(region, defender, attacker)
        if must & ~(zone | guarded):
            must &= zone | guarded
            used |= zone
    return must, used


@kernel
def must_stop_kill(region, attacker, defender, meta):
    """Returns where the defender must play, and the union of the zones of the kills that threaten.

    After any other move the attacker kills at once.
    """
    must, used = region.full, U64_0
    moves = must & ~(attacker | defender)
    keys = keys_of(meta)
    safe, touched = secure(region, attacker)
    room = region.full & ~safe & ~touched
    wide = popcount(room & ~defender) > MOST_NAKADE
    wide = wide or popcount(last_space(region, defender, keys, room)) > MOST_NAKADE
    while moves:
        move = ctz(moves)
        moves &= moves - U64_1
        legal, own, other, captured, _ = place(region, attacker, defender, region.wall, region.ally, move)
        if not legal:
            continue
        zone = U64_0
        left = keys_left(region, keys, captured)
        if not keys_lost(region, left):
            if wide and not captured and not touched >> np.uint64(move) & U64_1:
                continue
            own_safe, own_touched = secure_after(region, own, safe, touched, move)
            _, dead, zone = eye_space(region, other, own, left, own_safe, own_touched)
            if not dead:
                continue
        zone |= U64_1 << np.uint64(move)
        zone = guard_kill(region, other, own, zone)
        zone = guard_kill(region, defender, attacker, zone)
        must &= zone
        used |= zone
    return must, used
