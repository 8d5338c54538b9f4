"""Positions for hypothesis: random legal play on small boards."""

from __future__ import annotations

from hypothesis import strategies as st

from honte.core import TROMP_TAYLOR, Game, Rules
from honte.grid import Grid


@st.composite
def games(draw: st.DrawFn, rules: Rules = TROMP_TAYLOR, side: int = 5) -> Game:
    """A game of random legal moves, now and then a pass."""
    game = Game(Grid(draw(st.integers(1, side)), draw(st.integers(1, side))), rules)
    for choice in draw(st.lists(st.integers(0, 10_000), max_size=60)):
        moves = [*game.legal_moves]
        if not moves or game.illegality(None) is not None:
            break
        game.play(None if choice % 23 == 0 and game.passes == 0 else moves[choice % len(moves)])
    return game
