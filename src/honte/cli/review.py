"""`honte review`: what each move of a game lost, and which fights could have gone otherwise."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import typer

from honte.cli.batch import EXIT_HELP, Batch, Csv, Files, Json
from honte.cli.common import console
from honte.cli.mapping import Jobs, Out, Scheduler, check_out, game_pieces, map_out
from honte.cli.reviewing import Fights, Limits, ModelName, Seconds, Threads, quietly_reviewed, reviewed

if TYPE_CHECKING:
    from honte.review import Review


COLUMNS = {
    "file": str, "game": int, "move": int, "color": str, "vertex": str, "margin": float, "error": float,
    "black_chance": float, "lost": float, "likely": float, "would": str, "would_likely": float,
    "fight": str,
}  # fmt: skip
"""The columns of a table of moves."""


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
    out: Out = None,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
) -> None:
    """Reviews games: the margin after each move, the moves that lost most, fights decided by proof.

    Margins and points lost are estimates of the network; what is proved is marked as proved. --csv prints one
    row for each move. Takes every game of a collection. Ctrl-C ends a review and prints what is there.
    Examples: [cyan]honte review game.sgf[/], [cyan]honte review game.sgf --json[/],
    [cyan]honte review games/ --fights 0 --out moves.parquet[/]
    """
    from honte.review import record, rows

    limits = Limits(model, fights, seconds, threads)
    over = check_out(out, jobs, scheduler, json=as_json, csv=as_csv)
    if over is not None:
        limits = limits._replace(threads=threads or 1)
        plan = {"command": "review", **limits._asdict()}
        work = partial(rows_of_game, limits=limits)
        pieces = game_pieces(files)
        map_out(pieces, work, COLUMNS, plan, over, "reviewed")
        return
    with Batch(files, "reviewed", as_json=as_json, as_csv=as_csv) as batch:
        for item in batch.games():
            interrupted = False
            with batch.attempt(item.name):
                found, interrupted = reviewed(item.loaded.game, item.name, limits)
                table = [item.where | row for row in rows(found)]
                batch.show(item.name, item.where | record(found), table, partial(_show, found))
            if interrupted:
                raise KeyboardInterrupt


def rows_of_game(data: bytes | str, limits: Limits) -> list[dict[str, Any]]:
    """One row for each move of a game, in whatever process it is reviewed."""
    from honte.formats.load import load_game
    from honte.review import rows
    from honte.review.words import sentences

    found = quietly_reviewed(load_game(data).game, limits)
    fought: dict[int, list[str]] = {}
    for fight in found.fights:
        if fight.verdict is not None:
            number = min(fight.moment.number, len(found.moves))
            fought.setdefault(number, []).append(" ".join(sentences(fight, found.model)))
    return [row | {"fight": " / ".join(fought.get(row["move"], [])) or None} for row in rows(found)]


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
