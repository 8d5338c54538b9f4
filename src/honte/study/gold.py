"""GoLD's evaluation (Haris, *Go - Project*, 2019, section 6.2) over a folder of problems, for both engines.

For each problem: the number of valid moves with the original objective (S1) and with it inverted (S2),
the time to the first move with iterative deepening (T1, T2) and without (T3, T4), and the depth at which
GoLD's search solves it: the least depth from which on every finished depth gave a right move. The proof
solver proves which moves are right. It is measured too, with its times for both objectives (T1, T2); it has
no depth limit, so its depth is that of the longest solution line in the file.

Difficulty is the logarithm to base 2 of the nodes that a proof takes with an empty table, since these
problems carry no ratings by players.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from honte.core import Move
from honte.errors import InputError
from honte.formats.sgf import GameTree, Node, parse
from honte.search.budget import Budget
from honte.study.running import File, Means, study_files
from honte.tsumego.answer import solve
from honte.tsumego.gold import Settings, depth_solved, gold
from honte.tsumego.problem import Problem
from honte.tsumego.problem.sgf import setup_of_tree
from honte.tsumego.proof.solver import Solver

PLACES = ("middle", "side", "corner")
"""The places of problems, by the number of edges that their area touches."""
RANGES = ((0, 6), (6, 8), (8, 10), (10, 12), (12, 14), (14, 99))
"""The ranges of difficulty of the table that follows the paper's 6.2."""
COLUMNS = {
    "engine": str, "place": str, "objective": str, "difficulty": float, "depth": int, "S1": int, "S2": int,
    "T1": float, "T2": float, "T3": float, "T4": float, "solved": bool, "solved_inverted": bool, "nodes": int,
    "right": str, "right_inverted": str,
}  # fmt: skip
"""The columns of a row, after its file."""
Row = dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """The engines to measure, and what one search may spend: seconds, and for GoLD's search depth."""

    seconds: float = 10.0
    depth: int = 12
    engines: tuple[str, ...] = ("gold", "proof")

    def __post_init__(self) -> None:
        unknown = set(self.engines) - {"gold", "proof"}
        if unknown or not self.engines:
            raise InputError(f"engines {', '.join(sorted(unknown)) or 'none'}; known: gold, proof")


def problem_files(folder: Path) -> list[Path]:
    """The SGF files of a folder and the folders below it."""
    files = [folder] if folder.is_file() else sorted(folder.rglob("*.sgf"))
    if not files:
        raise InputError(f"{folder}: no SGF files there")
    return files


def run(files: Sequence[Path], plan: Plan, means: Means) -> list[File]:
    """Studies all files whose rows the folder does not hold; see `study_files`.

    Processes that work side by side disturb each other's times a little; one job at a time does not.
    """
    key = {"study": "gold", **asdict(plan), "engines": ",".join(plan.engines)}
    return study_files(files, partial(study_data, plan=plan), COLUMNS, key, means)


@cache
def _warm_up(plan: Plan) -> None:
    """Compiles or loads the kernels, so that the first problem's times hold no compilation."""
    problem = Problem.parse("Black to play\n. . . W x -\nW W W W x -\nx x x x x -")
    facts: Row = {"right": [], "right_inverted": [], "line": 0}
    for engine in plan.engines:
        _ENGINES[engine](problem, facts, Plan(seconds=60, depth=2))


def study_data(data: bytes, plan: Plan) -> list[Row]:
    """The rows of one file; raises GoError for a file that cannot be read."""
    _warm_up(plan)
    rows: list[Row] = []
    for tree in parse(data):
        problem = setup_of_tree(tree).problem()
        facts = _facts(tree, problem, plan)
        rows += [_flat({**facts, **_ENGINES[engine](problem, facts, plan)}) for engine in plan.engines]
    return rows


def _facts(tree: GameTree, problem: Problem, plan: Plan) -> Row:
    """The facts of a problem for every engine: right moves for both objectives, valid moves, difficulty."""
    seconds = max(plan.seconds, 5.0)
    right, effort = _right_moves(problem, seconds)
    inverted, _ = _right_moves(problem.with_to_play(problem.to_play.opponent), seconds)
    return {
        "place": place_of(problem),
        "objective": problem.objective.value,
        "difficulty": round(math.log2(max(2, effort)), 2),
        "S1": _valid_moves(problem),
        "S2": _valid_moves(problem.with_to_play(problem.to_play.opponent)),
        "line": _longest(tree.root),
        "right": right,
        "right_inverted": inverted,
    }


def _right_moves(problem: Problem, seconds: float) -> tuple[list[Move], int]:
    """All first moves that are proved right, and the nodes of the first proof."""
    budget = Budget(seconds=seconds, memory_mb=64)
    with budget.running():
        solver = Solver(problem, budget)
        outcome = solver.outcome(problem.to_play)
        effort = solver.prover.nodes
        right, _ = solver.sort_moves(outcome) if outcome.best else ([], {})
    return right, effort


def _valid_moves(problem: Problem) -> int:
    """The number of points of the area that the side to play may take."""
    from honte.core import TSUMEGO

    return len(problem.position.legal_moves(TSUMEGO) & problem.area)


def _longest(root: Node) -> int:
    """The number of moves of the longest line without a wrong move in a tree."""
    longest, stack = 0, [(root, 0)]
    while stack:
        node, depth = stack.pop()
        longest = max(longest, depth)
        stack += [(child, depth + 1) for child in node.children if "BM" not in child]
    return longest


def place_of(problem: Problem) -> str:
    """`corner`, `side` or `middle`, by the number of edges that the area touches."""
    grid, area = problem.grid, problem.area
    columns, rows = {p.col for p in area}, {p.row for p in area}
    across = bool({0, grid.cols - 1} & columns)
    along = bool({0, grid.rows - 1} & rows)
    return PLACES[across + along]


# Engines


def study_gold(problem: Problem, facts: Row, plan: Plan) -> Row:
    """GoLD's row: T1 to T4 and the depth solved, as the paper measured them."""
    answer = gold(problem, Settings(depth=plan.depth), Budget(seconds=plan.seconds))
    depth = depth_solved(answer, facts["right"]) if facts["right"] else None
    row: Row = {"engine": "gold", "depth": depth, "solved": depth is not None, "nodes": answer.nodes}
    row |= dict.fromkeys(("T1", "T2", "T3", "T4", "solved_inverted"))
    if depth is None:
        return row
    row["T1"] = next(f.seconds for f in answer.depths if f.depth == depth)
    other = problem.with_to_play(problem.to_play.opponent)
    for name, side, iterative in (("T2", other, True), ("T3", problem, False), ("T4", other, False)):
        found = gold(side, Settings(depth=depth, iterative=iterative), Budget(seconds=plan.seconds))
        row[name] = None if found.stopped else found.seconds
        if name == "T2":
            row["solved_inverted"] = found.move in facts["right_inverted"]
    return row


def study_proof(problem: Problem, facts: Row, plan: Plan) -> Row:
    """The proof solver's row: its times for both objectives."""
    row: Row = {"engine": "proof", "depth": facts["line"], "T3": None, "T4": None}
    for name, side in (("T1", problem), ("T2", problem.with_to_play(problem.to_play.opponent))):
        started = time.perf_counter()
        solution = solve(side.setup(), Budget(seconds=plan.seconds, memory_mb=64), explain=False)
        took = time.perf_counter() - started
        right = facts["right" if name == "T1" else "right_inverted"]
        solved = solution.proved and (solution.move in right or not right)
        row[name] = took if solved else None
        row["solved" if name == "T1" else "solved_inverted"] = solved
        if name == "T1":
            row["nodes"] = solution.nodes
    return row


_ENGINES: dict[str, Callable[[Problem, Row, Plan], Row]] = {"gold": study_gold, "proof": study_proof}


# Tables


def _flat(row: Row) -> Row:
    """A row as it is kept: moves as text, seconds rounded."""
    plain: Row = {name: row.get(name) for name in COLUMNS}
    for name in ("T1", "T2", "T3", "T4"):
        plain[name] = None if row[name] is None else round(row[name], 5)
    for name in ("right", "right_inverted"):
        plain[name] = " ".join("pass" if move is None else str(move) for move in row[name])
    return plain


def by_difficulty(rows: Sequence[Row]) -> list[Row]:
    """Table 6.2 for one engine's rows: the mean depth solved in each range of difficulty."""
    table = []
    for low, high in RANGES:
        depths = [row["depth"] for row in rows if row.get("solved") and low <= row["difficulty"] < high]
        if depths:
            mean = sum(depths) / len(depths)
            table.append({"from": low, "to": high, "problems": len(depths), "depth": mean})
    return table


def summary(rows: Sequence[Row], engine: str) -> Row:
    """The number of problems that an engine solved, and its median times in seconds."""
    mine = [row for row in rows if row.get("engine") == engine]
    judged = [row for row in mine if row["right"]]
    found: Row = {
        "problems": len(judged),
        "solved": sum(bool(row["solved"]) for row in judged),
        "inverted": sum(bool(row.get("right_inverted")) for row in judged),
        "solved_inverted": sum(bool(row["solved_inverted"]) for row in judged if row["right_inverted"]),
    }
    for name in ("T1", "T2", "T3", "T4"):
        times = sorted(row[name] for row in judged if row[name] is not None)
        found[f"median_{name}"] = round(times[len(times) // 2], 5) if times else None
    return found
