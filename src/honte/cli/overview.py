"""`honte overview`: a short welcome with one example for each command."""

from __future__ import annotations

import typer

from honte import __version__
from honte.cli.common import console

EXAMPLES = (
    ("honte", "the workbench in your browser"),
    ("honte tsumego solve problem.sgf", "life and death, proved"),
    ("honte solve board.txt", "perfect play on a small board"),
    ("honte score game.sgf", "count a finished game"),
    ("honte estimate game.sgf --move 120", "who leads, and by how much"),
    ("honte moyo game.sgf --move 34", "each side's moyo, measured"),
    ("honte samegame solve board.txt", "the best sequence of moves"),
    ("honte legal board.txt B", "which moves are legal"),
    ("honte score game.sgf", "the final count, dead stones found by itself"),
    ("honte estimate game.sgf --move 120", "who will own what, and by how much"),
    ("honte moyo game.sgf --move 34", "the frameworks, as the paper draws them"),
    ("honte solve board.txt", "perfect play on a small board"),
    ("honte samegame solve", "the best sequence of a SameGame board"),
    ("honte doctor", "what is installed and ready"),
    ("honte --help", "all commands"),
)


def register(app: typer.Typer) -> None:
    app.command(name="overview")(show_overview)


def show_overview() -> None:
    """Shows what honte can do, in a few lines.

    Example: [cyan]honte overview[/]
    """
    out = console()
    out.print(f"[bold]honte {__version__}[/]: an open workbench for the game of Go\n")
    width = max(len(example) for example, _ in EXAMPLES)
    for example, meaning in EXAMPLES:
        out.print(f"  [cyan]{example.ljust(width)}[/]  {meaning}")
