"""Play: starts games, plays moves, undoes and redoes them, goes into variations, ends games."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from honte.core import PRESETS, Game, Phase, Rules
from honte.engine import LEVELS, STRONGEST, level_named
from honte.errors import InputError
from honte.grid import Grid
from honte.network import supports
from honte.search.budget import Budget
from honte.web.context import bench, started
from honte.web.engines import computer_move
from honte.web.jobs import Job
from honte.web.models import Branch, Click, GameState, GoTo, NewGame, Versioned
from honte.web.record import go_back
from honte.web.views import answer, encoded_game, rules_state

router = APIRouter(prefix="/api", tags=["play"])
PLAYABLE = [rules for name, rules in PRESETS.items() if name != "tsumego"]
"""The rules of whole games."""
THINKING_SECONDS = 1.0
"""Seconds for a move of the computer where the table has no setting."""


@router.get("/rules")
def list_rules() -> list[dict[str, Any]]:
    """The rules that a game can have."""
    return [rules_state(rules) for rules in PLAYABLE]


@router.get("/levels")
def list_levels() -> list[str]:
    """The levels of the computer, weakest first."""
    return list(LEVELS)


@router.get("/games")
def list_games(request: Request, limit: int = 30) -> list[dict[str, Any]]:
    """The games on disk, the one played last first."""
    return [
        {
            "id": document.id,
            "title": document.title,
            "cols": document.body["cols"],
            "rows": document.body["rows"],
            "moves": len(document.body["moves"]),
            "result": document.body.get("ended", document.body["result"]),
            "players": document.body["players"],
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
    game = Game(Grid(body.cols, body.rows), rules, handicap=body.handicap)
    opponent = None if body.opponent is None else body.opponent.model_dump()
    if body.opponent is not None:
        level_named(body.opponent.level)  # an unknown level is refused here, not at the first move
    table = bench(request).tables.create(game, title=body.title, opponent=opponent)
    return answer(encoded_game(table), 201)


@router.get("/games/{id}", response_model=GameState)
async def get_game(request: Request, id: str) -> Response:
    """The present state of a game."""
    ready = bench(request).tables.ready(id, "game")  # most reads; the others would block the event loop
    return answer(ready) if ready is not None else await run_in_threadpool(_state, request, id)


@router.delete("/games/{id}", status_code=204)
def delete_game(request: Request, id: str) -> None:
    """Removes a game for good."""
    bench(request).tables.delete(id)


@router.post("/games/{id}/play", response_model=GameState)
def play(request: Request, id: str, body: Click) -> Response:
    """Plays a point, or passes; refuses an illegal move and says why."""
    with bench(request).tables.change(id, body.version) as table:
        table.play(body.vertex)
    return _state(request, id)


@router.post("/games/{id}/undo", response_model=GameState)
def undo(request: Request, id: str, body: Versioned) -> Response:
    """Takes the last move back; against the computer, its reply and the move before it."""
    with bench(request).tables.change(id, body.version) as table:
        game = table.game
        was_over = game.result is not None
        table.ended = None if was_over else table.ended
        table.counting.forget()
        game.undo()
        if not was_over and game.steps and game.to_play is table.computer:
            game.undo()
    return _state(request, id)


@router.post("/games/{id}/redo", response_model=GameState)
def redo(request: Request, id: str, body: Versioned) -> Response:
    """Repeats the move that was undone last; against the computer, its reply, too."""
    with bench(request).tables.change(id, body.version) as table:
        table.counting.forget()
        table.game.redo()
        if table.game.can_redo and table.game.to_play is table.computer:
            table.game.redo()
        table.reach_end()
    return _state(request, id)


@router.post("/games/{id}/goto", response_model=GameState)
def go_to(request: Request, id: str, body: GoTo) -> Response:
    """Goes to a position of the line; a number beyond its end means the end."""
    with bench(request).tables.change(id, body.version) as table:
        game = table.game
        table.counting.forget()
        go_back(game, body.move)
        while len(game.steps) < body.move and game.can_redo:
            game.redo()
        table.reach_end()
    return _state(request, id)


@router.post("/games/{id}/branch", response_model=GameState)
def branch(request: Request, id: str, body: Branch) -> Response:
    """Goes one move into a variation, or back to the main line, where the present line leaves it."""
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
    """The side to play resigns; against the computer, the person. Undo takes it back."""
    with bench(request).tables.change(id, body.version) as table:
        table.game.resign(None if table.computer is None else table.computer.opponent)
    return _state(request, id)


@router.post("/games/{id}/resume", response_model=GameState)
def resume(request: Request, id: str, body: Versioned) -> Response:
    """Goes from the count, or from a finished game, back to play."""
    with bench(request).tables.change(id, body.version) as table:
        table.counting.resume(table.game)
        table.ended = None
    return _state(request, id)


@router.post("/games/{id}/opponent", status_code=202)
def opponent(request: Request, id: str, body: Versioned) -> Response:
    """The computer chooses and plays a move for the side to play; answers with the search to watch."""
    workbench = bench(request)
    table = workbench.tables.open(id)
    with table.lock:
        if table.game.phase is not Phase.PLAY:
            raise InputError("the game is over: no move can be played")
        version, game = table.version, table.game.branch()
        settings = table.opponent or {}
        seconds = float(settings.get("seconds", THINKING_SECONDS))
        level = str(settings.get("level", STRONGEST))

    def run(job: Job) -> dict[str, Any]:
        found = computer_move(game, job.budget, level)
        with workbench.tables.change(id, version) as live:
            if found["resigns"]:
                live.game.resign()
            else:
                live.play(found["move"])
        return found

    family = None if supports(game.grid) else "opponent"  # only the playout search has kernels to compile
    return started(request, "opponent", Budget(seconds=seconds, memory_mb=256), run, family)


def _state(request: Request, id: str) -> Response:
    return answer(bench(request).tables.encoded(id, "game", encoded_game))
