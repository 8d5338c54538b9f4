"""Count: marks dead chains by clicks, shows the score by every method, and lets both sides agree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import Response

from honte.core import BLACK, WHITE, Game, Rules, Scoring
from honte.scoring import Score, score_board
from honte.search.budget import Budget
from honte.web.context import bench, started
from honte.web.counting import Counting
from honte.web.engines import computer_agrees, propose_dead
from honte.web.jobs import Job
from honte.web.models import Agree, Click, GameState, Versioned
from honte.web.tables import Table
from honte.web.views import answer, encode, game_state, vertices

router = APIRouter(prefix="/api/games/{id}/count", tags=["count"])


class CountState(BaseModel):
    """A count: `scores` by every method; `own` names the method of the game's rules."""

    game: GameState
    state: str
    dead: list[str]
    agreed: list[str]
    own: str
    scores: dict[str, dict[str, Any]]
    points: dict[str, list[str]]
    proposed: bool
    open: str
    can_undo: bool
    can_redo: bool


@router.get("", response_model=CountState)
def get_count(request: Request, id: str) -> Response:
    """The present count; during play, the count of the board without marks."""
    return answer(bench(request).tables.encoded(id, "count", _encoded))


@router.post("", response_model=CountState)
def open_count(request: Request, id: str, body: Versioned) -> Response:
    """Ends play and opens the count; both sides pass if play goes on."""
    with bench(request).tables.change(id, body.version) as table:
        table.counting.open(table.game)
    return get_count(request, id)


@router.post("/mark", response_model=CountState)
def mark(request: Request, id: str, body: Click) -> Response:
    """Marks the chain at a point dead, or alive again."""
    return _changed(request, id, body, lambda counting, game: counting.toggle(game, body.vertex))


@router.post("/propose", status_code=202)
def propose(request: Request, id: str, body: Versioned) -> Response:
    """Looks for dead chains and replaces all marks by them; answers with the search to watch."""
    workbench = bench(request)
    with workbench.tables.change(id, body.version) as table:
        table.counting.require_open(table.game)
        table.counting.proposed = True  # even if the search fails: the page asks once by itself
        game = table.game.branch()
    version = table.version

    def run(job: Job) -> dict[str, Any]:
        dead, still_open = propose_dead(game)
        with workbench.tables.change(id, version) as live:
            live.counting.suggest(live.game, dead)
            live.counting.left_open = still_open
        return {"dead": vertices(dead)}

    return started(request, "propose", Budget(seconds=30, memory_mb=128), run, "settling playouts")


@router.post("/undo", response_model=CountState)
def undo(request: Request, id: str, body: Versioned) -> Response:
    """Takes back the agreement if a side has agreed, else the last change of the marks."""
    return _changed(request, id, body, Counting.undo)


@router.post("/redo", response_model=CountState)
def redo(request: Request, id: str, body: Versioned) -> Response:
    """Repeats the change of the marks that was undone last."""
    return _changed(request, id, body, Counting.redo)


@router.post("/agree", response_model=CountState)
def agree(request: Request, id: str, body: Agree) -> Response:
    """One side agrees to the marks; the second agreement finishes the game.

    The computer agrees by itself if its own count gives the same margin.
    """

    def act(counting: Counting, game: Game) -> None:
        counting.agree(game, body.color)
        if computer is not None and computer.letter not in counting.agreed and computer_agrees(game):
            counting.agree(game, computer.letter)

    computer = bench(request).tables.open(id).computer
    return _changed(request, id, body, act)


def _changed(request: Request, id: str, body: Versioned, act: Callable[[Counting, Game], None]) -> Response:
    """Changes a count, which it opens first if need be, and answers with it."""
    with bench(request).tables.change(id, body.version) as table:
        table.counting.require_open(table.game)
        act(table.counting, table.game)
    return get_count(request, id)


def _encoded(table: Table) -> bytes:
    game, counting = table.game, table.counting
    agreement = counting.agreement(game) if counting.is_open(game) else None
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
            "open": counting.left_open,
            "can_undo": agreement is not None and (agreement.can_undo or bool(counting.agreed)),
            "can_redo": agreement is not None and agreement.can_redo and len(counting.agreed) < 2,
        }
    )


def _shown(rules: Rules) -> list[Scoring]:
    """The method of the rules first, then area and territory counting, without repeating it."""
    return [rules.scoring, *(each for each in (Scoring.AREA, Scoring.TERRITORY) if each is not rules.scoring)]


def _score(game: Game, scoring: Scoring) -> Score:
    prisoners = (game.prisoners(BLACK), game.prisoners(WHITE))
    rules = replace(game.rules, scoring=scoring)
    return score_board(game.board, rules, game.dead, prisoners=prisoners, bonus=game.bonus)
