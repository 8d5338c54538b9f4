"""Analysis of a position without choosing a move: what a search thinks of every candidate, while it runs.

`choose` looks for one move and stops as soon as nothing can change it. `analyze` goes on until its budget
ends, considers every likely move, and shows what it has at regular intervals. On boards that the network
does not know it adds up playout searches, each with another seed; these know no lines and no leads.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from honte.core import Game, Move, Phase
from honte.engine import mcts
from honte.engine.candidates import candidates_of
from honte.engine.choice import Candidate
from honte.engine.tree import Tree
from honte.errors import InputError
from honte.network import View, load, supports
from honte.search.budget import Budget

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CONSIDERED = 60
"""Likely moves that an analysis may show."""
ROOT_SYMMETRIES = 2
"""Images of the board over which the answer for the position on the board is averaged."""
PLAYOUT_ROUND = 0.5
"""Seconds of one playout search on boards that the network does not know."""
PLAYOUT_MEMORY_MB = 64


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known of a position so far. Chances and leads are those of the side to play."""

    candidates: tuple[Candidate, ...]
    """The moves, most visited first."""
    visits: int
    win_rate: float
    lead: float | None
    """The expected lead of the side to play in points, komi included; None without the network."""
    ownership: NDArray[np.float64]
    """Mean final owner of every point, -1 White to +1 Black; shape (rows, cols), row 0 at the bottom."""


def analyze(
    game: Game,
    budget: Budget,
    watch: Callable[[Analysis], object] | None = None,
    *,
    every: float = 0.5,
    only: Callable[[Move], bool] = lambda move: True,
) -> Analysis:
    """Searches until the budget ends; `watch` gets what is known about every `every` seconds.

    `only` says which first moves are considered. Raises InputError when the game is over or no move is left.

    >>> found = analyze(Game(5), Budget(nodes=20))
    >>> str(found.candidates[0].move), found.visits
    ('C3', 20)
    """
    if game.phase is not Phase.PLAY:
        raise InputError("the game is over: there is nothing to analyze")
    pace = _Pace(watch, every)
    if supports(game.grid):
        try:
            network = load()
        except InputError:
            return _by_playouts(game, budget, pace, only)
        with budget.running():
            said = network.predict([View.of(game)], symmetries=ROOT_SYMMETRIES)[0]
            moves = [each for each in said.moves() if game.illegality(each[0]) is None and only(each[0])]
            if not moves:
                raise InputError("no move is left to analyze")
            tree = _Steady(game, network, said, moves[:CONSIDERED])
            owners = said.owners.reshape(game.grid.rows, game.grid.cols).astype(float)
            tree.grow(budget, None, lambda: pace.show(lambda: _of_tree(tree, owners)))
        return _of_tree(tree, owners)
    return _by_playouts(game, budget, pace, only)


class _Steady(Tree):
    """A tree that goes on although its first move is decided: the others are shown, too."""

    def is_decided(self, left: float) -> bool:
        """Never."""
        return False


class _Pace:
    """Shows an analysis at most every `every` seconds."""

    def __init__(self, watch: Callable[[Analysis], object] | None, every: float) -> None:
        self.watch, self.every = watch, every
        self.last = time.monotonic()

    def show(self, analysis: Callable[[], Analysis]) -> None:
        if self.watch is not None and time.monotonic() - self.last >= self.every:
            self.watch(analysis())
            self.last = time.monotonic()


def _of_tree(tree: Tree, owners: NDArray[np.float64]) -> Analysis:
    found = candidates_of(tree)
    said, sign = tree.root.prediction, int(tree.root.view.position.to_play)
    assert said is not None
    black = said.black_wins(tree.values.komi)
    win_rate = black if sign > 0 else 1 - black
    lead = sign * (said.lead - tree.values.komi)
    visits = sum(each.visits for each in found)
    if visits:
        win_rate = sum(each.visits * each.win_rate for each in found) / visits
        lead = sum(each.visits * (each.lead or 0.0) for each in found) / visits
    return Analysis(found, visits, win_rate, lead, owners)


def _by_playouts(game: Game, budget: Budget, pace: _Pace, only: Callable[[Move], bool]) -> Analysis:
    """Playout searches one after another; their visits and owners are added up."""
    import numpy as np

    sums: dict[Move, tuple[int, float]] = {}
    owners, rounds, spent = np.zeros((game.grid.rows, game.grid.cols)), 0, 0

    def so_far() -> Analysis:
        ranked = sorted(sums.items(), key=lambda item: -item[1][0])
        found = tuple(Candidate(move, n, wins / n, line=(move,)) for move, (n, wins) in ranked)
        visits = sum(each.visits for each in found)
        win_rate = sum(each.visits * each.win_rate for each in found) / max(1, visits)
        return Analysis(found, visits, win_rate if found else 0.5, None, owners / max(1, rounds))

    with budget.running():
        while rounds == 0 or not (budget.stopped or (budget.nodes is not None and spent >= budget.nodes)):
            left = None if budget.nodes is None else budget.nodes - spent
            part = Budget(min(PLAYOUT_ROUND, budget.remaining), left, PLAYOUT_MEMORY_MB)
            choice = mcts.choose(game, part, seed=1 + rounds, watch=partial(_pass_on, budget, part))
            rounds, spent = rounds + 1, spent + max(1, choice.simulations)
            owners = owners + choice.ownership
            for each in choice.candidates:
                if only(each.move):
                    visits, wins = sums.get(each.move, (0, 0.0))
                    sums[each.move] = (visits + each.visits, wins + each.visits * each.win_rate)
            pace.show(so_far)
    return so_far()


def _pass_on(whole: Budget, part: Budget) -> None:
    """Stops a part of a budget with the whole."""
    if whole.stopped:
        part.stop()
