"""Play: making games, moves, passes, undo and redo."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from honte.core import PRESETS, Color, Phase, Rules, parse_move
from honte.errors import InputError
from honte.grid import Grid
from honte.search.budget import Budget
from honte.web.context import bench, client_of
from honte.web.engines import computer_move
from honte.web.jobs import Job
from honte.web.models import Branch, Click, GameState, GoTo, NewGame, Versioned
from honte.web.tables import new_game
from honte.web.views import answer, encoded_game, rules_state

router = APIRouter(prefix="/api", tags=["play"])
PLAYABLE = [rules for name, rules in PRESETS.items() if name != "tsumego"]


@router.get("/rules")
def list_rules() -> list[dict[str, Any]]:
    """The rule sets a game can be played under."""
    return [rules_state(rules) for rules in PLAYABLE]


@router.get("/games")
def list_games(request: Request, limit: int = 30) -> list[dict[str, Any]]:
    """Games on disk, last played first."""
    return [
        {
            "id": document.id,
            "title": document.title,
            "cols": document.body["cols"],
            "rows": document.body["rows"],
            "moves": document.body["played"],
            "result": document.body["result"],
            "updated": document.updated,
        }
        for document in bench(request).store.recent("game", max(1, min(limit, 200)))
    ]


@router.post("/games", response_model=GameState, status_code=201)
def create_game(request: Request, body: NewGame) -> Response:
    """Starts a game."""
    rules = Rules.named(body.rules)
    if body.komi is not None:
        rules = rules.with_komi(body.komi)
    game = new_game(Grid(body.cols, body.rows), rules, body.handicap)
    opponent = None if body.opponent is None else body.opponent.model_dump()
    table = bench(request).tables.create(game, title=body.title, opponent=opponent)
    return answer(encoded_game(table), 201)


@router.get("/games/{id}", response_model=GameState)
async def get_game(request: Request, id: str) -> Response:
    """A game as it stands."""
    ready = bench(request).tables.ready(id, "game")  # most reads; the others must not hold up the loop
    return answer(ready) if ready is not None else await run_in_threadpool(_state, request, id)


@router.delete("/games/{id}", status_code=204)
def delete_game(request: Request, id: str) -> None:
    """Removes a game for good."""
    bench(request).tables.delete(id)


@router.post("/games/{id}/play", response_model=GameState)
def play(request: Request, id: str, body: Click) -> Response:
    """Plays a point, or passes; refuses an illegal move with its reason."""
    with bench(request).tables.change(id, body.version) as table:
        table.game.play(parse_move(body.vertex, table.game.grid))
        if table.game.phase is Phase.COUNTING:
            table.counting.open(table.game)
    return _state(request, id)


@router.post("/games/{id}/undo", response_model=GameState)
def undo(request: Request, id: str, body: Versioned) -> Response:
    """Takes back the last move; against the computer, its reply and your move."""
    with bench(request).tables.change(id, body.version) as table:
        game = table.game
        was_over = game.result is not None
        table.counting.forget()
        game.undo()
        computer = (table.opponent or {}).get("color")
        if not was_over and game.steps and game.to_play.letter == computer:
            game.undo()
    return _state(request, id)


@router.post("/games/{id}/redo", response_model=GameState)
def redo(request: Request, id: str, body: Versioned) -> Response:
    """Plays again what was taken back."""
    with bench(request).tables.change(id, body.version) as table:
        table.counting.forget()
        table.game.redo()
        computer = (table.opponent or {}).get("color")
        if table.game.can_redo and table.game.to_play.letter == computer:
            table.game.redo()
    return _state(request, id)


@router.post("/games/{id}/goto", response_model=GameState)
def go_to(request: Request, id: str, body: GoTo) -> Response:
    """Goes to a move by undoing or redoing; moves beyond the end mean the end."""
    with bench(request).tables.change(id, body.version) as table:
        game = table.game
        table.counting.forget()
        if game.result is not None and body.move < len(game.steps):
            game.undo()
        while len(game.steps) > body.move:
            game.undo()
        while len(game.steps) < body.move and game.can_redo:
            game.redo()
    return _state(request, id)


@router.post("/games/{id}/branch", response_model=GameState)
def branch(request: Request, id: str, body: Branch) -> Response:
    """Goes into a variation, one move on; or back to the main line, where this one left it."""
    with bench(request).tables.change(id, body.version) as table:
        length = len(table.tree.moves)
        move = len(table.game.steps) if body.move is None else body.move
        if move > length:
            raise InputError(f"move {move} is not in this line of {length} moves")
        table.game = table.tree.take(move, body.choice, table.game.rules)
        table.counting.forget()
    return _state(request, id)


@router.post("/games/{id}/resign", response_model=GameState)
def resign(request: Request, id: str, body: Versioned) -> Response:
    """The side to play gives up; undo takes it back."""
    with bench(request).tables.change(id, body.version) as table:
        human = (table.opponent or {}).get("color")
        table.game.resign(None if human is None else Color.parse(human).opponent)
    return _state(request, id)


@router.post("/games/{id}/resume", response_model=GameState)
def resume(request: Request, id: str, body: Versioned) -> Response:
    """Goes back from counting, or from a finished game, to play."""
    with bench(request).tables.change(id, body.version) as table:
        table.counting.resume(table.game)
    return _state(request, id)


@router.post("/games/{id}/opponent", status_code=202)
def opponent(request: Request, id: str, body: Versioned) -> Response:
    """Lets the computer think and play for the side to play; gives the search to watch."""
    workbench = bench(request)
    table = workbench.tables.open(id)
    with table.lock:
        if table.game.phase is not Phase.PLAY:
            raise InputError("the game is over: there is no move to choose")
        version, game = table.version, table.game.branch()
        seconds = float((table.opponent or {}).get("seconds", 3.0))

    def run(job: Job) -> dict[str, Any]:
        found = computer_move(job, game)
        with workbench.tables.change(id, version) as live:
            live.game.play(parse_move(found["move"], live.game.grid))
            if live.game.phase is Phase.COUNTING:
                live.counting.open(live.game)
        return found

    budget = Budget(seconds=seconds, memory_mb=256)
    job = workbench.jobs.start(client_of(request), "opponent", budget, run, "opponent")
    return answer(job.snapshot(), 202)


def _state(request: Request, id: str) -> Response:
    return answer(bench(request).tables.encoded(id, "game", encoded_game))
