"""Best play from a position, move by move."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from honte.core import PASS, Game, Move, Position, Rules
from honte.smallboard.engine import Engine
from honte.smallboard.solution import Solution

Ask = Callable[[Position, Sequence[Position]], Solution]
"""Solves a position after the positions of a game."""
LONGEST = 24
"""Moves of the longest line."""


def best_line(
    engine: Engine, rules: Rules, position: Position, ask: Ask, *,
    first: Sequence[Move] = (), past: Sequence[Position] = (),
) -> list[Move]:  # fmt: skip
    """Best play after the given first moves, until two passes or a missing proof.

    Among equal moves it takes the one with the shortest proof, a pass last. The line ends where the rest
    of the board is secured, and where a book tells the value but not which reply resists longest.
    """
    game = Game(position.board.grid, rules, board=position.board, to_play=position.to_play)
    moves: list[Move] = []
    before = list(past)
    for move in first:
        before.append(game.position)
        game.play(move)
        moves.append(move)
    while len(moves) < LONGEST and game.passes < 2:
        here = game.position
        solution = ask(here, before if past else ())
        choices = [move for move in preferred(solution) if game.illegality(move) is None]
        if not solution.proved or _is_aimless(solution) or _all_secured(engine, here, solution.low):
            break
        before.append(here)
        moves.append(choices[0] if choices else PASS)
        game.play(moves[-1])
    return moves


def preferred(solution: Solution) -> list[Move]:
    """The best moves, those with the shortest proof first, a pass last."""
    return sorted(solution.best, key=lambda move: (move is PASS, solution.soonest.get(move, 99)))


def _is_aimless(solution: Solution) -> bool:
    """Whether all of several moves are equally good, and no proof says which one resists longest."""
    every = len(solution.best) == len(solution.moves) > 1
    return every and not any(solution.soonest.values())


def _all_secured(engine: Engine, position: Position, value: int) -> bool:
    """Whether both sides have secured what the value gives them, so that no further move matters."""
    board, size = position.board, position.board.grid.size
    black, white = engine.held(board.black_mask), engine.held(board.white_mask)
    return 2 * black - size == value == size - 2 * white
