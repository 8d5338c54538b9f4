"""Perfect play on tiny boards: a move that the small-board solver proves at once."""

from __future__ import annotations

from honte.core import BLACK, PASS, Game, Move
from honte.engine.choice import Choice
from honte.errors import InputError
from honte.search.budget import Budget

LARGEST = 25
"""Points of the largest board on which the solver is asked."""
SHARE = 0.3
"""Fraction of the seconds for a move that the solver may spend."""
NODES = 300_000
"""Nodes that the solver may visit for one move."""
MEMORY_MB = 64
"""Megabytes of the solver's table."""


def perfect_choice(game: Game, budget: Budget) -> Choice | None:
    """A move that is proved to keep the value of the position; None where nothing is proved at once.

    It passes only after a pass, or if no other move keeps the value.
    """
    import numpy as np

    from honte.smallboard import check_rules, solve
    from honte.smallboard.past import past_of

    if game.grid.size > LARGEST:
        return None
    try:
        check_rules(game.rules)
    except InputError:
        return None  # the solver counts area and knows no suicide
    seconds = None if budget.seconds is None else SHARE * budget.seconds
    found = solve(
        game.position, game.rules, Budget(seconds, NODES, MEMORY_MB), past=past_of(game), every_move=False
    )
    if not found.proved or found.value is None:
        return None
    black, value = game.to_play is BLACK, found.value
    keeping: list[Move] = [
        each.move
        for each in found.moves
        if (each.low >= value if black else each.high <= value) and game.illegality(each.move) is None
    ]
    stones = [move for move in keeping if move is not PASS]
    if not keeping:
        return None
    move = stones[0] if stones and not game.passes else PASS if PASS in keeping else stones[0]
    lead = (value - game.rules.komi - game.bonus) * int(game.to_play)
    win_rate = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    ownership = np.zeros((game.grid.rows, game.grid.cols))
    return Choice(move, win_rate, 0, (), ownership, note="perfect play: the solver proves this move")
