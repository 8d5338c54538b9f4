"""What bare `honte` shows."""

from __future__ import annotations

from honte import __version__
from honte.cli.common import console

EXAMPLES = (
    ("honte legal board.txt B", "which moves are legal"),
    ("honte doctor", "what is installed and ready"),
    ("honte --help", "all commands"),
)


def show_overview() -> None:
    """Prints a short welcome with examples."""
    out = console()
    out.print(f"[bold]honte {__version__}[/]: an open workbench for the game of Go\n")
    width = max(len(example) for example, _ in EXAMPLES)
    for example, meaning in EXAMPLES:
        out.print(f"  [cyan]{example.ljust(width)}[/]  {meaning}")
