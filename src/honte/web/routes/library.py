"""The library: collections, lists, thumbnails, imports, changes with undo."""

from __future__ import annotations

from dataclasses import asdict, replace
from hashlib import blake2b
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi import Query as Asked
from pydantic import Field
from starlette.responses import Response

from honte.core import Color
from honte.errors import InputError
from honte.formats.load import load_game
from honte.library import changes, query
from honte.library.exporting import one_file
from honte.library.importing import Importer
from honte.library.library import Library
from honte.library.pictures import thumbnail
from honte.library.query import Found, Query, Summary
from honte.library.sheets import Item, sheet
from honte.tsumego.coach import Progress
from honte.tsumego.problem.book import Book
from honte.tsumego.problem.levels import level_text
from honte.tsumego.problem.text import record_of_setup
from honte.web.context import bench
from honte.web.errors import WebError, not_found
from honte.web.imports import puzzle_of_tree
from honte.web.models import Body, ErrorBody
from honte.web.views import SGF_TYPE, answer, download, encode, files, stones

router = APIRouter(prefix="/api/library", tags=["library"])
SVG_TYPE = "image/svg+xml"
PDF_TYPE = "application/pdf"
MAX_SHEET = 120
"""The most problems of a sheet to print."""
MAX_LINES = 20
"""Lines of faults that one answer holds."""
Id = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
Name = Annotated[str, Field(max_length=200)]
Text = Annotated[str, Asked(max_length=200)]


class NewCollection(Body):
    """A collection to make."""

    name: Name


class Renamed(Body):
    """A collection and its new name."""

    collection: Name
    name: Name


class Chosen(Body):
    """Problems to delete, or one collection."""

    ids: list[Id] = Field(default_factory=list, max_length=1000)
    collection: Name = ""


class Moved(Body):
    """Problems and the collection they go to."""

    ids: list[Id] = Field(min_length=1, max_length=1000)
    collection: Name


class Edited(Body):
    """A new title or new tags of a problem; None leaves them."""

    title: Name | None = None
    tags: list[Annotated[str, Field(max_length=60)]] | None = Field(None, max_length=20)


class Undone(Body):
    """The change to undo; the last one when empty."""

    token: str = Field("", max_length=60, pattern=r"^[0-9a-f-]*$")


class Imported(Body):
    """The text of one file, and the collection it goes to."""

    text: str = Field(max_length=900_000)
    name: str = Field("pasted.sgf", max_length=200)
    collection: Name


class Position(Body):
    """A position as SGF or a text board."""

    text: str = Field(max_length=100_000)


def _library(request: Request) -> Library:
    return bench(request).shelf.library


def _asked(
    text: Text = "",
    collection: Text = "",
    aim: Text = "",
    place: Text = "",
    tag: Text = "",
    lowest: Text = "",
    highest: Text = "",
    state: Text = "",
    shape: Annotated[str, Asked(max_length=2000)] = "",
    sort: Text = "file",
    offset: Annotated[int, Asked(ge=0, le=10_000_000)] = 0,
    limit: Annotated[int, Asked(ge=1, le=query.MOST)] = query.PAGE,
) -> Query:
    return Query(
        text,
        collection,
        aim,
        place,
        tag,
        lowest,
        highest,
        state,
        shape,
        sort=sort,
        offset=offset,
        limit=limit,
    )


Question = Annotated[Query, Depends(_asked)]

# Reading


@router.get("/collections")
def collections(request: Request) -> Response:
    """All collections with their numbers, all tags, and what cannot be read."""
    library = bench(request).shelf.refresh()
    broken = [*library.troubles, *query.faults(library.index)]
    return answer(
        {
            "collections": [collection_state(each) for each in library.collections()],
            "tags": query.tags(library.index),
            "broken": len(broken),
            "faults": broken[:MAX_LINES],
        }
    )


@router.get("/problems")
def problems(request: Request, question: Question) -> Response:
    """One page of a list, and the number of all problems that match."""
    found, count = _library(request).find(question)
    return answer({"count": count, "problems": [problem_state(each) for each in found]})


@router.get("/ids")
def ids(request: Request, question: Question) -> list[str]:
    """The ids of all problems that match, in order: what *Next* goes through."""
    return query.ids(_library(request).index, question)[: query.MOST]


@router.get("/problems/{id}")
def problem(request: Request, id: str) -> Response:
    """One problem."""
    return answer(problem_state(_one(request, id)))


@router.get("/problems/{id}/picture", **files(SVG_TYPE))
def picture(request: Request, id: str) -> Response:
    """The thumbnail of a problem."""
    found = _one(request, id)
    headers = {"Cache-Control": "private, max-age=60"}
    return Response(thumbnail(found), media_type=SVG_TYPE, headers=headers)


@router.get("/problems/{id}/sgf", **files(SGF_TYPE))
def problem_sgf(request: Request, id: str) -> Response:
    """The file of a problem, with its whole solution."""
    return download(one_file(_library(request), [_one(request, id)]), SGF_TYPE, f"problem-{id}.sgf")


@router.get("/export", **files(SGF_TYPE))
def export(request: Request, question: Question) -> Response:
    """All problems that match as one SGF file."""
    library = _library(request)
    found = [library.one(each) for each in query.ids(library.index, question)]
    return download(one_file(library, found), SGF_TYPE, "problems.sgf")


@router.get("/sheet", **files(PDF_TYPE))
def print_sheet(request: Request, question: Question, title: Text = "Problems") -> Response:
    """The problems of one list as a PDF file to print, six on a page; the answers are those of the files."""
    library = _library(request)
    items = [
        Item(library.setup_of(each), each.title, each.level, book=Book.of(library.tree_of(each)))
        for each in library.find(replace(question, limit=MAX_SHEET))[0]
    ]
    if not items:
        raise InputError("no problem matches: there is nothing to print")
    return download(sheet(items, title), PDF_TYPE, "sheet.pdf")


@router.post("/which")
def which(request: Request, body: Position) -> Response:
    """The known problems that a position shows: the whole board first, then parts of it."""
    board = load_game(body.text, move=0).position.board
    if board.empty == board.grid.all:  # a game record: its last position
        board = load_game(body.text).position.board
    matches = _library(request).which(board)
    return answer([problem_state(match.found) | {"exact": match.exact} for match in matches])


@router.post("/problems/{id}/open")
def open_problem(request: Request, id: str) -> Response:
    """Puts a problem on the board of Problems; gives the id it has there."""
    found = _one(request, id)
    setup = _library(request).setup_of(found)
    puzzles = bench(request).puzzles
    name = blake2b(found.id.encode() + encode(record_of_setup(setup)), digest_size=8).hexdigest()
    if bench(request).store.get("problem", name) is None:
        tree = _library(request).tree_of(found)
        puzzles.add(puzzle_of_tree(tree, name, "library", found.title), setup.name)
    else:
        with puzzles.change(name) as puzzle:
            puzzle.reset()
            puzzle.progress = Progress()
    return answer({"id": name, "problem": found.id})


# Changing


@router.post("/collections", status_code=201)
def make_collection(request: Request, body: NewCollection) -> dict[str, str]:
    """Makes an empty collection."""
    return {"collection": changes.make_collection(_library(request), body.name)}


@router.post("/rename")
def rename(request: Request, body: Renamed) -> dict[str, str]:
    """Renames a collection; gives the token for undo."""
    return {"undo": changes.rename_collection(_library(request), body.collection, body.name)}


@router.post("/delete")
def delete(request: Request, body: Chosen) -> dict[str, str]:
    """Deletes problems, or a collection; gives the token for undo."""
    library = _library(request)
    if body.ids:
        return {"undo": changes.delete_problems(library, body.ids)}
    if body.collection:
        return {"undo": changes.delete_collection(library, body.collection)}
    raise InputError("neither problems nor a collection were given")


@router.post("/move")
def move(request: Request, body: Moved) -> dict[str, str]:
    """Moves problems to a collection; shipped ones are copied. Gives the token for undo."""
    return {"undo": changes.move_problems(_library(request), body.ids, body.collection)}


@router.post("/problems/{id}/edit")
def edit(request: Request, id: str, body: Edited) -> dict[str, str]:
    """Changes the title or the tags of a problem; gives the token for undo."""
    _one(request, id)
    if body.title is not None:
        return {"undo": changes.rename_problem(_library(request), id, body.title)}
    if body.tags is not None:
        return {"undo": changes.tag_problem(_library(request), id, body.tags)}
    raise InputError("neither a title nor tags were given")


@router.post("/undo")
def undo(request: Request, body: Undone) -> dict[str, str]:
    """Undoes a change."""
    return {"undone": changes.undo(_library(request), body.token)}


@router.post("/import", responses={507: {"model": ErrorBody, "description": "The disk is full."}})
def import_text(request: Request, body: Imported) -> Response:
    """Saves all problems of a file; gives how many, and one line for each that cannot be used."""
    report = Importer(_library(request)).text(body.text.encode(), body.name, body.collection)
    if report.stopped:
        raise WebError(507, "disk", report.stopped)
    return answer(asdict(report) | {"lines": report.lines[:MAX_LINES]})


# States


def _one(request: Request, id: str) -> Found:
    found = query.one(_library(request).index, id)
    if found is None:
        raise not_found("problem", id[:40])
    return found


def collection_state(summary: Summary) -> dict[str, Any]:
    """A collection as the page shows it; levels are ranks."""
    levels = {"lowest": level_text(summary.lowest), "highest": level_text(summary.highest)}
    return asdict(summary) | levels


def problem_state(found: Found) -> dict[str, Any]:
    """A problem as lists show it."""
    return {
        "id": found.id,
        "title": found.title,
        "text": found.text,
        "cols": found.cols,
        "rows": found.rows,
        "stones": stones(found.board),
        "to_play": found.to_play,
        "side": str(Color.parse(found.to_play)),
        "aim": found.aim,
        "place": found.place,
        "level": level_text(found.level),
        "graded": found.graded,
        "tags": list(found.tags),
        "collection": found.folder,
        "collection_title": found.collection,
        "shipped": found.shipped,
        "state": found.state,
        "tries": found.tries,
        "nodes": found.nodes,
    }
