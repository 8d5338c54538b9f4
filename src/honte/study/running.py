"""How every study goes through its files: `honte.work`, with the rows in a file of the study's folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from honte.errors import InputError
from honte.work.mapper import Task, Work, run
from honte.work.store import Row, Store, read_rows
from honte.work.workers import workers_for

DONE = "done.parquet"
"""The rows of all finished files in the folder of a study; a stopped study continues from them."""


class Means(NamedTuple):
    """Where a study keeps its rows, who works, and who is shown how far it is."""

    folder: Path
    jobs: int = 1
    scheduler: str | None = None
    watch: Callable[[int, int], object] = lambda done, total: None


class File(NamedTuple):
    """What a study found in one file: its rows, or why it was left out."""

    name: str
    rows: list[Row]
    fault: str | None


def study_files(
    files: Sequence[Path], work: Work, columns: Mapping[str, type], plan: Mapping[str, Any], means: Means
) -> list[File]:
    """Gives the bytes of each file to `work`; the files that are finished, in the order of their names.

    Ctrl-C ends a study and keeps what is finished; another call continues.
    """
    means.folder.mkdir(parents=True, exist_ok=True)
    names = names_of(files)
    chosen = set(names)
    with Store(means.folder / DONE, {"file": str, **columns}, ["file"], plan) as store:
        finished = sum((name,) in store.done for name in names)
        means.watch(finished, len(files))

        def watch(*_: object) -> None:
            nonlocal finished
            finished += 1
            means.watch(finished, len(files))

        with suppress(KeyboardInterrupt):
            run(_tasks(files, names), work, store, workers_for(means.jobs, means.scheduler), watch)
    found: dict[str, File] = {}
    for row in read_rows(means.folder / DONE):
        fault, name = row.pop("fault"), row["file"]
        if name in chosen:
            file = found.setdefault(name, File(name, [], fault))
            if fault is None:
                file.rows.append(row)
    return [found[name] for name in names if name in found]


def _tasks(files: Sequence[Path], names: Sequence[str]) -> Iterator[Task]:
    for path, name in zip(files, names, strict=True):
        try:
            argument: bytes | InputError = path.read_bytes()
        except OSError as error:
            argument = InputError(f"cannot read it: {error.strerror}")
        yield Task((name,), argument)


def names_of(files: Sequence[Path]) -> list[str]:
    """The names of files below their common folder.

    >>> names_of([Path("games/a.sgf"), Path("games/b/c.sgf")])
    ['a.sgf', 'b/c.sgf']
    >>> names_of([Path("a.sgf")])
    ['a.sgf']
    """
    if not files:
        return []
    top = os.path.commonpath([path.absolute().parent for path in files])
    return [path.absolute().relative_to(top).as_posix() for path in files]
