"""`honte tsumego sheet`: problems on paper, six on a page, the answers at the end."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honte.cli.common import check_output, check_seconds, console, error_console, write_bytes
from honte.errors import GoError, InputError

if TYPE_CHECKING:
    from honte.library.sheets import Item
    from honte.tsumego.answer import Answer
    from honte.tsumego.problem import Setup


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(sheet)


def sheet(
    collection: Annotated[
        str, typer.Argument(help="A collection of the library, or a file or folder of problems.")
    ],
    output: Annotated[Path, typer.Option("-o", "--output", help="The PDF file to write.")],
    lowest: Annotated[str, typer.Option("--from", help="The easiest level, such as 20k.")] = "",
    highest: Annotated[str, typer.Option("--to", help="The hardest level, such as 3k.")] = "",
    state: Annotated[str, typer.Option(help="new, solved, helped, failed or mistakes.")] = "",
    sort: Annotated[str, typer.Option(help="file, level, hardest, recent or title.")] = "file",
    limit: Annotated[int, typer.Option(min=1, max=600, help="At most this many problems.")] = 60,
    title: Annotated[str, typer.Option(help="The head of each page; the collection's name by default.")] = "",
    answers: Annotated[bool, typer.Option(help="Print the answers at the end.")] = True,
    seconds: Annotated[
        float, typer.Option(help="Seconds of the solver for each answer.", callback=check_seconds)
    ] = 3.0,
) -> None:
    """Prints problems on A4 as a PDF file: six on a page, then the answers with numbered moves.

    The solver proves each answer. Where its time does not suffice, the sheet has the answer of the file, or
    a guess, and says so.
    Levels, states and orders are for collections of the library.
    Example: [cyan]honte tsumego sheet "Basic shapes" -o sheet.pdf[/]
    """
    from dataclasses import replace

    from honte.library.query import Query
    from honte.library.sheets import sheet as drawn

    if output.suffix.lower() != ".pdf":
        raise InputError(f"{output} is no .pdf file")
    check_output(output)
    question = Query(lowest=lowest, highest=highest, state=state, sort=sort, limit=limit)
    items, name = _items(collection, question)
    if not items:
        raise InputError(f"no problem of {collection!r} matches")
    if answers:
        items = [
            replace(item, answer=found) for item, found in zip(items, _solved(items, seconds), strict=True)
        ]
    write_bytes(str(output), drawn(items, title or name, answers=answers))
    count = len(items)
    console().print(f"{count} problem{'' if count == 1 else 's'} written to {output}", markup=False)


def _items(collection: str, question: object) -> tuple[list[Item], str]:
    """The problems of a collection or a file, and the name of the sheet."""
    from dataclasses import replace

    from honte.cli.batch import files_of
    from honte.cli.tsumego.files import ENDINGS, read_setups
    from honte.library.library import Library
    from honte.library.query import Query
    from honte.library.sheets import Item
    from honte.tsumego.problem.book import Book

    assert isinstance(question, Query)
    if Path(collection).exists():
        read = (setup for file in files_of([collection], ENDINGS, "problem") for setup in read_setups(file))
        setups = [setup for setup in read if _is_problem(setup)]
        return [Item(each, each.name) for each in setups[: question.limit]], Path(collection).resolve().stem
    library = Library.of_user()
    folder = library.folder_of(collection)
    found, _ = library.find(replace(question, collection=folder.folder))
    items = [
        Item(library.setup_of(each), each.title, each.level, book=Book.of(library.tree_of(each)))
        for each in found
    ]
    return items, folder.title


def _is_problem(setup: Setup) -> bool:
    """Whether a position can be a problem; one line says why another is left out."""
    from honte.library.entry import refuse

    try:
        refuse(setup)
    except GoError as error:
        error_console().print(f"honte: {setup.name}: {error}; left out", markup=False, soft_wrap=True)
        return False
    return True


def _solved(items: list[Item], seconds: float) -> Iterator[Answer | None]:
    """The answers of the solver, with a bar on a terminal; None where the position is no problem."""
    from rich.progress import track

    out = error_console()
    for item in track(items, "solving", console=out, transient=True, disable=not out.is_terminal):
        yield _answer(item.setup, seconds)


def _answer(setup: Setup, seconds: float) -> Answer | None:
    from honte.search.budget import Budget
    from honte.tsumego.answer import solve

    try:
        return solve(setup, Budget(seconds=seconds, threads=os.cpu_count() or 1))
    except GoError:
        return None
