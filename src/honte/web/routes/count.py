"""Count: dead chains by click, running score by both methods, agreement, and back to play."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import Response

from honte.core import BLACK, WHITE, Game, Phase, Rules, Scoring
from honte.scoring import Score, score_board
from honte.search.budget import Budget
from honte.web.context import bench, client_of
from honte.web.engines import propose_dead
from honte.web.jobs import Job
from honte.web.models import Agree, Click, GameState, Versioned
from honte.web.tables import Table
from honte.web.views import answer, encode, game_state, vertices

router = APIRouter(prefix="/api/games/{id}/count", tags=["count"])


class CountState(BaseModel):
    """A board being counted; `scores` by every method, `own` names the game's."""

    game: GameState
    state: str
    dead: list[str]
    agreed: list[str]
    own: str
    scores: dict[str, dict[str, Any]]
    points: dict[str, list[str]]
    proposed: bool
    can_undo: bool
    can_redo: bool


@router.get("", response_model=CountState)
def get_count(request: Request, id: str) -> Response:
    """The count as it stands; while play goes on, of the board with no stone marked."""
    return answer(bench(request).tables.encoded(id, "count", _encoded))


@router.post("", response_model=CountState)
def open_count(request: Request, id: str, body: Versioned) -> Response:
    """Ends play, by passing if need be."""
    with bench(request).tables.change(id, body.version) as table:
        table.counting.open(table.game)
    return get_count(request, id)


@router.post("/mark", response_model=CountState)
def mark(request: Request, id: str, body: Click) -> Response:
    """Marks the chain at a point dead, or alive again."""
    with bench(request).tables.change(id, body.version) as table:
        _require_counting(table)
        table.counting.toggle(table.game, body.vertex)
    return get_count(request, id)


@router.post("/propose", status_code=202)
def propose(request: Request, id: str, body: Versioned) -> Response:
    """Looks for dead chains and marks them in place of all marks; gives the search to watch."""
    workbench = bench(request)
    with workbench.tables.change(id, body.version) as table:
        _require_counting(table)
        table.counting.proposed = True  # asked for once, whatever comes of it
        game = table.game.branch()
    version = table.version

    def run(job: Job) -> dict[str, Any]:
        dead = propose_dead(game)
        with workbench.tables.change(id, version) as live:
            live.counting.suggest(live.game, dead)
        return {"dead": vertices(dead)}

    budget = Budget(seconds=30, memory_mb=128)
    job = workbench.jobs.start(client_of(request), "propose", budget, run, "settling playouts")
    return answer(job.snapshot(), 202)


@router.post("/undo", response_model=CountState)
def undo(request: Request, id: str, body: Versioned) -> Response:
    """Takes back the agreement, or else the last mark."""
    with bench(request).tables.change(id, body.version) as table:
        _require_counting(table)
        table.counting.undo(table.game)
    return get_count(request, id)


@router.post("/redo", response_model=CountState)
def redo(request: Request, id: str, body: Versioned) -> Response:
    """Makes the mark again that was taken back last."""
    with bench(request).tables.change(id, body.version) as table:
        _require_counting(table)
        table.counting.redo(table.game)
    return get_count(request, id)


@router.post("/agree", response_model=CountState)
def agree(request: Request, id: str, body: Agree) -> Response:
    """One side agrees to the marks; when both have, the game is finished."""
    with bench(request).tables.change(id, body.version) as table:
        _require_counting(table)
        table.counting.agree(table.game, body.color)
    return get_count(request, id)


def _require_counting(table: Table) -> None:
    if table.game.phase is Phase.PLAY or _given_result(table):
        table.counting.open(table.game)


def _given_result(table: Table) -> bool:
    """Whether the result was not counted here: a resignation, or one that came with the record."""
    return table.game.phase is Phase.FINISHED and len(table.counting.agreed) < 2


def _encoded(table: Table) -> bytes:
    game, counting = table.game, table.counting
    playing = game.phase is Phase.PLAY or _given_result(table)
    agreement = None if playing else counting.agreement(game)
    scores = {scoring.value: _score(game, scoring) for scoring in _shown(game.rules)}
    own = scores[game.rules.scoring.value]
    return encode(
        {
            "game": game_state(table),
            "state": "play" if agreement is None else agreement.state.value,
            "dead": vertices(game.dead),
            "agreed": counting.agreed,
            "own": game.rules.scoring.value,
            "scores": {name: score.as_dict() for name, score in scores.items()},
            "points": {
                "B": vertices(own.black_points),
                "W": vertices(own.white_points),
                "dame": vertices(own.dame),
                "seki": vertices(own.seki),
                "fill": vertices(own.fill),
            },
            "proposed": counting.proposed,
            "can_undo": agreement is not None and (agreement.can_undo or bool(counting.agreed)),
            "can_redo": agreement is not None and agreement.can_redo and len(counting.agreed) < 2,
        }
    )


def _shown(rules: Rules) -> list[Scoring]:
    """The game's own method first, then the others that make sense beside it."""
    return [rules.scoring, *(each for each in (Scoring.AREA, Scoring.TERRITORY) if each is not rules.scoring)]


def _score(game: Game, scoring: Scoring) -> Score:
    prisoners = (game.prisoners(BLACK), game.prisoners(WHITE))
    rules = replace(game.rules, scoring=scoring)
    return score_board(game.board, rules, game.dead, prisoners=prisoners, bonus=game.bonus)
