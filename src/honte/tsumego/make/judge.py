"""What makes a candidate a good problem; the proofs, the pruning and the tree of those that pass.

A candidate is kept when all of this is true. Both sides are proved to win by moving first. One first move is
right, and every other is proved wrong. Every stone is needed. The answer has three moves or more. Wrong moves
tempt: one of them at least has a single refutation.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from honte.core import Move
from honte.formats.sgf import GameTree
from honte.grid import PointSet
from honte.search.budget import Budget
from honte.tsumego.answer import Answer
from honte.tsumego.make.claim import MEMORY_MB, Claim, claim_of
from honte.tsumego.make.prune import QUESTION, prune
from honte.tsumego.make.recheck import tree_faults
from honte.tsumego.make.tree import solution_tree
from honte.tsumego.problem import Objective, Problem
from honte.tsumego.problem.keys import key_of
from honte.tsumego.problem.place import Place, place_of
from honte.tsumego.problem.sgf import tree_of_setup, with_status
from honte.tsumego.proof.outcome import Outcome
from honte.tsumego.proof.solver import Solver

QUICK = 6_000
"""Nodes for the claim of a candidate; most candidates fail there."""
THOROUGH = 1_000_000
"""Nodes for all proofs and the tree of a problem whose claim holds."""
MOST_STONES = 32
"""Most stones of a problem: more clutter the board."""
LARGEST = 9
"""Most columns and rows of an area: points stay large enough for a thumb."""
MOST_TREE = 1_800
"""Most nodes of a solution tree."""
LEAST_TEMPTING = 1
"""Fewest wrong first moves that a single reply refutes."""


@dataclass(frozen=True)
class Made:
    """A problem that passed every test, with its solution tree and what its difficulty rests on."""

    problem: Problem
    tree: GameTree
    answer: Answer
    effort: int
    """Nodes that a new search needs to prove the answer."""
    longest: int
    """Moves in the longest line of the answer."""
    tempting: int
    """Wrong first moves that a single reply refutes."""

    @property
    def place(self) -> Place:
        """Where the problem lies on the board."""
        return place_of(self.problem.area)

    @property
    def key(self) -> str:
        """The same text for a problem turned, mirrored or with colors exchanged."""
        return key_of(self.problem.board, self.problem.to_play)


def judge(problem: Problem) -> Made | None:
    """The problem with its proofs and tree, or None when it fails a test."""
    move = only_move(problem)
    return None if move is None else pruned(problem, move)


def only_move(problem: Problem, nodes: int = QUICK) -> Move:
    """The only right move of a candidate that can become a good problem; None for others."""
    return rated(problem, nodes)[0]


def rated(problem: Problem, nodes: int) -> tuple[Move, int]:
    """The only right move, None as with `only_move`, and the nodes that its claim takes."""
    claim = claim_of(problem, nodes)
    if claim is None or not claim.is_sound or not _unsettled(claim):
        return None, 0
    move, spent = claim.only_move(), claim.nodes
    if move is None or not claim.has_threat(move) or _tempting(claim, move) < LEAST_TEMPTING:
        return None, 0
    return move, spent


def pruned(problem: Problem, move: Move, first: PointSet | None = None, nodes: int = QUESTION) -> Made | None:
    """The made problem without unneeded stones, those of `first` taken off first; None if it fails a test.

    Whether a stone is needed may take `nodes` nodes.
    """
    found = prune(problem, move, first, nodes)
    if found is None or _stones(found) > MOST_STONES or max(extent(found)) > LARGEST:
        return None
    return finish(found, move)


def finish(problem: Problem, move: Move) -> Made | None:
    """The made problem of a claim that holds; None when its tree is trivial, too large or open."""
    claim = claim_of(problem, THOROUGH)
    if claim is None or not claim.holds(move):
        return None
    tempting = _tempting(claim, move)
    if tempting < LEAST_TEMPTING:
        return None
    solver = Solver(problem, Budget(nodes=THOROUGH, memory_mb=MEMORY_MB))
    with solver.budget.running():
        first = solver.outcome(problem.to_play)
        effort = solver.prover.nodes
        second = solver.outcome(problem.to_play.opponent)
        right, wrong = solver.sort_moves(first)
        if not (first.wins and second.wins) or right != [move]:
            return None
        answer = Answer.about(problem, replace(first, best=(move,)), second=second, refutations=wrong)
        setup = with_status(problem.setup(), status_of(answer))
        tree, builder = solution_tree(problem, answer, solver, tree_of_setup(setup))
    if any(tree_faults(tree, problem)):  # a move that only the local board allows
        return None
    if not builder.whole or builder.nodes > MOST_TREE or solver.budget.stopped or builder.longest < 3:
        return None
    return Made(problem, tree, answer, effort, builder.longest, tempting)


def _unsettled(claim: Claim) -> bool:
    return bool(claim.wins(claim.mover) and claim.wins(claim.mover.opponent))


def _stones(problem: Problem) -> int:
    return len(~problem.board.empty)


def extent(problem: Problem) -> tuple[int, int]:
    """Columns and rows of the area."""
    cols, rows = [p.col for p in problem.area], [p.row for p in problem.area]
    return max(cols) - min(cols) + 1, max(rows) - min(rows) + 1


def _tempting(claim: Claim, move: Move) -> int:
    """The number of wrong first moves that a single reply refutes."""
    return sum(other != move and claim.refutations(other) == 1 for other in claim.first_moves())


def status_of(answer: Answer) -> dict[str, str]:
    """What becomes of the keystones when the defender moves first, and when the attacker moves first."""
    outcomes = (answer.first, answer.second)
    found = {_side(o, answer.problem): status_word(o) for o in outcomes if o is not None}
    return {side: found[side] for side in ("defender", "attacker") if side in found}


def _side(outcome: Outcome, problem: Problem) -> str:
    return "defender" if outcome.mover is problem.defender else "attacker"


def status_word(outcome: Outcome) -> str:
    """`alive`, `dead`, `ko+1` (the mover needs one threat more than the opponent), or `unknown`."""
    if outcome.wins or outcome.fails:
        lives = outcome.wins == (outcome.objective is Objective.LIVE)
        return "alive" if lives else "dead"
    return f"ko{outcome.high:+d}" if outcome.proved else "unknown"
