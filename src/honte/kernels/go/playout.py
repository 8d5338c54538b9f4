"""Random games to the end: the compiled half of Monte-Carlo counting.

Both sides play random legal moves and never fill an own eye, until both pass. Every empty point is then
somebody's eye, so the board counts itself.
"""

from __future__ import annotations

import numpy as np

from honte.kernels.go.board import eye, stands
from honte.kernels.go.games import TALLY as TALLY
from honte.kernels.go.games import add_owners, play_out, run_games, scan
from honte.kernels.go.layout import EMPTY_FIELD, U0
from honte.kernels.jit import kernel


@kernel(inline="always")
def _playable(b, p, color, desk):
    """Whether an empty cell may be played and is no own eye."""
    if b.around[p] >= EMPTY_FIELD:
        return True
    return not eye(b, p, color) and p != np.uint64(b.ko) and stands(b, p, color)


@kernel
def find_move(b, color, draw):
    """Returns a random cell that may be played and is no own eye; 0 when there is none."""
    return scan(_playable, b, color, draw, 0)


@kernel(inline="always")
def _choose(b, last, color, draw, desk):
    """The policy of plain random games."""
    return find_move(b, color, draw)


@kernel
def _play(b, color, draw, limit, desk, number):
    """Plays board `b` at random to its end; returns the number of stones put down."""
    return play_out(_choose, b, U0, color, draw, limit, desk)


@kernel
def run_playouts(boards, color, first, count, seed, limit, tallies, t, control):
    """Plays random games; arguments and result are those of `honte.kernels.go.games.run_games`."""
    return run_games(_play, add_owners, boards, color, first, count, seed, limit, 0, tallies, t, control)
