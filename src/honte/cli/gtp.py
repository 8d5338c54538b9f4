"""`honte gtp`: an engine for Sabaki, GoGui and other programs that speak GTP."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from honte.cli.common import check_seconds, tell_without_network
from honte.errors import InputError

ENGINES = ("honte", "katago")


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command()(gtp)


def gtp(
    level: Annotated[
        str, typer.Option(help="How strong it plays: beginner, novice, club player, expert, strongest.")
    ] = "strongest",
    seconds: Annotated[
        float | None,
        typer.Option(callback=check_seconds, help="Seconds for a move (default: 5, or as clocks allow)."),
    ] = None,
    visits: Annotated[int | None, typer.Option(help="Visits of the search for a move at most.")] = None,
    rules: Annotated[
        str, typer.Option(help="Rules: chinese, japanese, aga, new-zealand, tromp-taylor.")
    ] = "chinese",
    engine: Annotated[
        str, typer.Option(help="Who plays and analyzes: honte, or katago if you have it.")
    ] = "honte",
    seed: Annotated[int | None, typer.Option(help="Seed of its choices (default: games differ).")] = None,
    no_resign: Annotated[bool, typer.Option("--no-resign", help="Play on in games that are lost.")] = False,
) -> None:
    """Plays and analyzes for a program that speaks GTP 2: add this command as an engine there.

    Commands come on standard input and answers go to standard output; notes go to standard error. The page
    docs/guides/gtp.md lists every command. Examples: [cyan]honte gtp[/],
    [cyan]honte gtp --level beginner[/], [cyan]honte gtp --visits 200 --rules japanese[/]
    """
    from honte.core import Rules
    from honte.engine import level_named
    from honte.gtp import Server, Session, Settings
    from honte.gtp.server import interrupts_stop, lines_of

    if visits is not None and visits < 1:
        raise InputError(f"visits is {visits}; expected 1 or more")
    if engine not in ENGINES:
        raise InputError(f"{engine!r} is no engine; expected {' or '.join(ENGINES)}")
    if engine == "katago":
        from honte.katago import locate

        locate()  # one clear line at the start, not at the first move
    tell_without_network()
    chosen = Rules.named(rules)
    settings = Settings(level_named(level).name, seconds, visits, chosen, not no_resign, seed, engine)
    session = Session(settings, log=lambda text: print(text, file=sys.stderr, flush=True))
    with interrupts_stop(session):
        Server(session, _send).run(lines_of(sys.stdin.fileno()))


def _send(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
