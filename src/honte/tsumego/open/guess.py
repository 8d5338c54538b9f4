"""A guess when no proof comes in time: the move that a guided tree search visits most.

A small network (`honte.kernels.local.policy`, fitted by `training/policy.py` on fights that the
solver decided) says which moves look promising; a tree search (`honte.kernels.local.tree`) plays them
out. Nothing here is a proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from honte.core import Color, Move
from honte.search.budget import run_threads
from honte.search.effort import Effort
from honte.tsumego.proof.fitted import policy
from honte.tsumego.proof.prover import MOST_THREATS, Prover, State

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from honte.search.budget import Budget
    from honte.tsumego.proof.solver import Solver

MOST_POSITIONS = 2_000_000
"""Most positions in the tree of one thread: about 100 MB, room for 150,000 visits or more."""
FEWEST_POSITIONS = 2_000
"""Fewest positions in the tree of one thread, however little memory the budget allows."""
LEAF_BYTES = 48
"""Bytes of one position in the tree."""
LOOK_SHARE = 0.5
"""Fraction of the effort in which all areas together get a short look."""
HOPE = 0.3
"""Success rate at which an area gets the rest of the effort."""
LITTLE_HOPE = 0.05
"""Success rate against any threats below which the mover can hope for a ko only."""


@dataclass(frozen=True, slots=True)
class Hunch:
    """A first move, how often it was tried, and how often it reached the mover's aim."""

    move: Move
    visits: int
    success: float


def hunches(prover: Prover, state: State, effort: Effort, *, seed: int = 1) -> list[Hunch]:
    """First moves by the visits of the tree search, the most visited first and the pass last.

    Each thread grows its own tree, and the visits of all trees are added. With one thread, a limit of nodes
    and a seed the answer is repeatable.
    """
    budget = effort.budget
    if effort.over:
        return []
    with effort.bounded():
        tasks = [partial(_grow, prover, state, budget, seed + n) for n in range(budget.threads)]
        trees = run_threads(budget, tasks, every=0.02) if len(tasks) > 1 else [tasks[0]()]
    tally: dict[Move, list[float]] = {}
    for tree in trees:
        for move, visits, reached in _first_moves(prover, tree):
            known = tally.setdefault(move, [0, 0.0])
            known[0] += visits
            known[1] += reached
    found = [Hunch(move, int(n), total / n if n else 0.0) for move, (n, total) in tally.items()]
    return sorted(found, key=lambda hunch: (hunch.move is None, -hunch.visits))


def likely_moves(
    solvers: Sequence[Solver],
    mover: Color,
    effort: Effort,
    among: tuple[Move, ...] = (),
    threats: int = 0,
) -> list[Move]:
    """First moves, the likeliest first; only the candidates `among` when there are any.

    After a short look at each area, the rest of the effort goes into the most hopeful one. The opponent has
    more ko threats; if no area offers hope even so, the search assumes that the mover has `threats` more ko
    threats than the opponent. The likeliest move has the most successes, or the most visits when the most
    visited move rarely succeeds.
    """
    among = tuple(move for move in among if move is not None)
    chosen, likeliest = _look_round(solvers, mover, effort.part(LOOK_SHARE), among)
    threats = -MOST_THREATS if likeliest.success >= LITTLE_HOPE else threats
    found = _sorted_hunches(chosen, mover, effort, among, threats)
    if found and found[0].success >= LITTLE_HOPE:
        found.sort(key=lambda hunch: -hunch.visits * hunch.success)
    return [hunch.move for hunch in found]


def hopeful_move(solvers: Sequence[Solver], mover: Color, effort: Effort) -> Move:
    """The likeliest move in the first area with a success rate of HOPE; None when there is no such area."""
    if not solvers:
        return None
    _, likeliest = _look_round(solvers, mover, effort, ())
    return likeliest.move if likeliest.success >= HOPE else None


def _look_round(
    solvers: Sequence[Solver], mover: Color, effort: Effort, among: tuple[Move, ...]
) -> tuple[Solver, Hunch]:
    """The most hopeful area, and the likeliest move there."""
    chosen, likeliest = solvers[0], Hunch(None, 0, -1.0)
    for number, solver in enumerate(solvers):
        part = effort.part(1.0 / (len(solvers) - number))
        best = next(iter(_sorted_hunches(solver, mover, part, among, -MOST_THREATS)), Hunch(None, 0, 0.0))
        if best.success > likeliest.success:
            chosen, likeliest = solver, best
        if likeliest.success >= HOPE:
            break
    return chosen, likeliest


def in_likely_order(
    solver: Solver, mover: Color, moves: tuple[Move, ...], effort: Effort, threats: int = 0
) -> tuple[Move, ...]:
    """The given first moves by the visits of the tree search, a pass last."""
    if len(moves) < 2:
        return moves
    ordered = [hunch.move for hunch in _sorted_hunches(solver, mover, effort, moves, threats)]
    place = {move: number for number, move in enumerate(ordered)}
    return tuple(sorted(moves, key=lambda move: (move is None, place.get(move, len(ordered)))))


def _sorted_hunches(
    solver: Solver, mover: Color, effort: Effort, among: tuple[Move, ...], threats: int
) -> list[Hunch]:
    """Stones to play by the visits of the tree search; only the candidates `among` when there are any."""
    found = hunches(solver.prover, solver.start(mover, threats), effort)
    stones = [hunch for hunch in found if hunch.move is not None]
    return [hunch for hunch in stones if hunch.move in among] if among else stones


def _grow(prover: Prover, state: State, budget: Budget, seed: int) -> NDArray[np.void]:
    """Grows the tree of one thread from a position, within the budget."""
    import numpy as np

    from honte.kernels.local.tree import DESK, LEAF, grow_tree

    room = budget.memory_mb * (1 << 20) // (2 * LEAF_BYTES * budget.threads)
    tree = np.zeros(max(FEWEST_POSITIONS, min(room, MOST_POSITIONS)), dtype=LEAF).view(np.recarray)
    desk = np.zeros(1, dtype=DESK).view(np.recarray)
    desk[0].policy = policy()[0]
    desk[0].random = 0x9E3779B97F4A7C15 ^ seed
    stones = np.uint64(state.attacker), np.uint64(state.defender)
    grow_tree(prover.local.region, desk, tree, budget.control, *stones, np.uint64(state.meta))
    return tree


def _first_moves(prover: Prover, tree: NDArray[np.void]) -> list[tuple[Move, int, float]]:
    """Move, visits and successes of the root's children; a move that decides the root gets all its visits."""
    from honte.kernels.local.tree import CAPTURED, OPEN, SAVED

    root = tree[0]
    attacks = bool(int(root.meta) & 1)
    wanted = CAPTURED if attacks else SAVED
    found = []
    for child in tree[int(root.first) : int(root.first) + int(root.children)]:
        visits, fallen = int(child.visits), float(child.total)
        if child.status == wanted:
            visits, fallen = visits + int(root.visits), fallen + attacks * int(root.visits)
        elif child.status != OPEN:
            visits = 0
        found.append((prover.local.point(int(child.move)), visits, fallen if attacks else visits - fallen))
    return found
