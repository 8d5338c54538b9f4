"""What an answer says beside its result: all right moves, why others fail, the line, the reason of a seki.

All of it comes from the searches that gave the result, within what is left of the effort.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from honte.core import Move
from honte.life.seki import find_seki
from honte.search.effort import Effort
from honte.tsumego.problem import Objective
from honte.tsumego.proof.outcome import Status
from honte.tsumego.proof.solver import Solver

if TYPE_CHECKING:
    from honte.tsumego.answer import Answer
    from honte.tsumego.open.attempts import Attempt
    from honte.tsumego.stakes.connect import Link

SORT_SHARE = 0.7
"""Fraction of the remaining effort in which every first move is judged."""


def explained(answer: Answer, attempt: Attempt, effort: Effort) -> Answer:
    """The answer with all right moves, the refutations of the others, the line and the reason of a seki."""
    finding, first = attempt.found, answer.first
    if first.proved or first.best or first.objective is Objective.KILL:
        right, wrong = (finding.cage or finding.solver).sort_moves(first, effort.part(SORT_SHARE))
        best = tuple(dict.fromkeys([*first.best, *(right if first.best else ())]))
        # A cage favors the defender: a move that fails there is refuted only if it fails in the area, too.
        if finding.cage is not None:
            _, wrong = finding.solver.sort_moves(first, effort.part(SORT_SHARE))
        refuted = {move: line for move, line in wrong.items() if move not in best}
        answer = replace(answer, first=replace(first, best=best), refutations=refuted)
    children = finding.solver.prover.children(finding.solver.start(first.mover, 0))
    decided = {None, *answer.best, *answer.refutations}
    answer = replace(answer, undecided=tuple(c.move for c in children if c.move not in decided))
    if first.best or first.low > 0:
        solver = finding.cage or finding.solver
        answer = replace(answer, line=solver.line(answer.first, effort))
    if answer.status is Status.ALIVE:
        answer = replace(answer, seki=_seki(answer, finding.solver, effort))
    return replace(answer, zone=(finding.cage or finding.solver).zone(first, effort))


def explained_link(answer: Answer, link: Link, effort: Effort) -> Answer:
    """The answer with all right moves, the refutations of the others and the line."""
    first = answer.first
    right: list[Move] = []
    if link.for_right is not None:
        right, _ = link.for_right.sort_moves(first, effort.part(SORT_SHARE))
    wrong = link.refutations(effort.part(SORT_SHARE)) if first.proved or first.best else {}
    best = tuple(dict.fromkeys([*first.best, *right]))
    near = answer.problem.area
    refuted = {m: line for m, line in wrong.items() if m not in best and (m is None or m in near)}
    solver = link.decider
    line = solver.line(first, effort) if first.proved else ()
    moves = [c.move for c in solver.prover.children(solver.start(first.mover, 0))]
    undecided = tuple(move for move in moves if move not in {None, *best, *refuted})
    first = replace(first, best=best)
    return replace(answer, first=first, refutations=refuted, undecided=undecided, line=line)


def _seki(answer: Answer, solver: Solver, effort: Effort) -> str:
    """The reason of a standing seki, in the position or at the end of the attacker's best try; or nothing."""
    problem = answer.problem
    attack = next(o for o in (answer.first, answer.second) if o is not None and o.objective is Objective.KILL)
    position = problem.position.with_to_play(attack.mover)
    boards = [position.board]
    for move in solver.line(attack, effort):
        position = position.play_unchecked(move)
        boards.append(position.board)
    for board in boards:
        for seki in find_seki(board):
            if not problem.keystones.isdisjoint(seki.black | seki.white):
                return seki.reason
    return ""
