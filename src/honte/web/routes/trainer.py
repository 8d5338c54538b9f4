"""Training: today's set, rating and statistics, notes of what was solved, the status quiz."""

from __future__ import annotations

import random
from dataclasses import asdict, replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from fastapi import Query as Asked
from pydantic import Field
from starlette.responses import Response

from honte.core import parse_move, vertex
from honte.errors import InputError
from honte.library import query
from honte.library.pictures import board_picture
from honte.library.query import Found, Query
from honte.library.reviews import Review
from honte.search.budget import Budget
from honte.trainer import Rating, Trainer
from honte.trainer.quiz import after_line, choose_line, question
from honte.trainer.statistics import statistics
from honte.trainer.trainer import NEAR, SIZE, days_until
from honte.trainer.variations import along_line
from honte.tsumego.problem import Problem
from honte.tsumego.problem.book import Book
from honte.tsumego.problem.keys import key_of
from honte.tsumego.problem.levels import level_text
from honte.web.context import bench, started
from honte.web.documents import new_id
from honte.web.errors import not_found
from honte.web.jobs import Job
from honte.web.models import Body
from honte.web.puzzles import Puzzle
from honte.web.routes.library import SVG_TYPE, problem_state
from honte.web.routes.solving import MEMORY_MB, PROOF
from honte.web.views import answer, files

router = APIRouter(prefix="/api/train", tags=["training"])
CURVE = 400
"""The most points of the rating curve that one answer holds."""
VARIATION_SECONDS = 20.0
"""Seconds of the search for the opponent's other replies."""
TRIES = 30
"""Problems that are looked at to find one with marked stones for the quiz."""
Collection = Annotated[str, Asked(max_length=200)]
Size = Annotated[int, Asked(ge=1, le=100)]
After = Annotated[str, Asked(max_length=40)]


class Tried(Body):
    """How a try at a problem of Problems ended."""

    id: str = Field(max_length=40)
    solved: bool
    helped: bool = False
    seconds: float = Field(0.0, ge=0, le=1_000_000)
    mistakes: int = Field(0, ge=0, le=1000)


class Answered(Body):
    """An answer to the quiz."""

    choice: Literal["alive", "dead", "unsettled", "ko"]
    after: str = Field("", max_length=40, description="moves before the position, with commas between them")
    seconds: float = Field(0.0, ge=0, le=1_000_000)
    limit: float = Field(10.0, ge=0.1, le=60, description="seconds for the solver")


def _trainer(request: Request) -> Trainer:
    return Trainer(bench(request).shelf.library)


@router.get("")
def overview(request: Request, collection: Collection = "", size: Size = SIZE) -> Response:
    """Today's set, the rating with its curve, how much is due, and the statistics."""
    trainer = _trainer(request)
    curve = trainer.curve()
    step = max(1, len(curve) // CURVE)
    today = [
        problem_state(each.found) | {"reason": each.reason, "done": each.done, "clean": each.clean}
        for each in trainer.today(collection, size)
    ]
    tables = {
        name: [asdict(line) | {"share": line.share} for line in lines]
        for name, lines in statistics(trainer.library).items()
    }
    return answer(
        {
            "rating": rating_state(trainer.rating(), known=bool(curve)),
            "curve": [[round(part, 1) for part in point] for point in curve[::-1][::step][::-1]],
            "today": today,
            "due": len(trainer.due(collection)),
            "mistakes": len(trainer.mistakes(collection, query.MOST)),
            "tables": tables,
        }
    )


@router.get("/mistakes")
def mistakes(request: Request, collection: Collection = "", size: Size = 100) -> Response:
    """Problems whose last try was not clean, the latest first."""
    return answer([problem_state(each) for each in _trainer(request).mistakes(collection, size)])


@router.get("/more")
def more(request: Request, collection: Collection = "", size: Size = SIZE) -> Response:
    """New problems near the player's level, for a day whose set is done."""
    found = _trainer(request).fresh(collection, size, seed=str(random.random()))
    return answer([problem_state(each) for each in found])


@router.post("/reviews", status_code=201)
def note(request: Request, body: Tried) -> Response:
    """Notes how a try ended; it is on disk before the answer comes."""
    setup = bench(request).puzzles.open(body.id).setup
    key = key_of(setup.board, setup.to_play)
    if not key:
        raise InputError("the problem has no stones")
    noted = _trainer(request).note(Review(key, body.solved, body.helped, body.seconds, body.mistakes))
    return answer(
        {
            "saved": noted.number,
            "again": days_until(noted.due) if noted.due is not None else "",
            "rated": noted.rated,
            "before": rating_state(noted.before),
            "after": rating_state(noted.after),
        },
        201,
    )


def rating_state(rating: Rating, *, known: bool = True) -> dict[str, Any]:
    """A rating as the page shows it; `known` is false before the first rated problem."""
    return {
        "rank": level_text(rating.level),
        "points": round(rating.value),
        "deviation": round(rating.deviation),
        "known": known,
    }


# Variations


@router.post("/variations/{id}", status_code=202)
def variations(request: Request, id: str) -> Response:
    """Starts a search for the opponent's other replies to a solved problem; its answer names new problems."""
    workbench = bench(request)
    puzzle = workbench.puzzles.open(id)
    with puzzle.lock:
        if not puzzle.is_found or not puzzle.game.steps:
            raise InputError("no line was played in this problem")
        problem, name = puzzle.setup.problem(), puzzle.setup.name
        moves = [step.move for step in puzzle.game.steps]
    budget = Budget(seconds=VARIATION_SECONDS, memory_mb=MEMORY_MB)

    def one() -> Budget:
        """A search ends with the whole search, and after two seconds."""
        left = 0.0 if budget.stopped else max(0.0, budget.remaining)
        return Budget(seconds=min(2.0, left), memory_mb=MEMORY_MB)

    def run(_: Job) -> dict[str, Any]:
        with budget.running():
            found = along_line(problem, moves, one)
        made = []
        for number, each in enumerate(found, 1):
            setup = replace(each.setup(), name=f"{name}: variation {number}".removeprefix(": "))
            made.append(workbench.puzzles.add(Puzzle.of(new_id(), setup, "variation"), setup.name).id)
        return {"ids": made}

    return started(request, "variations", budget, run, PROOF)


# The quiz


@router.get("/quiz")
def ask(request: Request, collection: Collection = "") -> Response:
    """A position for the status quiz, near the player's level; null when no problem has marked stones.

    `after` are moves from the start of the problem, with commas between them.
    """
    trainer = _trainer(request)
    found, _ = trainer.library.find(Query(collection=collection, sort="level", limit=query.MOST))
    level = trainer.rating().level
    random.shuffle(found)
    found.sort(key=lambda each: each.level is None or abs(each.level - level) > NEAR)
    for each in found[:TRIES]:
        setup = trainer.library.setup_of(each)
        if setup.is_complete:
            problem, book = setup.problem(), Book.of(trainer.library.tree_of(each))
            after = ",".join(vertex(move) for move in choose_line(problem, book, random.Random()))
            return answer(problem_state(each) | {"color": str(problem.defender), "after": after})
    return answer(None)


@router.get("/quiz/{id}/picture", **files(SVG_TYPE))
def quiz_picture(request: Request, id: str, after: After = "") -> Response:
    """The picture of a position of a problem with its keystones marked."""
    problem = _asked_about(request, _one(request, id), after)
    return Response(board_picture(problem.board, marked=problem.keystones), media_type=SVG_TYPE)


@router.post("/quiz/{id}", status_code=202)
def judge(request: Request, id: str, body: Answered) -> Response:
    """Starts a search for the status, which judges and notes an answer; gives its job to watch."""
    found = _one(request, id)
    trainer = _trainer(request)
    problem = _asked_about(request, found, body.after)
    budget = Budget(seconds=body.limit, memory_mb=MEMORY_MB)

    def run(_: Job) -> dict[str, Any]:
        asked = question(problem.setup(), budget)
        right = body.choice == asked.right
        if asked.right:
            trainer.note(Review(found.key, right, seconds=body.seconds, kind="quiz"))
        return {"right": asked.right, "correct": right, "reason": asked.reason}

    return started(request, "quiz", budget, run, PROOF)


def _asked_about(request: Request, found: Found, after: str) -> Problem:
    """The position that a question of the quiz is about."""
    problem = bench(request).shelf.library.setup_of(found).problem()
    return after_line(problem, [parse_move(text, problem.grid) for text in after.split(",") if text])


def _one(request: Request, id: str) -> Found:
    found = query.one(bench(request).shelf.library.index, id)
    if found is None:
        raise not_found("problem", id[:40])
    return found
