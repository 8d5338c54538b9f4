"""The opponent's tree search: `honte.network.tree` under the rules of a game.

Values mix the chance to win with the lead in points, so that the search plays no slack moves when the winner
is clear. Moves that bring back a board of the game or of the walk are left out. The search does not read
ladders or life and death beyond what the tree reaches.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honte.core import Board, Game, KoRule, Move, Rules
from honte.kernels.control import NODES
from honte.network import Network, Prediction, View
from honte.network.tree import BATCH, GuidedTree, Node
from honte.search.budget import Budget

if TYPE_CHECKING:
    from collections.abc import Iterator

LEAD_WEIGHT = 0.3
"""Weight of the lead in points; the chance to win, from -1 to +1, weighs 1."""


@dataclass(slots=True)
class Values:
    """Turns predictions into values for Black: the chance to win, and the mix that the search follows."""

    komi: float
    center: float
    """Black's lead at the root, without komi."""
    scale: float
    """Points of lead beyond which more lead matters little."""

    def of(self, node: Node) -> tuple[float, float]:
        """Black's value and Black's chance to win; two passes end the game with a count by owners."""
        said = node.prediction
        assert said is not None
        lead, wins = said.lead, said.black_wins(self.komi)
        if node.passes >= 2:
            lead = float((said.owners > 0).sum()) - float((said.owners < 0).sum())
            wins = 1.0 if lead > self.komi else 0.0 if lead < self.komi else 0.5
        gain = 2 / math.pi * math.atan((lead - self.center) / self.scale)
        return 2 * wins - 1 + LEAD_WEIGHT * gain, wins


class Tree(GuidedTree):
    """A search tree for the side to play in a game."""

    def __init__(self, game: Game, network: Network, root: Prediction, moves: Sequence[tuple[Move, float]]):
        """Starts with the root's prediction and the moves to choose from, with their probabilities."""
        super().__init__(network, Node(View.of(game), game.passes, root), moves)
        self.rules = game.rules
        self.seen = _boards(game)
        self.values = Values(game.rules.komi + game.bonus, root.lead, float(game.grid.cols))

    def grow(self, budget: Budget, most: int | None, watch: Callable[[], object] | None = None) -> None:
        """Adds visits until the budget or `most` visits are spent, or nothing can change the choice."""
        limit = min((n for n in (most, budget.nodes) if n is not None), default=None)
        with budget.running():
            while not budget.stopped and (limit is None or self.visits < limit):
                self.grow_once(BATCH if limit is None else limit - self.visits)
                budget.control[NODES] = self.visits
                if watch is not None:
                    watch()
                if self.is_decided(self._visits_left(budget, limit)):
                    return

    def worth(self, leaf: Node) -> tuple[float, float]:
        """Black's value of a position and Black's chance to win."""
        return self.values.of(leaf)

    def allows(self, move: Move, board: Board, walked: set[Board]) -> bool:
        """Whether no superko rule forbids the move."""
        if move is None or not _forbids_repetition(self.rules):
            return True
        return board not in self.seen and board not in walked

    def _visits_left(self, budget: Budget, limit: int | None) -> float:
        by_count = float("inf") if limit is None else float(limit - self.visits)
        if budget.seconds is None or not self.visits:
            return by_count
        return min(by_count, budget.remaining * self.visits / max(budget.elapsed, 1e-3))


def _forbids_repetition(rules: Rules) -> bool:
    return rules.ko in (KoRule.POSITIONAL, KoRule.SITUATIONAL)


def _boards(game: Game) -> frozenset[Board]:
    """Every board that stood in the game."""
    return frozenset(_all_boards(game))


def _all_boards(game: Game) -> Iterator[Board]:
    yield game.start.board
    for step in game.steps:
        yield step.position.board
