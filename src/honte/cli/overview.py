"""`honte overview`: a short welcome with one example for each command."""

from __future__ import annotations

import typer

from honte import __version__
from honte.cli.common import console

EXAMPLES = (
    ("honte", "opens the workbench in your browser"),
    ("honte score game.sgf", "counts a finished game"),
    ("honte estimate game.sgf --move 120", "estimates owners and margin"),
    ("honte review game.sgf", "judges each move, decides the fights"),
    ("honte report game.sgf", "writes the review as a page to keep"),
    ("honte moyo game.sgf --move 34", "measures each side's moyo"),
    ("honte tsumego solve problem.sgf", "proves life and death"),
    ("honte tsumego play problem.sgf", "plays a problem against the solver"),
    ("honte tsumego race fight.sgf B8 C8", "decides a capturing race"),
    ("honte tsumego generate --out new", "makes new problems"),
    ("honte tsumego verify new", "solves problems of a folder again"),
    ("honte tsumego sheet Cho -o cho.pdf", "prints problems, six on a page"),
    ("honte train", "trains on today's problems"),
    ("honte library", "lists collections of problems"),
    ("honte library list --place corner", "lists and searches problems"),
    ("honte library import folder", "copies problems into the library"),
    ("honte library find position.sgf", "says which problem this is"),
    ("honte library duplicates", "lists problems that are the same"),
    ("honte library export Cho -o cho.sgf", "writes a collection to a file"),
    ("honte library rename Cho Easy", "renames a collection"),
    ("honte library retitle 3f2a Bulky", "gives a problem another title"),
    ("honte library move 3f2a --to Hard", "moves a problem"),
    ("honte library tag 3f2a seki", "sets the tags of a problem"),
    ("honte library delete Cho", "deletes problems and collections"),
    ("honte library undo", "takes the last change back"),
    ("honte library rebuild", "builds the index of the library again"),
    ("honte solve board.txt", "finds perfect play on a small board"),
    ("honte gtp --level novice", "plays for Sabaki, GoGui and friends"),
    ("honte legal board.txt B", "shows which moves are legal"),
    ("honte samegame new > board.txt", "makes a random SameGame board"),
    ("honte samegame show board.txt", "shows a SameGame board and its moves"),
    ("honte samegame solve board.txt", "finds the best sequence of moves"),
    ("honte samegame play", "plays alone or against the computer"),
    ("honte samegame verify best.json", "replays a saved sequence"),
    ("honte study estimate --games archive/", "compares estimates with final scores"),
    ("honte study moyo --games archive/", "compares moyo values with final scores"),
    ("honte study gold --problems problems/", "measures the engines on problems"),
    ("honte doctor", "shows what is installed and ready"),
    ("honte warm", "compiles all kernels ahead of time"),
    ("honte --help", "lists all commands"),
)


def register(app: typer.Typer) -> None:
    """Adds `honte overview`."""
    app.command(name="overview")(show_overview)


def show_overview() -> None:
    """Shows what honte can do, one line for each command.

    Example: [cyan]honte overview[/]
    """
    out = console()
    out.print(f"[bold]honte {__version__}[/]: an open workbench for the game of Go\n")
    width = max(len(example) for example, _ in EXAMPLES)
    for example, meaning in EXAMPLES:
        out.print(f"  [cyan]{example.ljust(width)}[/]  {meaning}")
