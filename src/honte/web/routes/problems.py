"""Problems: loading, playing and saving them."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from honte.errors import ProblemError
from honte.formats.load import is_sgf
from honte.tsumego.problem import Setup
from honte.tsumego.problem.sgf import read_problems, write_problem
from honte.tsumego.problem.text import record_of_setup
from honte.web.context import bench
from honte.web.documents import new_id
from honte.web.models import Body, Click, ColorLetter, Versioned
from honte.web.puzzles import Puzzle
from honte.web.routes.editor import read_setup, setup_state
from honte.web.starters import seed
from honte.web.views import SGF_TYPE, answer, files, illegal_points, stones, vertices

router = APIRouter(prefix="/api/problems", tags=["problems"])
_SHARED = ("cols", "rows", "name", "comment", "area", "roles", "capture", "threats")
MAX_IMPORT = 500
"""Most problems that one file may add."""


class NewProblem(Body):
    """The text of a file, or a problem of the editor."""

    text: str | None = Field(None, max_length=900_000)
    edit: str | None = Field(None, max_length=40)
    name: str = Field("", max_length=200)


class ProblemState(BaseModel):
    """A problem in play: `start` is its first position, the rest is its present state."""

    id: str
    version: int
    name: str
    comment: str
    cols: int
    rows: int
    start: list[str]
    stones: list[str]
    keystones: list[str]
    area: list[str] | None
    roles: dict[str, str] | None
    capture: str
    threats: dict[str, int]
    first: ColorLetter
    to_play: ColorLetter
    moves: list[str]
    move_number: int
    last: str | None
    captured: list[str]
    ko: str | None
    illegal: dict[str, str]
    taken: bool
    can_undo: bool
    can_redo: bool
    solved: bool
    tries: int


@router.get("")
def list_problems(request: Request, limit: int = 200) -> list[dict[str, Any]]:
    """Lists problems, the last changed first; a new workbench begins with a few standard shapes."""
    seed(bench(request).store, bench(request).puzzles)
    return [
        {
            "id": document.id,
            "name": document.title,
            "solved": document.body["solved"],
            "tries": document.body["tries"],
            "source": document.body["source"],
        }
        for document in bench(request).store.recent("problem", max(1, min(limit, 1000)))
    ]


@router.post("", status_code=201)
def create_problem(request: Request, body: NewProblem) -> Response:
    """Saves a problem, or all problems of a file; gives the ids, and the reasons for refused problems."""
    workbench = bench(request)
    seed(workbench.store, workbench.puzzles)
    if body.edit is not None:
        edit = workbench.edits.open(body.edit)
        setups = [edit.setup]
    elif body.text is not None:
        setups = _read(body.text)
    else:
        raise ProblemError(["neither a file nor an edit was given"])
    ids, refused = [], []
    for number, setup in enumerate(setups[:MAX_IMPORT], 1):
        try:
            puzzle = Puzzle.of(new_id(), setup)
        except ProblemError as error:
            if len(setups) == 1:
                raise
            refused.append(f"problem {number}: {error}")
            continue
        ids.append(workbench.puzzles.add(puzzle, setup.name or body.name).id)
    if body.edit is not None and ids:
        with workbench.edits.change(body.edit) as edit:
            edit.problem_id = ids[0]
    return answer({"ids": ids, "refused": refused[:20]}, 201)


@router.get("/{id}", response_model=ProblemState)
def get_problem(request: Request, id: str) -> Response:
    """A problem and the play on it."""
    return answer(problem_state(bench(request).puzzles.open(id)))


@router.delete("/{id}", status_code=204)
def delete_problem(request: Request, id: str) -> None:
    """Removes a problem for good."""
    bench(request).puzzles.delete(id)


@router.post("/{id}/play", response_model=ProblemState)
def play(request: Request, id: str, body: Click) -> Response:
    """Plays a point of the area, or passes."""
    with bench(request).puzzles.change(id, body.version) as puzzle:
        puzzle.play(body.vertex)
    return get_problem(request, id)


@router.post("/{id}/undo", response_model=ProblemState)
def undo(request: Request, id: str, body: Versioned) -> Response:
    """Takes the last move back."""
    with bench(request).puzzles.change(id, body.version) as puzzle:
        puzzle.game.undo()
    return get_problem(request, id)


@router.post("/{id}/redo", response_model=ProblemState)
def redo(request: Request, id: str, body: Versioned) -> Response:
    """Plays the move again that was taken back last."""
    with bench(request).puzzles.change(id, body.version) as puzzle:
        puzzle.game.redo()
    return get_problem(request, id)


@router.post("/{id}/reset", response_model=ProblemState)
def reset(request: Request, id: str, body: Versioned) -> Response:
    """Removes all moves from the problem."""
    with bench(request).puzzles.change(id, body.version) as puzzle:
        puzzle.reset()
    return get_problem(request, id)


@router.post("/{id}/switch", response_model=ProblemState)
def switch(request: Request, id: str, body: Versioned) -> Response:
    """Lets the other side play next."""
    with bench(request).puzzles.change(id, body.version) as puzzle:
        puzzle.switch_turn()
    return get_problem(request, id)


@router.get("/{id}/sgf", **files(SGF_TYPE))
def export(request: Request, id: str) -> Response:
    """The problem as an SGF file."""
    puzzle = bench(request).puzzles.open(id)
    headers = {"Content-Disposition": f'attachment; filename="problem-{puzzle.id}.sgf"'}
    return Response(write_problem(puzzle.setup), media_type=SGF_TYPE, headers=headers)


@router.get("/{id}/record")
def record(request: Request, id: str) -> dict[str, Any]:
    """The problem as a JSON record, as collections store it."""
    return record_of_setup(bench(request).puzzles.open(id).setup)


def _read(text: str) -> list[Setup]:
    found = read_problems(text) if is_sgf(text) else [read_setup(text)]
    if not found:
        raise ProblemError(["the file has no problem"])
    return found


def problem_state(puzzle: Puzzle) -> dict[str, Any]:
    """See `ProblemState`."""
    setup, game = puzzle.setup, puzzle.game
    shared = setup_state(setup)
    last = game.steps[-1] if game.steps else None
    steps = [*game.steps, *game.undone]
    return {
        "id": puzzle.id,
        "version": puzzle.version,
        **{key: shared[key] for key in _SHARED},
        "start": shared["stones"],
        "stones": stones(game.board),
        "keystones": vertices((setup.keystones or game.grid.set()) & ~game.board.empty),
        "first": setup.to_play.letter,
        "to_play": game.to_play.letter,
        "moves": [step.color.letter + ("pass" if step.move is None else str(step.move)) for step in steps],
        "move_number": len(game.steps),
        "last": None if last is None else "pass" if last.move is None else str(last.move),
        "captured": [] if last is None else vertices(last.captured),
        "ko": None if game.position.ko is None else str(game.position.ko),
        "illegal": illegal_points(game),
        "taken": puzzle.captured(),
        "can_undo": bool(game.steps),
        "can_redo": game.can_redo,
        "solved": puzzle.solved,
        "tries": puzzle.tries,
    }  # fmt: skip
