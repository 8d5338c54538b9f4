"""Help with a problem: find its target, hints, answers in words, and the book's solution."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import Response

from honte.core import BLACK, WHITE, Color
from honte.errors import InputError
from honte.grid import Point
from honte.tsumego.answer import Answer as Found
from honte.tsumego.coach import Claim, judge_claim
from honte.tsumego.open.areas import inner_stones
from honte.tsumego.open.attempts import WIN_BONUS
from honte.tsumego.open.readings import find_readings
from honte.tsumego.play import problem_to_play
from honte.tsumego.problem import Setup
from honte.web.context import Workbench, bench, started
from honte.web.jobs import Job
from honte.web.models import Versioned, Vertex
from honte.web.routes.problems import ProblemState, get_problem
from honte.web.routes.solving import PROOF, Answer, adopt, note_help, setup_now
from honte.web.solving import analyze, book_json, find_problem, hint_json
from honte.web.views import answer, vertices

router = APIRouter(prefix="/api/problems", tags=["searches"])
MOST_READINGS = 6
"""Ways to understand a position that the page offers."""


DOUBT = "Both colors have surrounded stones here. Change offers the other questions."
"""What the page says when a bare position may be about either color."""


class Ask(Answer):
    """Which hint to give, and the limits of the search for it."""

    step: int = Field(1, ge=1, le=3)


class Say(Answer):
    """An answer in words, and the limits of the search that judges it."""

    claim: Claim


class Target(Versioned):
    """Stones that are to live or to be captured; their whole chains are meant."""

    points: list[Vertex] = Field(min_length=1, max_length=400)


@router.post("/{id}/find", status_code=202)
def find(request: Request, id: str, body: Answer) -> Response:
    """Starts a search for target and area of a bare position; gives its job to watch."""
    workbench = bench(request)
    puzzle = workbench.puzzles.open(id)
    setup = puzzle.setup

    def run(job: Job) -> dict[str, Any]:
        if not puzzle.is_found:
            adopt(workbench, id, find_problem(job, setup))
        return {"task": puzzle.task, "doubt": DOUBT if _is_doubtful(setup) else ""}

    return started(request, "find", body.budget(), run, PROOF)


@router.get("/{id}/readings")
def readings(request: Request, id: str) -> Response:
    """The ways to understand the position, the likeliest first; each with its stones and the reason."""
    puzzle = bench(request).puzzles.open(id)
    bare = Setup(puzzle.setup.board, puzzle.setup.to_play)
    found = find_readings(bare)[:MOST_READINGS]
    return answer(
        [{"task": each.task, "reason": each.reason, "target": vertices(each.target)} for each in found]
    )


@router.post("/{id}/target", response_model=ProblemState)
def target(request: Request, id: str, body: Target) -> Response:
    """Makes other stones the target; the moves are removed, and a search finds the area."""
    with bench(request).puzzles.change(id, body.version) as puzzle:
        board = puzzle.setup.board
        points = board.grid.set(Point.parse(text) for text in body.points if Point.parse(text) in board.grid)
        stones = points & ~board.empty
        if len({board[point] for point in stones}) != 1:
            raise InputError("the target must be stones of one color")
        puzzle.aim_at(stones.flood(board.stones(BLACK)) | stones.flood(board.stones(WHITE)))
    return get_problem(request, id)


@router.post("/{id}/hint", status_code=202)
def hint(request: Request, id: str, body: Ask) -> Response:
    """Starts a search for a hint; its answer shows no more than the step asks for."""
    workbench = bench(request)
    note_help(workbench, id)

    def run(job: Job) -> dict[str, Any]:
        return hint_json(_known(job, workbench, id), body.step)

    return started(request, "hint", body.budget(), run, PROOF)


@router.post("/{id}/claim", status_code=202)
def claim(request: Request, id: str, body: Say) -> Response:
    """Starts a search that judges an answer in words: no move works, it is seki, it is ko."""
    workbench = bench(request)

    def run(job: Job) -> dict[str, Any]:
        known = _known(job, workbench, id)
        with workbench.puzzles.change(id, body.version) as puzzle:
            judged = judge_claim(known, body.claim, failed=puzzle.progress.failed_at is not None)
            played = len(puzzle.game.steps)
            puzzle.progress.judge(judged.judgment, played + 1, over=judged.settles)
            puzzle.progress.undo(played)
            puzzle.settle()
        return {"judged": judged.judgment.value, "text": judged.text, "solved": puzzle.progress.solved}

    return started(request, "claim", body.budget(), run, PROOF)


@router.get("/{id}/book")
def book(request: Request, id: str) -> Response:
    """The solution that the file brought along, compared with the proof where there is one."""
    workbench = bench(request)
    puzzle = workbench.puzzles.open(id)
    found = puzzle.book
    if found is None:
        raise InputError("the file of this problem has no solution")
    note_help(workbench, id)
    known = puzzle.known
    return answer(book_json(found, known[1] if known is not None and known[0] == 0 else None))


@router.post("/{id}/book", status_code=202)
def compare_book(request: Request, id: str, body: Answer) -> Response:
    """Starts a search of the first position; its answer is the book, compared with the proof."""
    workbench = bench(request)
    puzzle = workbench.puzzles.open(id)
    found = puzzle.book
    if found is None:
        raise InputError("the file of this problem has no solution")
    note_help(workbench, id)

    def run(job: Job) -> dict[str, Any]:
        return book_json(found, analyze(job, puzzle.setup, found_area=puzzle.found))

    return started(request, "book", body.budget(), run, PROOF)


@router.post("/{id}/help", status_code=204)
def help(request: Request, id: str) -> None:
    """Notes that the person watches a search: what it shows is help."""
    note_help(bench(request), id)


def _is_doubtful(setup: Setup) -> bool:
    """Whether a setup without a target has surrounded groups of both colors that are about as likely.

    About as likely means: a proof can change which of them is taken.
    """
    if setup.keystones or not all(inner_stones(setup.board, color) for color in (BLACK, WHITE)):
        return False
    scores: dict[Color, float] = {}
    for reading in find_readings(setup):
        scores.setdefault(reading.defender, reading.score)
    return len(scores) == 2 and abs(scores[BLACK] - scores[WHITE]) <= WIN_BONUS


def _known(job: Job, workbench: Workbench, id: str) -> Found:
    """What is known about the position on the board, from an earlier search or from one in this job."""
    puzzle = workbench.puzzles.open(id)
    with puzzle.lock:
        found, setup, at_start = puzzle.recall(), setup_now(puzzle), not puzzle.game.steps
    if found is None:
        found = analyze(job, setup, found_area=puzzle.found, memory=workbench.memories.of(id))
        if at_start:
            adopt(workbench, id, problem_to_play(setup, found))
        if found.proved:
            puzzle.remember(found)
    return found
