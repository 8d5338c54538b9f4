"""The children of a position in the proof search, and their first proof and disproof numbers."""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_0, U64_1, ctz, popcount
from honte.kernels.jit import kernel
from honte.kernels.local.board import NO_KO, keys_lost, shape
from honte.kernels.local.moves import PASS, follow_from, keys_of, ko_of, to_play
from honte.kernels.local.must import must_stop_kill, must_stop_life
from honte.kernels.local.null import FEWEST, NOTHING, leave_out, offer_null
from honte.kernels.local.stack import INFINITY, NOT_YET, WEIGHT_ONE, narrow, on_line
from honte.kernels.local.static import alive_zone, eye_space, life_sources, may_live, secure
from honte.kernels.local.table import UNCONDITIONAL, ask_for, find, hash_of, path_code


@kernel
def guess(room, attacks, cost, salt, h):
    """Returns a first proof and disproof number of a new position.

    They come from the room for eyes and from the cost of the last move's shape. `attacks` is 1 when the
    attacker is to play next.
    """
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
def judge(region, s, table, depth, i, sources):
    """Returns a child's (proof number, disproof number, dependency depth, zone, whether the zone is a
    hint only, room for eyes in points).

    The first of these that answers counts: rules, static tests, the line, the table, a guess. `sources`
    are the `life_sources` before the move.
    """
    a, d, m = s.child_attacker[depth, i], s.child_defender[depth, i], s.child_meta[depth, i]
    move, keys = s.child_move[depth, i], keys_of(m)
    if keys_lost(region, keys):
        return 0, INFINITY, UNCONDITIONAL, U64_0, 0, 0
    if move != PASS and to_play(m) == 1:
        tested = a != s.attacker[depth] or may_live(region, s.defender[depth], sources, move)
        if tested:
            life = alive_zone(region, d, a, keys)
            if life:
                return INFINITY, 0, UNCONDITIONAL, life, 0, 0
    points, dead, zone = eye_space(region, d, a, keys, s.child_safe[i], s.child_touched[i])
    room = popcount(points)
    if dead:
        return 0, INFINITY, UNCONDITIONAL, zone, 0, room
    h = hash_of(a | s.filler, d, m)
    above = on_line(s, depth, h, a, d, m)
    if above >= 0:
        return INFINITY, 0, above, U64_0, 1, room
    known, pn, dn, path, rests, zone = find(table, h, a | s.filler, d, m)
    if known:
        if path and path == path_code(s.path[depth], h):
            return INFINITY, 0, rests, zone, 1, room
        return pn, dn, UNCONDITIONAL, zone, 0 if path else rests, room
    cost = np.int64(0)
    if move != PASS:
        cost += s.costs[1 - to_play(m), shape(region, s.attacker[depth], s.defender[depth], move)]
    pn, dn = guess(room, to_play(m), cost, s.salt, h)
    return pn, dn, UNCONDITIONAL, U64_0, 0, room


@kernel
def list_children(region, s, table, depth, moves, passing):
    """Lists the children by legal moves, the pass first, and prefetches their entries; returns their number.

    A move that captures the keystones stands alone.
    """
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
            ask_for(table, hash_of(a | s.filler, d, m))
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
    """Lists the children of a position with their numbers; a decisive child stands alone."""
    attacker, defender, meta = s.attacker[depth], s.defender[depth], s.meta[depth]
    attacks = to_play(meta)
    moves = region.full & ~(attacker | defender)
    count = 0
    passing = ko_of(meta) != NO_KO if attacks == 1 else s.nulled[depth] == 0
    threat = U64_0
    refuted = False
    s.threat[depth] = U64_0
    s.null[depth] = NOTHING
    if attacks == 1:
        must, s.threat[depth] = must_stop_life(region, attacker, defender, meta)
        if must != region.full:
            moves &= must
            passing = False
        elif not passing and popcount(moves) >= FEWEST:
            refuted = offer_null(s, table, depth)
    else:
        must, threat = must_stop_kill(region, attacker, defender, meta)
        moves &= must
    sources = region.full if attacks == 1 else life_sources(region, defender, attacker, keys_of(meta))
    listed = list_children(region, s, table, depth, moves, passing)
    for i in range(listed):
        a, d, m = s.child_attacker[depth, i], s.child_defender[depth, i], s.child_meta[depth, i]
        move = s.child_move[depth, i]
        pn, dn, rests, zone, loose, room = judge(region, s, table, depth, i, sources)
        if move == PASS and threat:
            pn, dn, rests, zone, loose = 0, INFINITY, UNCONDITIONAL, threat, 0
        decisive = pn == 0 if attacks == 1 else dn == 0 and rests == UNCONDITIONAL
        if decisive:
            s.child_attacker[depth, 0], s.child_defender[depth, 0] = a, d
            s.child_meta[depth, 0], s.child_move[depth, 0] = m, move
            count = 0
        s.child_pn[depth, count] = pn
        s.child_dn[depth, count] = dn
        s.child_rests[depth, count] = rests
        s.child_zone[depth, count] = zone
        s.child_loose[depth, count] = loose
        s.child_room[depth, count] = room
        s.child_weight[depth, count] = WEIGHT_ONE
        count += 1
        if decisive:
            break
    s.count[depth] = count
    s.weighed[depth] = NOT_YET
    if refuted:
        leave_out(region, s, depth)
    if attacks == 0 and not s.nulled[depth] and s.child_pn[depth, 0] == 0 and not threat:
        narrow(s, depth, s.child_zone[depth, 0])
