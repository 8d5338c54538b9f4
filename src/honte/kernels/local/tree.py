"""A tree grown by policy and rollouts: it guesses a move where no proof comes in time.

PUCT (Rosin 2011, as in AlphaGo): the search visits a child for its mean result and for the promise of its
move (`honte.kernels.local.policy`). It plays out a new leaf by moves drawn from the same policy, until the
keystones fall, live by Benson's theorem or have no room left. Decided leaves decide their parents (Winands's
MCTS-Solver), so a decided root is as sure as a proof; everything else is a guess. A result is 1 when the
keystones fall, 0 when they are saved.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_1, ctz, popcount
from honte.kernels.jit import kernel
from honte.kernels.local.moves import PASS, after, follow_from, keys_of, may_pass, to_play
from honte.kernels.local.must import must_stop_kill, must_stop_life
from honte.kernels.local.policy import POLICY, UNIT, encode, point_states, promise
from honte.kernels.local.static import eye_space, is_alive, life_sources, may_live, secure
from honte.kernels.polling import must_end, publish

OPEN, CAPTURED, SAVED = 0, 1, 2
"""The status of a position."""
MAX_MOVES = 66
"""64 points, a pass, and one place to spare."""
MAX_LINE = 60
"""The deepest position of the tree, in moves; below it the keystones count as saved."""
ROLLOUT = 24
"""Moves after which the keystones count as saved in a rollout."""
COURAGE = 1.5
"""The weight of promise against mean results (PUCT's constant)."""
NEW_LOSS = 0.1
"""An untried move counts as 0.1 worse than the mean result of its parent."""
PASS_LOSS = 3.0
"""A pass promises 3.0 less than the best move."""
_POLL = 16
"""Visits between two looks at the control cells."""

LEAF = np.dtype(
    [
        ("attacker", np.uint64),
        ("defender", np.uint64),
        ("meta", np.uint64),
        ("first", np.int32),
        ("children", np.int32),
        ("visits", np.int32),
        ("move", np.int16),
        ("status", np.int16),
        ("total", np.float32),
        ("prior", np.float32),
    ]
)
"""A position of the tree; `total` is the sum of results, `first` the index of the first of `children`."""

DESK = np.dtype(
    [
        ("policy", POLICY),
        ("random", np.uint64),
        ("attacker", np.uint64, (MAX_MOVES,)),
        ("defender", np.uint64, (MAX_MOVES,)),
        ("meta", np.uint64, (MAX_MOVES,)),
        ("move", np.int64, (MAX_MOVES,)),
        ("status", np.int64, (MAX_MOVES,)),
        ("weight", np.float64, (MAX_MOVES,)),
        ("line", np.int64, (MAX_LINE + 2,)),
        ("used", np.int64),
    ]
)
"""One thread's policy, random state, list of moves and line; `used` counts the positions of the tree."""


# Moves


@kernel
def decide(region, meta, attacker, defender, fallen, tested, safe, touched):
    """Returns the status after a move by rules and static tests, and the room for eyes in points."""
    if fallen:
        return CAPTURED, 0
    keys = keys_of(meta)
    if tested and is_alive(region, defender, attacker, keys):
        return SAVED, 0
    room, dead, _ = eye_space(region, defender, attacker, keys, safe, touched)
    return CAPTURED if dead else OPEN, popcount(room)


@kernel
def add_move(desk, count, attacker, defender, meta, move, status, weight):
    """Writes a move and the position after it at place `count` of the list."""
    desk.attacker[count] = attacker
    desk.defender[count] = defender
    desk.meta[count] = meta
    desk.move[count] = move
    desk.status[count] = status
    desk.weight[count] = weight


@kernel
def list_moves(region, desk, attacker, defender, meta, moves, passing):
    """Lists legal moves with status and weight; returns their number and the status of the position.

    A weight is the odds of a move by its promise. A move that decides for the side to play stands alone.
    """
    attacks, policy = to_play(meta), desk.policy
    point_states(region, attacker, defender, keys_of(meta), policy.states)
    safe, touched = secure(region, attacker)
    room = popcount(region.full & ~(safe | touched | defender))
    sources = life_sources(region, defender, attacker, keys_of(meta))
    count, best = 0, -1e9
    while moves:
        move = ctz(moves)
        moves &= moves - U64_1
        legal, a, d, m, fallen, s, t = follow_from(region, attacker, defender, meta, move, safe, touched)
        if not legal:
            continue
        tested = attacks == 0 and (a != attacker or may_live(region, defender, sources, move))
        status, left = decide(region, m, a, d, fallen, tested, s, t)
        encode(region, policy.states, attacks, attacker, defender, a, d, move, left - room, policy.codes)
        weight = promise(policy, attacks) / UNIT
        best = max(best, weight)
        add_move(desk, count, a, d, m, move, status, weight)
        count += 1
        if status == (CAPTURED if attacks == 1 else SAVED):
            add_move(desk, 0, a, d, m, move, status, 1.0)
            return 1, status
    if passing:
        _, a, d, m, _ = after(region, attacker, defender, meta, PASS)
        add_move(desk, count, a, d, m, PASS, OPEN, best - PASS_LOSS if count else 0.0)
        count += 1
    for i in range(count):
        desk.weight[i] = np.exp(desk.weight[i] - best) if best > -1e9 else 1.0
    return count, OPEN if count else SAVED


@kernel
def random_share(desk):
    """Returns a random number of at least 0 and below 1, by xorshift."""
    desk.random ^= desk.random << np.uint64(13)
    desk.random ^= desk.random >> np.uint64(7)
    desk.random ^= desk.random << np.uint64(17)
    return np.float64(desk.random >> np.uint64(11)) / 9007199254740992.0


@kernel
def roll_out(region, desk, attacker, defender, meta):
    """Returns 1 when the keystones fall in a game drawn from the policy, 0 when they live or outlast it."""
    for _ in range(ROLLOUT):
        moves = region.full & ~(attacker | defender)
        count, status = list_moves(region, desk, attacker, defender, meta, moves, may_pass(region, meta))
        if status != OPEN:
            return 1.0 if status == CAPTURED else 0.0
        bad = SAVED if to_play(meta) == 1 else CAPTURED
        total = 0.0
        for i in range(count):
            if desk.status[i] == bad:
                desk.weight[i] = 0.0
            total += desk.weight[i]
        if total == 0.0:
            return 1.0 if bad == CAPTURED else 0.0
        pick = random_share(desk) * total
        i = 0
        while i < count - 1 and pick >= desk.weight[i]:
            pick -= desk.weight[i]
            i += 1
        attacker, defender, meta = desk.attacker[i], desk.defender[i], desk.meta[i]
    return 0.0


# The tree


@kernel
def grow(region, desk, tree, node):
    """Gives a position its children: the legal moves inside its must-play zone."""
    t = tree[node]
    attacks = to_play(t.meta) == 1
    moves = region.full & ~(t.attacker | t.defender)
    passing = may_pass(region, t.meta)
    if attacks:
        must, _ = must_stop_life(region, t.attacker, t.defender, t.meta)
        if must != region.full:
            passing = False
    else:
        must, threat = must_stop_kill(region, t.attacker, t.defender, t.meta)
        if threat:
            passing = False
    bad = SAVED if attacks else CAPTURED
    if not moves & must and not passing:
        t.status = bad
        return
    count, status = list_moves(region, desk, t.attacker, t.defender, t.meta, moves & must, passing)
    if count == 0:
        t.status = bad
        return
    t.status = status
    t.first, t.children = desk.used, count
    total, lost = 0.0, 0
    for i in range(count):
        total += desk.weight[i]
        lost += desk.status[i] == bad
    for i in range(count):
        c = tree[desk.used + i]
        c.attacker, c.defender, c.meta = desk.attacker[i], desk.defender[i], desk.meta[i]
        c.first, c.children, c.visits, c.total = 0, 0, 0, 0.0
        c.move, c.status, c.prior = desk.move[i], desk.status[i], desk.weight[i] / total
    desk.used += count
    if lost == count:
        t.status = bad


@kernel
def choose(tree, node):
    """Returns the child to visit, by mean result for the side to play and promise; -1 when all are lost."""
    t = tree[node]
    attacks = to_play(t.meta) == 1
    bad = SAVED if attacks else CAPTURED
    spread = COURAGE * np.sqrt(t.visits + 1.0)
    mean = (t.total + 0.5) / (t.visits + 1.0)
    new = (mean if attacks else 1.0 - mean) - NEW_LOSS
    best, chosen = -1e9, -1
    for i in range(t.first, t.first + t.children):
        c = tree[i]
        if c.status == bad:
            continue
        value = new
        if c.visits:
            value = c.total / c.visits
            value = value if attacks else 1.0 - value
        value += spread * c.prior / (1 + c.visits)
        if value > best:
            best, chosen = value, i
    return chosen


@kernel
def visit(region, desk, tree):
    """Goes once down the tree; returns the result and the depth reached. `desk.line` holds the way."""
    node, depth = 0, 0
    while True:
        desk.line[depth] = node
        t = tree[node]
        if t.status != OPEN:
            return (1.0 if t.status == CAPTURED else 0.0), depth
        if t.children == 0:
            if t.visits == 0 and node != 0:
                return roll_out(region, desk, t.attacker, t.defender, t.meta), depth
            grow(region, desk, tree, node)
            if t.status != OPEN:
                continue
        if depth >= MAX_LINE:
            return 0.0, depth
        chosen = choose(tree, node)
        if chosen < 0:
            t.status = SAVED if to_play(t.meta) == 1 else CAPTURED
            continue
        node = chosen
        depth += 1


@kernel
def tell(desk, tree, value, depth):
    """Enters a result along the way; a child decided in favor of the mover decides its parent."""
    for k in range(depth, -1, -1):
        t = tree[desk.line[k]]
        t.visits += 1
        t.total += value
        if k < depth and t.status == OPEN:
            child = tree[desk.line[k + 1]].status
            if child == (CAPTURED if to_play(t.meta) == 1 else SAVED):
                t.status = child


@kernel
def grow_tree(region_array, desk_array, tree, control, attacker, defender, meta):
    """Grows a tree until it is stopped, out of nodes or room, or decided; returns the number of visits.

    Position 0 of `tree` is the root.
    """
    region, desk = region_array[0], desk_array[0]
    root = tree[0]
    root.attacker, root.defender, root.meta = attacker, defender, meta
    root.first, root.children, root.visits, root.total, root.status = 0, 0, 0, 0.0, OPEN
    desk.used = 1
    done = 0
    while root.status == OPEN and desk.used + MAX_MOVES < len(tree):
        value, depth = visit(region, desk, tree)
        tell(desk, tree, value, depth)
        done += 1
        if done % _POLL == 0:
            before = publish(control, _POLL)
            if must_end(control, before):
                break
    publish(control, done % _POLL)
    return done
