"""`honte library list`, `find`, `duplicates` and `export`: commands that change nothing in the library."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from honte.cli.common import check_output, console, print_json, read_text
from honte.cli.library.show import (
    AsJson,
    counted,
    folder_named,
    open_library,
    plain,
    problems_of,
    record,
    show,
)
from honte.errors import InputError

SHOWN = 40
"""Problems that a list prints when no limit is given."""


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command(name="list")(list_problems)
    for command in (find, duplicates, export):
        app.command()(command)


def list_problems(
    collection: Annotated[str, typer.Argument(help="A collection; all by default.")] = "",
    text: Annotated[str, typer.Option(help="Words in the title, the lesson or the tags.")] = "",
    aim: Annotated[str, typer.Option(help="live or kill.")] = "",
    place: Annotated[str, typer.Option(help="corner, side or middle.")] = "",
    tag: Annotated[str, typer.Option(help="A tag.")] = "",
    lowest: Annotated[str, typer.Option("--from", help="The easiest level, such as 20k.")] = "",
    highest: Annotated[str, typer.Option("--to", help="The hardest level, such as 3k.")] = "",
    state: Annotated[str, typer.Option(help="new, solved, helped, failed or mistakes.")] = "",
    shape: Annotated[
        str, typer.Option(help="A file with a pattern of X, O, . and ?; - reads standard input.")
    ] = "",
    sort: Annotated[str, typer.Option(help="file, level, hardest, recent or title.")] = "file",
    limit: Annotated[int, typer.Option(min=1, max=1000, help="Print at most this many.")] = SHOWN,
    as_json: AsJson = False,
) -> None:
    """Lists problems; every option narrows the list.

    A shape is found turned, mirrored and with exchanged colors; `|` and `---` are edges of the board.
    Example: [cyan]honte library list --place corner --from 20k --to 10k --state new[/]
    """
    from honte.library.query import Query

    library = open_library()
    question = Query(
        text, folder_named(library, collection), _one_of("aim", aim, ("live", "kill")),
        _one_of("place", place, ("corner", "side", "middle")), tag, lowest, highest, state,
        read_text(shape) if shape else "", sort=sort, limit=limit,
    )  # fmt: skip
    found, count = library.find(question)
    for each in found:
        show(each, as_json)
    if not as_json:
        console().print(counted(count) + (f", {len(found)} shown" if count > len(found) else ""))


def find(
    file: Annotated[str, typer.Argument(help="SGF or a text board; - reads standard input.")],
    move_number: Annotated[
        int | None,
        typer.Option(
            "--move",
            help="After this many moves; by default the stones that are set up, or the end of a game.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Says which known problem a position is: the whole board, or a part of it that stands alone.

    Turned, mirrored and with exchanged colors it is the same problem. Exit status 1 when none is known.
    Example: [cyan]honte library find position.sgf[/]
    """
    from honte.cli.common import read_game

    board = read_game(file, move=0 if move_number is None else move_number).position.board
    if move_number is None and board.empty == board.grid.all:  # a game record: its last position
        board = read_game(file).position.board
    matches = open_library().which(board)
    for match in matches:
        show(match.found, as_json, "" if match.exact else "a part of the board")
    if not matches:
        if not as_json:
            console().print("No known problem.")
        raise typer.Exit(1)


def duplicates(as_json: AsJson = False) -> None:
    """Lists problems that are the same under symmetry and exchange of colors.

    Example: [cyan]honte library duplicates[/]
    """
    from honte.library import query

    groups = query.duplicates(open_library().index)
    for group in groups:
        if as_json:
            print_json({"key": group[0].key, "problems": [record(each) for each in group]})
            continue
        console().print("the same problem:")
        for each in group:
            show(each, False)
    if not as_json:
        console().print(f"{len(groups)} problems have duplicates")


def export(
    collection: Annotated[str, typer.Argument(help="A collection.")],
    output: Annotated[
        Path, typer.Option("-o", "--output", help="An .sgf file for all problems, or a folder.")
    ],
) -> None:
    """Writes a collection to one SGF file, or to a folder with one file for each problem.

    Example: [cyan]honte library export "My problems" -o mine.sgf[/]
    """
    from honte.cli.common import write_bytes
    from honte.library.exporting import one_file, to_folder

    library = open_library()
    found = problems_of(library, collection)
    if output.suffix.lower() == ".sgf":
        check_output(output)
        write_bytes(str(output), one_file(library, found))
    else:
        to_folder(library, found, output)
    console().print(f"{counted(len(found))} written to {plain(str(output))}")


def _one_of(name: str, value: str, known: tuple[str, ...]) -> str:
    if value and value not in known:
        raise InputError(f"{name} {value!r}; known: {', '.join(known)}")
    return value
