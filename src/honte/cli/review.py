"""`honte review`: what each move of a game lost, and which fights could have gone otherwise."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import typer

from honte.cli.batch import EXIT_HELP, Batch, Csv, Files, Json
from honte.cli.common import console
from honte.cli.reviewing import Fights, Limits, ModelName, Seconds, Threads, reviewed

if TYPE_CHECKING:
    from honte.review import Review


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command(epilog=EXIT_HELP)(review)


def review(
    files: Files,
    model: ModelName = "network",
    fights: Fights = 10,
    seconds: Seconds = None,
    threads: Threads = None,
    as_json: Json = False,
    as_csv: Csv = False,
) -> None:
    """Reviews games: the margin after each move, the moves that lost most, fights decided by proof.

    Margins and points lost are estimates of the network; what is proved is marked as proved. --csv prints one
    row for each move. Takes every game of a collection. Ctrl-C ends a review and prints what is there.
    Examples: [cyan]honte review game.sgf[/], [cyan]honte review game.sgf --json[/],
    [cyan]honte review games/ --fights 0 --csv[/]
    """
    from honte.review import record, rows

    limits = Limits(model, fights, seconds, threads)
    with Batch(files, "reviewed", as_json=as_json, as_csv=as_csv) as batch:
        for item in batch.games():
            interrupted = False
            with batch.attempt(item.name):
                found, interrupted = reviewed(item.loaded.game, item.name, limits)
                table = [item.where | row for row in rows(found)]
                batch.show(item.name, item.where | record(found), table, partial(_show, found))
            if interrupted:
                raise KeyboardInterrupt


def _show(found: Review) -> None:
    """Prints a review for people."""
    from honte.review.words import margin_text, move_text, sentences

    out = console()
    game = found.game
    if found.note:
        out.print(found.note, markup=False)
    if found.sights:
        last = found.sights[-1]
        text = f"After {len(found.sights) - 1} of {len(game.steps)} moves: {margin_text(last.margin)}"
        out.print(f"{text}, ± {last.error:.1f} (estimate).", markup=False)
    if found.worst:
        out.print("\nThe moves that lost most (estimates):", style="bold", markup=False)
    for judged in found.worst:
        out.print(f"  {move_text(judged, found.model)}", markup=False)
    looked = [fight for fight in found.fights if fight.verdict is not None]
    if looked:
        out.print("\nFights:", style="bold", markup=False)
    for number, fight in enumerate(looked, 1):
        first, *others = sentences(fight, found.model)
        out.print(f"  {number}. {first}", markup=False)
        for text in others:
            out.print(f"     {text}", markup=False)
    waiting = len(found.fights) - len(looked)
    if not found.is_whole:
        left = f"; {waiting} fights were not looked at" if waiting else ""
        out.print(f"\nStopped before the end{left}.", markup=False)
