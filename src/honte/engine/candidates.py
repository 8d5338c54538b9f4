"""What a search tree says of its first moves: visits, chance to win, likelihood, lead, and the best line."""

from __future__ import annotations

from honte.core import BLACK, Move
from honte.engine.choice import Candidate
from honte.engine.tree import Tree
from honte.network.tree import Edge, Node

LONGEST_LINE = 12
"""Moves of a line that are shown."""


def candidates_of(tree: Tree) -> tuple[Candidate, ...]:
    """The first moves that were visited, most visited first."""
    sign = 1 if tree.root.view.position.to_play is BLACK else -1
    return tuple(_candidate(tree, edge, sign) for edge in tree.ranked() if edge.visits)


def _candidate(tree: Tree, edge: Edge, sign: int) -> Candidate:
    assert edge.child is not None
    lead = sign * (_mean_lead(edge.child) - tree.values.komi)
    return Candidate(edge.move, edge.visits, edge.wins / edge.visits, edge.prior, lead, line_from(edge))


def line_from(edge: Edge) -> tuple[Move, ...]:
    """The most visited moves of both sides, this one first."""
    moves: list[Move] = []
    while len(moves) < LONGEST_LINE:
        moves.append(edge.move)
        edges = edge.child.edges if edge.child is not None else []
        edge = max(edges, key=lambda each: each.visits, default=edge)
        if not edges or not edge.visits:
            break
    return tuple(moves)


def _mean_lead(node: Node) -> float:
    """Black's mean lead over all visits below a position, komi not included."""
    total, count = 0.0, 0
    waiting = [node]
    while waiting:
        each = waiting.pop()
        if each.prediction is None:
            continue
        own = max(1, each.visits - sum(edge.visits for edge in each.edges))
        total += own * each.prediction.lead
        count += own
        waiting += [edge.child for edge in each.edges if edge.child is not None and edge.visits]
    return total / max(1, count)
