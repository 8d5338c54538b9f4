"""Keeps a problem of the editor with the problems: saving it again changes it and makes no second one."""

from __future__ import annotations

from dataclasses import replace

from honte.search.budget import Budget
from honte.tsumego.answer import Answer
from honte.tsumego.make.judge import status_of
from honte.tsumego.make.tree import solution_tree
from honte.tsumego.problem import Setup
from honte.tsumego.problem.sgf import tree_of_setup, with_status, write_problem
from honte.tsumego.proof.solver import Solver
from honte.web.context import Workbench
from honte.web.documents import new_id
from honte.web.puzzles import Puzzle

MEMORY_MB = 64
"""Megabytes for the search that writes a solution down."""


def keep_edit(workbench: Workbench, id: str) -> str:
    """Saves the problem of an edit; gives the id of the problem, which stays the same from then on.

    An unchanged problem keeps its tries; a changed one begins anew.
    """
    with workbench.edits.change(id) as edit:
        known = None if edit.saved_as is None else workbench.store.get("problem", edit.saved_as)
        if known is not None and workbench.puzzles.open(known.id).setup == edit.setup:
            return known.id
        if known is not None:
            workbench.puzzles.delete(known.id)
        made = Puzzle.of(new_id() if known is None else known.id, edit.setup)
        workbench.puzzles.add(made, edit.setup.name)
        edit.saved_as = edit.problem_id = made.id
        return made.id


def solution_of(setup: Setup, budget: Budget) -> str:
    """The problem as SGF with its solution tree; empty where the budget ends before everything is proved."""
    problem = setup.problem()
    solver = Solver(problem, budget)
    with solver.budget.running():
        first, second = solver.outcome(problem.to_play), solver.outcome(problem.to_play.opponent)
        if not (first.proved and second.proved):
            return ""
        right, wrong = solver.sort_moves(first)
        answer = Answer.about(problem, replace(first, best=tuple(right)), second=second, refutations=wrong)
        tree, builder = solution_tree(problem, answer, solver, tree_of_setup(setup))
        if not builder.whole or solver.budget.stopped:
            return ""
    return write_problem(with_status(setup, status_of(answer)), tree).decode()
