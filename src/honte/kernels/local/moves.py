"""A position of the life-and-death search and its moves: the rules on the local board.

A position is the stones of both sides and one word, `meta`: the side to play, the ko point, the number of
outside threats and their owner, the keystones that stand, and the problem's generation.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_1
from honte.kernels.jit import kernel
from honte.kernels.local.board import NO_KO, keys_left, keys_lost, place
from honte.kernels.local.static import cut_off, secure, secure_after

PASS = 64
"""A pass, where the number of a point is expected."""


@kernel
def pack(region, attacks, ko, threats, keys, favored):
    """Returns the meta word. `favored`, the owner of the threats, is 1 attacker or 2 defender.

    Without threats the owner is dropped, so that equal positions have equal words.
    """
    favored = favored if threats > 0 else 0
    high = (region.generation << 40) | (favored << 32) | (keys << 16)
    return np.uint64(high | (threats << 8) | (ko << 1) | attacks)


@kernel
def to_play(meta):
    """Returns 1 when the attacker is to play, 0 for the defender."""
    return np.int64(meta & U64_1)


@kernel
def ko_of(meta):
    """Returns the point that the ko bans, or NO_KO."""
    return np.int64(meta >> U64_1) & 127


@kernel
def threats_of(meta):
    """Returns the number of outside ko threats left."""
    return np.int64(meta >> np.uint64(8)) & 255


@kernel
def keys_of(meta):
    """Returns the keystone chains that stand, as bits."""
    return np.int64(meta >> np.uint64(16)) & 0xFFFF


@kernel
def favored_of(meta):
    """Returns the owner of the threats: 1 attacker, 2 defender, 0 without threats."""
    return np.int64(meta >> np.uint64(32)) & 255


@kernel
def null_meta(meta):
    """Returns the meta word after an attacker's null move, where no ko binds the attacker."""
    return meta & ~U64_1


@kernel
def may_pass(region, meta):
    """Whether the side to play may pass: the defender always, the attacker in a ko or with `free_pass`."""
    return to_play(meta) == 0 or ko_of(meta) != NO_KO or region.free_pass != 0


@kernel
def after(region, attacker, defender, meta, move):
    """Returns the position after a move: (legal, attacker, defender, meta, whether the keystones fell)."""
    attacks, ko = to_play(meta), ko_of(meta)
    threats, keys, favored = threats_of(meta), keys_of(meta), favored_of(meta)
    if move == PASS:
        if attacks == 1 and ko == NO_KO and not region.free_pass:
            return False, attacker, defender, meta, False
        return True, attacker, defender, pack(region, 1 - attacks, NO_KO, threats, keys, favored), False
    if move == ko:
        if threats == 0 or (favored == 1) != (attacks == 1):
            return False, attacker, defender, meta, False
        threats -= 1
    if attacks == 1:
        legal, own, other, captured, new_ko = place(
            region, attacker, defender, region.wall, region.ally, move
        )
        keys = keys_left(region, keys, captured)
        return legal, own, other, pack(region, 0, new_ko, threats, keys, favored), keys_lost(region, keys)
    legal, own, other, captured, new_ko = place(region, defender, attacker, region.ally, region.wall, move)
    return legal, other, own, pack(region, 1, new_ko, threats, keys, favored), False


@kernel
def follow(region, attacker, defender, meta, move):
    """Plays as `after` does, and drops what the move has cut off from the keystones."""
    safe, touched = secure(region, attacker)
    legal, a, d, m, fallen, _, _ = follow_from(region, attacker, defender, meta, move, safe, touched)
    return legal, a, d, m, fallen


@kernel
def follow_from(region, attacker, defender, meta, move, safe, touched):
    """Plays as `follow` does, given what is `secure` before the move; also returns what is secure after."""
    legal, a, d, m, fallen = after(region, attacker, defender, meta, move)
    if legal and not fallen and move != PASS and to_play(meta) == 1 and touched >> np.uint64(move) & U64_1:
        safe, touched = secure_after(region, a, safe, touched, move)
        a, d, safe = cut_off(region, a, d, keys_of(m), safe)
    return legal, a, d, m, fallen, safe, touched
