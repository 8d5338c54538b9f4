"""Searches on problems: solve, answer the last move, check an edit, find its boundary."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import Response

from honte.core import Phase, parse_move
from honte.errors import InputError
from honte.search.budget import Budget
from honte.tsumego.gold import warm_up as warm_gold
from honte.tsumego.open.areas import find_area
from honte.tsumego.problem import Objective, Problem
from honte.tsumego.proof.solver import Solution, Solver
from honte.tsumego.proof.solver import warm_up as warm_solver
from honte.web.context import Workbench, bench, client_of
from honte.web.edits import with_area
from honte.web.jobs import Job
from honte.web.models import Body, Version, Versioned
from honte.web.routes.editor import EditState, edit_state
from honte.web.solving import analyse, answer_move, gold_analyse, settled, verdict_of
from honte.web.views import answer

router = APIRouter(prefix="/api", tags=["searches"])


class Solve(Body):
    """How to search: the proof solver, or GoLD's own with its limits."""

    engine: Literal["proof", "gold"] = "proof"
    seconds: float = Field(20, ge=0.1, le=120)
    depth: int | None = Field(6, ge=1, le=40, description="GoLD only; null for no limit")
    breadth: int | None = Field(None, ge=1, le=40, description="GoLD only; null for all moves")


class Answer(Body):
    seconds: float = Field(15, ge=0.1, le=60)
    version: Version = None


@router.post("/problems/{id}/solve", status_code=202)
def solve(request: Request, id: str, body: Solve) -> Response:
    """Searches the position on the board; gives the search to watch."""
    workbench = bench(request)
    problem = _position(workbench, id)
    budget = Budget(seconds=body.seconds, memory_mb=256)

    def run(job: Job) -> dict[str, Any]:
        if body.engine == "gold":
            return gold_analyse(job, problem, body.depth, body.breadth)
        return analyse(job, problem)

    warm = warm_gold if body.engine == "gold" else warm_solver
    return answer(workbench.jobs.start(client_of(request), "solve", budget, run, warm).snapshot(), 202)


@router.post("/problems/{id}/answer", status_code=202)
def answer_last(request: Request, id: str, body: Answer) -> Response:
    """Judges the last move and plays the reply to it."""
    workbench = bench(request)
    puzzle = workbench.puzzles.open(id)
    with puzzle.lock:
        if not puzzle.game.steps:
            raise InputError("there is no move to answer")
        version, after = puzzle.version, puzzle.position()
        step = puzzle.game.steps[-1]
        puzzle.game.undo()
        before = puzzle.position()
        puzzle.game.redo()
    if before is None:
        raise InputError("the keystones are gone already")
    start, move, color = before, step.move, step.color

    def run(job: Job) -> dict[str, Any]:
        found = answer_move(job, start.with_to_play(color), move, after)
        with workbench.puzzles.change(id, version) as live:
            first = len(live.game.steps) <= 2
            if found["reply"] is not None:
                live.game.play(parse_move(found["reply"], live.game.grid))
            live.tries += first
            live.solved = live.solved or (found["ends"] is not None and found["judged"] == "right")
        return found

    budget = Budget(seconds=body.seconds, memory_mb=256)
    return answer(
        workbench.jobs.start(client_of(request), "answer", budget, run, warm_solver).snapshot(), 202
    )


@router.post("/edits/{id}/boundary", response_model=EditState)
def boundary(request: Request, id: str, body: Versioned) -> Response:
    """Finds the area around the keystones by itself."""
    with bench(request).edits.change(id, body.version) as edit:
        setup = edit.setup
        if not setup.keystones:
            raise InputError("mark the keystones first: the boundary is drawn around them")
        defender = setup.board[next(iter(setup.keystones))]
        if defender is None:
            raise InputError("a keystone is a stone")
        edit.change(with_area(setup, find_area(setup.board, setup.keystones, defender)))
    return answer(edit_state(edit))


@router.post("/edits/{id}/check", status_code=202)
def check(request: Request, id: str, body: Solve) -> Response:
    """Is it a valid problem? Is the answer unique? Alive, dead, unsettled, ko? With reasons."""
    workbench = bench(request)
    setup = workbench.edits.open(id).setup
    problem = setup.problem()
    budget = Budget(seconds=body.seconds, memory_mb=256)

    def run(job: Job) -> dict[str, Any]:
        return check_report(job, problem)

    return answer(workbench.jobs.start(client_of(request), "check", budget, run, warm_solver).snapshot(), 202)


def check_report(job: Job, problem: Problem) -> dict[str, Any]:
    """What a problem maker wants to know, as lines of text."""
    first = analyse(job, problem)
    second = Solver(problem, job.budget).outcome(problem.to_play.opponent)
    mine = Solver(problem, job.budget).outcome(problem.to_play)
    status = Solution(problem, mine, second).status.value
    lines = [f"{first['text']}.", f"If the other side starts: {second}."]
    lines.append(f"The keystones are {status}." if status != "unknown" else "The status is not proved yet.")
    if settled(problem):
        lines.append("They live as they stand, without another move: there is nothing to solve.")
    right = [move for move in first["best"] if move != "pass"]
    if verdict_of(mine) in ("win", "ko") and right:
        unique = "The only right move is" if len(right) == 1 else f"There are {len(right)} right moves:"
        lines.append(f"{unique} {', '.join(right)}.")
    if status == "unsettled" and len(right) == 1:
        lines.append("A good problem: it matters who plays first, and one move works.")
    elif verdict_of(mine) == "lose":
        aim = "live" if problem.objective is Objective.LIVE else "kill"
        lines.append(f"{problem.to_play} cannot {aim}: let the other side play first, or change the shape.")
    return {"text": lines, "status": status, "right": right, "proved": first["proved"]}


def _position(workbench: Workbench, id: str) -> Problem:
    puzzle = workbench.puzzles.open(id)
    with puzzle.lock:
        problem = puzzle.position()
        if problem is None or puzzle.game.phase is not Phase.PLAY:
            raise InputError("the keystones are captured: nothing is left to search")
        return problem
