"""Every way to solve a one-player board, by name."""

from __future__ import annotations

from honte.errors import InputError
from honte.samegame.board import Board
from honte.samegame.scoring import STANDARD, Scoring
from honte.samegame.solution import Solution
from honte.samegame.solver import Watch, search, solve, solve_exactly
from honte.samegame.tree import bfs, depth_limited, dfs
from honte.search.budget import Budget

METHODS = ("auto", "anneal", "exact", "dfs", "bfs", "depth-limited")
"""`auto` is `solve`, `anneal` is `search`; the others have the names of their functions."""


def solve_by(
    method: str,
    board: Board,
    *,
    scoring: Scoring = STANDARD,
    lowest: bool = False,
    budget: Budget | None = None,
    seed: int = 0,
    depth: int = 2,
    resume: Solution | None = None,
    watch: Watch | None = None,
) -> Solution:
    """Solves a board by the method of a name; raises InputError for an unknown one.

    `seed` and `watch` serve annealing, `depth` (in moves) the depth-limited search; `resume` starts
    annealing or the exact search from a saved sequence.

    >>> solve_by("bfs", Board.parse("121\\n112\\n212")).score
    1009
    """
    if method not in METHODS:
        raise InputError(f"{method!r} is not a method; expected one of {', '.join(METHODS)}")
    if method in ("dfs", "bfs"):
        walk = dfs if method == "dfs" else bfs
        return walk(board, scoring, budget, lowest=lowest)
    if method == "depth-limited":
        return depth_limited(board, scoring, budget, depth=depth, lowest=lowest)
    if method == "exact":
        return solve_exactly(board, scoring=scoring, lowest=lowest, budget=budget, start=resume)
    anneal = solve if method == "auto" else search
    return anneal(board, scoring=scoring, lowest=lowest, budget=budget, seed=seed, resume=resume, watch=watch)
