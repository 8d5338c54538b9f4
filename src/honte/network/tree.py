"""Tree search with the network's likely moves (PUCT, as in AlphaGo Zero); what a position is worth is a hook.

A visit walks down the tree by the best sum of value and curiosity, asks the network about the position at
the end, and adds its value to every move on the way. Several walks share one call of the network: a walk in
flight counts as lost, so that the next one looks elsewhere. `honte.engine.tree` plays games with it,
`honte.tsumego.open.guess` guesses the first move of a problem. The search is deterministic.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from honte.core import BLACK, Board, Move
from honte.network.features import View
from honte.network.session import Network, Prediction

CURIOSITY = 1.1
"""Weight of the likely moves against the values (PUCT's constant)."""
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


class GuidedTree:
    """A search tree; those who use it say what a position is worth and which moves go on from it."""

    def __init__(self, network: Network, root: Node, moves: Sequence[tuple[Move, float]]) -> None:
        """Starts with a root that has its prediction, and the moves to choose from with their weights."""
        self.network, self.root = network, root
        total = sum(prior for _, prior in moves) or 1.0
        root.edges = [Edge(move, prior / total) for move, prior in moves]
        self.visits = 0

    # What a search says of its game

    def ask(self, views: Sequence[View]) -> Sequence[Prediction]:
        """What the network says of new positions."""
        return self.network.predict(views)

    def worth(self, leaf: Node) -> tuple[float, float]:
        """Black's value of a position and Black's chance to win."""
        raise NotImplementedError

    def moves(self, leaf: Node) -> list[tuple[Move, float]]:
        """The moves from a position with their probabilities; none where play ends."""
        assert leaf.prediction is not None
        return likely(leaf.prediction) if leaf.passes < 2 else []

    def allows(self, move: Move, board: Board, walked: set[Board]) -> bool:
        """Whether a move that leads to this board may be played after the boards of the walk."""
        return True

    # Growing

    def ranked(self) -> list[Edge]:
        """The root's moves, most visited first; equal visits by value, then by probability."""
        return sorted(self.root.edges, key=lambda e: (-e.visits, -e.value / max(1, e.visits), -e.prior))

    def grow_once(self, room: int = BATCH) -> None:
        """Adds a round of at most `room` visits with one call of the network."""
        paths: list[tuple[Path, Node]] = []
        leaves: list[Node] = []
        for _ in range(min(room, BATCH, 1 + self.visits // VISITS_PER_WALK)):
            path, leaf = self._walk()
            if leaf.prediction is None and any(leaf is other for other in leaves):
                _wait(path, -1)
                break
            paths.append((path, leaf))
            if leaf.prediction is None:
                leaves.append(leaf)
        for leaf, said in zip(leaves, self.ask([leaf.view for leaf in leaves]), strict=True):
            leaf.prediction = said
            leaf.edges = [Edge(move, prior) for move, prior in self.moves(leaf)]
        for path, leaf in paths:
            self._add(path, leaf)

    def is_decided(self, left: float) -> bool:
        """Whether the second move cannot catch up with the first in the visits that are left."""
        ranked = self.ranked()
        return len(ranked) < 2 or ranked[0].visits - ranked[1].visits > left

    def _walk(self) -> tuple[Path, Node]:
        """Walks down to a position without a prediction, or to the end of play."""
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
        """Makes the position after a move; False where the move is not allowed."""
        view = node.view.after(edge.move)
        if not self.allows(edge.move, view.position.board, boards):
            return False
        edge.child = Node(view, node.passes + 1 if edge.move is None else 0)
        return True

    def _add(self, path: Path, leaf: Node) -> None:
        value, wins = self.worth(leaf)
        self.visits += 1
        leaf.visits += 1
        _wait(path, -1)
        for node, edge in path:
            black = node.view.position.to_play is BLACK
            node.visits += 1
            edge.visits += 1
            edge.value += value if black else -value
            edge.wins += wins if black else 1 - wins


def likely(said: Prediction) -> list[tuple[Move, float]]:
    """The likeliest moves that together hold nearly all probability."""
    kept, total = [], 0.0
    for move, prior in said.moves(MOST_MOVES):
        kept.append((move, prior))
        total += prior
        if total >= KEPT_SHARE:
            break
    return kept


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


def _wait(path: Path, change: int) -> None:
    for _, edge in path:
        edge.waiting += change
