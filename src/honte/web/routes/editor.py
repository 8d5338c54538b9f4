"""The editor: problems in the making, changed by one operation at a time, with undo and redo."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from honte.core import Color
from honte.errors import GoError, ProblemError
from honte.formats.load import is_sgf, load_game
from honte.tsumego.problem import Setup
from honte.tsumego.problem.sgf import read_problems, write_problem
from honte.tsumego.problem.text import parse_setup
from honte.web.context import bench
from honte.web.documents import new_id
from honte.web.edits import OPERATIONS, Arguments, Edit, empty_setup, faults, roles
from honte.web.models import Body, ColorLetter, Side, Version, Versioned, Vertex
from honte.web.views import SGF_TYPE, answer, download, files, stones, vertices

router = APIRouter(prefix="/api/edits", tags=["editor"])


class NewEdit(Body):
    """An empty board, the text of a file, a saved problem, or the present position of a game."""

    cols: Side = 9
    rows: Side | None = None
    text: str | None = Field(None, max_length=900_000)
    problem: str | None = Field(None, max_length=40)
    game: str | None = Field(None, max_length=40)


class Operation(Body):
    """One operation; `op` decides which of the other fields it reads."""

    op: Literal[
        "place", "keystone", "key-chain", "erase", "erase-area", "valid", "rectangle", "fill", "invert",
        "whole", "swap", "rotate", "flip", "reset", "to-play", "capture", "threats", "name", "comment",
    ]  # fmt: skip
    points: list[Vertex] = Field(default_factory=list, max_length=700)
    color: ColorLetter | None = None
    text: str = Field("", max_length=2000)
    number: int = 0
    cols: Side | None = None
    rows: Side | None = None
    version: Version = None


class EditState(BaseModel):
    """A problem in the making; `faults` says why it is not valid yet."""

    id: str
    version: int
    cols: int
    rows: int
    stones: list[str]
    keystones: list[str]
    area: list[str] | None
    to_play: ColorLetter
    capture: str
    threats: dict[str, int]
    roles: dict[str, str] | None
    name: str
    comment: str
    faults: list[str]
    can_undo: bool
    can_redo: bool
    problem_id: str | None


@router.post("", response_model=EditState, status_code=201)
def create_edit(request: Request, body: NewEdit) -> Response:
    """Opens the editor on a board, a file, a problem or a game."""
    setup, problem_id = _start(request, body)
    edit = Edit(new_id(), [setup], problem_id=problem_id)
    return answer(edit_state(bench(request).edits.add(edit, setup.name)), 201)


@router.get("/{id}", response_model=EditState)
def get_edit(request: Request, id: str) -> Response:
    """The present state of the edit."""
    return answer(edit_state(bench(request).edits.open(id)))


@router.post("/{id}/apply", response_model=EditState)
def apply(request: Request, id: str, body: Operation) -> Response:
    """Applies one operation."""
    given = Arguments(
        tuple(body.points), None if body.color is None else Color.parse(body.color),
        body.text, body.number, body.cols or 0, body.rows or body.cols or 0,
    )  # fmt: skip
    with bench(request).edits.change(id, body.version) as edit:
        edit.change(OPERATIONS[body.op](edit.setup, given))
    return get_edit(request, id)


@router.post("/{id}/undo", response_model=EditState)
def undo(request: Request, id: str, body: Versioned) -> Response:
    """Takes the last operation back."""
    with bench(request).edits.change(id, body.version) as edit:
        edit.undo()
    return get_edit(request, id)


@router.post("/{id}/redo", response_model=EditState)
def redo(request: Request, id: str, body: Versioned) -> Response:
    """Applies the operation again that was taken back last."""
    with bench(request).edits.change(id, body.version) as edit:
        edit.redo()
    return get_edit(request, id)


@router.get("/{id}/sgf", **files(SGF_TYPE))
def export(request: Request, id: str) -> Response:
    """The problem as an SGF file for other programs; after a check, with its solution."""
    edit = bench(request).edits.open(id)
    return download(edit.solution or write_problem(edit.setup), SGF_TYPE, f"problem-{id[:20]}.sgf")


def edit_state(edit: Edit) -> dict[str, Any]:
    """See `EditState`."""
    setup = edit.setup
    return {
        "id": edit.id,
        "version": edit.version,
        **setup_state(setup),
        "faults": faults(setup),
        "can_undo": edit.at > 0,
        "can_redo": edit.at + 1 < len(edit.history),
        "problem_id": edit.problem_id,
    }


def setup_state(setup: Setup) -> dict[str, Any]:
    """The fields that `EditState` and `ProblemState` share."""
    grid = setup.board.grid
    return {
        "cols": grid.cols,
        "rows": grid.rows,
        "stones": stones(setup.board),
        "keystones": vertices(setup.keystones or ()),
        "area": None if setup.area is None else vertices(setup.area),
        "to_play": setup.to_play.letter,
        "capture": setup.capture.value,
        "threats": {"B": setup.threats.black, "W": setup.threats.white},
        "roles": roles(setup),
        "name": setup.name,
        "comment": setup.comment,
    }


def _start(request: Request, body: NewEdit) -> tuple[Setup, str | None]:
    workbench = bench(request)
    if body.problem is not None:
        return workbench.puzzles.open(body.problem).setup, body.problem
    if body.game is not None:
        position = workbench.tables.open(body.game).game.position
        return Setup(board=position.board, to_play=position.to_play), None
    if body.text is not None:
        return read_setup(body.text), None
    return empty_setup(body.cols, body.rows or body.cols), None


def read_setup(text: str) -> Setup:
    """The first problem of a file: SGF, a problem diagram, or any text board."""
    if is_sgf(text):
        found = read_problems(text)
        if not found:
            raise ProblemError(["the file has no problem"])
        return found[0]
    try:
        return parse_setup(text)
    except GoError:
        position = load_game(text).position
        return Setup(board=position.board, to_play=position.to_play)
