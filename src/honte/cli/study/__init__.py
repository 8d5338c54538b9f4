"""`honte study`: the papers' experiments, one module of this package each with a `register(app)`."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honte.cli.common import check_folder, reason_of
from honte.cli.mapping import shown
from honte.errors import InputError

if TYPE_CHECKING:
    from honte.study.running import Means


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
    """Raises InputError before a study computes: an extra is missing, or a folder cannot be written."""
    from honte.study.output import check_plots
    from honte.work.store import check_parquet

    check_plots()
    check_parquet()
    check_folder(out)


@contextmanager
def writing(out: Path) -> Iterator[None]:
    """Turns an error of the disk into one line."""
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot write to {out}: {reason_of(error)}") from None


Jobs = Annotated[int, typer.Option(min=1, help="Processes that work side by side.")]
Scheduler = Annotated[
    str | None, typer.Option(help="Work on the Dask cluster at this address, tcp://HOST:8786.")
]


def stopped_text(files: int, finished: int) -> str:
    """A line about what is left; empty where everything is done."""
    left = files - finished
    return f"Stopped with {left} files to go; the same command goes on from here." if left else ""


@contextmanager
def means_for(out: Path, jobs: int, scheduler: str | None, what: str) -> Iterator[Means]:
    """Who works for a study, with a bar on standard error and one line for an error of the disk."""
    from honte.study.running import Means

    with writing(out), shown(what) as show:
        yield Means(out, jobs, scheduler, show)
