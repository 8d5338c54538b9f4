"""Is this chain alive? Life and death of one chain in a whole-board position, within a small budget.

Static life comes first (`honte.life`), then proof searches in a small area around the chain's group. An
answer is proved inside that area, with the stones outside taken as safe; a chain whose surroundings are
too open is answered with UNKNOWN, never guessed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from honte.core import Board, Color, Move
from honte.errors import InputError, ProblemError
from honte.grid import Point, PointSet
from honte.search.budget import Budget
from honte.tsumego.area import find_area
from honte.tsumego.growing import is_sealed
from honte.tsumego.local import TooLarge
from honte.tsumego.problem import Problem, Setup
from honte.tsumego.proof import Prover, Verdict
from honte.tsumego.readings import loose_groups
from honte.tsumego.solver import Status

QUESTION_NODES = 3000
"""Nodes for each of the two questions: some ten milliseconds."""
MOST_EMPTY = 16
MOST_OPEN = 30
MOST_REGION = 24
MOST_REGIONS = 4
REACHES = (1, 2)


@dataclass(frozen=True, slots=True)
class ChainStatus:
    """The answer for one chain, why, and the move that decides when it is unsettled."""

    stones: PointSet
    status: Status
    reason: str
    kill: Move = None
    save: Move = None
    nodes: int = 0

    @property
    def proved(self) -> bool:
        return self.status is not Status.UNKNOWN


def status(board: Board, point: Point, budget: Budget | None = None) -> ChainStatus:
    """Whether the chain on a point lives, dies or is unsettled.

    >>> board = Board.parse('''
    ... . . X O . . . . .
    ... X X X O . . . . .
    ... O O O O . . . . .
    ... . . . . . . . . .
    ... . . . . . . . . .
    ... ''')
    >>> status(board, Point.parse("A4")).status.value
    'dead'
    """
    chain = board.chain(point)
    if chain is None:
        raise InputError(f"there is no stone on {point}")
    if point in _safe_stones(board, chain.color):
        return ChainStatus(chain.stones, Status.ALIVE, "alive without reading")
    budget = Budget(nodes=4 * QUESTION_NODES) if budget is None else budget
    inside = _life_inside(board, chain.stones, chain.color, budget)
    if inside is not None:
        return inside
    target = _group(board, chain.stones, chain.color)
    found = ChainStatus(chain.stones, Status.UNKNOWN, "its surroundings are too open")
    for reach in REACHES:
        problem = _problem(board, target, chain.color, reach)
        if problem is None:
            return _life_in_part(board, target, chain.stones, budget) if reach == REACHES[0] else found
        found = _ask(problem, chain.stones, budget)
        if found.status is not Status.DEAD:
            break
    return found


def _life_inside(board: Board, stones: PointSet, color: Color, budget: Budget) -> ChainStatus | None:
    """Life in the smallest regions that only stones of its color close off from the rest of the board."""
    own = board.stones(color)
    regions = [r for r in _regions(board, color) if not r.isdisjoint(stones.neighbors())]
    area = stones
    for region in regions[:MOST_REGIONS]:
        area |= region | (region.neighbors() & own).flood(own)
        if len(area & board.empty) > MOST_EMPTY:
            return None
        problem = _checked(board, stones, color, area)
        found = None if problem is None else _ask(problem, stones, budget, attack_only=True)
        if found is not None and found.status is Status.ALIVE:
            return found
    return None


@lru_cache(maxsize=16)
def _regions(board: Board, color: Color) -> tuple[PointSet, ...]:
    """Small parts of the board between the stones of a color, the smallest first."""
    found = [r for r in (~board.stones(color)).components() if len(r) <= MOST_REGION and r & board.empty]
    return tuple(sorted(found, key=len))


def forget() -> None:
    """Forgets what is remembered of the last boards, for a fair measurement."""
    _regions.cache_clear()
    _safe_stones.cache_clear()


def _life_in_part(board: Board, target: PointSet, stones: PointSet, budget: Budget) -> ChainStatus:
    """In open surroundings a part of them may be enough to live; death cannot be shown that way."""
    color = board[next(iter(stones))]
    assert color is not None, "a chain has stones"
    for group in (target, stones):
        for reach in REACHES:
            problem = _problem(board, group, color, reach, tight=True)
            if problem is None:
                break
            found = _ask(problem, stones, budget, attack_only=True)
            if found.status is Status.ALIVE:
                return found
    return ChainStatus(stones, Status.UNKNOWN, "its surroundings are too open")


@lru_cache(maxsize=16)
def _safe_stones(board: Board, color: Color) -> PointSet:
    from honte.life.safety import safety

    return safety(board, color).stones


def _group(board: Board, stones: PointSet, color: Color) -> PointSet:
    """The chain with the chains of its color that hang loosely on it."""
    for group in loose_groups(board, board.stones(color), color):
        if not group.isdisjoint(stones):
            return group
    return stones


def _problem(
    board: Board, target: PointSet, color: Color, reach: int, *, tight: bool = False
) -> Problem | None:
    area = find_area(board, target, color, reach, tight=tight)
    if len(area & board.empty) > (MOST_OPEN if tight else MOST_EMPTY):
        return None
    return _checked(board, target, color, area)


def _checked(board: Board, target: PointSet, color: Color, area: PointSet) -> Problem | None:
    try:
        return Setup(board, color, keystones=target, area=area).problem()
    except ProblemError:
        return None


def _ask(problem: Problem, stones: PointSet, budget: Budget, *, attack_only: bool = False) -> ChainStatus:
    """Attacker first; if he succeeds, defender first."""
    try:
        prover = Prover(problem, memory_mb=2, free_pass=not is_sealed(problem))
    except TooLarge:
        return ChainStatus(stones, Status.UNKNOWN, "its surroundings are too large")
    unknown = ChainStatus(stones, Status.UNKNOWN, "not settled within the budget", nodes=prover.nodes)
    attack = prover.prove(prover.start(problem.attacker), budget, nodes=QUESTION_NODES, threads=1)
    if attack is Verdict.UNKNOWN:
        return unknown
    if attack is Verdict.SAVED:
        return replace(unknown, status=Status.ALIVE, reason="lives though the opponent moves first")
    if attack_only:
        return unknown
    kill = next((move for move, pn, _ in prover.root_numbers() if pn == 0), None)
    defense = prover.prove(prover.start(problem.defender), budget, nodes=QUESTION_NODES, threads=1)
    if defense is Verdict.UNKNOWN:
        return unknown
    if defense is Verdict.CAPTURED:
        return replace(unknown, status=Status.DEAD, reason="captured though its owner moves first", kill=kill)
    save = next((move for move, _, dn in prover.root_numbers() if dn == 0), None)
    return replace(
        unknown, status=Status.UNSETTLED, reason="whoever moves first decides", kill=kill, save=save
    )
