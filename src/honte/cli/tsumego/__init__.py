"""`honte tsumego`: life and death; one module of this package for each command."""

from __future__ import annotations

import importlib
import pkgutil

import typer


def register(app: typer.Typer) -> None:
    """Adds the commands of this package below `tsumego`."""
    commands = typer.Typer(
        name="tsumego",
        help="Life and death: proved answers, and problems to play against the solver.",
        no_args_is_help=True,
        rich_markup_mode="rich",
    )
    commands.callback()(_group)
    for module in sorted(info.name for info in pkgutil.iter_modules(__path__)):
        part = importlib.import_module(f"{__name__}.{module}")
        if hasattr(part, "register"):
            part.register(commands)
    app.add_typer(commands)


def _group() -> None:
    """Life and death: proved answers, and problems to play against the solver."""
