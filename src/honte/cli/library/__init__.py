"""`honte library`: collections of problems; one module of this package for each kind of command."""

from __future__ import annotations

import typer

from honte.cli.common import console, error_console, print_json
from honte.cli.library import changing, reading
from honte.cli.library.show import AsJson, counted, open_library, plain


def register(app: typer.Typer) -> None:
    """Adds the commands below `library`."""
    commands = typer.Typer(name="library", invoke_without_command=True, rich_markup_mode="rich")
    commands.callback()(collections)
    for module in (reading, changing):
        module.register(commands)
    app.add_typer(commands)


def collections(context: typer.Context, as_json: AsJson = False) -> None:
    """Collections of problems: list, search, import, recognize, rename, move, delete, export.

    Without a command it lists the collections with your progress.
    """
    if context.invoked_subcommand is not None:
        return
    from honte.tsumego.problem.levels import level_text

    library = open_library()
    for each in library.collections():
        ranks = [level_text(level) for level in (each.lowest, each.highest) if level is not None]
        levels = " to ".join(dict.fromkeys(ranks))
        if as_json:
            record = {"collection": each.folder, "title": each.title, "problems": each.count}
            record |= {"solved": each.solved, "tried": each.tried, "levels": levels, "broken": each.broken}
            print_json(record)
            continue
        parts = [counted(each.count), f"{each.solved} solved", levels]
        parts += [f"{each.broken} files cannot be read"] if each.broken else []
        console().print(f"[bold]{plain(each.title)}[/]  {', '.join(filter(None, parts))}")
    for line in library.troubles:
        error_console().print(f"honte: note: {plain(line)}")
