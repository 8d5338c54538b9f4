"""One thread's stack of the proof search: the line from the root, and the children of its positions."""

from __future__ import annotations

import numpy as np

from honte.kernels.intrinsics import U64_0, U64_1
from honte.kernels.jit import kernel
from honte.kernels.local.moves import PASS
from honte.kernels.local.policy import POLICY
from honte.kernels.local.table import hash_of, path_code

INFINITY = 1 << 30
"""The proof or disproof number of a position that cannot be proved or disproved."""
MAX_DEPTH = 400
"""The longest line, in moves."""
MAX_CHILDREN = 66
"""64 points, a pass, and one place to spare."""
SHAPES = 1 << 16
"""The number of shapes around a move: see `honte.kernels.local.board.shape`."""
NOT_YET, STALE, FRESH = 0, 1, 2
"""How far the children's weights are known: not computed, computed for other open children, valid."""
NULL = -1
"""The chosen child where the line follows an attacker's null move, which is no child."""
WEIGHT_ONE = 8
"""The weight of the most promising move, and of a pass."""
_BLOOM = 1024

SEARCH = np.dtype(
    [
        # The line from the root.
        ("attacker", np.uint64, (MAX_DEPTH,)),
        ("defender", np.uint64, (MAX_DEPTH,)),
        ("meta", np.uint64, (MAX_DEPTH,)),
        ("hash", np.uint64, (MAX_DEPTH,)),
        ("path", np.uint64, (MAX_DEPTH,)),  # code of the line down to this position
        ("count", np.int64, (MAX_DEPTH,)),  # number of children
        ("chosen", np.int64, (MAX_DEPTH,)),  # the child that the line follows
        ("weighed", np.int64, (MAX_DEPTH,)),  # NOT_YET, STALE or FRESH
        ("pn_limit", np.int64, (MAX_DEPTH,)),  # thresholds at which the position is left
        ("dn_limit", np.int64, (MAX_DEPTH,)),
        ("threat", np.uint64, (MAX_DEPTH,)),  # zones of the lives that the attacker must stop here
        (
            "null",
            np.int64,
            (MAX_DEPTH,),
        ),  # what is known of the attacker's null move: see `honte.kernels.local.null`
        ("null_dn", np.int64, (MAX_DEPTH,)),  # its disproof number
        ("nulled", np.int64, (MAX_DEPTH,)),  # 1 where a null move led here
        ("entered", np.int64, (MAX_DEPTH,)),  # value of `nodes` when the line came here
        # The children of every position on it.
        ("child_attacker", np.uint64, (MAX_DEPTH, MAX_CHILDREN)),
        ("child_defender", np.uint64, (MAX_DEPTH, MAX_CHILDREN)),
        ("child_meta", np.uint64, (MAX_DEPTH, MAX_CHILDREN)),
        ("child_pn", np.int64, (MAX_DEPTH, MAX_CHILDREN)),  # proof number
        ("child_dn", np.int64, (MAX_DEPTH, MAX_CHILDREN)),  # disproof number
        ("child_rests", np.int64, (MAX_DEPTH, MAX_CHILDREN)),  # dependency depth of a disproof
        ("child_move", np.int64, (MAX_DEPTH, MAX_CHILDREN)),
        ("child_zone", np.uint64, (MAX_DEPTH, MAX_CHILDREN)),  # zone of a proof or of a disproof
        ("child_loose", np.int64, (MAX_DEPTH, MAX_CHILDREN)),  # 1 where a disproof's zone is a hint
        ("child_room", np.int64, (MAX_DEPTH, MAX_CHILDREN)),  # room for eyes, in points
        ("child_promise", np.int64, (MAX_DEPTH, MAX_CHILDREN)),
        ("child_weight", np.int64, (MAX_DEPTH, MAX_CHILDREN)),
        ("child_safe", np.uint64, (MAX_CHILDREN,)),  # `secure` after the move, while children are listed
        ("child_touched", np.uint64, (MAX_CHILDREN,)),
        # Tables, settings and counters.
        ("bloom", np.int64, (_BLOOM,)),  # number of positions on the line by hash
        ("costs", np.int8, (2, SHAPES)),  # by side, 0 defender: how little a shape promises, 0 to 8
        ("policy", POLICY),
        ("nodes", np.int64),
        ("filler", np.uint64),  # bits outside the area, which count as attacker stones in the table
        ("zone", np.uint64),  # of the last position that was left: at the end, of the root
        ("loose", np.int64),  # 1 where that is a hint
        ("zones_of_lives", np.int64),  # 1 where disproofs have zones: in life and death
        ("depth", np.int64),  # for observers: the depth at the last look at the control cells
        ("salt", np.uint64),  # makes threads search differently; 0 adds nothing
        ("belief", np.float64),  # how much the promise of a move counts: 1 weighs moves by their odds
    ]
)


@kernel
def enter(s, depth, attacker, defender, meta, pn_limit, dn_limit, nulled):
    """Puts a position on the line, with the thresholds at which it is left.

    `nulled` is 1 when a null move of the attacker led to it.
    """
    h = hash_of(attacker | s.filler, defender, meta)
    s.attacker[depth] = attacker
    s.defender[depth] = defender
    s.meta[depth] = meta
    s.hash[depth] = h
    s.path[depth] = path_code(s.path[depth - 1] if depth else U64_0, h)
    s.pn_limit[depth] = pn_limit
    s.dn_limit[depth] = dn_limit
    s.entered[depth] = s.nodes
    s.nulled[depth] = nulled
    s.bloom[np.int64(h & np.uint64(_BLOOM - 1))] += 1
    s.nodes += 1


@kernel
def on_line(s, depth, h, attacker, defender, meta):
    """Returns the depth at which a position stands on the line up to `depth`; -1 when it does not."""
    if s.bloom[np.int64(h & np.uint64(_BLOOM - 1))]:
        for i in range(depth, -1, -1):
            if (
                s.hash[i] == h
                and s.attacker[i] == attacker
                and s.defender[i] == defender
                and s.meta[i] == meta
            ):
                return i
    return -1


@kernel
def take_off(s, depth):
    """Takes the last position, at `depth`, off the line."""
    s.bloom[np.int64(s.hash[depth] & np.uint64(_BLOOM - 1))] -= 1


@kernel
def is_open(s, depth, i):
    """Whether a child is neither proved nor disproved."""
    return 0 < s.child_pn[depth, i] < INFINITY


@kernel
def narrow(s, depth, zone):
    """Drops the children whose moves lie outside a zone; passes stay."""
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
            s.child_loose[depth, count] = s.child_loose[depth, i]
            s.child_room[depth, count] = s.child_room[depth, i]
            s.child_promise[depth, count] = s.child_promise[depth, i]
            s.child_weight[depth, count] = s.child_weight[depth, i]
            count += 1
    s.count[depth] = count
