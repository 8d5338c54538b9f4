"""Null moves of the attacker: when the defender lives after one, attacker moves outside the zone are refuted.

A null move is a pass that the defender may not answer with a pass; otherwise the line would come back and
tell nothing. It is no move of the game: if the attacker captures after it, nothing follows.
"""

from __future__ import annotations

from honte.kernels.intrinsics import U64_0, U64_1, lowest
from honte.kernels.jit import kernel
from honte.kernels.local.board import around, flood
from honte.kernels.local.moves import null_meta
from honte.kernels.local.stack import FRESH, STALE, narrow
from honte.kernels.local.table import UNCONDITIONAL, find, hash_of

NOTHING, OPEN = 0, 1
"""What is known of a null move: nothing is left to ask, or it is neither refuted nor given up."""
FEWEST = 6
"""A null move saves nothing worth its price where the attacker has fewer moves."""
SHARE = 4
"""A null move comes first while its disproof number is at most this fraction of all moves' together."""
EVIDENCE = 3
"""Number of the attacker's moves that must be refuted first: before that the attacker may well win."""


@kernel
def offer_null(s, table, depth):
    """Looks the attacker's null move up; returns whether it is known to be refuted, with its zone entered."""
    a, d, meta = s.attacker[depth], s.defender[depth], null_meta(s.meta[depth])
    h = hash_of(a | s.filler, d, meta)
    known, pn, dn, path, loose, zone = find(table, h, a | s.filler, d, meta)
    s.null[depth], s.null_dn[depth] = OPEN, 1
    if not known:
        return False
    s.null_dn[depth] = dn
    if pn == 0 or dn == 0:
        s.null[depth] = NOTHING
    if dn == 0 and not path and not loose:
        s.threat[depth] |= zone
        return True
    return False


@kernel
def pays(s, depth, dn):
    """Whether a position's null move should be searched next: it looks cheap, and some moves are refuted."""
    if s.null[depth] != OPEN or s.null_dn[depth] * SHARE > dn:
        return False
    refuted = 0
    for i in range(s.count[depth]):
        if s.child_dn[depth, i] == 0:
            refuted += 1
    return refuted >= EVIDENCE


@kernel
def tell_null(region, s, depth, pn, dn, rests, zone, loose):
    """Enters the result of a null move; a life drops the attacker's moves outside its zone."""
    s.null_dn[depth] = dn
    if pn == 0 or dn == 0:
        s.null[depth] = NOTHING
    if dn == 0 and rests == UNCONDITIONAL and not loose:
        s.threat[depth] |= zone
        leave_out(region, s, depth)
        if s.weighed[depth] == FRESH:
            s.weighed[depth] = STALE


@kernel
def leave_out(region, s, depth):
    """Drops the attacker's moves that a refuted null move refutes."""
    narrow(s, depth, to_stop(region, s.attacker[depth], s.defender[depth], s.threat[depth]))


@kernel
def to_stop(region, attacker, defender, zone):
    """Returns where the attacker must play if a life after the attacker's null move has this zone.

    Elsewhere a move captures no chain of the zone and changes nothing in it.
    """
    empty = region.full & ~(attacker | defender)
    rest = defender & zone
    last = U64_0
    while rest:
        chain = flood(region, lowest(rest), defender)
        rest &= ~chain
        liberties = around(region, chain) & empty
        if liberties & (liberties - U64_1) == U64_0:
            last |= liberties
    return zone | last
