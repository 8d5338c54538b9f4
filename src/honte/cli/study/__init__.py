"""`honte study`: the papers' experiments, one module of this package each with a `register(app)`."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import typer

from honte.cli.common import check_folder, error_console, reason_of
from honte.errors import InputError


def register(app: typer.Typer) -> None:
    """Adds `honte study` with one command for each module of this package."""
    studies = typer.Typer(
        name="study",
        help="The papers' experiments on folders of games or problems: tables and plots.",
        no_args_is_help=True,
        rich_markup_mode="rich",
    )
    studies.callback()(_group)  # with a callback, a study keeps its name even when it is the only one
    for module in sorted(info.name for info in pkgutil.iter_modules(__path__)):
        importlib.import_module(f"{__name__}.{module}").register(studies)
    app.add_typer(studies)


def _group() -> None:
    """The papers' experiments on folders of games or problems: tables and plots."""


def sgf_files(given: Path) -> list[Path]:
    """The SGF files of a folder by name, or the one file given; raises InputError when there are none."""
    files = [given] if given.is_file() else sorted(given.glob("*.sgf"))
    if not files:
        raise InputError(f"{given}: no SGF files there")
    return files


def check_study(out: Path) -> None:
    """Raises InputError before a study computes: no matplotlib, or a folder that cannot be written."""
    from honte.study.output import check_plots

    check_plots()
    check_folder(out)


@contextmanager
def writing(out: Path) -> Iterator[None]:
    """Turns an error of the disk into one line."""
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot write to {out}: {reason_of(error)}") from None


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Callable[[int], object]]:
    """A bar on standard error that counts up to `total`; gives the function that sets the count."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    out = error_console()
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as progress:
        bar = progress.add_task(what, total=total)
        yield lambda done: progress.update(bar, completed=done)
