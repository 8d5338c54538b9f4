"""Solves a problem of a file again: do its answer, its uniqueness, its need of stones and its tree hold?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from honte.core import Position
from honte.core.rules import TSUMEGO
from honte.errors import GoError, IllegalMove, InputError
from honte.formats.sgf import GameTree, Node
from honte.grid import Point
from honte.search.budget import Budget
from honte.tsumego.make.claim import MEMORY_MB, claim_of
from honte.tsumego.make.prune import is_needed
from honte.tsumego.problem import Problem
from honte.tsumego.problem.sgf import play_begins, setup_of_tree
from honte.tsumego.proof.local import TooLarge
from honte.tsumego.proof.solver import Solver

NODES = 2_000_000
"""Nodes for the proofs of one problem."""
NEED_NODES = 3_000_000
"""Nodes for the claim without one stone: for problems of dan level hundreds of thousands are too few."""


@dataclass
class Recheck:
    """What holds of one problem; None where a question stayed open or was not asked."""

    answer: bool | None = None
    """The moves marked right are proved right, the result is proved, and no other move is right."""
    unique: bool | None = None
    """One first move is right, on the whole board."""
    needed: bool | None = None
    """Every stone is needed."""
    tree: bool | None = None
    """Every line can be played, and ends as it says."""
    faults: list[str] = field(default_factory=list)

    def holds(self, *, unique: bool = True, needed: bool = True) -> bool:
        """Whether everything holds that is asked for."""
        asked = [self.answer, self.tree, *([self.unique] * unique), *([self.needed] * needed)]
        return all(asked)


def recheck(tree: GameTree, *, needed: bool = True) -> Recheck:
    """Checks one problem; the need of stones takes the longest and can be left out."""
    found = Recheck()
    try:
        setup = setup_of_tree(tree)
        if not setup.is_complete:
            raise InputError("the file gives no target or no area; expected KEY and AREA")
        problem = setup.problem()
        right = _check_answer(problem, set(setup.solutions), found)
    except (GoError, TooLarge) as error:
        found.answer = False
        found.faults.append(str(error))
        return found
    found.tree = True
    for fault in tree_faults(tree, problem):
        found.tree = False
        found.faults.append(fault)
    found.unique = len(right) == 1
    if len(right) == 1:
        move = next(iter(right))
        claim = claim_of(problem, NODES)
        found.unique = None if claim is None else claim.holds(move)
        if needed:
            _check_need(problem, move, found)
    if not found.unique:
        found.faults.append(
            f"{len(right)} first moves are right" if len(right) != 1 else "not unique on the board"
        )
    return found


def _check_answer(problem: Problem, marked: set[Point], found: Recheck) -> set[Point]:
    """Proves the result and all right first moves; compares them with those that the file marks."""
    solver = Solver(problem, Budget(nodes=NODES, memory_mb=MEMORY_MB))
    with solver.budget.running():
        first = solver.outcome(problem.to_play)
        moves, _ = solver.sort_moves(first)
    right = {move for move in moves if move is not None} if first.best else set()
    found.answer = first.proved and right == marked
    if not first.proved:
        found.faults.append("the result is not proved")
    elif right != marked:
        names = " ".join(sorted(map(str, right))) or "no move"
        found.faults.append(
            f"right: {names}; the file says {' '.join(sorted(map(str, marked))) or 'no move'}"
        )
    return right


def _check_need(problem: Problem, move: Point, found: Recheck) -> None:
    found.needed = True
    for point in ~problem.board.empty:
        needed = is_needed(problem, point, move, NEED_NODES)
        if not needed:
            found.needed = None if needed is None else False
            words = "is not needed" if needed is False else "may not be needed: open"
            found.faults.append(f"the stone at {point} {words}")
            return


def tree_faults(tree: GameTree, problem: Problem) -> Iterator[str]:
    """What is wrong with the lines of a tree."""
    children = play_begins(tree).children
    if not children:
        yield "there is no solution tree"
    stack: list[tuple[Node, Position]] = [(child, problem.position) for child in children]
    while stack:
        node, position = stack.pop()
        color, move = node.move(problem.grid) or (None, None)
        if color is not position.to_play:
            yield "a line has two moves of one color"
            return
        try:
            position = position.play(move, TSUMEGO)
        except IllegalMove as error:
            yield f"a line has an illegal move: {error}"
            return
        captured = problem.keystones.isdisjoint(position.board.stones(problem.defender))
        comment = node.text("C") or ""
        if not node.children and not comment.startswith(("RIGHT", "WRONG")):
            yield f"a line ends at {move} without RIGHT or WRONG"
        if captured and (node.children or "Alive" in comment):
            yield f"a line goes on after the capture at {move}"
        stack += [(child, position) for child in node.children]
