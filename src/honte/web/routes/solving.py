"""Searches on problems: solve one, answer the last move, check an edit, find its boundary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Literal

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import Response

from honte.errors import InputError
from honte.search.budget import Budget
from honte.tsumego.bookcheck import remark
from honte.tsumego.gold import problem_for_gold
from honte.tsumego.open.areas import find_area
from honte.tsumego.play import problem_to_play
from honte.tsumego.problem import Ending, Problem, Setup, Stake
from honte.tsumego.problem.text import record_of_setup
from honte.web.context import Workbench, bench, client_of
from honte.web.edits import with_area
from honte.web.jobs import Job
from honte.web.keeping import solution_of
from honte.web.models import Body, Version, Versioned, Vertex
from honte.web.puzzles import Puzzle
from honte.web.routes.editor import EditState, edit_state
from honte.web.solving import analyze, answer_json, check_problem, find_problem, gold_analyze, judge_move
from honte.web.views import answer

router = APIRouter(prefix="/api", tags=["searches"])
MEMORY_MB = 256
"""Megabytes of memory for one search."""
SOLUTION_SECONDS = 20.0
"""Seconds at most to write the solution of a checked problem down."""
PROOF, GOLD = "life and death", "GoLD's search"
"""Names of the kernel families of the two engines."""


class Solve(Body):
    """How to search: by the proof solver, or by GoLD's own search with its limits."""

    engine: Literal["proof", "gold"] = "proof"
    seconds: float = Field(20, ge=0.1, le=120)
    nodes: int | None = Field(None, ge=1, description="most positions to search; makes answers repeatable")
    depth: int | None = Field(6, ge=1, le=40, description="GoLD only; null for no limit")
    breadth: int | None = Field(None, ge=1, le=40, description="GoLD only; null for all moves")
    stake: Literal["life", "capture", "race", "connection"] | None = Field(
        None, description="what is at stake; null to find out"
    )
    points: list[Vertex] = Field(default_factory=list, max_length=10, description="stones at stake")

    def budget(self) -> Budget:
        """The budget for the search."""
        return Budget(seconds=self.seconds, nodes=self.nodes, memory_mb=MEMORY_MB)


class Answer(Body):
    """Limits for an answer to the last move."""

    seconds: float = Field(15, ge=0.1, le=60)
    nodes: int | None = Field(None, ge=1, description="most positions to search; makes answers repeatable")
    version: Version = None

    def budget(self) -> Budget:
        """The budget for the search."""
        return Budget(seconds=self.seconds, nodes=self.nodes, memory_mb=MEMORY_MB)


@router.post("/problems/{id}/solve", status_code=202)
def solve(request: Request, id: str, body: Solve) -> Response:
    """Starts a search of the position on the board; gives its job to watch."""
    workbench = bench(request)
    puzzle = workbench.puzzles.open(id)
    own = body.stake is None and not body.points
    with puzzle.lock:
        setup = setup_now(puzzle) if own else asked_now(puzzle, body.stake, body.points)
        at_start = not puzzle.game.steps
    note_help(workbench, id)

    def run(job: Job) -> dict[str, Any]:
        if body.engine == "gold":
            return gold_analyze(job, problem_for_gold(setup), body.depth, body.breadth)
        memory = workbench.memories.of(id)
        found = analyze(job, setup, found_area=own and puzzle.found, memory=memory)
        if own and at_start:
            adopt(workbench, id, problem_to_play(setup, found))
        if own:  # another question says nothing of the problem itself
            puzzle.remember(found)
        return answer_json(found)

    family = GOLD if body.engine == "gold" else PROOF
    job = workbench.jobs.start(client_of(request), "solve", body.budget(), run, family)
    return answer(job.snapshot(), 202)


@router.post("/problems/{id}/answer", status_code=202)
def answer_last(request: Request, id: str, body: Answer) -> Response:
    """Starts a search that judges the last move and plays the reply; gives its job to watch."""
    workbench = bench(request)
    puzzle = workbench.puzzles.open(id)
    with puzzle.lock:
        if not puzzle.game.steps:
            raise InputError("there is no move to answer")
        version, step = puzzle.version, puzzle.game.steps[-1]
        number, failed = len(puzzle.game.steps), puzzle.progress.failed_at is not None
        line = [each.move for each in puzzle.game.steps]
        if puzzle.is_found and isinstance(puzzle.after(-1), Ending):
            raise InputError("the problem is over: there is no move to answer")

    def run(job: Job) -> dict[str, Any]:
        before = _before_last(job, workbench, id).with_to_play(step.color)
        memory, in_area = workbench.memories.of(id), puzzle.found
        reply, found = judge_move(
            job, before, line, failed=failed, found_area=in_area, book=puzzle.book, memory=memory
        )
        with workbench.puzzles.change(id, version) as live:
            if found["reply"] is not None:
                live.game.play(reply.move)
            live.tries += number <= 2
            live.progress.judge(reply.judgment, number, over=reply.result is not None)
            live.settle()
            progress = live.progress
        first = number == 1 and puzzle.book
        about_book = remark(first, step.move, reply.judgment, reply.move) if first else ""
        return found | asdict(progress) | {"book": about_book}

    job = workbench.jobs.start(client_of(request), "answer", body.budget(), run, PROOF)
    return answer(job.snapshot(), 202)


def setup_now(puzzle: Puzzle) -> Setup:
    """The puzzle after the moves played; raises InputError when it is over."""
    if not puzzle.is_found:
        position = puzzle.game.position
        given = puzzle.setup
        return Setup(position.board, position.to_play, ko=position.ko, name=given.name, threats=given.threats)
    problem = puzzle.after()
    if isinstance(problem, Ending):
        raise InputError(f"the keystones are {problem.value}: there is nothing to search")
    return problem.setup()


def asked_now(puzzle: Puzzle, stake: str | None, points: Sequence[str]) -> Setup:
    """The position on the board with a question of the person: what is at stake, and which stones are."""
    position, given = puzzle.game.position, puzzle.setup.keystones
    grid = position.board.grid
    target = grid.set(grid.parse(text) for text in points) if points else given
    word = None if stake is None else Stake(stake)
    return Setup(position.board, position.to_play, target, ko=position.ko, name=puzzle.setup.name, stake=word)


def _before_last(job: Job, workbench: Workbench, id: str) -> Problem:
    """The problem before the last move; searches for target and area first when they are not known."""
    puzzle = workbench.puzzles.open(id)
    if not puzzle.is_found:
        adopt(workbench, id, find_problem(job, puzzle.setup))
    problem = puzzle.after(-1)
    if isinstance(problem, Ending):
        raise InputError(f"the keystones are {problem.value} already")
    return problem


def note_help(workbench: Workbench, id: str) -> None:
    """Notes that the person was shown something."""
    with workbench.puzzles.learn(id) as puzzle:
        puzzle.progress.help()


def adopt(workbench: Workbench, id: str, problem: Problem) -> None:
    """Saves the target and the area that a search found, unless the puzzle has them."""
    if not workbench.puzzles.open(id).is_found:
        with workbench.puzzles.learn(id) as puzzle:
            puzzle.adopt(problem)


@router.post("/edits/{id}/boundary", response_model=EditState)
def boundary(request: Request, id: str, body: Versioned) -> Response:
    """Draws the boundary around the keystones."""
    with bench(request).edits.change(id, body.version) as edit:
        setup = edit.setup
        if not setup.keystones:
            raise InputError("mark the keystones first: the boundary goes around them")
        defender = setup.board[next(iter(setup.keystones))]
        if defender is None:
            raise InputError("a keystone must be a stone, but its point is empty")
        edit.change(with_area(setup, find_area(setup.board, setup.keystones, defender)))
    return answer(edit_state(edit))


@router.post("/edits/{id}/check", status_code=202)
def check(request: Request, id: str, body: Solve) -> Response:
    """Starts a check of an edit: is it a valid problem, what is its status, is the right move unique?"""
    workbench = bench(request)
    setup = workbench.edits.open(id).setup
    setup.problem()  # raises ProblemError with every reason

    def run(job: Job) -> dict[str, Any]:
        found = check_problem(job, setup)
        solution = ""
        if found["proved"]:
            rest = Budget(seconds=min(job.budget.remaining, SOLUTION_SECONDS), memory_mb=MEMORY_MB)
            solution = solution_of(setup, rest)
        if solution:
            with workbench.edits.learn(id) as edit:
                edit.solved = (record_of_setup(setup), solution)
        return found | {"solution": bool(solution)}

    job = workbench.jobs.start(client_of(request), "check", body.budget(), run, PROOF)
    return answer(job.snapshot(), 202)
