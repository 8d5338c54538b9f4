"""Proof search for connections: can the connector join two chains, can the cutter keep them apart?

The search is that of life and death (`honte.kernels.local.dfpn`) with another goal. The connector is the
`attacker` of the local board, because the connector proves: a proof is a line of play to one chain. The
cutter disproves, and endless play is a success of the cutter. `keys[0]` and `keys[1]` are the two chains at
the start, one bit each: no point under them is played before one is captured, which ends the game.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.control import ENOUGH
from honte.kernels.intrinsics import U64_0, U64_1, atomic_store, ctz
from honte.kernels.jit import kernel
from honte.kernels.local.board import around, flood, place
from honte.kernels.local.dfpn import leave, limits, summary
from honte.kernels.local.moves import PASS, after, may_pass, to_play
from honte.kernels.local.stack import FRESH, INFINITY, MAX_DEPTH, WEIGHT_ONE, enter, narrow, on_line
from honte.kernels.local.static import guard_kill
from honte.kernels.local.table import UNCONDITIONAL, ask_for, find, hash_of, path_code
from honte.kernels.polling import must_end, publish

_POLL = 64
"""Nodes between two looks at the control cells."""
FAR = 16
"""The distance of two chains that no number of moves seems to join."""


@kernel
def is_joined(region, connector):
    """Whether the two chains are one."""
    return flood(region, region.keys[0], connector) & region.keys[1] != U64_0


@kernel
def is_parted(region, connector, cutter):
    """Whether the chains are apart for good: one is captured, or safe stones of the cutter stand between."""
    both = region.keys[0] | region.keys[1]
    if connector & both != both:
        return True
    safe = cutter & region.ally
    if safe:
        safe = flood(region, safe, cutter)
    return flood(region, region.keys[0], region.full & ~safe) & region.keys[1] == U64_0


@kernel
def distance(region, connector, cutter):
    """Returns how many moves of the connector in a row join the chains; a cutter's stone counts as two."""
    safe = cutter & region.ally
    if safe:
        safe = flood(region, safe, cutter)
    reached = flood(region, region.keys[0], connector)
    late = U64_0
    for count in range(FAR):
        if reached & region.keys[1]:
            return count
        near = around(region, reached) & ~reached
        step = (near & ~cutter) | late
        late = near & cutter & ~safe
        if not step and not late:
            break
        reached = flood(region, reached | step, connector | reached | step)
    return FAR


@kernel
def must_stop_joining(region, attacker, defender):
    """Returns where the cutter must play, and the union of the zones of all moves that join at once.

    After a move outside of one of these zones the connector joins the chains.
    """
    must, used = region.full, U64_0
    first = flood(region, region.keys[0], attacker)
    second = flood(region, region.keys[1], attacker)
    moves = around(region, first) & around(region, second) & ~(attacker | defender)
    while moves:
        move = ctz(moves)
        moves &= moves - U64_1
        legal, own, other, _, _ = place(region, attacker, defender, region.wall, region.ally, move)
        if not legal:
            continue
        zone = guard_kill(region, other, own, U64_1 << np.uint64(move))
        zone = guard_kill(region, defender, attacker, zone)
        must &= zone
        used |= zone
    return must, used


@kernel
def judge(region, s, depth, table, a, d, m):
    """Returns (proof number, disproof number, dependency depth, zone) of a position below `depth`."""
    if to_play(m) == 0:
        if is_joined(region, a):
            return 0, INFINITY, UNCONDITIONAL, U64_0
    elif is_parted(region, a, d):
        return INFINITY, 0, UNCONDITIONAL, U64_0
    h = hash_of(a, d, m)
    above = on_line(s, depth, h, a, d, m)
    if above >= 0:
        return INFINITY, 0, above, U64_0
    known, pn, dn, path, rests, zone = find(table, h, a, d, m)
    if known:
        if path and path == path_code(s.path[depth], h):
            return INFINITY, 0, rests, U64_0
        return pn, dn, UNCONDITIONAL, zone
    far = distance(region, a, d)
    pn = far + (1 - to_play(m))
    dn = 1 + max(0, 4 - far) + to_play(m)
    return max(1, pn), dn, UNCONDITIONAL, U64_0


@kernel
def expand(region, s, table, depth):
    """Lists the children of a position with their numbers, a pass first; a decisive child stands alone."""
    attacker, defender, meta = s.attacker[depth], s.defender[depth], s.meta[depth]
    attacks = to_play(meta)
    moves = region.full & ~(attacker | defender)
    passing = may_pass(region, meta)
    threat = U64_0
    if attacks == 0:
        must, threat = must_stop_joining(region, attacker, defender)
        moves &= must
    count = 0
    while moves or passing:
        if passing:
            move = PASS
            passing = False
        else:
            move = ctz(moves)
            moves &= moves - U64_1
        legal, a, d, m, _ = after(region, attacker, defender, meta, move)
        if not legal:
            continue
        ask_for(table, hash_of(a, d, m))
        if move == PASS and threat:
            pn, dn, rests, zone = 0, INFINITY, UNCONDITIONAL, threat
        else:
            pn, dn, rests, zone = judge(region, s, depth, table, a, d, m)
        decisive = pn == 0 if attacks == 1 else dn == 0 and rests == UNCONDITIONAL
        if decisive:
            count = 0
        s.child_attacker[depth, count], s.child_defender[depth, count] = a, d
        s.child_meta[depth, count], s.child_move[depth, count] = m, move
        s.child_pn[depth, count], s.child_dn[depth, count] = pn, dn
        s.child_rests[depth, count], s.child_zone[depth, count] = rests, zone
        s.child_weight[depth, count] = WEIGHT_ONE
        count += 1
        if decisive:
            break
    s.count[depth] = count
    s.weighed[depth] = FRESH
    if attacks == 0 and count and s.child_pn[depth, 0] == 0 and not threat:
        narrow(s, depth, s.child_zone[depth, 0])


@kernel
def search(region_array, search_array, table, control, attacker, defender, meta):
    """Returns the proof and disproof number of a position.

    A proof number of 0 means joined, a disproof number of 0 kept apart; otherwise the search was stopped.
    """
    region, s = region_array[0], search_array[0]
    s.count[0] = 0
    if is_joined(region, attacker):
        return np.int64(0), np.int64(INFINITY)
    if is_parted(region, attacker, defender):
        return np.int64(INFINITY), np.int64(0)
    s.nodes = 0
    s.zones_of_lives = 0
    s.bloom[:] = 0
    reported = 0
    depth = 0
    enter(s, depth, attacker, defender, meta, np.int64(INFINITY), np.int64(INFINITY), 0)
    expand(region, s, table, depth)
    pn, dn = np.int64(1), np.int64(1)
    while depth >= 0:
        pn, dn, rests, chosen, second = summary(s, depth)
        if s.nodes - reported >= _POLL:
            s.depth = depth
            before = publish(control, s.nodes - reported)
            reported = s.nodes
            if must_end(control, before):
                break
        if depth >= MAX_DEPTH - 2:
            break
        if pn == 0 or dn == 0 or pn >= s.pn_limit[depth] or dn >= s.dn_limit[depth]:
            if depth == 0:
                atomic_store(control, ENOUGH, np.int64(1))
            leave(region, s, table, depth, pn, dn, rests)
            depth -= 1
            continue
        s.chosen[depth] = chosen
        pn_limit, dn_limit = limits(s, depth, pn, dn, second, chosen)
        a, d = s.child_attacker[depth, chosen], s.child_defender[depth, chosen]
        m = s.child_meta[depth, chosen]
        depth += 1
        enter(s, depth, a, d, m, pn_limit, dn_limit, 0)
        expand(region, s, table, depth)
    while depth >= 0:
        pn, dn, rests, chosen, second = summary(s, depth)
        leave(region, s, table, depth, pn, dn, rests)
        depth -= 1
    publish(control, s.nodes - reported)
    return pn, dn
