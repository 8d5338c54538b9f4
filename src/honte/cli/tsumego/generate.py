"""`honte tsumego generate`: new problems, each proved, pruned, graded and saved with its solution tree."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from honte.cli.common import console, error_console
from honte.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from honte.tsumego.make.work import Kept, Piece
    from honte.tsumego.problem.place import Place


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(generate)


def generate(
    out: Annotated[Path, typer.Option(help="The folder to save problems in.")],
    count: Annotated[int | None, typer.Option(min=1, help="End after this many new problems.")] = None,
    minutes: Annotated[float | None, typer.Option(min=0, help="End after this many minutes.")] = None,
    place: Annotated[
        Literal["corner", "side", "middle"] | None, typer.Option(help="Only problems that lie there.")
    ] = None,
    from_games: Annotated[
        Path | None, typer.Option(help="Take fights out of the SGF games in this folder, or of one file.")
    ] = None,
    hard: Annotated[
        bool, typer.Option("--hard", help="Change random groups until they are hard: slow.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Another seed gives other problems.")] = 1,
    jobs: Annotated[int, typer.Option(min=0, max=64, help="Processes; 0 is one for each core.")] = 0,
) -> None:
    """Makes life-and-death problems: proved, one right move, every stone needed, graded, with their trees.

    Each problem is saved as soon as it is kept. Ctrl-C ends the run and keeps what is saved. The same command
    goes on where the last run with this folder ended. Without --count and --minutes it makes 20 problems.
    Example: [cyan]honte tsumego generate --out new --place corner --count 10[/]
    """
    from honte.tsumego.make.run import Limits, Run
    from honte.tsumego.make.store import Store
    from honte.tsumego.problem.place import Place

    if count is None and minutes is None:
        count = 20
    wanted = None if place is None else Place(place)
    pieces = _pieces(seed, wanted, from_games, hard)
    store = Store(out)
    run = Run(store, Limits(count, minutes), _show, wanted=wanted)
    with error_console().status("looking for problems; Ctrl-C ends and keeps what is saved"):
        run.go(pieces, jobs or os.cpu_count() or 1)
    store.close()
    what = "problem" if run.saved == 1 else "problems"
    console().print(f"{run.saved} {what} saved in {out}, {run.elapsed / 60:.1f} minutes", markup=False)
    if run.interrupted:
        raise typer.Exit(130)
    if from_games is not None and not run.over:
        console().print("All games are searched.", markup=False)


def _pieces(seed: int, place: Place | None, games: Path | None, hard: bool) -> Iterator[Piece]:
    from honte.cli.batch import files_of
    from honte.tsumego.make.work import game_pieces, random_pieces
    from honte.tsumego.problem.place import Place

    if games is None:
        return random_pieces(seed, list(Place) if place is None else [place], hard=hard)
    if hard:
        raise InputError("--hard changes random groups; expected it without --from-games")
    if not games.exists():
        raise InputError(f"{games} does not exist; expected a folder of SGF games")
    return game_pieces(seed, [Path(name) for name in files_of([str(games)], (".sgf",), "game")], place)


def _show(file: Path, kept: Kept) -> None:
    console().print(f"saved {file.name}: {kept.task}, {kept.level}", markup=False, highlight=False)
