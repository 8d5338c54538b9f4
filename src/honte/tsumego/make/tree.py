"""Solution trees: what to play against every threat, and why every other first move fails.

A tree turns a proof into something a person can read. After each move of the winner it shows only replies
that threaten something: if the winner plays elsewhere, the loser succeeds. When there are none, the line
ends. So a tree answers every threat and stays small. Each wrong first move gets one line that refutes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from honte.core import Move
from honte.formats.sgf import GameTree, Node
from honte.tsumego.answer import Answer
from honte.tsumego.problem import Objective, Problem
from honte.tsumego.problem.sgf import tree_of_setup
from honte.tsumego.proof.outcome import Outcome
from honte.tsumego.proof.prover import MOST_THREATS, Child, Prover, State
from honte.tsumego.proof.resistance import Resistance, winner_threats
from honte.tsumego.proof.solver import Solver

MOST_NODES = 1_900
"""Nodes of a tree at which it stops growing; every shipped problem needs fewer."""


@dataclass
class TreeBuilder:
    """Grows the answer tree of one proved outcome."""

    solver: Solver
    outcome: Outcome
    nodes: int = 0
    whole: bool = True
    """Whether every question was answered and the tree stayed within MOST_NODES."""
    longest: int = 0
    """Moves in the longest line of a right answer."""

    @property
    def prover(self) -> Prover:
        """The prover that answers the questions."""
        return self.solver.prover

    @property
    def captures(self) -> bool:
        """Whether the winner of the whole problem is the attacker."""
        succeeds = self.outcome.high <= MOST_THREATS
        return succeeds == (self.outcome.objective is Objective.KILL)

    def start(self) -> State:
        """The position of the problem, with the threats of the outcome."""
        return self.solver.start(self.outcome.mover, winner_threats(self.outcome.high))

    # Growing

    def grow_right(self, root: Node, move: Move) -> None:
        """Adds a right first move with an answer to every threat after it."""
        child = self._child(self.start(), move)
        node = self._add(root, child, self.start())
        node.properties["TE"] = ["1"]
        self._after_winner(node, child, 1)

    def grow_wrong(self, root: Node, move: Move) -> None:
        """Adds a wrong first move with one line that refutes it."""
        start = self.start()
        child = self._child(start, move)
        node = self._add(root, child, start)
        node.properties["BM"], node.properties["WV"] = ["1"], ["1"]
        captured = self.captures != (self.outcome.high <= MOST_THREATS)
        if not child.fallen:
            node = self._line(node, child.state, captures=captured)
        node.set_text("C", "WRONG. " + ("Dead." if captured else "Alive."))

    def _after_winner(self, node: Node, child: Child, depth: int) -> None:
        """Adds every threat of the loser, each with the winner's answer."""
        self.longest = max(self.longest, depth)
        if child.fallen:
            node.set_text("C", "RIGHT. Captured.")
            return
        threats = list(self._threats(child.state, self.captures))
        if not threats or self.nodes > MOST_NODES:
            self.whole = self.whole and not threats
            node.set_text("C", "RIGHT. " + ("Dead." if self.captures else "Alive."))
            return
        for threat in threats:
            reply = self._add(node, threat, child.state)
            answer = self._answer(threat.state, self.captures)
            if answer is None:
                self.whole = False
                continue
            self._after_winner(self._add(reply, answer, threat.state), answer, depth + 2)

    def _threats(self, state: State, captures: bool) -> Iterator[Child]:
        """The loser's moves after which the winner may not play elsewhere."""
        return self._resistance(captures).threats(state)

    def _resistance(self, captures: bool) -> Resistance:
        return Resistance(self.solver, captures=captures)

    def _answer(self, state: State, captures: bool) -> Child | None:
        """The winning answer with the shortest proof."""
        best: tuple[int, int, Child] | None = None
        for order, child in enumerate(self.prover.children(state)):
            if child.fallen:
                if captures:
                    return child
                continue
            if child.move is None:
                continue
            before = self.prover.nodes
            if self._resistance(captures).is_won(child.state):
                rated = (self.prover.nodes - before, order, child)
                best = rated if best is None or rated[:2] < best[:2] else best
        if best is not None:
            return best[2]
        return next((c for c in self.prover.children(state) if c.move is None and not c.fallen), None)

    def _line(self, node: Node, state: State, captures: bool, length: int = 12) -> Node:
        """Adds one line of answers of the winner and first threats of the loser; returns its end."""
        for _ in range(length):
            answer = self._answer(state, captures)
            if answer is None:
                return node
            node = self._add(node, answer, state)
            threat = None if answer.fallen else next(self._threats(answer.state, captures), None)
            if threat is None:
                return node
            node, state = self._add(node, threat, answer.state), threat.state
        return node

    # Small pieces

    def _child(self, state: State, move: Move) -> Child:
        return next(child for child in self.prover.children(state) if child.move == move)

    def _add(self, node: Node, child: Child, before: State) -> Node:
        """Appends a move. Before a ko is retaken, two passes stand for a threat elsewhere and its answer."""
        problem = self.solver.problem
        color = problem.attacker if before.attacker_to_play else problem.defender
        if child.move is not None and child.move == self._resistance(self.captures).ko_point(before):
            for passing, text in ((color, "A ko threat elsewhere."), (color.opponent, "Answered.")):
                node = node.add()
                node.set_move(passing, None, problem.grid)
                node.set_text("C", text)
        found = node.add()
        found.set_move(color, child.move, problem.grid)
        self.nodes += 1
        return found


def solution_tree(
    problem: Problem, answer: Answer, solver: Solver, tree: GameTree | None = None
) -> tuple[GameTree, TreeBuilder]:
    """The tree of a solved problem: right moves with answers to every threat, wrong moves refuted."""
    tree = tree_of_setup(problem.setup()) if tree is None else tree
    builder = TreeBuilder(solver, answer.first)
    if answer.first.high <= MOST_THREATS:
        for move in answer.first.best:
            if move is not None:
                builder.grow_right(tree.root, move)
    for move in answer.refutations:
        if move is not None:
            builder.grow_wrong(tree.root, move)
    return tree, builder
