"""Estimate: ownership and margin of any position by any model, the curve of a game, moyo overlays."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import Field
from starlette.responses import Response

from honte.core import BLACK, WHITE, Board, Game, Position
from honte.errors import InputError
from honte.search.budget import Budget
from honte.web.context import bench, client_of
from honte.web.jobs import Job
from honte.web.models import Body
from honte.web.tables import Table
from honte.web.views import answer, encode, record_state, stones, vertices

router = APIRouter(prefix="/api", tags=["estimate"])
Move = Annotated[int | None, Query(ge=0, le=10_000, description="after this many moves; all by default")]
Model = Annotated[str | None, Query(max_length=40)]
CURVE_POINTS = 60
"""Positions of a game that its curve is drawn through."""


class Curve(Body):
    model: str | None = Field(None, max_length=40)


@router.get("/models")
def list_models() -> dict[str, Any]:
    """The models an estimate can be made by."""
    from honte.estimate.models import DEFAULT, MODELS

    return {"default": DEFAULT, "models": {name: model.words for name, model in MODELS.items()}}


@router.get("/games/{id}/at")
def position_at(request: Request, id: str, move: Move = None) -> Response:
    """The board after some moves of the game, undone ones included."""
    table = bench(request).tables.open(id)
    with table.lock:
        game = _line(table)
        number = _within(game, move)
        position = _position(game, number)
        known = record_state(table, number, position.board)
    last = game.steps[number - 1].move if number else None
    return answer(
        {
            "move": number,
            "moves": len(game.steps),
            "record": known,
            "stones": stones(position.board),
            "last": None if last is None else str(last),
            "to_play": position.to_play.letter,
        }
    )


@router.get("/games/{id}/estimate")
def estimate(request: Request, id: str, move: Move = None, model: Model = None) -> Response:
    """Who will own each point, by how much Black leads under the game's rules, and how sure that is."""
    tables = bench(request).tables

    def make(game: Game) -> bytes:
        from honte.estimate.models import DEFAULT
        from honte.estimate.models import estimate as run
        from honte.estimate.ownership import Setting

        found = run(Setting.of(game, _within(game, move)), model or DEFAULT)
        return encode({**found.as_dict(), "text": str(found)})

    return answer(tables.worked_out(id, f"estimate {move} {model}", _line, make))


@router.get("/games/{id}/moyo")
def moyo(request: Request, id: str, move: Move = None) -> Response:
    """The moyo paper's view: atsumi, regions, cutoff pairs and enclosed equivalent size."""
    tables = bench(request).tables

    def make(game: Game) -> bytes:
        return encode(_moyo(_position(game, _within(game, move)).board))

    return answer(tables.worked_out(id, f"moyo {move}", _line, make))


@router.post("/games/{id}/curve", status_code=202)
def curve(request: Request, id: str, body: Curve) -> Response:
    """Estimates along the whole game; gives the search to watch, points come as they are made."""
    from honte.estimate.models import DEFAULT, model_named

    workbench = bench(request)
    model = model_named(body.model or DEFAULT).name if body.model else DEFAULT
    game = _line(workbench.tables.open(id))

    def run(job: Job) -> dict[str, Any]:
        from honte.estimate.models import estimate as estimated
        from honte.estimate.ownership import Setting

        points: list[list[float | None]] = []
        step = max(1, -(-len(game.steps) // CURVE_POINTS))
        for number in [*range(0, len(game.steps), step), len(game.steps)]:
            if job.budget.stopped:
                break
            found = estimated(Setting.of(game, number), model).as_dict()
            points.append([number, found["margin"], found["error"]])
            job.report(points=points)
        return {"points": points}

    job = workbench.jobs.start(client_of(request), "curve", Budget(seconds=60), run, "estimators")
    return answer(job.snapshot(), 202)


def _line(table: Table) -> Game:
    """The whole line of the game, undone moves included, as a game of its own."""
    with table.lock:
        game = table.game.branch()
        for step in table.game.undone:
            game.force(step.move, step.color)
        return game


def _within(game: Game, move: int | None) -> int:
    number = len(game.steps) if move is None else move
    if number > len(game.steps):
        raise InputError(f"move {move} is not in this game of {len(game.steps)} moves")
    return number


def _position(game: Game, number: int) -> Position:
    return game.steps[number - 1].position if number else game.start


def _moyo(board: Board) -> dict[str, Any]:
    from honte.moyo.regions import regions
    from honte.moyo.size import moyo as evaluate

    found, grid = evaluate(board), board.grid
    empty = list(board.empty)
    pairs = {str(p): pair for p in empty if (pair := found.pair(p)) is not None}
    return {
        "totals": found.totals._asdict(),
        "atsumi": {str(p): round(found.atsumi[p], 1) for p in grid if found.atsumi[p]},
        "enclosed": {str(p): round(found.enclosed_size(p), 2) for p in empty},
        "pairs": {vertex: f"{black}{white}" for vertex, (black, white) in pairs.items()},
        "regions": [
            {"color": region.color.letter, "points": vertices(region.points)}
            for color in (BLACK, WHITE)
            for region in regions(board).of(color)
        ],
    }
