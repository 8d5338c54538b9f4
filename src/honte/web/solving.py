"""Searches on problems: what the page asks of the solvers, and what it sees while they run.

`analyse` answers everything about one position: the outcome, all right moves, the refutation of the
others, the main line. `answer_move` judges the move just played and finds the computer's reply. Both
publish, many times a second, which first moves are settled and which are open.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from honte.core import Move, vertex
from honte.life.benson import pass_alive
from honte.life.seki import find_seki
from honte.tsumego.problem import Objective, Problem
from honte.tsumego.proof.prover import MOST_THREATS
from honte.tsumego.proof.solver import Outcome, Solution, Solver
from honte.web.jobs import Job

SHOWN_MOVES = 40


def verdict_of(outcome: Outcome) -> str:
    """win, lose, ko or open, for the side that moves."""
    if outcome.wins:
        return "win"
    if outcome.fails:
        return "lose"
    return "ko" if outcome.is_ko and outcome.proved else "open"


def analyse(job: Job, problem: Problem) -> dict[str, Any]:
    """Everything about a position, by proof search."""
    solver = Solver(problem, job.budget)
    _watch(job, solver, problem)
    job.report(task="the result")
    outcome = solver.outcome(problem.to_play)
    job.report(task="every move", verdict=verdict_of(outcome), text=str(outcome))
    right, wrong = solver.sort_moves(outcome)
    best = tuple(dict.fromkeys([*outcome.best, *right]))
    outcome = replace(outcome, best=best)
    job.report(task="the line")
    line = solver.line(outcome) if outcome.best or outcome.low > 0 else ()
    solution = Solution(problem, outcome, None, solver.guesses.get(problem.to_play), wrong, line)
    return {
        "verdict": verdict_of(outcome),
        "text": str(outcome),
        "proved": outcome.proved,
        "move": vertex(solution.move),
        "best": [vertex(move) for move in best],
        "moves": move_verdicts(outcome, best, wrong),
        "refutations": {vertex(move): [vertex(reply) for reply in line] for move, line in wrong.items()},
        "line": [vertex(move) for move in line],
        "nodes": solver.prover.nodes,
        "engine": "proof",
    }


def move_verdicts(outcome: Outcome, best: tuple[Move, ...], wrong: dict[Move, Any]) -> dict[str, str]:
    """Each first move: what it leads to for the side that moves."""
    reached = verdict_of(outcome)
    good = reached if reached in ("win", "ko") else "open"
    found = {vertex(move): "lose" for move in wrong}
    found.update({vertex(move): good for move in best})
    return found


def answer_move(job: Job, before: Problem, move: Move, after: Problem | None) -> dict[str, Any]:
    """Judges `move` and finds the reply to it; `after` is None when the keystones were taken."""
    solver = Solver(before, job.budget)
    _watch(job, solver, before)
    job.report(task="your move")
    outcome = solver.outcome(before.to_play)
    right, wrong = solver.sort_moves(outcome)
    judged = "right" if move in right or move in outcome.best else "wrong" if move in wrong else "unknown"
    if outcome.fails:
        judged = "hopeless"
    answer: dict[str, Any] = {
        "judged": judged,
        "aim": verdict_of(outcome),
        "text": str(outcome),
        "right": [vertex(each) for each in dict.fromkeys([*outcome.best, *right])],
    }
    if after is None:
        return {**answer, "reply": None, "ends": "captured"}
    if judged == "wrong" and wrong[move]:
        return {**answer, "reply": vertex(wrong[move][0]), "ends": None}
    return {**answer, **_reply(job, after)}


def _reply(job: Job, after: Problem) -> dict[str, Any]:
    """The other side's move: the best it has, the most stubborn when all lose, a pass when it is over."""
    if settled(after):
        return {"reply": None, "ends": "alive"}
    solver = Solver(after, job.budget)
    job.report(task="a reply")
    outcome = solver.outcome(after.to_play)
    line = solver.line(outcome)
    move = line[0] if line else solver.guesses.get(after.to_play)
    if move is None:
        return {"reply": None, "ends": _ending(after, outcome)}
    return {"reply": vertex(move), "ends": None}


def _ending(problem: Problem, outcome: Outcome) -> str | None:
    """How it ends when the side to play has nothing left to try; None when that is not proved."""
    if not outcome.fails:
        return None
    if problem.objective is Objective.LIVE:
        return "captured"
    seki = (pair.black | pair.white for pair in find_seki(problem.board))
    return "seki" if any(not problem.keystones.isdisjoint(stones) for stones in seki) else "alive"


def settled(problem: Problem) -> bool:
    """Whether the keystones are alive even if their side never moves again."""
    return problem.keystones <= pass_alive(problem.board, problem.defender).stones


def _watch(job: Job, solver: Solver, problem: Problem) -> None:
    """Lets the job read live what the search thinks of every first move."""
    kills = problem.to_play is problem.attacker

    def live() -> dict[str, Any]:
        try:
            numbers, line = solver.prover.root_numbers(), solver.prover.current_line()
        except (IndexError, ValueError):  # the search has not begun, or is writing this very moment
            numbers, line = [], []
        considered = []
        for move, proof, disproof in numbers[:SHOWN_MOVES]:
            won, lost = (proof, disproof) if kills else (disproof, proof)
            reached = "win" if solver.asking <= -MOST_THREATS else "ko"  # else it takes threats
            state = reached if won == 0 else "lose" if lost == 0 else "open"
            considered.append([vertex(move), state, min(won, 10**6), min(lost, 10**6)])
        current = [vertex(move) for move in line[:SHOWN_MOVES]]
        return {"nodes": job.budget.visited, "considered": considered, "line": current}

    job.live = live


def gold_analyse(job: Job, problem: Problem, depth: int | None, breadth: int | None) -> dict[str, Any]:
    """GoLD's own search, with its switches; every finished depth is shown."""
    from honte.tsumego.gold import Finding, Settings, gold

    def hear(finding: Finding) -> None:
        line = [vertex(move) for move in finding.line]
        job.report(depth=finding.depth, line=line, score=finding.score, nodes=finding.nodes)

    answer = gold(problem, Settings(depth=depth, breadth=breadth), job.budget, hear)
    succeeds = answer.succeeds
    aim = "live" if problem.objective is Objective.LIVE else "kill"
    opinion = (
        "has no opinion whether" if succeeds is None else "thinks" if not answer.proved else "proved that"
    )
    can = "can" if succeeds or succeeds is None else "cannot"
    return {
        "verdict": "open" if succeeds is None else "win" if succeeds else "lose",
        "text": f"GoLD {opinion} {problem.to_play} {can} {aim}",
        "proved": answer.proved,
        "move": vertex(answer.move),
        "best": [vertex(answer.move)] if succeeds else [],
        "moves": {},
        "refutations": {},
        "line": [] if answer.last is None else [vertex(move) for move in answer.last.line],
        "nodes": answer.nodes,
        "engine": "gold",
    }
