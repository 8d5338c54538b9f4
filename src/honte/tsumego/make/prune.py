"""Takes off every stone that a problem does not need: without it the same claim would hold.

A stone is needed when the claim does not hold without it: the right move fails, a second move works, or the
opponent's first move no longer wins. Where a wall stone is taken off, the wall has a hole, and a defender who
reaches it has escaped. Stones are tried from the outside inward, again and again, until all that are left are
needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from honte.core import Move
from honte.errors import GoError
from honte.grid import Point, PointSet
from honte.tsumego.make.claim import claim_of
from honte.tsumego.problem import Problem

QUESTION = 20_000
"""Nodes for the claim of a problem without one of its stones."""
LEAST_KEYSTONES = 3
"""Fewest stones of a target."""


def without(problem: Problem, point: Point) -> Problem | None:
    """The problem without one stone; None when that is no problem.

    When the target falls apart, its largest chain stays the target.
    """
    board = problem.board.with_stones(problem.grid.set([point]), None)
    keys = problem.keystones
    if point in keys:
        left = (keys - problem.grid.set([point])).components()
        keys = max(left, key=len, default=PointSet(problem.grid))
        if len(keys) < LEAST_KEYSTONES:
            return None
    try:
        return replace(problem, board=board, keystones=keys)
    except GoError:
        return None


def is_needed(problem: Problem, point: Point, move: Move, nodes: int = QUESTION) -> bool | None:
    """Whether taking a stone off changes the answer; None when the nodes did not suffice."""
    changed = without(problem, point)
    claim = None if changed is None else claim_of(changed, nodes)
    holds = False if claim is None else claim.holds(move)
    return None if holds is None else not holds


def prune(
    problem: Problem, move: Move, first: PointSet | None = None, nodes: int = QUESTION
) -> Problem | None:
    """The problem without unneeded stones, those of `first` first; None when a question stays open."""
    first = PointSet(problem.grid) if first is None else first
    problem = without_tails(without_idle_stones(problem), move)
    while True:
        before = problem
        for point in list(_order(problem, first)):
            needed = is_needed(problem, point, move, nodes)
            if needed is None:
                return None
            if not needed:
                changed = without(problem, point)
                assert changed is not None, "a stone that is not needed leaves a problem"
                problem = changed
        if problem.board == before.board:
            return problem


def without_tails(problem: Problem, move: Move) -> Problem:
    """The problem with attacker stones in place of defender chains that do not matter.

    Such a chain, never the target, leaves the area, and stones that surrounded it alone go with it.
    """
    for chain in list(problem.board.chains(problem.defender)):
        if not chain.stones.isdisjoint(problem.keystones) or not chain.stones <= problem.area:
            continue
        area = problem.area - chain.stones
        board = problem.board.with_stones(chain.stones, problem.attacker)
        try:
            changed = without_idle_stones(replace(problem, board=board, area=area))
        except GoError:
            continue
        claim = claim_of(changed, QUESTION)
        if claim is not None and claim.holds(move):
            problem = changed
    return problem


def without_idle_stones(problem: Problem) -> Problem:
    """The problem without all chains that neither lie in the area nor touch it."""
    near = problem.area.dilate()
    board = problem.board
    for chain in list(board.chains()):
        if chain.stones.isdisjoint(near):
            board = board.with_stones(chain.stones, None)
    return replace(problem, board=board)


def _order(problem: Problem, first: PointSet) -> Iterator[Point]:
    """Stones of `first`, then those around the area, then those inside, the target last; farthest first."""
    board, area, keys = problem.board, problem.area, problem.keystones
    stones = ~board.empty
    far = _distances(keys)
    parts = (first & stones, stones - area, stones & area - keys, keys)
    done = PointSet(problem.grid)
    for part in parts:
        yield from sorted(part - done, key=lambda p: (-far[p], p))
        done = done | part


def _distances(points: PointSet) -> dict[Point, int]:
    """Steps from the nearest of these points to every point of the board."""
    found: dict[Point, int] = {}
    reached = points
    for step in range(2 * max(points.grid.cols, points.grid.rows)):
        for point in reached:
            found.setdefault(point, step)
        reached = reached.dilate()
    return found
