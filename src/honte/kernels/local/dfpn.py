"""Depth-first proof-number search for life and death, with sound repetition.

Nagai's df-pn with the 1+epsilon threshold (Pawlewicz and Lew) on the local board: the attacker proves,
the defender disproves. Attacker nodes take the least proof number and the sum of disproof numbers;
defender nodes the other way round.

Repetition is the defender's success, since the attacker made no progress. A disproof that rests on an
earlier position of the line carries that position's depth. At or above the node itself it no longer
rests on anything and is stored for good; otherwise it is stored with the code of its line and used on
that line only. Proofs never rest on repetition.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.control import ENOUGH, NODE_LIMIT, NODES, STOP
from honte.kernels.intrinsics import U64_0, U64_1, atomic_add, atomic_load, atomic_store, ctz, popcount
from honte.kernels.jit import kernel
from honte.kernels.local.board import NO_KO, keys_lost, shape
from honte.kernels.local.moves import PASS, follow_from, keys_of, ko_of, to_play
from honte.kernels.local.must import must_stop_kill, must_stop_life
from honte.kernels.local.policy import POLICY, UNIT, encode, point_states, promise
from honte.kernels.local.static import (
    eye_room,
    eye_space,
    guard_kill,
    is_alive,
    life_sources,
    may_live,
    secure,
)
from honte.kernels.local.table import UNCONDITIONAL, ask_for, find, hash_of, path_code, store

INFINITY = 1 << 30
MAX_DEPTH = 400
MAX_CHILDREN = 66
SHAPES = 1 << 16
_BLOOM = 1024
_POLL = 64
NOT_YET, STALE, FRESH = 0, 1, 2
WEIGHT_ONE = 8
"""The weight of the most promising move, and of a pass."""
MOST_WEIGHT = 48

SEARCH = np.dtype(
    [
        ("attacker", np.uint64, (MAX_DEPTH,)),
        ("defender", np.uint64, (MAX_DEPTH,)),
        ("meta", np.uint64, (MAX_DEPTH,)),
        ("hash", np.uint64, (MAX_DEPTH,)),
        ("path", np.uint64, (MAX_DEPTH,)),
        ("count", np.int64, (MAX_DEPTH,)),
        ("chosen", np.int64, (MAX_DEPTH,)),
        ("weighed", np.int64, (MAX_DEPTH,)),
        ("pn_limit", np.int64, (MAX_DEPTH,)),
        ("dn_limit", np.int64, (MAX_DEPTH,)),
        ("entered", np.int64, (MAX_DEPTH,)),
        ("child_attacker", np.uint64, (MAX_DEPTH, MAX_CHILDREN)),
        ("child_defender", np.uint64, (MAX_DEPTH, MAX_CHILDREN)),
        ("child_meta", np.uint64, (MAX_DEPTH, MAX_CHILDREN)),
        ("child_pn", np.int64, (MAX_DEPTH, MAX_CHILDREN)),
        ("child_dn", np.int64, (MAX_DEPTH, MAX_CHILDREN)),
        ("child_rests", np.int64, (MAX_DEPTH, MAX_CHILDREN)),
        ("child_move", np.int64, (MAX_DEPTH, MAX_CHILDREN)),
        ("child_zone", np.uint64, (MAX_DEPTH, MAX_CHILDREN)),
        ("child_room", np.int64, (MAX_DEPTH, MAX_CHILDREN)),
        ("child_promise", np.int64, (MAX_DEPTH, MAX_CHILDREN)),
        ("child_weight", np.int64, (MAX_DEPTH, MAX_CHILDREN)),
        ("child_safe", np.uint64, (MAX_CHILDREN,)),
        ("child_touched", np.uint64, (MAX_CHILDREN,)),
        ("bloom", np.int64, (_BLOOM,)),
        ("costs", np.int8, (2, SHAPES)),
        ("policy", POLICY),
        ("nodes", np.int64),
        ("depth", np.int64),
        ("salt", np.uint64),
        ("belief", np.float64),
    ]
)
"""One thread's stack: the line from the root, and the children of every position on it. `costs` says, for
the defender and the attacker, how little a move of some shape promises; `depth` is for those who watch.
`weighed` tells how far the children's weights are known: NOT_YET, STALE or FRESH; `belief` is how much the
promise of a move counts, where 1 weighs moves by their odds."""


# Children


@kernel
def guess(room, attacks, cost, salt, h):
    """Proof and disproof number of a new position, from the room for eyes and the last move's shape."""
    pn = 1 + room // 2
    dn = 1 + max(0, 8 - room) // 2
    if attacks:
        dn += cost
    else:
        pn += cost
    if salt:
        pn += np.int64((h >> np.uint64(60)) & salt)
    return pn, dn


@kernel
def list_children(region, s, table, depth, moves, passing):
    """Lists legal moves, the pass first, and asks for their entries of the table; how many there are."""
    attacker, defender, meta = s.attacker[depth], s.defender[depth], s.meta[depth]
    safe, touched = secure(region, attacker)
    count = 0
    while moves or passing:
        if passing:
            move = PASS
            passing = False
        else:
            move = ctz(moves)
            moves &= moves - U64_1
        legal, a, d, m, fallen, now_safe, now_touched = follow_from(
            region, attacker, defender, meta, move, safe, touched
        )
        if not legal:
            continue
        if fallen:
            count = 0
        else:
            ask_for(table, hash_of(a, d, m))
        s.child_attacker[depth, count] = a
        s.child_defender[depth, count] = d
        s.child_meta[depth, count] = m
        s.child_move[depth, count] = move
        s.child_safe[count], s.child_touched[count] = now_safe, now_touched
        count += 1
        if fallen:
            break
    return count


@kernel
def expand(region, s, table, depth):
    """Lists the children of a position with their numbers; one decisive child stands alone."""
    attacker, defender, meta = s.attacker[depth], s.defender[depth], s.meta[depth]
    attacks = to_play(meta)
    moves = region.full & ~(attacker | defender)
    count = 0
    passing = attacks == 0 or ko_of(meta) != NO_KO or region.free_pass != 0
    threat = U64_0
    if attacks == 1:
        must = must_stop_life(region, attacker, defender, meta)
        if must != region.full:
            moves &= must
            passing = False
    else:
        must, threat = must_stop_kill(region, attacker, defender, meta)
        moves &= must
    sources = region.full if attacks == 1 else life_sources(region, defender, attacker, keys_of(meta))
    listed = list_children(region, s, table, depth, moves, passing)
    for i in range(listed):
        a, d, m = s.child_attacker[depth, i], s.child_defender[depth, i], s.child_meta[depth, i]
        move = s.child_move[depth, i]
        pn, dn, rests, zone, room = judge(region, s, table, depth, i, sources)
        if move == PASS and threat:
            pn, dn, rests, zone = 0, INFINITY, UNCONDITIONAL, threat
        decisive = pn == 0 if attacks == 1 else dn == 0 and rests == UNCONDITIONAL
        if decisive:
            s.child_attacker[depth, 0], s.child_defender[depth, 0] = a, d
            s.child_meta[depth, 0], s.child_move[depth, 0] = m, move
            count = 0
        s.child_pn[depth, count] = pn
        s.child_dn[depth, count] = dn
        s.child_rests[depth, count] = rests
        s.child_zone[depth, count] = zone
        s.child_room[depth, count] = room
        s.child_weight[depth, count] = WEIGHT_ONE
        count += 1
        if decisive:
            break
    s.count[depth] = count
    s.weighed[depth] = NOT_YET
    if attacks == 0 and s.child_pn[depth, 0] == 0 and not threat:
        narrow(s, depth, s.child_zone[depth, 0])


# Weights


@kernel
def weigh(region, s, depth):
    """How many times the number of each open child counts: the most promising once, others by their odds.

    Only positions that are looked into again need this; most never are.
    """
    if s.count[depth] > 1:
        if s.weighed[depth] == NOT_YET:
            look_at_moves(region, s, depth)
        best = np.int64(-(1 << 60))
        for i in range(s.count[depth]):
            if is_open(s, depth, i) and s.child_move[depth, i] != PASS:
                best = max(best, s.child_promise[depth, i])
        for i in range(s.count[depth]):
            if is_open(s, depth, i) and s.child_move[depth, i] != PASS:
                odds = np.exp(s.belief * (best - s.child_promise[depth, i]) / UNIT)
                s.child_weight[depth, i] = np.int64(WEIGHT_ONE * min(odds, MOST_WEIGHT))
    s.weighed[depth] = FRESH


@kernel
def is_open(s, depth, i):
    return 0 < s.child_pn[depth, i] < INFINITY


@kernel
def look_at_moves(region, s, depth):
    """The promise of every open child's move."""
    attacker, defender, meta = s.attacker[depth], s.defender[depth], s.meta[depth]
    attacks, policy = to_play(meta), s.policy
    point_states(region, attacker, defender, keys_of(meta), policy.states)
    room = popcount(eye_room(region, defender, attacker, keys_of(meta))[0])
    for i in range(s.count[depth]):
        move = s.child_move[depth, i]
        if move == PASS or not is_open(s, depth, i):
            continue
        a, d = s.child_attacker[depth, i], s.child_defender[depth, i]
        gain = s.child_room[depth, i] - room
        encode(region, policy.states, attacks, attacker, defender, a, d, move, gain, policy.codes)
        s.child_promise[depth, i] = promise(policy, attacks)


@kernel
def narrow(s, depth, zone):
    """Keeps the passes and the moves inside a zone."""
    count = 0
    for i in range(s.count[depth]):
        move = s.child_move[depth, i]
        if move == PASS or zone >> np.uint64(move) & U64_1:
            s.child_attacker[depth, count] = s.child_attacker[depth, i]
            s.child_defender[depth, count] = s.child_defender[depth, i]
            s.child_meta[depth, count] = s.child_meta[depth, i]
            s.child_pn[depth, count] = s.child_pn[depth, i]
            s.child_dn[depth, count] = s.child_dn[depth, i]
            s.child_rests[depth, count] = s.child_rests[depth, i]
            s.child_move[depth, count] = move
            s.child_zone[depth, count] = s.child_zone[depth, i]
            s.child_room[depth, count] = s.child_room[depth, i]
            s.child_promise[depth, count] = s.child_promise[depth, i]
            s.child_weight[depth, count] = s.child_weight[depth, i]
            count += 1
    s.count[depth] = count


@kernel
def kill_zone(region, s, depth):
    """The zone of a proved position: defender stones added anywhere outside it change nothing."""
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
def judge(region, s, table, depth, i, sources):
    """Numbers of a child by rules, static tests, the line, the table or a guess; last, its room for eyes.

    `sources` are those of unconditional life before the move.
    """
    a, d, m = s.child_attacker[depth, i], s.child_defender[depth, i], s.child_meta[depth, i]
    move, keys = s.child_move[depth, i], keys_of(m)
    if keys_lost(region, keys):
        return 0, INFINITY, UNCONDITIONAL, U64_0, 0
    if move != PASS and to_play(m) == 1:
        tested = a != s.attacker[depth] or may_live(region, s.defender[depth], sources, move)
        if tested and is_alive(region, d, a, keys):
            return INFINITY, 0, UNCONDITIONAL, U64_0, 0
    points, dead, zone = eye_space(region, d, a, keys, s.child_safe[i], s.child_touched[i])
    room = popcount(points)
    if dead:
        return 0, INFINITY, UNCONDITIONAL, zone, room
    h = hash_of(a, d, m)
    if s.bloom[np.int64(h & np.uint64(_BLOOM - 1))]:
        for i in range(depth, -1, -1):
            if s.hash[i] == h and s.attacker[i] == a and s.defender[i] == d and s.meta[i] == m:
                return INFINITY, 0, i, U64_0, room
    slot = find(table, h, a, d, m)
    if slot >= 0:
        entry = table[slot]
        pn = np.int64(entry.numbers >> np.uint64(32))
        dn = np.int64(entry.numbers & np.uint64(0xFFFFFFFF))
        if entry.path and entry.path == path_code(s.path[depth], h):
            return INFINITY, 0, np.int64(entry.extra >> np.uint64(32)), U64_0, room
        return pn, dn, UNCONDITIONAL, entry.zone, room
    cost = np.int64(0)
    if move != PASS:
        cost += s.costs[1 - to_play(m), shape(region, s.attacker[depth], s.defender[depth], move)]
    pn, dn = guess(room, to_play(m), cost, s.salt, h)
    return pn, dn, UNCONDITIONAL, U64_0, room


# The search


@kernel
def enter(s, depth, attacker, defender, meta, pn_limit, dn_limit):
    """Puts a position on the line."""
    h = hash_of(attacker, defender, meta)
    s.attacker[depth] = attacker
    s.defender[depth] = defender
    s.meta[depth] = meta
    s.hash[depth] = h
    s.path[depth] = path_code(s.path[depth - 1] if depth else U64_0, h)
    s.pn_limit[depth] = pn_limit
    s.dn_limit[depth] = dn_limit
    s.entered[depth] = s.nodes
    s.bloom[np.int64(h & np.uint64(_BLOOM - 1))] += 1
    s.nodes += 1


@kernel
def summary(s, depth):
    """Proof number, disproof number, what a disproof rests on, the best child and the runner-up."""
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
def leave(region, s, table, depth, pn, dn, rests):
    """Stores a position's numbers, takes it off the line and tells its parent."""
    path = U64_0
    zone = U64_0
    kept_pn, kept_dn = pn, dn
    if pn == 0:
        zone = kill_zone(region, s, depth)
    elif dn == 0:
        if rests >= depth:
            rests = np.int64(UNCONDITIONAL)
        else:
            path = s.path[depth]
            kept_pn, kept_dn = np.int64(16), np.int64(1)
    h = s.hash[depth]
    work = s.nodes - s.entered[depth]
    kept_rests = rests if path else np.int64(0)
    a, d, m = s.attacker[depth], s.defender[depth], s.meta[depth]
    store(table, h, a, d, m, kept_pn, kept_dn, path, kept_rests, work, zone)
    s.bloom[np.int64(h & np.uint64(_BLOOM - 1))] -= 1
    if depth > 0:
        tell_parent(s, depth - 1, pn, dn, rests, zone)


@kernel
def tell_parent(s, depth, pn, dn, rests, zone):
    """Enters a child's result; a refuted pass narrows what is left to look at."""
    i = s.chosen[depth]
    s.child_pn[depth, i] = pn
    s.child_dn[depth, i] = dn
    s.child_rests[depth, i] = rests if dn == 0 else np.int64(UNCONDITIONAL)
    s.child_zone[depth, i] = zone
    if (pn == 0 or dn == 0) and s.weighed[depth] == FRESH:
        s.weighed[depth] = STALE
    if pn == 0 and i == 0 and to_play(s.meta[depth]) == 0:
        narrow(s, depth, zone)


@kernel
def limits(s, depth, pn, dn, second, chosen):
    """The thresholds for the chosen child, with a quarter of slack over the runner-up."""
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
    """Proof and disproof number of a position: (0, .) captured, (., 0) lives, else stopped."""
    region, s = region_array[0], search_array[0]
    s.nodes = 0
    s.bloom[:] = 0
    reported = 0
    depth = 0
    enter(s, depth, attacker, defender, meta, np.int64(INFINITY), np.int64(INFINITY))
    expand(region, s, table, depth)
    pn, dn = np.int64(1), np.int64(1)
    while depth >= 0:
        pn, dn, rests, chosen, second = summary(s, depth)
        # 1. Stop when asked, when the node limit is reached, or when the stack is full.
        if s.nodes - reported >= _POLL:
            s.depth = depth
            before = atomic_add(control, NODES, s.nodes - reported)
            reported = s.nodes
            limit = atomic_load(control, NODE_LIMIT)
            stop = atomic_load(control, STOP) or atomic_load(control, ENOUGH)
            if stop or (limit and before >= limit):
                break
        if depth >= MAX_DEPTH - 2:
            break
        # 2. Done here: decided, or out of this position's thresholds.
        if pn == 0 or dn == 0 or pn >= s.pn_limit[depth] or dn >= s.dn_limit[depth]:
            if depth == 0:
                atomic_store(control, ENOUGH, np.int64(1))
            leave(region, s, table, depth, pn, dn, rests)
            depth -= 1
            continue
        # 3. Otherwise go down into the most promising child, once the children are weighed.
        if s.weighed[depth] != FRESH:
            weigh(region, s, depth)
            continue
        s.chosen[depth] = chosen
        pn_limit, dn_limit = limits(s, depth, pn, dn, second, chosen)
        a, d = s.child_attacker[depth, chosen], s.child_defender[depth, chosen]
        m = s.child_meta[depth, chosen]
        depth += 1
        enter(s, depth, a, d, m, pn_limit, dn_limit)
        expand(region, s, table, depth)
    # 4. When stopped, keep what is known along the line.
    while depth >= 0:
        pn, dn, rests, chosen, second = summary(s, depth)
        leave(region, s, table, depth, pn, dn, rests)
        depth -= 1
    atomic_add(control, NODES, s.nodes - reported)
    return pn, dn
