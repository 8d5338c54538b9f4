"""SameGame: play, undo, the best sequence, and duels against the computer."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from honte.errors import InputError
from honte.grid import Point
from honte.samegame import STANDARD, Board, Progress, solve, solve_duel
from honte.search.budget import Budget
from honte.web.context import bench, started
from honte.web.documents import new_id
from honte.web.jobs import Job
from honte.web.models import Body, Click, Version, Versioned
from honte.web.tiles import MAX_SIDE, Tiles, Variant
from honte.web.views import answer, vertices

router = APIRouter(prefix="/api/samegame", tags=["samegame"])
MEMORY_MB = 128
"""Megabytes for the table of one search."""


class NewTiles(Body):
    """A random board, or a given one: `text` has rows of digits."""

    cols: int = Field(8, ge=1, le=MAX_SIDE)
    rows: int = Field(8, ge=1, le=MAX_SIDE)
    colors: int = Field(3, ge=1, le=9)
    seed: int | None = Field(None, ge=0, le=2**32)
    variant: Variant = "highest"
    text: str | None = Field(None, max_length=5000)


class Think(Body):
    """The seconds of a search."""

    seconds: float = Field(5, ge=0.1, le=120)
    version: Version = None


class TilesState(BaseModel):
    """A game: `tiles` are rows of digits from the top, one digit a color; `groups` are the possible moves."""

    id: str
    version: int
    variant: Variant
    cols: int
    rows: int
    tiles: list[str]
    groups: list[dict[str, Any]]
    scores: list[int]
    moves: list[str]
    move_number: int
    taken: int
    left: int
    over: bool
    to_play: int
    can_undo: bool
    can_redo: bool


@router.post("", response_model=TilesState, status_code=201)
def create(request: Request, body: NewTiles) -> Response:
    """Starts a game."""
    if body.text is not None:
        board = Board.parse(body.text)
        if max(board.cols, board.height) > MAX_SIDE:
            raise InputError(
                f"the board is {board.cols}x{board.height}; a side has at most {MAX_SIDE} tiles here"
            )
    else:
        seed = secrets.randbits(24) if body.seed is None else body.seed
        board = Board.random(body.cols, body.rows, body.colors, seed)
    return answer(tiles_state(bench(request).tiles.add(Tiles(new_id(), [board], variant=body.variant))), 201)


@router.get("/{id}", response_model=TilesState)
def get_tiles(request: Request, id: str) -> Response:
    """The present state of a game."""
    return answer(tiles_state(bench(request).tiles.open(id)))


@router.post("/{id}/play", response_model=TilesState)
def play(request: Request, id: str, body: Click) -> Response:
    """Removes the group of a tile."""
    with bench(request).tiles.change(id, body.version) as tiles:
        tiles.play(tiles.board.grid.parse(body.vertex))
    return get_tiles(request, id)


@router.post("/{id}/undo", response_model=TilesState)
def undo(request: Request, id: str, body: Versioned) -> Response:
    """Takes the last move back; in a duel, back to the turn of the person."""
    with bench(request).tiles.change(id, body.version) as tiles:
        tiles.undo()
    return get_tiles(request, id)


@router.post("/{id}/redo", response_model=TilesState)
def redo(request: Request, id: str, body: Versioned) -> Response:
    """Repeats the move that was undone last; in a duel, the reply to it, too."""
    with bench(request).tiles.change(id, body.version) as tiles:
        tiles.redo()
    return get_tiles(request, id)


@router.post("/{id}/best", status_code=202)
def best(request: Request, id: str, body: Think) -> Response:
    """Looks for the best sequence from the present board; answers with the search to watch."""
    tiles = bench(request).tiles.open(id)
    with tiles.lock:
        board, duel, side = tiles.board, tiles.duel, tiles.to_play
        lowest, base = tiles.variant == "lowest", sum(STANDARD.points(size) for size in tiles.sizes)

    def run(job: Job) -> dict[str, Any]:
        if duel is not None:
            found = solve_duel(board, duel, to_play=side, budget=job.budget)
            line = list(found.line) or ([] if found.move is None else [found.move])
            return _sequence(board, line, found.proved, found.outcome)

        def hear(progress: Progress) -> None:
            job.report(score=base + progress.score, trials=progress.trials)

        solution = solve(board, lowest=lowest, budget=job.budget, watch=hear)
        return _sequence(board, list(solution.moves), solution.proved, base + solution.score)

    return _started(request, "best", body.seconds, run)


@router.post("/{id}/reply", status_code=202)
def reply(request: Request, id: str, body: Think) -> Response:
    """The computer plays its move in a duel; answers with the search to watch."""
    workbench = bench(request)
    tiles = workbench.tiles.open(id)
    with tiles.lock:
        board, duel, version = tiles.board, tiles.duel, tiles.version
        if duel is None or tiles.to_play != 1 or board.is_over:
            raise InputError("it is not the computer's turn")

    def run(job: Job) -> dict[str, Any]:
        found = solve_duel(board, duel, to_play=1, budget=job.budget)
        move = found.move or board.groups()[0].move
        with workbench.tiles.change(id, version) as live:
            live.play(move)
        return {"move": str(move), "proved": found.proved, "size": board.group(move).size}

    return _started(request, "reply", body.seconds, run)


def _started(request: Request, kind: str, seconds: float, run: Callable[[Job], dict[str, Any]]) -> Response:
    return started(request, kind, Budget(seconds=seconds, memory_mb=MEMORY_MB), run, "SameGame")


def _sequence(board: Board, moves: list[Point], proved: bool, score: int) -> dict[str, Any]:
    """A line of moves; each has its group and the board after it, so that the page can show them."""
    frames = []
    for move in moves:
        group = board.group(move)
        board, size = board.remove(move)
        frames.append(
            {"move": str(move), "group": vertices(group.points), "size": size, "tiles": board.rows()}
        )
    return {"frames": frames, "proved": proved, "score": score, "cleared": board.count == 0}


def tiles_state(tiles: Tiles) -> dict[str, Any]:
    """See `TilesState`."""
    board = tiles.board
    groups = [
        {"points": vertices(group.points), "worth": STANDARD.points(group.size)} for group in board.groups()
    ]
    return {
        "id": tiles.id,
        "version": tiles.version,
        "variant": tiles.variant,
        "cols": board.cols,
        "rows": board.height,
        "tiles": board.rows(),
        "groups": groups,
        "scores": tiles.scores,
        "moves": [str(move) for move in tiles.moves],
        "move_number": tiles.at,
        "taken": tiles.sizes[-1] if tiles.at else 0,
        "left": board.count,
        "over": board.is_over,
        "to_play": tiles.to_play,
        "can_undo": tiles.at > 0,
        "can_redo": tiles.at < len(tiles.moves),
    }
