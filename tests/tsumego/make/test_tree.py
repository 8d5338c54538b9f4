"""Solution trees: every threat has an answer, every wrong move a refutation."""

from __future__ import annotations

from dataclasses import replace

from honte.core import BLACK, WHITE
from honte.formats.sgf import Node
from honte.search.budget import Budget
from honte.tsumego.answer import Answer, solve
from honte.tsumego.make.tree import TreeBuilder, solution_tree
from honte.tsumego.problem import Problem
from honte.tsumego.proof.prover import MOST_THREATS
from honte.tsumego.proof.solver import Solver

FIVE = """
Black to play
. . . W x -
. . W W x -
W W W x x -
x x x x x -
"""


def built(text: str) -> tuple[Node, TreeBuilder, Answer]:
    problem = Problem.parse(text)
    solver = Solver(problem, Budget(nodes=3_000_000, memory_mb=16))
    with solver.budget.running():
        first = solver.outcome(problem.to_play)
        right, wrong = solver.sort_moves(first)
        solution = Answer.about(problem, replace(first, best=tuple(right)), refutations=wrong)
        tree, builder = solution_tree(problem, solution, solver)
    return tree.root, builder, solution


def test_right_and_wrong_moves() -> None:
    root, builder, solution = built(FIVE)
    grid = solution.problem.grid
    marks = {str((child.move(grid) or (None, None))[1]): "TE" in child for child in root.children}
    assert marks == {"B4": False, "A4": False, "C4": False, "A3": False, "B3": False} | {
        str(move): True for move in solution.best
    }
    assert builder.whole
    assert all("WV" in child for child in root.children if "BM" in child)


def test_every_reply_that_matters_is_answered() -> None:
    """After a reply that the tree leaves out, the winner may play elsewhere and still wins."""
    root, _, solution = built(FIVE)
    problem = solution.problem
    right = next(child for child in root.children if "TE" in child)
    # The solution plays no pass.
    board, _ = problem.board.place(solution.best[0], BLACK)  # type: ignore[arg-type]
    shown = {(child.move(problem.grid) or (None, None))[1] for child in right.children}
    for move in problem.area & board.empty:
        if move in shown:
            continue
        after, captured = board.place(move, WHITE)
        if move in captured:
            continue  # suicide
        ignored = Problem(after, problem.keystones, WHITE, problem.area)
        assert solve(ignored.setup(), Budget(nodes=500_000)).first.fails, f"{move} is a threat"


def test_a_lost_problem_has_only_refutations() -> None:
    root, _, solution = built("White to play\n. . W x -\n. . W x -\nW W W x -\nx x x x -")
    assert solution.first.low > MOST_THREATS
    assert root.children
    assert all("BM" in child for child in root.children)
