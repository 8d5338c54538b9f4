"""New problems: enclosed groups built and changed at random, kept when the proof makes them good.

A candidate is an eye space with a wall of the defender around it and safe attacker stones around that;
then stones are taken away, added and moved. It is kept when both sides are proved to get their way by
moving first, whatever the ko threats (the group is unsettled), when the first move is the only right one,
when the answer is neither a single move nor a single line, and when no kept problem is the same
turned, mirrored or with colors exchanged. Everything follows from the seed.
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
from honte.tsumego.problem import Problem
from honte.tsumego.problem.sgf import tree_of_setup, with_status
from honte.tsumego.proof.local import TooLarge
from honte.tsumego.proof.outcome import Outcome
from honte.tsumego.proof.solver import Solver

SIDE = 13
"""Side of the board: room for every group without touching an edge it should not."""
REACH = 3
"""How far an eye space goes from where it starts, at most."""
QUICK = 30_000
"""Nodes for the first question about a candidate: most fall here."""
THOROUGH = 400_000
POINTS = (5, 14)
"""Fewest and most empty points of the area."""
MEMORY_MB = 16


class Place(Enum):
    MIDDLE = "middle"
    SIDE = "side"
    CORNER = "corner"


@dataclass(frozen=True)
class Made:
    """A problem that passed every test, with its tree and what it took to prove."""

    problem: Problem
    place: Place
    tree: GameTree
    answer: Answer
    effort: int
    """Nodes that a fresh search needs to prove the answer: the measure of difficulty."""
    longest: int
    """Moves of the longest line of the answer."""
    seed: int


# Building


def candidate(rng: random.Random, place: Place, points: tuple[int, int] = POINTS) -> Problem | None:
    """One random enclosed group, or None when it did not become a problem."""
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
    """A neighbor of a problem: one or two points of its area changed."""
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
    """A problem about the largest chain; None when it is none, or a poor one."""
    safe |= grid.neighbors_mask(own | other | empty) & ~(other | safe)  # nothing leads out
    attacker = other | safe
    black, white = (own, attacker) if defender is BLACK else (attacker, own)
    if own & attacker:
        return None
    board = Board(grid, black, white)
    chains = sorted((chain for chain in board.chains(defender)), key=lambda c: -len(c.stones))
    if not chains or len(chains[0].stones) < 4:
        return None
    area = own | other | empty
    # Attacker stones inside that lean on the safe wall are part of it.
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
    """A random connected eye space of four to nine points where it belongs."""
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
    """Where an eye space may lie: so near its start that two rings of stones and some room fit around."""
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
    """One random bit of a mask; 0 of an empty one."""
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
        if solver.succeeds(mover, -6) is not True or solver.succeeds(mover.opponent, -6) is not True:
            return None
    effort = _effort(problem)
    solver = Solver(problem, Budget(nodes=THOROUGH, memory_mb=MEMORY_MB))
    with solver.budget.running():
        first, second = solver.outcome(mover), solver.outcome(mover.opponent)
        if not (first.wins and second.wins):
            return None
        right, wrong = solver.sort_moves(first)
        legal = {child.move for child in solver.prover.children(solver.start(mover, -6))} - {None}
        if len(right) != 1 or right[0] is None or ({*wrong, *right} - {None}) != legal:
            return None
        answer = Answer.about(problem, replace(first, best=tuple(right)), second=second, refutations=wrong)
        return _with_tree(problem, place, answer, solver, effort, seed)


def _effort(problem: Problem) -> int:
    """Nodes that a fresh search takes for the answer."""
    solver = Solver(problem, Budget(nodes=THOROUGH, memory_mb=MEMORY_MB))
    with solver.budget.running():
        solver.succeeds(problem.to_play, -6)
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
    """Whether the answer ends at once, or there is only one way to resist."""
    right = next(child for child in tree.root.children if "TE" in child)
    return builder.longest < 3 or len(right.children) < 2


def status_of(answer: Answer) -> dict[str, str]:
    """What becomes of the keystones when the defender moves first, and when the attacker does."""
    outcomes = (answer.first, answer.second)
    found = {_side(o, answer.problem): status_word(o) for o in outcomes if o is not None}
    return {side: found[side] for side in ("defender", "attacker") if side in found}


def _side(outcome: Outcome, problem: Problem) -> str:
    return "defender" if outcome.mover is problem.defender else "attacker"


def status_word(outcome: Outcome) -> str:
    """`alive`, `dead`, `ko+1` (threats the mover needs), or `unknown`."""
    if outcome.wins or outcome.fails:
        lives = outcome.wins == (outcome.objective.value == "live")
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
    """Masks shifted so that the area lies at the lower left, with the edges it really touched."""
    points = list(PointSet(grid, area))
    left, low = min(p.col for p in points), min(p.row for p in points)
    right, top = max(p.col for p in points), max(p.row for p in points)
    edges = (left == 0) | (low == 0) << 1 | (right == grid.cols - 1) << 2 | (top == grid.rows - 1) << 3
    return edges, *(mask >> (low * grid.stride + left) for mask in masks)


def generate(seed: int | str, place: Place, tries: int) -> Iterator[Made]:
    """Problems that pass, in the order they are found; from each one its neighbors are tried too.

    Every try draws from its own generator, so that the number of tries does not change what is found.
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
