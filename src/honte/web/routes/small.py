"""Small board: the value of every move, a perfect opponent, a quiz."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import Response

from honte.core import BLACK, CHINESE, PASS, Game, Phase, Position, vertex
from honte.errors import InputError
from honte.grid import Grid
from honte.search.budget import Budget
from honte.smallboard import POSITIONAL, Solution, questions, solve
from honte.smallboard.past import past_of
from honte.web.context import Workbench, bench, started
from honte.web.engines import computer_move
from honte.web.jobs import Job
from honte.web.models import Body, Version

router = APIRouter(prefix="/api", tags=["small board"])
LARGEST = 30
"""Points of the largest board that the solver is asked about."""
MEMORY_MB = 256
"""Megabytes for the table of one search."""
FALLBACK_SECONDS = 1.0
"""Seconds of the tree search for a reply where nothing is proved; they are part of the time for a reply."""


class Perfect(Body):
    """A question to the solver."""

    seconds: float = Field(10, ge=0.1, le=120)
    every_move: bool = Field(False, description="search until every move has its exact value")
    version: Version = None


class Quiz(Body):
    """The size of the board of a quiz."""

    cols: int = Field(4, ge=2, le=5)
    rows: int = Field(4, ge=2, le=5)


@router.post("/games/{id}/perfect", status_code=202)
def perfect(request: Request, id: str, body: Perfect) -> Response:
    """Solves the position; answers with the search to watch."""
    workbench = bench(request)
    position, past = _position(workbench, id)

    def run(job: Job) -> dict[str, Any]:
        return state(solved(job, position, past, every_move=body.every_move, line=True))

    return _started(request, "perfect", body.seconds, run)


@router.post("/games/{id}/perfect-reply", status_code=202)
def perfect_reply(request: Request, id: str, body: Perfect) -> Response:
    """Judges the last move by perfect play and plays the best reply; answers with the search to watch."""
    workbench = bench(request)
    position, past = _position(workbench, id)
    table = workbench.tables.open(id)
    with table.lock:
        version, steps = table.version, table.game.steps
        copy = table.game.branch()

    def run(job: Job) -> dict[str, Any]:
        here = solved(job, position, past)  # first: the reply needs it, and the judgment takes what is left
        judged = state(solved(job, past[-1], past[:-1])) if steps else None
        move = _reply(copy, here)
        with workbench.tables.change(id, version) as live:
            live.play(move)
        return {"before": judged, "after": state(here), "reply": move}

    return _started(request, "perfect-reply", max(FALLBACK_SECONDS, body.seconds - FALLBACK_SECONDS), run)


@router.post("/small/quiz", status_code=202)
def quiz(request: Request, body: Quiz) -> Response:
    """Makes a game of a late position with exactly one best move, which is proved."""
    workbench = bench(request)

    def run(job: Job) -> dict[str, Any]:
        question = next(questions(Grid(body.cols, body.rows), seed=secrets.randbits(32)))
        position, solution = question.position, question.solution
        game = Game(rules=CHINESE.with_komi(0), board=position.board, to_play=position.to_play)
        table = workbench.tables.create(game, title="Quiz")
        return {"id": table.id, "solution": state(solution)}

    return _started(request, "quiz", 30, run)


def solved(
    job: Job, position: Position, past: Sequence[Position], *, every_move: bool = False, line: bool = False
) -> Solution:
    """Solves a position of a game under positional superko, as `honte solve` does."""
    job.live = lambda: {"nodes": job.budget.visited}
    return solve(position, POSITIONAL, job.budget, every_move=every_move, line=line, past=past)


def state(solution: Solution) -> dict[str, Any]:
    """A solution as JSON; `low` and `high` bound Black's margin, and are equal where it is proved."""
    return {
        "low": solution.low,
        "high": solution.high,
        "proved": solution.proved,
        "best": [vertex(move) for move in solution.best],
        "best_proved": solution.best_proved,
        "moves": {vertex(each.move): [each.low, each.high] for each in solution.moves},
        "line": [vertex(move) for move in solution.line],
        "repetition": solution.repetition,
        "nodes": solution.nodes,
    }


def _reply(game: Game, solution: Solution) -> str:
    """A move that is proved to keep the value; without one, the move of the tree search.

    It passes only after a pass, or if no other move keeps the value.
    """
    black = game.to_play is BLACK
    keeping = [
        each.move
        for each in solution.moves
        if (each.low >= solution.low if black else each.high <= solution.high)
        and game.illegality(each.move) is None
    ]
    if not keeping or not solution.proved:
        return str(computer_move(game, Budget(seconds=FALLBACK_SECONDS, memory_mb=64))["move"])
    preferred = keeping if game.passes else [move for move in keeping if move is not PASS] or keeping
    best = [move for move in solution.best if move in preferred]
    return vertex((best or preferred)[0])


def _position(workbench: Workbench, id: str) -> tuple[Position, list[Position]]:
    """The position of a game and those before it, oldest first."""
    table = workbench.tables.open(id)
    with table.lock:
        if table.game.phase is not Phase.PLAY:
            raise InputError("play is over: count the board")
        if table.game.grid.size > LARGEST:
            raise InputError(
                f"the board has {table.game.grid.size} points; perfect play is found on at most {LARGEST}"
            )
        return table.game.position, past_of(table.game)


def _started(request: Request, kind: str, seconds: float, run: Callable[[Job], dict[str, Any]]) -> Response:
    return started(request, kind, Budget(seconds=seconds, memory_mb=MEMORY_MB), run, "small boards")
