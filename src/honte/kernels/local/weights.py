"""The weights of children in the proof search: unlikely moves wait longer.

The policy (`honte.kernels.local.policy`) gives every move a promise. The search multiplies the number of a
child by its weight when it chooses where to go; no proof rests on it.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import popcount
from honte.kernels.jit import kernel
from honte.kernels.local.moves import PASS, keys_of, to_play
from honte.kernels.local.policy import UNIT, encode, point_states, promise
from honte.kernels.local.stack import FRESH, NOT_YET, WEIGHT_ONE, is_open
from honte.kernels.local.static import eye_room

MOST_WEIGHT = 48
"""The largest odds against a move that count."""


@kernel
def weigh(region, s, depth):
    """Sets the weights of the open children: WEIGHT_ONE for the most promising, more for the others.

    A weight is WEIGHT_ONE times the odds of the best move against this one. Only positions that the search
    visits again need weights, and most are visited once.
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
def look_at_moves(region, s, depth):
    """Sets the promise of every open child's move."""
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
