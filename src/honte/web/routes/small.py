"""Small board: perfect play against you, the value of every move, refutations, a quiz."""

from __future__ import annotations

import secrets
from typing import Any

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import Response

from honte.core import BLACK, CHINESE, Game, Phase, Position, parse_move, vertex
from honte.errors import InputError
from honte.grid import Grid
from honte.search.budget import Budget
from honte.smallboard.quiz import questions
from honte.smallboard.solver import POSITIONAL, SIMPLE, Solution, solve
from honte.web.context import Workbench, bench, client_of
from honte.web.engines import computer_move
from honte.web.jobs import Job
from honte.web.models import Body, Version
from honte.web.views import answer

router = APIRouter(prefix="/api", tags=["small board"])
LARGEST = 30
"""Points of the largest board that perfect play is looked for on."""


class Perfect(Body):
    seconds: float = Field(10, ge=0.1, le=120)
    every_move: bool = Field(False, description="go on until each move has its exact value")
    version: Version = None


class Quiz(Body):
    cols: int = Field(4, ge=2, le=5)
    rows: int = Field(4, ge=2, le=5)


@router.post("/games/{id}/perfect", status_code=202)
def perfect(request: Request, id: str, body: Perfect) -> Response:
    """What perfect play makes of the position; gives the search to watch."""
    workbench = bench(request)
    position = _position(workbench, id)

    def run(job: Job) -> dict[str, Any]:
        return solved(job, position, every_move=body.every_move)

    return _started(request, "perfect", body.seconds, run)


@router.post("/games/{id}/perfect-reply", status_code=202)
def perfect_reply(request: Request, id: str, body: Perfect) -> Response:
    """Judges the last move by perfect play and plays the best reply to it."""
    workbench = bench(request)
    position = _position(workbench, id)
    table = workbench.tables.open(id)
    with table.lock:
        version, steps = table.version, list(table.game.steps)
        before = steps[-2].position if len(steps) > 1 else table.game.start
        copy = table.game.branch()

    def run(job: Job) -> dict[str, Any]:
        judged = solved(job, before) if steps else None
        here = solved(job, position)
        move = _choice(job, copy, here)
        with workbench.tables.change(id, version) as live:
            live.game.play(parse_move(move, live.game.grid))
            if live.game.phase is Phase.COUNTING:
                live.counting.open(live.game)
        return {"before": judged, "after": here, "reply": move}

    return _started(request, "perfect-reply", body.seconds, run)


@router.post("/small/quiz", status_code=202)
def quiz(request: Request, body: Quiz) -> Response:
    """Makes a late position with one proved best move; its game's id is the answer."""
    workbench = bench(request)

    def run(job: Job) -> dict[str, Any]:
        question = next(questions(Grid(body.cols, body.rows), seed=secrets.randbits(32)))
        position, solution = question.position, question.solution
        game = Game(rules=CHINESE.with_komi(0), board=position.board, to_play=position.to_play)
        table = workbench.tables.create(game, title="Quiz")
        return {"id": table.id, "solution": state(solution)}

    return _started(request, "quiz", 30, run)


def solved(job: Job, position: Position, *, every_move: bool = False) -> dict[str, Any]:
    """The solver's answer in the page's words; what is not proved is a span.

    Simple ko first, which is quick; where it leaves the value open, positional superko decides.
    """
    job.live = lambda: {"nodes": job.budget.visited}
    found = solve(position, SIMPLE, job.budget, every_move=every_move)
    if not found.proved and not job.budget.stopped:
        found = solve(position, POSITIONAL, job.budget, every_move=every_move)
    return state(found)


def state(solution: Solution) -> dict[str, Any]:
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


def _choice(job: Job, game: Game, found: dict[str, Any]) -> str:
    """A move proved to keep the value, not a pass if there is another; else what the tree search likes."""
    black = game.to_play is BLACK
    keeping = [
        move
        for move, (low, high) in found["moves"].items()
        if (low >= found["low"] if black else high <= found["high"])
        and game.illegality(parse_move(move, game.grid)) is None
    ]
    played = [move for move in keeping if move != "pass"]
    if keeping and found["proved"]:
        preferred = keeping if game.passes else played or keeping
        best = [move for move in found["best"] if move in preferred]
        return str((best or preferred)[0])
    fresh = Job("", job.client, "opponent", Budget(seconds=1.0, memory_mb=64))
    return str(computer_move(fresh, game)["move"])


def _position(workbench: Workbench, id: str) -> Position:
    table = workbench.tables.open(id)
    with table.lock:
        if table.game.phase is not Phase.PLAY:
            raise InputError("play has ended; count the board")
        if table.game.grid.size > LARGEST:
            raise InputError(f"perfect play is looked for on boards of up to {LARGEST} points")
        return table.game.position


def _started(request: Request, kind: str, seconds: float, run: Any) -> Response:
    budget = Budget(seconds=seconds, memory_mb=256)
    job = bench(request).jobs.start(client_of(request), kind, budget, run, "small boards")
    return answer(job.snapshot(), 202)
