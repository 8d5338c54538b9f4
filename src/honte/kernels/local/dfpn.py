"""Depth-first proof-number search for life and death, with sound repetition.

Nagai's df-pn with the 1+epsilon threshold (Pawlewicz and Lew) on the local board: the attacker proves,
the defender disproves. Attacker nodes take the least proof number and the sum of disproof numbers;
defender nodes the other way round.

A repetition is a success of the defender, because the attacker made no progress. A disproof that rests on
an earlier position of the line carries the depth of that position. If that position is the node itself, or
below it, the disproof rests on nothing outside the node and is stored for good. Otherwise it is stored with
the code of its line and used on that line only. Proofs never rest on repetition.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.control import ENOUGH
from honte.kernels.intrinsics import U64_0, U64_1, atomic_store
from honte.kernels.jit import kernel
from honte.kernels.local.children import expand
from honte.kernels.local.lives import guard_answer, guard_life
from honte.kernels.local.moves import PASS, keys_of, null_meta, to_play
from honte.kernels.local.null import SHARE, pays, tell_null
from honte.kernels.local.stack import (
    FRESH,
    INFINITY,
    MAX_DEPTH,
    NULL,
    STALE,
    WEIGHT_ONE,
    enter,
    narrow,
    take_off,
)
from honte.kernels.local.stack import SEARCH as SEARCH
from honte.kernels.local.stack import SHAPES as SHAPES
from honte.kernels.local.static import guard_kill
from honte.kernels.local.table import UNCONDITIONAL, store
from honte.kernels.local.weights import weigh
from honte.kernels.polling import must_end, publish

_POLL = 64
"""Nodes between two looks at the control cells."""


@kernel
def summary(s, depth):
    """Returns a position's proof number, disproof number, dependency depth, best child and runner-up.

    The dependency depth is that of a disproof: the depth of the highest position of the line on which it
    rests. The runner-up is the second best weighted number.
    """
    attacks = to_play(s.meta[depth]) == 1
    total, best, second = np.int64(0), np.int64(INFINITY), np.int64(INFINITY)
    chosen, other = -1, np.int64(0)
    rests, held = np.int64(UNCONDITIONAL), np.int64(-1)
    for i in range(s.count[depth]):
        pn, dn = s.child_pn[depth, i], s.child_dn[depth, i]
        low, high = (pn, dn) if attacks else (dn, pn)
        total += high
        if 0 < low < INFINITY:
            low = min(low * s.child_weight[depth, i] // WEIGHT_ONE, np.int64(INFINITY - 1))
        if low < best or (low == best and high < other and low > 0):
            second = best
            best = low
            other = high
            chosen = i
        elif low < second:
            second = low
        if attacks:
            rests = min(rests, s.child_rests[depth, i])
        elif dn == 0:
            held = max(held, s.child_rests[depth, i])
    if best > 0 and total > 0:
        total = min(total, np.int64(INFINITY - 1))
    if attacks:
        return best, total, rests, chosen, second
    return min(total, np.int64(INFINITY)), best, held, chosen, second


@kernel
def kill_zone(region, s, depth):
    """Returns the zone of a proved position: defender stones added outside it change nothing."""
    a, d = s.attacker[depth], s.defender[depth]
    zone = U64_0
    if to_play(s.meta[depth]) == 0:
        for i in range(s.count[depth]):
            zone |= s.child_zone[depth, i]
        return guard_kill(region, d, a, zone)
    for i in range(s.count[depth]):
        if s.child_pn[depth, i] == 0:
            if s.child_move[depth, i] == PASS:
                return region.full
            zone = s.child_zone[depth, i] | (U64_1 << np.uint64(s.child_move[depth, i]))
            zone = guard_kill(region, s.child_defender[depth, i], s.child_attacker[depth, i], zone)
            break
    return guard_kill(region, d, a, zone)


@kernel
def life_zone(region, s, depth):
    """Returns the zone of a disproved position, and 1 where it is a hint on which no proof may rest.

    It is a hint where a line of the disproof comes back to an earlier position.
    """
    if to_play(s.meta[depth]) == 1:
        zone, loose = s.threat[depth], 0
        for i in range(s.count[depth]):
            zone |= s.child_zone[depth, i]
            if s.child_loose[depth, i] or s.child_rests[depth, i] != UNCONDITIONAL:
                loose = 1
        return guard_life(region, s.attacker[depth], s.defender[depth], keys_of(s.meta[depth]), zone), loose
    chosen = -1
    for i in range(s.count[depth]):
        if s.child_dn[depth, i] == 0 and (chosen < 0 or is_firmer(s, depth, i, chosen)):
            chosen = i
    zone, move = s.child_zone[depth, chosen], s.child_move[depth, chosen]
    loose = 1 if s.child_loose[depth, chosen] or s.child_rests[depth, chosen] != UNCONDITIONAL else 0
    if move != PASS:
        a, d = s.child_attacker[depth, chosen], s.child_defender[depth, chosen]
        zone = guard_answer(region, s.attacker[depth], s.defender[depth], a, d, move, zone)
    return zone, loose


@kernel
def is_firmer(s, depth, i, other):
    """Whether the life after one answer rests on less repetition than that after another."""
    if s.child_rests[depth, i] != s.child_rests[depth, other]:
        return s.child_rests[depth, i] > s.child_rests[depth, other]
    return s.child_loose[depth, i] < s.child_loose[depth, other]


@kernel
def leave(region, s, table, depth, pn, dn, rests):
    """Stores a position's numbers, takes it off the line and enters them at its parent.

    A disproof that rests on a position above is stored as a hint, and with the code of its line.
    """
    path = U64_0
    zone, loose = U64_0, 0
    kept_pn, kept_dn = pn, dn
    if pn == 0:
        zone = kill_zone(region, s, depth)
    elif dn == 0:
        if s.zones_of_lives:
            zone, loose = life_zone(region, s, depth)
        if rests >= depth:
            rests = np.int64(UNCONDITIONAL)
        else:
            path = s.path[depth]
            kept_pn, kept_dn = np.int64(16), np.int64(1)
    h = s.hash[depth]
    work = s.nodes - s.entered[depth]
    kept_rests = rests if path else np.int64(loose)
    a, d, m = s.attacker[depth], s.defender[depth], s.meta[depth]
    if pn > 0 or not s.nulled[depth]:
        store(table, h, a | s.filler, d, m, kept_pn, kept_dn, path, kept_rests, work, zone)
    take_off(s, depth)
    s.zone, s.loose = zone, loose
    if depth > 0:
        if s.nulled[depth]:
            tell_null(region, s, depth - 1, pn, dn, rests, zone, loose)
        else:
            tell_parent(s, depth - 1, pn, dn, rests, zone, loose)


@kernel
def tell_parent(s, depth, pn, dn, rests, zone, loose):
    """Enters a child's result at its parent; a refuted pass drops the moves outside the kill's zone."""
    i = s.chosen[depth]
    s.child_pn[depth, i] = pn
    s.child_dn[depth, i] = dn
    s.child_rests[depth, i] = rests if dn == 0 else np.int64(UNCONDITIONAL)
    s.child_zone[depth, i] = zone
    s.child_loose[depth, i] = loose
    if (pn == 0 or dn == 0) and s.weighed[depth] == FRESH:
        s.weighed[depth] = STALE
    if pn == 0 and i == 0 and to_play(s.meta[depth]) == 0 and not s.nulled[depth]:
        narrow(s, depth, zone)


@kernel
def limits(s, depth, pn, dn, second, chosen):
    """Returns the thresholds of the chosen child: half as much again as the runner-up, and one more.

    Without that slack the search would jump between two children of nearly equal numbers.
    """
    child_pn, child_dn = s.child_pn[depth, chosen], s.child_dn[depth, chosen]
    attacks = to_play(s.meta[depth]) == 1
    own = min(s.pn_limit[depth] if attacks else s.dn_limit[depth], second + second // 2 + 1)
    if own < INFINITY:
        own = own * WEIGHT_ONE // s.child_weight[depth, chosen] + 1
    if attacks:
        return own, s.dn_limit[depth] - (dn - child_dn)
    return s.pn_limit[depth] - (pn - child_pn), own


@kernel
def search(region_array, search_array, table, control, attacker, defender, meta):
    """Returns the proof and disproof number of a position.

    A proof number of 0 means captured, a disproof number of 0 saved; otherwise the search was stopped.
    """
    region, s = region_array[0], search_array[0]
    s.nodes = 0
    s.zones_of_lives = 1
    s.filler = ~region.full
    s.bloom[:] = 0
    reported = 0
    depth = 0
    enter(s, depth, attacker, defender, meta, np.int64(INFINITY), np.int64(INFINITY), 0)
    expand(region, s, table, depth)
    pn, dn = np.int64(1), np.int64(1)
    while depth >= 0:
        pn, dn, rests, chosen, second = summary(s, depth)
        # 1. Stop when asked, when the node limit is reached, or when the stack is full.
        if s.nodes - reported >= _POLL:
            s.depth = depth
            before = publish(control, s.nodes - reported)
            reported = s.nodes
            if must_end(control, before):
                break
        if depth >= MAX_DEPTH - 2:
            break
        # 2. Leave a position that is decided, or whose numbers reach its thresholds.
        if pn == 0 or dn == 0 or pn >= s.pn_limit[depth] or dn >= s.dn_limit[depth]:
            if depth == 0:
                atomic_store(control, ENOUGH, np.int64(1))
            leave(region, s, table, depth, pn, dn, rests)
            depth -= 1
            continue
        # 3. A null move that pays comes first.
        if pays(s, depth, dn):
            a, d, m = s.attacker[depth], s.defender[depth], null_meta(s.meta[depth])
            s.chosen[depth] = NULL
            depth += 1
            enter(s, depth, a, d, m, np.int64(INFINITY), dn // SHARE + 1, 1)
            expand(region, s, table, depth)
            continue
        # 4. Otherwise go down into the most promising child, once the children are weighed.
        if s.weighed[depth] != FRESH:
            weigh(region, s, depth)
            continue
        s.chosen[depth] = chosen
        pn_limit, dn_limit = limits(s, depth, pn, dn, second, chosen)
        a, d = s.child_attacker[depth, chosen], s.child_defender[depth, chosen]
        m = s.child_meta[depth, chosen]
        depth += 1
        enter(s, depth, a, d, m, pn_limit, dn_limit, 0)
        expand(region, s, table, depth)
    # 5. When stopped, keep what is known along the line.
    while depth >= 0:
        pn, dn, rests, chosen, second = summary(s, depth)
        leave(region, s, table, depth, pn, dn, rests)
        depth -= 1
    publish(control, s.nodes - reported)
    return pn, dn
