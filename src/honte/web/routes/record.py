"""The record of a game: its tree, comments, marks, variations, and what it says of the whole game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from honte.core import Result
from honte.errors import GoError, InputError
from honte.web import annotating
from honte.web.context import bench
from honte.web.models import GameState, Versioned, Vertex
from honte.web.tables import Table
from honte.web.views import answer, encode, encoded_game

router = APIRouter(prefix="/api/games/{id}", tags=["record"])
MAX_COMMENT = 20_000
"""Characters of the longest comment."""
MOST_CUTS = 20
"""Deleted variations that can be brought back."""
Fact = Annotated[str | None, Field(max_length=200)]


class TreeState(BaseModel):
    """Nodes as `[parent, move, says]`, each after its parent, and the node of each position of the line."""

    nodes: list[list[int | str]]
    line: list[int]


class ToNode(Versioned):
    """A node by its number in the tree."""

    node: int = Field(ge=0, le=1_000_000)


class Comment(Versioned):
    """The comment of the position on the board."""

    text: str = Field(max_length=MAX_COMMENT)


class Mark(Versioned):
    """A mark on a point of the position on the board; an empty kind takes it off."""

    vertex: Vertex
    kind: Literal["triangle", "square", "circle", "cross", "label", ""]
    label: str = Field("", max_length=4)


class Facts(Versioned):
    """What the record says of the whole game; a field that is not given stays, an empty text takes it out."""

    title: Fact = None
    black: Fact = None
    white: Fact = None
    black_rank: Fact = None
    white_rank: Fact = None
    date: Fact = None
    event: Fact = None
    place: Fact = None
    result: Fact = Field(None, max_length=40, description="as SGF writes it: B+3.5, W+R, 0")


@router.get("/tree", response_model=TreeState)
def get_tree(request: Request, id: str) -> Response:
    """The whole tree of a record."""

    def made(table: Table) -> bytes:
        return encode(annotating.drawn_tree(table.tree))

    return answer(bench(request).tables.encoded(id, "tree", made))


@router.post("/node", response_model=GameState)
def go_to_node(request: Request, id: str, body: ToNode) -> Response:
    """Goes to any position of the record."""

    def act(table: Table) -> None:
        table.counting.forget()
        table.game = annotating.go_to_node(table.tree, body.node, table.game.rules)
        table.reach_end()

    return _changed(request, id, body, act)


@router.post("/comment", response_model=GameState)
def comment(request: Request, id: str, body: Comment) -> Response:
    """Writes the comment of the position on the board."""
    return _changed(
        request, id, body, lambda table: annotating.set_comment(table.tree, len(table.game.steps), body.text)
    )


@router.post("/marks", response_model=GameState)
def mark(request: Request, id: str, body: Mark) -> Response:
    """Puts a mark on a point of the position on the board, or takes it off."""

    def act(table: Table) -> None:
        point = table.game.grid.parse(body.vertex)
        annotating.set_mark(table.tree, len(table.game.steps), point, body.kind, body.label)

    return _changed(request, id, body, act)


@router.put("/facts", response_model=GameState)
def put_facts(request: Request, id: str, body: Facts) -> Response:
    """Writes names, ranks, date or result of the game."""
    given = {name: text for name, text in body.model_dump(exclude={"version"}).items() if text is not None}
    if given.get("result"):
        _check_result(given["result"])

    def act(table: Table) -> None:
        annotating.set_facts(table.tree, given)
        known = annotating.facts(table.tree)
        players = {"B": known.get("black", ""), "W": known.get("white", "")}
        table.players = {letter: name for letter, name in players.items() if name}
        if "title" in given:
            table.title = known.get("title", "")
            bench(request).tables.rename(table, table.title)
        if "result" in given:
            table.ended = given["result"].strip() or None
            table.game.result = None
            table.reach_end()

    return _changed(request, id, body, act)


@router.post("/cut", response_model=GameState)
def cut(request: Request, id: str, body: Versioned) -> Response:
    """Deletes the last move on the board with everything after it; `uncut` brings it back."""

    def act(table: Table) -> None:
        table.counting.forget()
        table.game, taken = annotating.cut(table.tree, len(table.game.steps), table.game.rules)
        table.cuts = [*table.cuts, taken][-MOST_CUTS:]

    return _changed(request, id, body, act)


@router.post("/uncut", response_model=GameState)
def uncut(request: Request, id: str, body: Versioned) -> Response:
    """Brings back the variation that was deleted last."""

    def act(table: Table) -> None:
        if not table.cuts:
            raise InputError("no variation was deleted")
        table.game = annotating.bring_back(table.tree, table.cuts.pop(), table.game.rules)

    return _changed(request, id, body, act)


@router.post("/main", response_model=GameState)
def make_main(request: Request, id: str, body: Versioned) -> Response:
    """Makes the line on the board the main line."""
    return _changed(request, id, body, lambda table: annotating.make_main(table.tree))


def _check_result(text: str) -> None:
    try:
        found = Result.parse(text)
    except GoError:
        found = None
    if found is None:
        raise InputError(f"{text!r} is no result; write B+3.5, W+R (resignation), W+T (time) or 0 (a draw)")


def _changed(request: Request, id: str, body: Versioned, act: Callable[[Table], Any]) -> Response:
    with bench(request).tables.change(id, body.version) as table:
        act(table)
    return answer(bench(request).tables.encoded(id, "game", encoded_game))
