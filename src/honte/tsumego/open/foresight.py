"""The guess where no proof comes in time: a tree search that plays for what is at stake.

`honte.network.tree` grows the tree. Its moves lie in the scene, the box around the stones or around a target
that is given; all the network's moves elsewhere are one pass. A position is worth the owners of the points at
stake, or of a target that is given. First moves that a proof refuted are left out. Nothing here is a proof.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from honte.core import Move
from honte.network import Prediction, View
from honte.network.tree import GuidedTree, Node
from honte.search.effort import Effort
from honte.tsumego.open.outlook import Outlook, points_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from honte.grid import PointSet

NODES_PER_VISIT = 2_500
"""Nodes that the proof search visits in the time of one visit here; a budget of nodes buys visits at this
price, and the visits do not count as nodes."""
MOST_VISITS = 600
"""Visits after which a guess is good enough."""
FEWEST_NODES = 4 * NODES_PER_VISIT
"""Nodes that an effort must have left before the network is asked at all."""
FEWEST_SECONDS = 0.1
"""Seconds that an effort must have left before the network is asked at all."""
LEAST_PRIOR = 1e-4
"""Moves that the network finds less likely than this are left out, beyond the first four."""
MOST_MOVES = 25
"""A position keeps at most this many moves."""
ELSEWHERE = 0.01
"""Probability of play elsewhere from which on it is one of the moves."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A first move: its share of the visits, the network's first opinion, and its value from -1 to +1."""

    move: Move
    share: float
    prior: float
    value: float


class Foresight(GuidedTree):
    """A tree search for the first move of a position."""

    def __init__(
        self,
        outlook: Outlook,
        weights: NDArray[np.float32],
        among: Collection[Move] | None = None,
        threads: int = 1,
    ) -> None:
        """`weights` says how much each point counts, in all 1. `among` are the only first moves; None, or no
        legal move among them, stands for all in the scene."""
        self.scene, self.weights, self.threads = outlook.scene, weights, threads
        root = Node(outlook.view, 0, outlook.first)
        here = [each for each in self._in_scene(root) if each[0] is not None]
        if among is not None:
            legal = [(move, outlook.prior(move)) for move in among if outlook.prior(move) > 0]
            here = sorted(legal, key=lambda each: -each[1]) or here
        super().__init__(outlook.network, root, here)

    def ask(self, views: Sequence[View]) -> Sequence[Prediction]:
        """What the network says of new positions; several threads share them."""
        parts = [views[k :: self.threads] for k in range(min(self.threads, len(views)))]
        if len(parts) < 2:
            return self.network.predict(views)
        with ThreadPoolExecutor(len(parts)) as pool:
            said = list(pool.map(self.network.predict, parts))
        return [said[k % len(parts)][k // len(parts)] for k in range(len(views))]

    def worth(self, leaf: Node) -> tuple[float, float]:
        """Black's share of what is at stake, from -1 to +1; the chance to win is not asked."""
        assert leaf.prediction is not None
        return float(leaf.prediction.owners @ self.weights), 0.0

    def moves(self, leaf: Node) -> list[tuple[Move, float]]:
        """The likely moves in the scene, and a pass for all others; none after two passes."""
        return self._in_scene(leaf) if leaf.passes < 2 else []

    def _in_scene(self, node: Node) -> list[tuple[Move, float]]:
        said = node.prediction
        assert said is not None
        kept: list[tuple[Move, float]] = []
        for k in (-said.policy).argsort(kind="stable"):
            prior = float(said.policy[k])
            if prior <= 0 or (prior < LEAST_PRIOR and len(kept) >= 4) or len(kept) >= MOST_MOVES:
                break
            if k < said.grid.size and self.scene[k]:
                kept.append((said.grid.points[k], prior))
        elsewhere = 1 - sum(prior for _, prior in kept)
        if elsewhere > ELSEWHERE or not kept:
            kept.append((None, elsewhere))
        return kept


def can_foresee(effort: Effort) -> bool:
    """Whether enough of an effort is left to ask the network."""
    seconds, nodes = effort.seconds, effort.nodes
    enough = (nodes is None or nodes >= FEWEST_NODES) and (seconds is None or seconds >= FEWEST_SECONDS)
    return enough and not effort.over


def foresee(
    outlook: Outlook,
    effort: Effort,
    target: PointSet | None = None,
    among: Collection[Move] | None = None,
) -> list[Foreseen]:
    """First moves, the most visited first: for the points of the target, or else for what is at stake.

    With a limit of nodes the search is repeatable. `among` are the only moves that may be chosen.
    """
    tree = Foresight(outlook, _weights(outlook, target), among, effort.budget.threads)
    visits = MOST_VISITS if effort.nodes is None else min(MOST_VISITS, effort.nodes // NODES_PER_VISIT)
    while tree.visits < visits and not effort.over:
        tree.grow_once(visits - tree.visits)
        if tree.is_decided(visits - tree.visits):
            break
    if not tree.visits:
        now = int(outlook.mover) * tree.worth(tree.root)[0]
        return [Foreseen(edge.move, edge.prior, edge.prior, now) for edge in tree.ranked()]
    return [
        Foreseen(edge.move, edge.visits / tree.visits, edge.prior, edge.value / max(1, edge.visits))
        for edge in tree.ranked()
    ]


def _weights(outlook: Outlook, target: PointSet | None) -> NDArray[np.float32]:
    import numpy as np

    chosen = outlook.stakes if target is None else points_of(target).astype(np.float32)
    total = float(chosen.sum())
    weights: NDArray[np.float32] = chosen / total if total > 0 else outlook.scene / outlook.scene.sum()
    return weights.astype(np.float32)
