"""The door to perfect play: the command, the page and other programs ask here."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from honte.core import Position, Rules
from honte.search.budget import Budget, run_threads
from honte.smallboard.engine import Engine
from honte.smallboard.geometry import check_size
from honte.smallboard.laws import POSITIONAL, check_rules
from honte.smallboard.lines import best_line
from honte.smallboard.solution import Progress, Solution
from honte.smallboard.solver import Solver


def solve(
    position: Position,
    rules: Rules = POSITIONAL,
    budget: Budget | None = None,
    *,
    every_move: bool = False,
    line: bool = False,
    past: Sequence[Position] = (),
    watch: Callable[[Progress], object] | None = None,
) -> Solution:
    """Solves a position; returns what is proved when the budget ends (60 seconds by default).

    The search proves under simple ko first. Under superko it then walks those proofs, and asks again with
    explicit history where a walk leaves a doubt. `past` holds the positions of the game before, oldest
    first; they count under superko. Without one the history is this position alone. `every_move` goes on
    until each move has its exact value; `line` follows best play with what is left of the budget.

    >>> from honte.core import BLACK, Board, vertex
    >>> board = Board.parse('''
    ... . X O .
    ... X X O O
    ... . X O .
    ... ''')
    >>> answer = solve(Position(board, BLACK))
    >>> answer.value, [vertex(move) for move in answer.best]
    (0, ['pass'])
    """
    budget = budget or Budget(seconds=60)
    check_rules(rules)
    check_size(position.board.grid)
    position.board.checked()
    engine = Engine(position.board.grid, budget)
    solver = Solver(position, rules, budget, every_move=every_move, engine=engine, past=past)

    def ask(here: Position, before: Sequence[Position]) -> Solution:
        return Solver(here, rules, budget, engine=engine, past=before).run()

    def work() -> Solution:
        solution = solver.run()
        if line and solution.proved and not solution.repetition:
            solution.line = best_line(engine, rules, position, ask, past=past)
            solution.seconds = budget.elapsed
        return solution

    return run_threads(budget, [work], None if watch is None else lambda: watch(solver.progress))[0]
