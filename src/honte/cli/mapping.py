"""`--out FILE.parquet` of the commands that take many files: workers, progress, a summary.

With `--out` a command prints no answers. It gives the items to processes (`--jobs`) or to a Dask cluster
(`--scheduler`), and their rows stream to the file. A run that was killed or stopped goes on from there.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from honte.cli.batch import GAME_ENDINGS, files_of, games_in
from honte.cli.common import check_output, console, error_console, read_board, reason_of
from honte.errors import GoError, InputError

if TYPE_CHECKING:
    from honte.work.mapper import Task, Work
    from honte.work.store import Row

Out = Annotated[
    Path | None,
    typer.Option(
        "--out", help="Print nothing: stream rows to this .parquet file; a stopped run continues there."
    ),
]
Jobs = Annotated[
    int | None, typer.Option(min=1, help="With --out: processes that work side by side (default: all cores).")
]
Scheduler = Annotated[
    str | None, typer.Option(help="With --out: work on the Dask cluster at this address, tcp://HOST:8786.")
]
_LINE_SECONDS = 30.0
"""Seconds between two lines of progress where no bar can move."""


class Over(NamedTuple):
    """Where the rows go, and who works."""

    out: Path
    jobs: int
    scheduler: str | None


def check_out(out: Path | None, jobs: int | None, scheduler: str | None, **others: object) -> Over | None:
    """Where the rows go, or None where the command prints.

    Refuses options that do not go together, and a file that cannot be written, before any work.
    """
    if out is None:
        if jobs is not None or scheduler is not None:
            raise InputError("--jobs and --scheduler need --out FILE.parquet")
        return None
    if out.suffix.lower() != ".parquet":
        raise InputError(f"{out}: --out writes a .parquet file")
    for name, value in others.items():
        if value:
            raise InputError(f"--{name.replace('_', '-')} and --out exclude each other")
    from honte.work.store import check_parquet

    check_parquet()
    check_output(out)
    return Over(out, jobs or os.cpu_count() or 1, scheduler)


class Pieces:
    """The items of files, read one file after another; `total` grows with what the files hold."""

    def __init__(self, files: Sequence[str], split: Callable[[str], Sequence[Any]]) -> None:
        self.files, self._split = files, split
        self.total = len(files)

    def __iter__(self) -> Iterator[Task]:
        from honte.work.mapper import Task

        for file in self.files:
            try:
                parts = self._split(file)
            except GoError as error:
                parts = [error]
            self.total += max(1, len(parts)) - 1
            for number, part in enumerate(parts, 1):
                yield Task((file, number), part)


def game_pieces(names: Sequence[str]) -> Pieces:
    """The games of files and folders, each as its own text."""
    return Pieces(files_of(names, GAME_ENDINGS, "game"), lambda file: games_in(read_board(file)))


def map_out(
    pieces: Pieces,
    work: Work,
    columns: Mapping[str, type],
    plan: Mapping[str, Any],
    over: Over,
    word: str,
    *,
    count: Callable[[list[Row]], Sequence[str]] = lambda rows: (),
    prepare: Callable[[], object] = lambda: None,
) -> None:
    """Works on all pieces, shows how far it is, prints a summary and ends with the exit status of a batch.

    The first two of the `columns` name an item: its file and its number there. `count` gives further words
    for the summary under which an item counts. `prepare` compiles the kernels once, before local processes
    load them.
    """
    from honte.work.mapper import run
    from honte.work.store import Store
    from honte.work.workers import workers_for

    words: Counter[str] = Counter()
    if not over.scheduler:
        prepare()
    with written(over.out):
        workers = workers_for(over.jobs, over.scheduler)
        with Store(over.out, columns, list(columns)[:2], plan) as store, shown(word) as show:
            before = len(store.done)
            show(before, pieces.total)

            def watch(_: object, rows: list[Row]) -> None:
                if rows and rows[0].get("fault") is None:
                    words.update(count(rows))
                show(len(store.done), max(pieces.total, len(store.done)))

            stopped = False
            try:
                run(pieces, work, store, workers, watch)
            except KeyboardInterrupt:
                stopped = True
            done, faults = len(store.done), store.faults
    _say(over.out, word, done, faults, before, words, stopped)
    if stopped:
        raise typer.Exit(130)
    if faults:
        raise typer.Exit(1)


def _say(
    out: Path, word: str, done: int, faults: int, before: int, words: Counter[str], stopped: bool
) -> None:
    parts = [f"{done - faults:,} {word}"]
    if before:
        parts.append(f"{before:,} done before")
    parts += [f"{number:,} {text}" for text, number in words.items()]
    if faults:
        parts.append(f"{faults:,} failed (column fault)")
    console().print(f"{', '.join(parts)}; see {out}", markup=False)
    if stopped:
        console().print("Stopped by Ctrl-C; the same command goes on from here.")


@contextmanager
def written(out: Path) -> Iterator[None]:
    """Turns an error of the disk into one line; what was finished before stays."""
    try:
        yield
    except OSError as error:
        kept = "what is finished is kept; the same command goes on from there"
        raise InputError(f"cannot write {out}: {reason_of(error)} ({kept})") from None


@contextmanager
def shown(what: str) -> Iterator[Callable[[int, int], None]]:
    """Shows done and total items, items per second and the time left, on standard error.

    A terminal gets a bar; a file gets a line every half minute.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    out = error_console()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[pace]}"),
    )
    pace = _Pace()
    said = time.monotonic()
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as progress:
        bar = progress.add_task(what, total=None, pace="")

        def show(done: int, total: int) -> None:
            nonlocal said
            text = pace.text(done, total)
            progress.update(bar, completed=done, total=total, pace=text)
            if not out.is_terminal and time.monotonic() - said > _LINE_SECONDS:
                said = time.monotonic()
                print(f"honte: {done:,} of {total:,} {what}, {text}", file=sys.stderr, flush=True)

        yield show


class _Pace:
    """Items per second of this run, and the time left at that rate."""

    def __init__(self) -> None:
        self._began: float | None = None
        self._first = 0

    def text(self, done: int, total: int) -> str:
        if self._began is None:
            self._began, self._first = time.monotonic(), done
        seconds = time.monotonic() - self._began
        rate = (done - self._first) / seconds if seconds > 0 else 0.0
        return pace_text(rate, total - done)


def pace_text(rate: float, left: int) -> str:
    """A rate and what is left, in words.

    >>> pace_text(12.5, 1000), pace_text(0.02, 100), pace_text(0, 5)
    ('12.5 a second, 1:20 left', '1.2 a minute, 1:23:20 left', '')
    """
    if rate <= 0:
        return ""
    minutes, seconds = divmod(round(left / rate), 60)
    hours, minutes = divmod(minutes, 60)
    clock = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    speed = f"{rate:.1f} a second" if rate >= 0.5 else f"{60 * rate:.1f} a minute"
    return f"{speed}, {clock} left"
