"""What the commands of the library share: opening it, naming problems and collections, printing them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from honte.cli.common import console, print_json
from honte.errors import InputError

if TYPE_CHECKING:
    from honte.library.library import Library
    from honte.library.query import Found

AsJson = Annotated[
    bool, typer.Option("--json", help="Print one JSON object for each item, each on one line.")
]


def open_library() -> Library:
    """The user's library, in step with its files."""
    from honte.library.library import Library

    return Library.of_user()


def problems_of(library: Library, collection: str) -> list[Found]:
    """All problems of a collection; raises InputError when it is missing or empty."""
    from honte.library import query
    from honte.library.query import Query

    folder = folder_named(library, collection)
    found = [library.one(id) for id in query.ids(library.index, Query(collection=folder))]
    if not found:
        raise InputError(f"the collection {collection!r} is empty")
    return found


def folder_named(library: Library, name: str) -> str:
    """The folder of a collection that a user names; empty for an empty name."""
    return library.folder_of(name).folder if name else ""


def id_of(library: Library, text: str) -> str:
    """The id that starts with a text; raises InputError when none or several do."""
    from honte.library import query

    found = query.starting_with(library.index, text) if text.isalnum() else []
    if len(found) != 1:
        raise InputError(
            f"{text!r} is the start of {'several ids' if found else 'no id'}; see honte library list"
        )
    return found[0]


def record(found: Found) -> dict[str, object]:
    """A problem as one JSON object."""
    from honte.tsumego.problem.levels import level_text

    return {
        "id": found.id, "title": found.title, "collection": found.folder, "file": found.file,
        "level": level_text(found.level), "graded": found.graded, "aim": found.aim, "to_play": found.to_play,
        "place": found.place, "tags": list(found.tags), "state": found.state, "tries": found.tries,
    }  # fmt: skip


def show(found: Found, as_json: bool, note: str = "") -> None:
    """Prints a problem on one line."""
    from honte.tsumego.problem.levels import level_text

    if as_json:
        print_json(record(found) | ({"note": note} if note else {}))
        return
    side = "Black" if found.to_play == "B" else "White"
    parts = [f"{side} to {found.aim or 'play'}", level_text(found.level), found.place, *found.tags, note]
    if found.state != "new":
        parts.append(found.state)
    rest = plain(", ".join(part for part in parts if part))
    console().print(
        f"[dim]{found.id[:8]}[/]  [bold]{plain(found.title)}[/]  {rest}  [dim]{plain(found.collection)}[/]"
    )


def plain(text: str) -> str:
    """A text in which Rich sees no markup."""
    from rich.markup import escape

    return escape(text)


def counted(number: int) -> str:
    """A number of problems in words."""
    return f"{number} problem" if number == 1 else f"{number:,} problems"
