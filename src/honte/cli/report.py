"""`honte report`: the review of a game as one page to keep; an index for several games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honte.cli.batch import EXIT_HELP, Batch, Files, Item
from honte.cli.common import check_folder, check_output, console, write_bytes
from honte.cli.reviewing import Fights, Limits, ModelName, Seconds, Threads, reviewed

if TYPE_CHECKING:
    from honte.report import Line, Report

FOLDER = "reports"
"""The folder for the reports of several games, unless another is given."""


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command(epilog=EXIT_HELP)(report)


def report(
    files: Files,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", help=f"The file to write; for several games the folder (default: {FOLDER})."
        ),
    ] = None,
    form: Annotated[str, typer.Option("--format", "-f", help="html, md or json.")] = "html",
    model: ModelName = "network",
    fights: Fights = 10,
    seconds: Seconds = None,
    threads: Threads = None,
) -> None:
    """Writes a report of each game: margin, moves that lost most, fights with proofs, the count.

    The HTML page needs no other file and no network; it prints well. The report of game.sgf is game.html in
    the present folder. Several games go into a folder with an index. Ctrl-C ends a review; its report has
    what is there.
    Examples: [cyan]honte report game.sgf[/], [cyan]honte report game.sgf --format md -o review.md[/],
    [cyan]honte report games/ -o reports[/]
    """
    from honte.errors import InputError
    from honte.report import FORMATS, Line

    if form not in FORMATS:
        raise InputError(f"--format is {form!r}; expected {', '.join(FORMATS)}")
    limits = Limits(model, fights, seconds, threads)
    lines: list[Line] = []
    with Batch(files, "written") as batch:
        for item in batch.games():
            _check(batch, output)
            interrupted = False
            with batch.attempt(item.name):
                made, interrupted = _made(item, limits)
                name = _name(batch, item, output, form)
                write_bytes(name, _text(made, form))
                lines.append(Line.of(made, Path(name).name))
                console().print(f"{item.name}: wrote {name}", markup=False)
                batch.counts["written"] += 1
            if not batch.alone and lines:
                _write_index(lines, output or FOLDER, form)
            if interrupted:
                raise KeyboardInterrupt


def _check(batch: Batch, output: str | None) -> None:
    """Refuses an output that cannot be written, before the first review."""
    if batch.alone:
        check_output(output)
    else:
        check_folder(output or FOLDER)


def _made(item: Item, limits: Limits) -> tuple[Report, bool]:
    """The report of one game, and whether Ctrl-C ended its review."""
    from honte.formats.sgf import from_game, to_text
    from honte.report import Report, facts_of_file
    from honte.review import record

    loaded = item.loaded
    found, interrupted = reviewed(loaded.game, item.name, limits)
    facts = facts_of_file(loaded, Path(item.file).stem)
    sgf = to_text(from_game(loaded.game) if loaded.tree is None else loaded.tree)
    return Report(loaded.game, facts, record(found, facts.name), sgf), interrupted


def _name(batch: Batch, item: Item, output: str | None, form: str) -> str:
    if not batch.alone:
        return batch.picture_name(output or FOLDER, item, f".{form}")
    stem = "game" if item.file == "-" else Path(item.file).stem
    return output or f"{stem}.{form}"


def _text(made: Report, form: str) -> bytes:
    from honte.report import write

    return write(made, form).encode("utf-8")


def _write_index(lines: list[Line], folder: str, form: str) -> None:
    """Writes the index anew after every game, so that a stopped batch has one."""
    from honte.report import index_markdown, index_page

    title = "Reviewed games"
    if form == "html":
        write_bytes(str(Path(folder) / "index.html"), index_page(lines, title).encode("utf-8"))
    elif form == "md":
        write_bytes(str(Path(folder) / "index.md"), index_markdown(lines, title).encode("utf-8"))
