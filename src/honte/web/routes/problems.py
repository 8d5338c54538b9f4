"""Problems: loading, playing and saving them."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from honte.errors import ProblemError
from honte.formats.sgf import parse
from honte.tsumego.problem.sgf import write_problem
from honte.tsumego.problem.text import record_of_setup
from honte.web.context import bench
from honte.web.imports import read_puzzles
from honte.web.keeping import keep_edit
from honte.web.models import Body, Click, ColorLetter, Versioned
from honte.web.puzzles import Puzzle
from honte.web.routes.editor import setup_state
from honte.web.views import SGF_TYPE, answer, download, files, illegal_points, stones, vertices

router = APIRouter(prefix="/api/problems", tags=["problems"])
_SHARED = ("cols", "rows", "name", "comment", "roles", "capture", "threats")


class Play(Click):
    """A move of the person; `by_hand` allows a move of either side."""

    by_hand: bool = False


class Back(Versioned):
    """A step back or forth: the person's move with its answer, or one move of either side."""

    by_hand: bool = False


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
    over: bool
    can_undo: bool
    can_redo: bool
    solved: bool
    aided: bool
    tries: int
    player: ColorLetter
    mistakes: int
    helped: bool
    done: bool
    failed: bool
    task: str
    likely: str
    found: bool
    has_book: bool
    note: str
    view: list[str] | None


@router.get("")
def list_problems(request: Request, limit: int = 200) -> list[dict[str, Any]]:
    """Lists the problems that were opened or made, the newest first."""
    documents = bench(request).store.recent("problem", max(1, min(limit, 1000)))
    return [
        {
            "id": document.id,
            "name": document.title,
            "solved": document.body["solved"],
            "aided": document.body.get("aided", False),
            "tries": document.body["tries"],
            "source": document.body["source"],
            "changed": document.updated,
        }
        for document in sorted(documents, key=lambda each: -each.created)
        if document.body["source"] != "variation"
    ]


@router.post("", status_code=201)
def create_problem(request: Request, body: NewProblem) -> Response:
    """Saves a problem, or all problems of a file; gives the ids, and the reasons for refused problems."""
    workbench = bench(request)
    if body.edit is not None:
        return answer({"ids": [keep_edit(workbench, body.edit)], "refused": []}, 201)
    if body.text is None:
        raise ProblemError(["neither a file nor an edit was given"])
    puzzles = read_puzzles(body.text)
    made = [each for each in puzzles if isinstance(each, Puzzle)]
    for puzzle in reversed(made):  # the newest comes first in the list
        workbench.puzzles.add(puzzle, puzzle.setup.name or body.name)
    refused = [each for each in puzzles if isinstance(each, str)]
    return answer({"ids": [each.id for each in made], "refused": refused[:20]}, 201)


@router.get("/{id}", response_model=ProblemState)
def get_problem(request: Request, id: str) -> Response:
    """A problem and the play on it."""
    return answer(problem_state(bench(request).puzzles.open(id)))


@router.delete("/{id}", status_code=204)
def delete_problem(request: Request, id: str) -> None:
    """Removes a problem for good."""
    bench(request).puzzles.delete(id)


@router.post("/{id}/play", response_model=ProblemState)
def play(request: Request, id: str, body: Play) -> Response:
    """Plays a point of the area, or passes, for the person's side."""
    with bench(request).puzzles.change(id, body.version) as puzzle:
        puzzle.play(body.vertex, by_hand=body.by_hand)
    return get_problem(request, id)


@router.post("/{id}/undo", response_model=ProblemState)
def undo(request: Request, id: str, body: Back) -> Response:
    """Takes the person's last move back, with the answer to it."""
    with bench(request).puzzles.change(id, body.version) as puzzle:
        puzzle.undo(by_hand=body.by_hand)
    return get_problem(request, id)


@router.post("/{id}/redo", response_model=ProblemState)
def redo(request: Request, id: str, body: Back) -> Response:
    """Plays the moves again that were taken back last."""
    with bench(request).puzzles.change(id, body.version) as puzzle:
        puzzle.redo(by_hand=body.by_hand)
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
    """The problem as an SGF file, with everything that the file it came from has."""
    puzzle = bench(request).puzzles.open(id)
    tree = parse(puzzle.file)[0] if puzzle.file else None
    return download(write_problem(puzzle.setup, tree), SGF_TYPE, f"problem-{puzzle.id}.sgf")


@router.get("/{id}/record")
def record(request: Request, id: str) -> dict[str, Any]:
    """The problem as a JSON record, as collections store it."""
    return record_of_setup(bench(request).puzzles.open(id).setup)


def problem_state(puzzle: Puzzle) -> dict[str, Any]:
    """See `ProblemState`."""
    setup, game = puzzle.setup, puzzle.game
    shared = setup_state(setup)
    last = game.steps[-1] if game.steps else None
    steps, view, area = [*game.steps, *game.undone], puzzle.view(), puzzle.area()
    return {
        "id": puzzle.id,
        "version": puzzle.version,
        **{key: shared[key] for key in _SHARED},
        "area": None if area is None else vertices(area),
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
        "over": puzzle.is_over,
        "can_undo": bool(game.steps),
        "can_redo": game.can_redo,
        "solved": puzzle.solved,
        "aided": puzzle.aided,
        "tries": puzzle.tries,
        "player": puzzle.player.letter,
        "mistakes": puzzle.progress.mistakes,
        "helped": puzzle.progress.helped,
        "done": puzzle.progress.solved,
        "failed": puzzle.progress.failed_at is not None,
        "task": puzzle.task,
        "likely": puzzle.likely,
        "found": puzzle.found,
        "has_book": puzzle.has_book,
        "note": puzzle.note,
        "view": None if view is None else [str(corner) for corner in view],
    }  # fmt: skip
