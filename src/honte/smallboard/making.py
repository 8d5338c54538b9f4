"""Makes books: a proof is searched, its strategy walked, and the book mended to hold under superko too."""

from __future__ import annotations

from honte.grid import Grid
from honte.search.budget import Budget
from honte.smallboard.book import Book, entries_of
from honte.smallboard.engine import Engine, State
from honte.smallboard.mending import ROOM, certified
from honte.smallboard.superko import Strategy
from honte.smallboard.tracks import Track


def make_book(grid: Grid, goal: int, budget: Budget, *, own: int = 0, opp: int = 0) -> Book | None:
    """Proves that the prover, to play, reaches `goal` and makes a book of it; None when the budget ends."""
    engine = Engine(grid, budget)
    track = Track(engine, State(own, opp), hold=False)
    with budget.running():
        while not budget.stopped and not track.exhausted(goal) and not track.step(goal):
            pass
        if track.low < goal:
            return None
        return book_of(engine, track.state, goal, track.proved_depth)


def book_of(engine: Engine, state: State, goal: int, depth: int, limit: int = ROOM) -> Book | None:
    """The book of a proved state of an engine; None when the strategy is larger than `limit`.

    It promises its goal under superko where `certified` can show it.
    """
    strategy = Strategy(engine, goal, limit)
    if not strategy.walk(state, depth, merge=True):
        return None
    entries = entries_of(engine.grid, strategy)
    book = Book(engine.grid, goal, (state.own, state.opp), *entries, prover_first=state.prover_first)
    del strategy
    return certified(book, engine)
