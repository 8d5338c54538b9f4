"""New problems: enclosed groups built and changed at random, kept when the proof makes them good.

A candidate is an eye space with a wall of the defender around it and safe attacker stones around that;
then stones are removed, added and moved. It is kept when four things are true. Both sides are proved to
succeed by moving first, against any ko threats (the group is unsettled). Only one first move is right. The
answer is neither a single move nor a single line. No kept problem is the same turned, mirrored or with
colors exchanged. The seed decides everything.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from honte.core import BLACK, WHITE, Board, Color
from honte.errors import GoError
from honte.formats.sgf import GameTree
from honte.grid import Grid, Point, PointSet
from honte.search.budget import Budget
from honte.tsumego.answer import Answer
from honte.tsumego.make.tree import TreeBuilder, solution_tree
from honte.tsumego.problem import Objective, Problem
from honte.tsumego.problem.sgf import tree_of_setup, with_status
from honte.tsumego.proof.local import TooLarge
from honte.tsumego.proof.outcome import Outcome
from honte.tsumego.proof.prover import MOST_THREATS
from honte.tsumego.proof.solver import Solver

SIDE = 13
"""Side of the board in points; no group touches an edge that its place does not name."""
REACH = 3
"""Most columns and rows between an eye space and its start."""
QUICK = 30_000
"""Nodes for the first two questions about a candidate; most candidates fail there."""
THOROUGH = 400_000
"""Nodes for all proofs and the tree of a candidate that passed the first two questions."""
POINTS = (5, 14)
"""Fewest and most empty points of the area."""
MEMORY_MB = 16
"""Megabytes for the table of one search."""


class Place(Enum):
    """Where on the board a group stands."""

    MIDDLE = "middle"
    SIDE = "side"
    CORNER = "corner"


@dataclass(frozen=True)
class Made:
    """A problem that passed every test, with its solution tree and its difficulty."""

    problem: Problem
    place: Place
    tree: GameTree
    answer: Answer
    effort: int
    """Nodes that a new search needs to prove the answer: the measure of difficulty."""
    longest: int
    """Moves in the longest line of the answer."""
    seed: int


# Building


def candidate(rng: random.Random, place: Place, points: tuple[int, int] = POINTS) -> Problem | None:
    """One random enclosed group as a problem; None when the result is no problem."""
    grid = Grid(SIDE)
    space = _space(rng, grid, place)
    wall = _around(grid, space)
    outside = _around(grid, space | wall)
    defender = rng.choice((BLACK, WHITE))
    own, other, safe = wall, 0, outside
    open_points = space
    for _ in range(rng.randint(1, 4)):  # holes in the defender's wall
        bit = _pick(rng, grid, own)
        own &= ~bit
        open_points |= bit
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):  # attacker stones inside
        bit = _pick(rng, grid, open_points)
        open_points &= ~bit
        other |= bit
    for _ in range(rng.choice((0, 0, 1, 2))):  # defender stones inside
        bit = _pick(rng, grid, open_points)
        open_points &= ~bit
        own |= bit
    for _ in range(rng.choice((0, 0, 1, 1, 2))):  # outside liberties
        bit = _pick(rng, grid, safe)
        if bit & grid.neighbors_mask(own | open_points):
            safe &= ~bit
            open_points |= bit
    return _problem(grid, defender, own, other, safe, open_points, rng, points)


def mutated(rng: random.Random, problem: Problem) -> Problem | None:
    """The problem with one or two points of its area changed; None when the result is no problem."""
    grid, defender = problem.grid, problem.defender
    own = problem.board.stones_mask(defender)
    other = problem.board.stones_mask(problem.attacker)
    area = problem.area.mask
    safe = other & ~area
    inside = other & area
    empty = area & ~own & ~inside
    for _ in range(rng.randint(1, 2)):
        bit = _pick(rng, grid, area | (safe & grid.neighbors_mask(area)))
        own, inside, safe, empty = (mask & ~bit for mask in (own, inside, safe, empty))
        kind = rng.randrange(4)
        if kind == 0:
            own |= bit
        elif kind == 1:
            inside |= bit
        else:
            empty |= bit
    return _problem(grid, defender, own, inside, safe, empty, rng)


def _problem(
    grid: Grid,
    defender: Color,
    own: int,
    other: int,
    safe: int,
    empty: int,
    rng: random.Random,
    points: tuple[int, int] = POINTS,
) -> Problem | None:
    """A problem about the largest chain; None when it is invalid or poor."""
    safe |= grid.neighbors_mask(own | other | empty) & ~(other | safe)  # closes every way out
    attacker = other | safe
    black, white = (own, attacker) if defender is BLACK else (attacker, own)
    if own & attacker:
        return None
    board = Board(grid, black, white)
    chains = sorted((chain for chain in board.chains(defender)), key=lambda c: -len(c.stones))
    if not chains or len(chains[0].stones) < 4:
        return None
    area = own | other | empty
    # Attacker stones inside that are connected to the safe wall are part of it.
    inner = grid.flood_mask(safe, attacker)
    area &= ~inner
    low, high = points
    if not low <= (area & ~own & ~other).bit_count() <= high or len(list(grid.component_masks(area))) > 1:
        return None
    try:
        return Problem(
            board,
            chains[0].stones,
            to_play=rng.choice((BLACK, WHITE)),
            area=PointSet(grid, area),
        )
    except GoError:
        return None


def _space(rng: random.Random, grid: Grid, place: Place) -> int:
    """A random connected eye space of four to nine points at this place."""
    if place is Place.CORNER:
        start = Point(0, grid.rows - 1)
    elif place is Place.SIDE:
        start = Point(SIDE // 2, grid.rows - 1)
    else:
        start = Point(SIDE // 2, SIDE // 2)
    inner = _inner(grid, start)
    mask = grid.bit(start)
    for _ in range(rng.randint(3, 8)):
        around = grid.neighbors_mask(mask) & inner
        if around:
            mask |= _pick(rng, grid, around)
    return mask


def _inner(grid: Grid, start: Point) -> int:
    """Where an eye space may lie: within REACH of its start, so that two rings of stones fit around it."""
    near = (p for p in grid if abs(p.col - start.col) <= REACH and abs(p.row - start.row) <= REACH)
    return grid.set(near).mask


def _around(grid: Grid, mask: int) -> int:
    """The ring of points next to a mask, diagonals included."""
    beside = grid.dilate_mask(mask)
    stride = grid.stride
    return (
        (beside | beside << 1 | beside >> 1 | beside << stride | beside >> stride)
        & grid.full_mask
        & _box(grid, mask)
        & ~mask
    )


def _box(grid: Grid, mask: int) -> int:
    """The points at king's distance 1 from a mask, and the mask."""
    stride = grid.stride
    wide = (mask | mask << 1 | mask >> 1) & grid.full_mask
    return (wide | wide << stride | wide >> stride) & grid.full_mask


def _pick(rng: random.Random, grid: Grid, mask: int) -> int:
    """One random bit of a mask; 0 when the mask is empty."""
    bits = list(grid.masks_of(mask))
    return rng.choice(bits) if bits else 0


# Judging


def judge(problem: Problem, place: Place, seed: int) -> Made | None:
    """The problem with its proofs and tree, or None when it fails a test."""
    try:
        solver = Solver(problem, Budget(nodes=QUICK, memory_mb=MEMORY_MB))
    except TooLarge:
        return None
    with solver.budget.running():
        mover = problem.to_play
        if not all(solver.succeeds(side, -MOST_THREATS) for side in (mover, mover.opponent)):
            return None
    effort = _effort(problem)
    solver = Solver(problem, Budget(nodes=THOROUGH, memory_mb=MEMORY_MB))
    with solver.budget.running():
        first, second = solver.outcome(mover), solver.outcome(mover.opponent)
        if not (first.wins and second.wins):
            return None
        right, wrong = solver.sort_moves(first)
        legal = {child.move for child in solver.prover.children(solver.start(mover, -MOST_THREATS))} - {None}
        if len(right) != 1 or right[0] is None or ({*wrong, *right} - {None}) != legal:
            return None
        answer = Answer.about(problem, replace(first, best=tuple(right)), second=second, refutations=wrong)
        return _with_tree(problem, place, answer, solver, effort, seed)


def _effort(problem: Problem) -> int:
    """Nodes that a new search takes to prove the answer."""
    solver = Solver(problem, Budget(nodes=THOROUGH, memory_mb=MEMORY_MB))
    with solver.budget.running():
        solver.succeeds(problem.to_play, -MOST_THREATS)
    return solver.prover.nodes


def _with_tree(
    problem: Problem, place: Place, answer: Answer, solver: Solver, effort: int, seed: int
) -> Made | None:
    setup = with_status(problem.setup(), status_of(answer))
    tree, builder = solution_tree(problem, answer, solver, tree_of_setup(setup))
    if not builder.whole or solver.budget.stopped or _trivial(builder, tree):
        return None
    return Made(problem, place, tree, answer, effort, builder.longest, seed)


def _trivial(builder: TreeBuilder, tree: GameTree) -> bool:
    """Whether the answer has fewer than three moves, or the loser has only one way to resist."""
    right = next(child for child in tree.root.children if "TE" in child)
    return builder.longest < 3 or len(right.children) < 2


def status_of(answer: Answer) -> dict[str, str]:
    """What becomes of the keystones when the defender moves first, and when the attacker moves first."""
    outcomes = (answer.first, answer.second)
    found = {_side(o, answer.problem): status_word(o) for o in outcomes if o is not None}
    return {side: found[side] for side in ("defender", "attacker") if side in found}


def _side(outcome: Outcome, problem: Problem) -> str:
    return "defender" if outcome.mover is problem.defender else "attacker"


def status_word(outcome: Outcome) -> str:
    """`alive`, `dead`, `ko+1` (the mover needs one threat more than the opponent), or `unknown`."""
    if outcome.wins or outcome.fails:
        lives = outcome.wins == (outcome.objective is Objective.LIVE)
        return "alive" if lives else "dead"
    return f"ko{outcome.high:+d}" if outcome.proved else "unknown"


# Sameness


def canonical(problem: Problem) -> tuple[object, ...]:
    """A key that is the same for a problem turned, mirrored, shifted or with colors exchanged."""
    grid = problem.grid
    used = problem.area.mask
    keys = []
    for symmetry in grid.symmetries:
        for flip in (False, True):
            board = problem.board.swapped() if flip else problem.board
            black, white = symmetry.mask(board.black_mask & used), symmetry.mask(board.white_mask & used)
            area, key = symmetry.mask(used), symmetry.mask(problem.keystones.mask)
            mover = problem.to_play.opponent if flip else problem.to_play
            keys.append((*_pushed(grid, area, (area, black, white, key)), mover.letter))
    return min(keys)


def _pushed(grid: Grid, area: int, masks: tuple[int, ...]) -> tuple[int, ...]:
    """The edges that the area touches, and the masks shifted so that it lies at the lower left."""
    points = list(PointSet(grid, area))
    left, low = min(p.col for p in points), min(p.row for p in points)
    right, top = max(p.col for p in points), max(p.row for p in points)
    edges = (left == 0) | (low == 0) << 1 | (right == grid.cols - 1) << 2 | (top == grid.rows - 1) << 3
    return edges, *(mask >> (low * grid.stride + left) for mask in masks)


def generate(seed: int | str, place: Place, tries: int) -> Iterator[Made]:
    """Yields problems that pass, in the order in which they are found; also tries changes of the last one.

    Every try has its own random generator, so that more tries only add problems.
    """
    seen: set[tuple[object, ...]] = set()
    base: Problem | None = None
    for number in range(tries):
        rng = random.Random(f"{place.value} {seed} {number}")
        fresh = base is None or rng.random() < 0.4
        problem = candidate(rng, place) if fresh or base is None else mutated(rng, base)
        if problem is None:
            continue
        key = canonical(problem)
        if key in seen:
            continue
        made = judge(problem, place, number)
        if made is None:
            continue
        seen.add(key)
        base = problem
        yield made
