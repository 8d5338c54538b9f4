"""Makes the SGF files under src/honte/problems/basic from basics.txt: `python tools/basic_problems.py`.

It puts each drawing on a board, proves it for both sides moving first, and writes it with its lesson, its
status and a solution tree. It ends with an error when the text contradicts the proof.
"""

from __future__ import annotations

import argparse
import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from honte.formats.sgf import GameTree, serialize
from honte.search.budget import Budget
from honte.tsumego.answer import Answer
from honte.tsumego.gold import Settings, depth_solved, gold
from honte.tsumego.make.judge import status_of
from honte.tsumego.make.tree import solution_tree
from honte.tsumego.problem import Problem
from honte.tsumego.problem.sgf import tree_of_setup, with_status
from honte.tsumego.problem.text import parse_setup
from honte.tsumego.proof.solver import Solver

NODES = 5_000_000
"""Nodes for the proof of one problem."""
GOLD_NODES = 400_000
"""Nodes for GoLD's search, which gives the depth at which it solves the problem."""


@dataclass(frozen=True)
class Basic:
    """One entry of basics.txt."""

    title: str
    place: str
    aim: str
    lesson: str
    rows: tuple[tuple[str, ...], ...]

    @property
    def file_name(self) -> str:
        """The title in lower case with hyphens, and the ending .sgf."""
        return re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-") + ".sgf"

    def problem(self) -> Problem:
        """The drawing on a board of 9x9, or of 13x13 when it is larger than that."""
        wide, high = max(map(len, self.rows)), len(self.rows)
        side = 9 if wide <= 9 and high <= 9 else 13
        left = 0 if self.place == "corner" else (side - wide) // 2
        top = (side - high) // 2 if self.place == "middle" else 0
        board = [["-"] * side for _ in range(side)]
        for y, row in enumerate(self.rows):
            for x, letter in enumerate(row):
                board[top + y][left + x] = letter
        _close(board)
        drawing = "\n".join(" ".join(row) for row in board)
        problem = parse_setup(f"{self.aim.split()[0]} to play\n{drawing}").problem()
        aim = self.aim.split()[-1]
        if problem.objective.value != aim:
            raise SystemExit(f"{self.title}: {self.aim}, but the keystones say {problem.objective.value}")
        return problem


def _close(board: list[list[str]]) -> None:
    """Puts a safe attacker stone on every point outside the drawing that touches its inside."""
    side = len(board)
    wall = "o" if any("B" in row for row in board) else "x"
    inside = [(x, y) for y in range(side) for x in range(side) if board[y][x] in "XOBW."]
    for x, y in inside:
        for u, v in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if 0 <= u < side and 0 <= v < side and board[v][u] == "-":
                board[v][u] = wall


def read_basics(text: str) -> list[Basic]:
    """The entries of basics.txt; each begins with a line `% title`."""
    found = []
    for block in re.split(r"\n(?=% )", text):
        lines = [line for line in block.splitlines() if line.strip() and not line.startswith("#")]
        if not lines or not lines[0].startswith("%"):
            continue
        words = dict(line.split(": ", 1) for line in lines[1:] if ": " in line)
        rows = tuple(tuple(line.split()) for line in lines[1:] if ": " not in line)
        found.append(Basic(lines[0][2:].strip(), words["place"], words["aim"], words["lesson"], rows))
    return found


def build(basic: Basic) -> tuple[GameTree, Answer]:
    """The tree of one problem, and its answer; ends the program when a proof is missing."""
    problem = basic.problem()
    solver = Solver(problem, Budget(nodes=NODES, memory_mb=64))
    with solver.budget.running():
        first, second = solver.outcome(problem.to_play), solver.outcome(problem.to_play.opponent)
        if not (first.proved and second.proved):
            raise SystemExit(f"{basic.title}: not proved: {first}, {second}")
        right, wrong = solver.sort_moves(first)
        answer = Answer.about(problem, replace(first, best=tuple(right)), second=second, refutations=wrong)
        setup = with_status(problem.setup(), status_of(answer))
        comment = f"{basic.aim}.\n\n{basic.lesson}"
        setup = replace(setup, name=basic.title, comment=comment)
        tree, builder = solution_tree(problem, answer, solver, tree_of_setup(setup))
    if not builder.whole:
        raise SystemExit(f"{basic.title}: the solution tree is incomplete")
    opinion = gold(problem, Settings(depth=None), Budget(nodes=GOLD_NODES))
    depth = depth_solved(opinion, [move for move in answer.best if move is not None])
    if depth is not None:
        tree.root.properties["SEARCH"] = [f"depth:{depth}"]
    return tree, answer


def main() -> None:
    """Writes the files, or those whose title contains --only."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--folder", type=Path, default=Path("src/honte/problems/basic"))
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    text = (options.folder / "basics.txt").read_text(encoding="utf8")
    for number, basic in enumerate(read_basics(text), 1):
        if options.only in basic.title:
            tree, answer = build(basic)
            (options.folder / f"{number:02}-{basic.file_name}").write_bytes(serialize(tree))
            print(f"{basic.title}: {answer.first}; {answer.second}", file=sys.stderr)


if __name__ == "__main__":
    main()
