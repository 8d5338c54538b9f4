"""`honte tsumego verify`: solves the problems of a folder again and says what holds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honte.cli.common import console, print_json
from honte.errors import GoError, InputError

if TYPE_CHECKING:
    from honte.tsumego.make.recheck import Recheck


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(verify)


def verify(
    folder: Annotated[Path, typer.Argument(help="A folder of problems as SGF, or one file.")],
    unique: Annotated[bool, typer.Option(help="One first move must be right.")] = True,
    need: Annotated[bool, typer.Option(help="Every stone must be needed. This takes the longest.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object for each problem.")] = False,
) -> None:
    """Solves every problem of a folder again: do answer, uniqueness, need of stones and solution tree hold?

    Exit status: 0 when all hold, 1 when one does not, 2 for bad usage.
    Example: [cyan]honte tsumego verify new/[/]
    """
    from honte.cli.batch import files_of
    from honte.formats.sgf import parse
    from honte.tsumego.make.recheck import Recheck, recheck

    if not folder.exists():
        raise InputError(f"{folder} does not exist; expected a folder of problems")
    total = bad = 0
    for name in files_of([str(folder)], (".sgf",), "problem"):
        try:
            found = [recheck(tree, needed=need) for tree in parse(Path(name).read_bytes())]
        except (GoError, OSError) as error:
            found = [Recheck(answer=False, faults=[str(error)])]
        for each in found:
            total += 1
            good = each.holds(unique=unique, needed=need)
            bad += not good
            _show(name, each, good=good, as_json=as_json)
    if not as_json:
        console().print(f"{total - bad} of {total} problems hold", markup=False)
    if bad:
        raise typer.Exit(1)


def _show(name: str, found: Recheck, *, good: bool, as_json: bool) -> None:
    if as_json:
        parts = {"answer": found.answer, "unique": found.unique, "needed": found.needed, "tree": found.tree}
        print_json({"file": name, "holds": good, **parts, "faults": found.faults})
    else:
        word = "holds" if good else f"does not hold: {'; '.join(found.faults) or 'a question stayed open'}"
        console().print(f"{name}: {word}", markup=False, highlight=False)
