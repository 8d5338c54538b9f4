"""`honte study`: the papers' experiments, one module of this package each with a `register(app)`."""

from __future__ import annotations

import importlib
import pkgutil

import typer


def register(app: typer.Typer) -> None:
    studies = typer.Typer(
        name="study",
        help="The papers' experiments on folders of games or problems: tables and plots.",
        no_args_is_help=True,
        rich_markup_mode="rich",
    )
    studies.callback()(_group)  # keeps the name of a study even while there is only one
    for module in sorted(info.name for info in pkgutil.iter_modules(__path__)):
        importlib.import_module(f"{__name__}.{module}").register(studies)
    app.add_typer(studies)


def _group() -> None:
    """The papers' experiments on folders of games or problems: tables and plots."""
