"""Estimate: ownership and margin of any position by any model, the curve of a game, moyo maps."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import Field
from starlette.responses import Response

from honte.core import BLACK, WHITE, Board, Game
from honte.estimate.ownership import Setting
from honte.search.budget import Budget
from honte.web.context import bench, started
from honte.web.jobs import Job
from honte.web.models import Body
from honte.web.tables import Table
from honte.web.views import answer, encode, record_state, stones, vertices

router = APIRouter(prefix="/api", tags=["estimate"])
Move = Annotated[int | None, Query(ge=0, le=10_000, description="number of moves played; all by default")]
Model = Annotated[str | None, Query(max_length=40)]
CURVE_POINTS = 60
"""The most positions of a game that its curve is drawn through, besides the last one."""


class Curve(Body):
    """The model of a curve; None for the default."""

    model: str | None = Field(None, max_length=40)


@router.get("/models")
def list_models() -> dict[str, Any]:
    """The models that make estimates."""
    from honte.estimate.models import DEFAULT, MODELS

    return {"default": DEFAULT, "models": {name: model.words for name, model in MODELS.items()}}


@router.get("/games/{id}/at")
def position_at(request: Request, id: str, move: Move = None) -> Response:
    """The board after a number of moves of the game; undone moves count, too."""
    table = bench(request).tables.open(id)
    with table.lock:
        game = table.line()
        at = Setting.of(game, move)
        number, position = at.moves, at.position
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
            "prisoners": {color.letter: game.branch(number).prisoners(color) for color in (BLACK, WHITE)},
        }
    )


@router.get("/games/{id}/estimate")
def estimate(request: Request, id: str, move: Move = None, model: Model = None) -> Response:
    """The expected owner of each point, Black's lead under the rules of the game, and its error."""
    tables = bench(request).tables

    def make(game: Game) -> bytes:
        from honte.estimate.models import DEFAULT
        from honte.estimate.models import estimate as run

        found = run(Setting.of(game, move), model or DEFAULT)
        return encode({**found.as_dict(), "text": str(found)})

    return answer(tables.worked_out(id, f"estimate {move} {model}", Table.line, make))


@router.get("/games/{id}/moyo")
def moyo(request: Request, id: str, move: Move = None) -> Response:
    """The maps of the moyo paper: atsumi, regions, cutoff pairs and enclosed equivalent size."""
    tables = bench(request).tables

    def make(game: Game) -> bytes:
        return encode(_moyo(Setting.of(game, move).position.board))

    return answer(tables.worked_out(id, f"moyo {move}", Table.line, make))


@router.post("/games/{id}/curve", status_code=202)
def curve(request: Request, id: str, body: Curve) -> Response:
    """Estimates positions along the whole game; answers with the search, which reports each point."""
    from honte.estimate.models import DEFAULT, model_named

    model = model_named(body.model or DEFAULT).name
    game = bench(request).tables.open(id).line()

    def run(job: Job) -> dict[str, Any]:
        from honte.estimate.models import estimate as estimated

        points: list[list[float | None]] = []
        step = max(1, -(-len(game.steps) // CURVE_POINTS))
        for number in [*range(0, len(game.steps), step), len(game.steps)]:
            if job.budget.stopped:
                break
            found = estimated(Setting.of(game, number), model).as_dict()
            points.append([number, found["margin"], found["error"]])
            job.report(points=points)
        return {"points": points}

    return started(request, "curve", Budget(seconds=60), run, "estimators")


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
