"""GoLD's own search: alpha-beta with eye-shape knowledge, as the second engine beside the proof solver.

Follows Haris, *Go - Project* (2019): algorithm 1; depth and breadth limits, each on or off; iterative
deepening that tries the last principal variation first; two killer moves a depth; a move generator by
distance and vital points; removal of suicidal moves; an evaluation by fifteen eye shapes. The compiled
part is `honte.kernels.gold.search`.

It answers like a player: a move and an opinion. The opinion is proved only when every line reached a real
end and no move that could matter was pruned; `Opinion.proved` says so. Ko is played out without outside
threats; a line that repeats counts for the defender. docs/algorithms/gold.md lists what we changed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from honte.core import Move, vertex
from honte.errors import InputError, ProblemError
from honte.grid import Grid, Point
from honte.life.patterns import VITAL, WEAK_IN_CORNER, Variant, signature, variants
from honte.search.budget import Budget
from honte.search.warm import warms
from honte.tsumego.open.growing import problems_of
from honte.tsumego.open.readings import find_readings
from honte.tsumego.problem import Capture, Objective, Problem, Setup

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DEFAULT_DEPTH = 6
"""Depth limit in moves; GoLD's author found that it solves the average problem (table 6.2)."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The switches of the search."""

    depth: int | None = DEFAULT_DEPTH
    """Moves to look ahead; None for no limit."""
    breadth: int | None = None
    """Moves to try in each position; None for all."""
    iterative: bool = True
    """Whether to deepen move by move and keep the best move of the last finished depth."""
    remove_suicidal: bool = True
    """Whether to leave out defender moves that put keystones into atari for nothing (4.2.5)."""

    def __post_init__(self) -> None:
        for name, value in (("depth", self.depth), ("breadth", self.breadth)):
            if value is not None and value < 1:
                raise InputError(f"{name} is {value}; expected 1 or more")


@dataclass(frozen=True, slots=True)
class Depth:
    """What one finished depth found."""

    depth: int
    line: tuple[Move, ...]
    score: int
    """From the defender's view: positive when the keystones look safe."""
    nodes: int
    seconds: float
    complete: bool
    """Whether the depth limit cut no line off."""

    @property
    def move(self) -> Move:
        """The best move of this depth; None for a pass."""
        return self.line[0] if self.line else None

    def __str__(self) -> str:
        return f"depth {self.depth}: {' '.join(map(vertex, self.line))} ({self.score:+d})"


@dataclass(frozen=True, slots=True)
class Opinion:
    """The move, the opinion, and the searches that led to it."""

    problem: Problem
    depths: tuple[Depth, ...]
    nodes: int
    seconds: float
    proved: bool
    stopped: bool
    """Whether the budget ended the search before its last depth."""

    @property
    def last(self) -> Depth | None:
        """The deepest finished search; None when none was finished."""
        return self.depths[-1] if self.depths else None

    @property
    def move(self) -> Move:
        """The best move; None (a pass) when there is nothing to play or no depth was finished."""
        return None if self.last is None else self.last.move

    @property
    def score(self) -> int:
        """The score of the deepest search, from the defender's view; 0 without one."""
        return 0 if self.last is None else self.last.score

    @property
    def alive(self) -> bool | None:
        """Whether the search thinks that the keystones live; None for no opinion."""
        return None if self.score == 0 else self.score > 0

    @property
    def succeeds(self) -> bool | None:
        """Whether the search thinks that the side to play reaches its aim; None for no opinion."""
        wants_life = self.problem.objective is Objective.LIVE
        return None if self.alive is None else self.alive == wants_life

    def __str__(self) -> str:
        """One line for people, such as `White B3: lives, by looking 5 moves ahead`."""
        if self.last is None:
            return f"{self.problem.to_play}: no opinion"
        aim = "live" if self.problem.objective is Objective.LIVE else "kill"
        verdict = f"{aim}s" if self.succeeds else f"does not {aim}"
        how = "proved" if self.proved else f"by looking {self.last.depth} moves ahead"
        return f"{self.problem.to_play} {vertex(self.move)}: {verdict}, {how}"

    @property
    def sentence(self) -> str:
        """The opinion in words, such as `GoLD proved that Black can kill`."""
        aim = self.problem.objective.value
        if self.succeeds is None:
            return f"GoLD has no opinion whether {self.problem.to_play} can {aim}"
        how = "proved that" if self.proved else "thinks"
        return f"GoLD {how} {self.problem.to_play} {'can' if self.succeeds else 'cannot'} {aim}"

    def record(self) -> dict[str, Any]:
        """A JSON object for programs."""
        status = {True: "alive", False: "dead", None: None}[self.alive]
        return {
            "engine": "gold",
            "status": status,
            "text": str(self),
            "notes": [] if self.proved else ["This is GoLD's opinion, not a proof."],
            "name": self.problem.name,
            "move": vertex(self.move),
            "alive": self.alive,
            "succeeds": self.succeeds,
            "score": self.score,
            "proved": self.proved,
            "stopped": self.stopped,
            "depth": None if self.last is None else self.last.depth,
            "line": [] if self.last is None else [vertex(move) for move in self.last.line],
            "nodes": self.nodes,
            "seconds": round(self.seconds, 4),
        }


def problem_for_gold(setup: Setup) -> Problem:
    """The problem for GoLD's search: the given one, or the likeliest reading on its smallest area."""
    if setup.is_complete:
        return setup.problem()
    for reading in find_readings(setup)[:1]:
        for problem in problems_of(setup, reading):
            return problem
    raise ProblemError(["no group to live or to kill was found"])


def gold(
    problem: Problem,
    settings: Settings | None = None,
    budget: Budget | None = None,
    watch: Callable[[Depth], object] | None = None,
) -> Opinion:
    """Searches a problem for the side to play; calls `watch` with every finished depth.

    >>> problem = Problem.parse('''
    ... Black to play
    ... . . . W x -
    ... W W W W x -
    ... x x x x x -
    ... ''')
    >>> answer = gold(problem)
    >>> str(answer.move), answer.alive
    ('B3', False)
    """
    search = Search(problem, settings or Settings(), budget or Budget())
    return search.run(watch)


@dataclass
class Search:
    """One search over one compiled state."""

    problem: Problem
    settings: Settings
    budget: Budget
    depths: list[Depth] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.problem.threats.favored is not None:
            raise InputError("GoLD's search knows no outside ko threats; use the proof solver")
        self.states = compiled_state(self.problem, self.settings, self.budget)

    def run(self, watch: Callable[[Depth], object] | None = None) -> Opinion:
        """Searches depth after depth, until the result is decided or a limit is reached."""
        from honte.kernels.gold.board import PLIES

        deepest = min(self.settings.depth or PLIES - 1, PLIES - 1)
        first = 1 if self.settings.iterative else deepest
        started = time.perf_counter()
        with self.budget.running():
            for depth in range(first, deepest + 1):
                found = self._search(depth, started)
                if found is None:
                    break
                self.depths.append(found)
                if watch is not None:
                    watch(found)
                if _decided(found):
                    break
        nodes = int(self.states[0].nodes)
        stopped = not self.depths or not (_decided(self.depths[-1]) or self.depths[-1].depth == deepest)
        seconds = time.perf_counter() - started
        return Opinion(self.problem, tuple(self.depths), nodes, seconds, self._proved(), stopped)

    def _search(self, depth: int, started: float) -> Depth | None:
        """Searches one depth; None when the budget ended it."""
        from honte.kernels.gold.search import gold_search

        if self.budget.stopped:
            return None
        state = self.states[0]
        before = int(state.nodes)
        defending = self.problem.objective is Objective.LIVE
        score = int(gold_search(self.states, self.budget.control, depth, defending))
        if state.stopped:
            return None
        length = int(state.pv_length[0])
        cells = [int(cell) for cell in state.pv[0][:length]]
        for k, cell in enumerate(cells):
            state.line[k] = cell
        state.line_length = length
        line = tuple(_move(cell) for cell in cells)
        nodes = int(state.nodes) - before
        return Depth(depth, line, score, nodes, time.perf_counter() - started, int(state.cutoffs) == 0)

    def _proved(self) -> bool:
        """Whether the last score follows from the rules alone.

        More moves of the defender cannot lose a saved group, so leaving some out does no harm. A capture is
        proved only when all of them were tried.
        """
        if not self.depths or not _decided(self.depths[-1]) or self.settings.breadth is not None:
            return False
        return self.depths[-1].score > 0 or not self.settings.remove_suicidal


def _decided(found: Depth) -> bool:
    from honte.kernels.gold.evaluation import LIMIT

    return abs(found.score) > LIMIT


# The border to the kernels


def _cell(point: Point) -> int:
    from honte.kernels.go.layout import STRIDE

    return (point.row + 1) * STRIDE + point.col + 1


def _move(cell: int) -> Move:
    from honte.kernels.go.layout import STRIDE
    from honte.kernels.gold.board import NO_POINT

    return None if cell == NO_POINT else Point(cell % STRIDE - 1, cell // STRIDE - 1)


def compiled_state(problem: Problem, settings: Settings, budget: Budget) -> NDArray[np.void]:
    """The record that the kernels work on."""
    import numpy as np

    from honte.kernels.gold.board import ATTACKER, DEFENDER, EDGE, EMPTY, GOLD, KEY, NO_POINT

    states: Any = np.zeros(1, dtype=GOLD)
    state = states[0]
    state.cells[:] = EDGE
    board, area = problem.board, problem.area
    for point in problem.grid:
        color = board[point]
        kind = EMPTY if color is None else DEFENDER if color is problem.defender else ATTACKER
        if point not in area and kind == EMPTY:
            kind = ATTACKER
        state.cells[0][_cell(point)] = kind + (KEY if point in problem.keystones else 0)
        state.area[_cell(point)] = point in area
    for k, point in enumerate(_by_nearness(problem)):
        state.points[k] = _cell(point)
    state.point_count = len(area)
    state.keys[0] = state.total_keys = len(problem.keystones)
    state.ko[0] = NO_POINT if problem.ko is None else _cell(problem.ko)
    state.capture_any = problem.capture is Capture.ANY
    state.breadth = settings.breadth or 0
    state.remove_suicidal = settings.remove_suicidal
    state.node_limit = budget.nodes or 0
    for k, (word, spare, corner, vital) in enumerate(shape_table()):
        state.signature[k], state.spare[k], state.corner_spare[k], state.vital[k] = word, spare, corner, vital
    state.shapes = len(shape_table())
    return np.asarray(states)


def _by_nearness(problem: Problem) -> list[Point]:
    """The points of the area, nearest to the keystones first, so that ties among moves go to near points."""
    grid: Grid = problem.grid
    reached, order = problem.keystones.mask, list(problem.keystones)
    while len(order) < grid.size:
        ring = grid.neighbors_mask(reached)
        order += [grid.point_of(bit.bit_length() - 1) for bit in grid.masks_of(ring)]
        reached |= ring
    return [point for point in order if point in problem.area]


@cache
def shape_table() -> tuple[tuple[int, int, int, int], ...]:
    """Signature, spare, spare in the corner and vital cells of every eye shape, sorted."""
    rows = {}
    for variant in variants():
        if variant.form == "middle":
            corner = WEAK_IN_CORNER.get(variant.name, variant.spare)
            rows[variant.signature] = (variant.signature, variant.spare, corner, _vital_cells(variant))
    return tuple(sorted(rows.values()))


def _vital_cells(variant: Variant) -> int:
    """The vital points as a mask of the same box as the signature."""
    eyes = [(s.dx, s.dy) for s in variant.steps if s.letter not in "X?"]
    vital = [(s.dx, s.dy) for s in variant.steps if s.letter in VITAL]
    left, low = min(x for x, _ in eyes), min(y for _, y in eyes)
    whole = signature(eyes)
    cells = sum(1 << (y - low) * 6 + (x - left) for x, y in vital)
    assert cells & whole == cells, "vital points belong to the eye space"
    return cells


@warms("GoLD's search", seconds=5)
def warm_up() -> None:
    """Compiles the search, or loads it from the cache, by a tiny problem."""
    gold(Problem.parse("Black to play\n. . . W x -\nW W W W x -\nx x x x x -"), Settings(depth=2))


def depth_solved(answer: Opinion, right: Collection[Move]) -> int | None:
    """The least depth from which on every finished search has a right move; None when the last has none."""
    depth = None
    for found in reversed(answer.depths):
        if found.move not in right:
            break
        depth = found.depth
    return depth
