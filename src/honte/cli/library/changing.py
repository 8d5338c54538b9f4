"""`honte library import`, `rename`, `move`, `delete` and others: commands that change the library."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honte.cli.common import console, error_console, print_json
from honte.cli.library.show import AsJson, counted, folder_named, id_of, open_library, plain
from honte.errors import InputError

if TYPE_CHECKING:
    from honte.library.importing import Report

MAX_LINES = 20
"""Lines of faults that an import prints."""
Ids = Annotated[list[str], typer.Argument(help="Ids of problems, as `honte library list` prints them.")]


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command(name="import")(import_files)
    for command in (rename, retitle, move, tag, delete, undo, rebuild):
        app.command()(command)


def import_files(
    files: Annotated[
        list[Path], typer.Argument(help="SGF, JSON lines or text diagrams, or folders of them.")
    ],
    to: Annotated[str, typer.Option(help="The collection; by default the name of the file or folder.")] = "",
    skip_known: Annotated[
        bool, typer.Option("--skip-known", help="Leave out problems that any collection has already.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Copies problems into the library, one SGF file for each.

    Leaves out what the collection has already, under symmetry and exchange of colors. Reports what cannot be
    read in one line each and goes on. Exit status: 0 all saved, 1 some failed, 2 nothing could be written.
    Example: [cyan]honte library import Downloads/cho --to "Cho elementary"[/]
    """
    from honte.library.importing import Importer

    library = open_library()
    for file in files:
        if not file.exists():
            raise InputError(f"cannot read {file}: no such file")
    report = _with_bar(lambda tell: Importer(library, skip_known=skip_known, tell=tell).paths(files, to))
    if as_json:
        print_json({name: getattr(report, name) for name in report.__dataclass_fields__})
    else:
        _say(report)
    if report.stopped:
        raise InputError(report.stopped)
    if report.failed:
        raise typer.Exit(1)


def _say(report: Report) -> None:
    out = console()
    failed = f"; {report.failed} cannot be used" if report.failed else ""
    out.print(f"{counted(report.saved)} saved from {report.read} of {report.files} files{failed}")
    if report.repeated:
        them = "it" if report.repeated == 1 else "them"
        out.print(f"{report.repeated} left out: the collection has {them} already")
    if report.known:
        verb = "is" if report.known == 1 else "are"
        out.print(f"{report.known} {verb} in other collections, too (honte library duplicates)")
    for line in report.lines[:MAX_LINES]:
        error_console().print(plain(f"honte: {' '.join(line.split())}"), soft_wrap=True)
    if report.failed > MAX_LINES:
        error_console().print(f"honte: and {report.failed - MAX_LINES} more that cannot be used")


def _with_bar(run: Callable[[Callable[[Report], None]], Report]) -> Report:
    """Runs an import with a bar on a terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    out = error_console()
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as bar:
        task = bar.add_task("reading")

        def tell(report: Report) -> None:
            bar.update(
                task, total=report.files, completed=report.read, description=f"{report.saved} problems saved"
            )

        return run(tell)


def rename(
    collection: Annotated[str, typer.Argument(help="A collection.")],
    name: Annotated[str, typer.Argument(help="Its new name; `/` puts it into another one.")],
) -> None:
    """Renames a collection. `honte library undo` takes it back.

    Example: [cyan]honte library rename "Imported" "Cho elementary"[/]
    """
    from honte.library.changes import rename_collection

    library = open_library()
    rename_collection(library, folder_named(library, collection), name)
    console().print(f"{plain(collection)} is {plain(name)} (honte library undo takes it back)")


def retitle(id: Annotated[str, typer.Argument(help="The id of a problem.")], title: str) -> None:
    """Gives a problem another title.

    Example: [cyan]honte library retitle 3f2a "The carpenter's square"[/]
    """
    from honte.library.changes import rename_problem

    library = open_library()
    rename_problem(library, id_of(library, id), title)


def move(
    ids: Ids, to: Annotated[str, typer.Option(help="The collection to move to; it may be new.")]
) -> None:
    """Moves problems to another collection; problems that came with honte are copied.

    Example: [cyan]honte library move 3f2a 91bc --to "Hard ones"[/]
    """
    from honte.library.changes import move_problems

    library = open_library()
    move_problems(library, [id_of(library, each) for each in ids], to)
    console().print(f"{counted(len(ids))} moved to {plain(to)} (honte library undo takes it back)")


def tag(
    id: Annotated[str, typer.Argument(help="The id of a problem.")],
    tags: Annotated[list[str] | None, typer.Argument(help="Its tags; none removes all.")] = None,
) -> None:
    """Sets the tags of a problem.

    Example: [cyan]honte library tag 3f2a seki corner[/]
    """
    from honte.library.changes import tag_problem

    library = open_library()
    tag_problem(library, id_of(library, id), tags or [])


def delete(
    what: Annotated[list[str], typer.Argument(help="Ids of problems, or names of collections.")],
) -> None:
    """Deletes problems or whole collections. `honte library undo` brings them back.

    Example: [cyan]honte library delete "Imported"[/]
    """
    from honte.library.changes import delete_collection, delete_problems

    library = open_library()
    names = {each.folder for each in library.collections()} | {each.title for each in library.collections()}
    for each in what:
        if each in names:
            delete_collection(library, folder_named(library, each))
        else:
            delete_problems(library, [id_of(library, each)])
        console().print(f"deleted {plain(each)} (honte library undo brings it back)")


def undo() -> None:
    """Undoes the last rename, move, tag or deletion.

    Example: [cyan]honte library undo[/]
    """
    from honte.library import changes

    console().print(f"undone: {plain(changes.undo(open_library()))}")


def rebuild() -> None:
    """Deletes the index and builds it again from the SGF files.

    Example: [cyan]honte library rebuild[/]
    """
    from honte.library.folder import ensure_data_folder

    for ending in ("", "-wal", "-shm"):
        (ensure_data_folder() / f"library-index.sqlite3{ending}").unlink(missing_ok=True)
    library = open_library()
    console().print(counted(sum(each.count for each in library.collections())))
