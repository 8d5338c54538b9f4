"""Quiz positions: late boards with exactly one best move, made by random play and proved.

Random play that fills no own eye stops when few empty points are left. The position is kept when the
solver proves a single best move that is at least `gap` points better than any other.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from honte.core import BLACK, Board, Color, Position, Rules
from honte.grid import Grid, Point
from honte.smallboard.explain import Teacher
from honte.smallboard.laws import POSITIONAL, SIMPLE
from honte.smallboard.solution import Solution

TRY_NODES = 60_000
"""The most nodes spent on one trial position before it is discarded."""


@dataclass(frozen=True, slots=True)
class Question:
    """A position, its only best move, and the proof."""

    position: Position
    answer: Point
    solution: Solution


def late_position(grid: Grid, empties: int, rng: random.Random) -> Position:
    """A position with at most `empties` empty points, made by random play that fills no own one-point eye."""
    position = Position(Board(grid), BLACK)
    for _ in range(6 * grid.size):
        if len(position.board.empty) <= empties:
            break
        moves = [p for p in position.legal_moves(SIMPLE) if not _own_eye(position, p)]
        position = position.play_unchecked(rng.choice(moves) if moves else None)
    return Position(position.board, position.to_play)


def _own_eye(position: Position, point: Point) -> bool:
    grid = position.board.grid
    near = grid.neighbors_mask(grid.bit(point))
    return near & ~position.board.stones_mask(position.to_play) == 0


def questions(
    grid: Grid, seed: int = 1, *, empties: int = 8, gap: int = 2, rules: Rules = POSITIONAL
) -> Iterator[Question]:
    """Makes questions without end; the same seed gives the same questions."""
    rng = random.Random(seed)
    teacher = Teacher(Position(Board(grid), BLACK), rules, seconds=None, nodes=TRY_NODES, memory_mb=64)
    while True:
        position = late_position(grid, rng.randint(max(3, empties - 3), empties), rng)
        solution = teacher.solve(position)
        if not solution.best_proved or len(solution.best) != 1 or solution.best[0] is None:
            continue
        full = teacher.solve(position, every_move=True)
        if full.proved and _gap(full) >= gap:
            yield Question(position, solution.best[0], full)


def _gap(solution: Solution) -> int:
    """How much the second-best move gives away at least."""
    best = solution.best[0]
    sign = int(Color(solution.position.to_play))
    others = [each for each in solution.moves if each.move != best]
    if solution.value is None or not others:
        return 0
    second = max(each.high * sign if sign > 0 else -each.low for each in others)
    return solution.value * sign - second
