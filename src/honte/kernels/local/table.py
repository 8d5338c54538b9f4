"""The transposition table of the life-and-death search: exact keys, bounded memory, shared by threads.

An entry holds the whole position, so no two positions can be confused. Threads write without locks; a
checksum over all words makes a torn entry look empty instead of wrong.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_0, prefetch
from honte.kernels.jit import kernel

WAYS = 4
"""Entries in a bucket; a position may lie in any of them."""
UNCONDITIONAL = 30000
"""The dependency depth of a result that rests on no earlier position of the line."""

ENTRY = np.dtype(
    [
        ("attacker", np.uint64),
        ("defender", np.uint64),
        ("meta", np.uint64),
        ("numbers", np.uint64),
        ("path", np.uint64),
        ("extra", np.uint64),
        ("check", np.uint64),
        ("zone", np.uint64),
    ]
)
"""One position. The high half of `numbers` is the proof number, the low half the disproof number.

`path` is the code of the line for which a conditional disproof holds, 0 if there is none. The high half of
`extra` is its dependency depth, the low half the work spent, in nodes. `zone` is that of a kill or a life.
Where `path` is 0 and the dependency depth is not, the zone of a life is a hint, on which no proof may rest.
"""

_C1 = np.uint64(0x9E3779B97F4A7C15)
_C2 = np.uint64(0xC2B2AE3D27D4EB4F)
_C3 = np.uint64(0x165667B19E3779F9)
_S29 = np.uint64(29)
_S32 = np.uint64(32)
_S40 = np.uint64(40)
_LOW = np.uint64(0xFFFFFFFF)


@kernel
def hash_of(attacker, defender, meta):
    """Returns a well mixed hash of a position."""
    h = attacker * _C1
    h = (h ^ (h >> _S32) ^ defender) * _C2
    h = (h ^ (h >> _S29) ^ meta) * _C3
    return h ^ (h >> _S32)


@kernel
def path_code(parent, position_hash):
    """Returns the code of a line that is one position longer; never 0."""
    h = (parent ^ position_hash) * _C1
    h ^= h >> _S29
    return (h * _C2) | np.uint64(1)


@kernel
def _checksum(attacker, defender, meta, numbers, path, extra, zone):
    """Returns a word that depends on every other word of an entry."""
    return (
        attacker * _C1 ^ defender * _C2 ^ meta * _C3 ^ numbers ^ (path << _S29) ^ (extra * _C2) ^ zone * _C1
    )


@kernel
def ask_for(table, h):
    """Starts loading the bucket of a position that will soon be looked up."""
    base = np.int64(h & np.uint64(len(table) - 1)) & ~(WAYS - 1)
    for i in range(WAYS):
        prefetch(table, np.uint64(base + i))


@kernel
def find(table, h, attacker, defender, meta):
    """Returns (whether a position has an entry, pn, dn, path, depth, zone); see ENTRY.

    Another thread may write at any moment: each word is read once, and the checksum is that of what was read.
    """
    base = np.int64(h & np.uint64(len(table) - 1)) & ~(WAYS - 1)
    for i in range(base, base + WAYS):
        entry = table[i]
        if entry.attacker != attacker or entry.defender != defender or entry.meta != meta:
            continue
        numbers, path, extra, zone = entry.numbers, entry.path, entry.extra, entry.zone
        if entry.check == _checksum(attacker, defender, meta, numbers, path, extra, zone):
            pn, dn = np.int64(numbers >> _S32), np.int64(numbers & _LOW)
            return True, pn, dn, path, np.int64(extra >> _S32), zone
    return False, np.int64(0), np.int64(0), U64_0, np.int64(0), U64_0


@kernel
def store(table, h, attacker, defender, meta, pn, dn, path, depth, work, zone):
    """Writes an entry over that of the same position, or over the one with the least work in its bucket.

    Entries of earlier problems count as no work. Half of the work in the position's old entry is added.
    """
    base = np.int64(h & np.uint64(len(table) - 1)) & ~(WAYS - 1)
    slot = base
    least = np.uint64(1) << np.uint64(40)
    for i in range(base, base + WAYS):
        entry = table[i]
        if entry.attacker == attacker and entry.defender == defender and entry.meta == meta:
            slot = i
            work += np.int64(entry.extra & _LOW) // 2
            break
        spent = entry.extra & _LOW
        if entry.meta >> _S40 != meta >> _S40:  # another generation: an earlier problem
            spent = U64_0
        if spent < least:
            least = spent
            slot = i
    entry = table[slot]
    entry.attacker = attacker
    entry.defender = defender
    entry.meta = meta
    numbers = (np.uint64(pn) << _S32) | np.uint64(dn)
    extra = (np.uint64(depth) << _S32) | np.uint64(min(work, 0xFFFFFFFF))
    entry.numbers, entry.path, entry.extra, entry.zone = numbers, path, extra, zone
    entry.check = _checksum(attacker, defender, meta, numbers, path, extra, zone)
