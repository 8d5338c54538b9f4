"""Tree search with the network's likely moves and values (PUCT, as in AlphaGo Zero).

A visit walks down the tree by the best sum of value and curiosity, asks the network about the position at
the end, and adds its value to every move on the way. Several walks share one call of the network: a walk in
flight counts as lost, so that the next one looks elsewhere. Values mix the chance to win with the lead in
points, so that the search plays no slack moves when the winner is clear.

Moves that bring back a board of the game or of the walk are left out. The search does not read ladders or
life and death beyond what the tree reaches.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from honte.core import BLACK, Board, Game, KoRule, Move, Rules
from honte.kernels.control import NODES
from honte.network import Network, Prediction, View
from honte.search.budget import Budget

if TYPE_CHECKING:
    from collections.abc import Iterator

CURIOSITY = 1.1
"""Weight of the likely moves against the values (PUCT's constant)."""
LEAD_WEIGHT = 0.3
"""Weight of the lead in points; the chance to win, from -1 to +1, weighs 1."""
UNTRIED = 0.25
"""A move without visits counts as this much worse than its position, times the root of the tried share."""
IN_FLIGHT = 1.0
"""The value subtracted for a walk whose position waits for the network."""
KEPT_SHARE = 0.995
"""A position keeps its likeliest moves until their probabilities add up to this."""
MOST_MOVES = 40
"""A position keeps at most this many moves."""
BATCH = 8
"""Positions in one call of the network at most."""
VISITS_PER_WALK = 12
"""One more walk shares a call for each this many visits: few visits need fresh values more than speed."""
DEEPEST = 60
"""Moves in one walk at most: cycles under simple ko end here."""


@dataclass(slots=True, eq=False)
class Edge:
    """A move in the tree. Sums are those of the side that plays it."""

    move: Move
    prior: float
    visits: int = 0
    value: float = 0.0
    wins: float = 0.0
    waiting: int = 0
    child: Node | None = None


@dataclass(slots=True, eq=False)
class Node:
    """A position in the tree; without a prediction it waits for the network."""

    view: View
    passes: int
    prediction: Prediction | None = None
    edges: list[Edge] = field(default_factory=list)
    visits: int = 0


class Path(list[tuple[Node, Edge]]):
    """The moves of one walk, each with the position that it was played in."""


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


class Tree:
    """A search tree for the side to play in a game."""

    def __init__(self, game: Game, network: Network, root: Prediction, moves: Sequence[tuple[Move, float]]):
        """Starts with the root's prediction and the moves to choose from, with their probabilities."""
        self.network, self.rules = network, game.rules
        self.seen = _boards(game)
        self.values = Values(game.rules.komi + game.bonus, root.lead, float(game.grid.cols))
        self.root = Node(View.of(game), game.passes, root)
        total = sum(prior for _, prior in moves) or 1.0
        self.root.edges = [Edge(move, prior / total) for move, prior in moves]
        self.visits = 0

    def grow(self, budget: Budget, most: int | None, watch: Callable[[], object] | None = None) -> None:
        """Adds visits until the budget or `most` visits are spent, or nothing can change the choice."""
        limit = min((n for n in (most, budget.nodes) if n is not None), default=None)
        with budget.running():
            while not budget.stopped and (limit is None or self.visits < limit):
                room = BATCH if limit is None else min(BATCH, limit - self.visits)
                self._round(min(room, 1 + self.visits // VISITS_PER_WALK))
                budget.control[NODES] = self.visits
                if watch is not None:
                    watch()
                if self._is_decided(self._visits_left(budget, limit)):
                    return

    def ranked(self) -> list[Edge]:
        """The root's moves, most visited first; equal visits by value, then by probability."""
        return sorted(self.root.edges, key=lambda e: (-e.visits, -e.value / max(1, e.visits), -e.prior))

    # One round of walks

    def _round(self, walks: int) -> None:
        paths: list[tuple[Path, Node]] = []
        leaves: list[Node] = []
        for _ in range(walks):
            path, leaf = self._walk()
            if leaf.prediction is None and any(leaf is other for other in leaves):
                _wait(path, -1)
                break
            paths.append((path, leaf))
            if leaf.prediction is None:
                leaves.append(leaf)
        for leaf, said in zip(leaves, self.network.predict([n.view for n in leaves]), strict=True):
            leaf.prediction = said
            if leaf.passes < 2:
                leaf.edges = [Edge(move, prior) for move, prior in _likely(said)]
        for path, leaf in paths:
            self._add(path, leaf)

    def _walk(self) -> tuple[Path, Node]:
        """Walks down to a position without a prediction, or to the end of a game."""
        node, path, boards = self.root, Path(), set[Board]()
        while node.prediction is not None and node.edges and len(path) < DEEPEST:
            edge = _best(node)
            if edge.child is None and not self._open(node, edge, boards):
                node.edges.remove(edge)
                continue
            assert edge.child is not None
            path.append((node, edge))
            node = edge.child
            boards.add(node.view.position.board)
        _wait(path, 1)
        return path, node

    def _open(self, node: Node, edge: Edge, boards: set[Board]) -> bool:
        """Makes the position after a move; False where a superko rule forbids it."""
        view = node.view.after(edge.move)
        if edge.move is not None and _forbids_repetition(self.rules):
            board = view.position.board
            if board in self.seen or board in boards:
                return False
        edge.child = Node(view, node.passes + 1 if edge.move is None else 0)
        return True

    def _add(self, path: Path, leaf: Node) -> None:
        value, wins = self.values.of(leaf)
        self.visits += 1
        leaf.visits += 1
        _wait(path, -1)
        for node, edge in path:
            black = node.view.position.to_play is BLACK
            node.visits += 1
            edge.visits += 1
            edge.value += value if black else -value
            edge.wins += wins if black else 1 - wins

    # Stopping early

    def _visits_left(self, budget: Budget, limit: int | None) -> float:
        by_count = float("inf") if limit is None else float(limit - self.visits)
        if budget.seconds is None or not self.visits:
            return by_count
        return min(by_count, budget.remaining * self.visits / max(budget.elapsed, 1e-3))

    def _is_decided(self, left: float) -> bool:
        """Whether the second move cannot catch up with the first in the visits that are left."""
        ranked = self.ranked()
        return len(ranked) == 1 or ranked[0].visits - ranked[1].visits > left


def _best(node: Node) -> Edge:
    """The move with the best sum of value and curiosity."""
    tried = sum(e.prior for e in node.edges if e.visits)
    worth = _worth(node) - UNTRIED * math.sqrt(tried)
    spread = CURIOSITY * math.sqrt(1 + sum(e.visits + e.waiting for e in node.edges))

    def score(edge: Edge) -> float:
        count = edge.visits + edge.waiting
        known = (edge.value - IN_FLIGHT * edge.waiting) / count if count else worth
        return known + spread * edge.prior / (1 + count)

    return max(node.edges, key=score)


def _worth(node: Node) -> float:
    """The mean value of a position for its mover."""
    visits = sum(e.visits for e in node.edges)
    return sum(e.value for e in node.edges) / visits if visits else 0.0


def _likely(said: Prediction) -> list[tuple[Move, float]]:
    """The likeliest moves that together hold nearly all probability."""
    kept, total = [], 0.0
    for move, prior in said.moves(MOST_MOVES):
        kept.append((move, prior))
        total += prior
        if total >= KEPT_SHARE:
            break
    return kept


def _wait(path: Path, change: int) -> None:
    for _, edge in path:
        edge.waiting += change


def _forbids_repetition(rules: Rules) -> bool:
    return rules.ko in (KoRule.POSITIONAL, KoRule.SITUATIONAL)


def _boards(game: Game) -> frozenset[Board]:
    """Every board that stood in the game."""
    return frozenset(_all_boards(game))


def _all_boards(game: Game) -> Iterator[Board]:
    yield game.start.board
    for step in game.steps:
        yield step.position.board
