"""The tables of a study as files: CSV always, Parquet where pyarrow is installed."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from honte.errors import InputError
from honte.study.running import File
from honte.whole import whole_file, write_whole


def check_plots() -> None:
    """Raises InputError where matplotlib is not installed, before a study computes what it cannot plot."""
    from importlib.util import find_spec

    if find_spec("matplotlib") is None:
        raise InputError("plots need matplotlib: pip install 'honte[plots]'")


def write_table(rows: Sequence[dict[str, Any]], folder: Path, name: str) -> list[Path]:
    """Writes rows with equal keys as NAME.csv and NAME.parquet and returns the paths."""
    if not rows:
        return []
    text = StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    plain = folder / f"{name}.csv"
    write_whole(plain, text.getvalue().encode())
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        return [plain]
    columns = folder / f"{name}.parquet"
    with whole_file(columns) as out:
        parquet.write_table(pyarrow.Table.from_pylist(list(rows)), out)
    return [plain, columns]


def nothing_to_study(given: Path, what: str, faults: Sequence[File]) -> str:
    """One line for a study without rows: what was given, and the fault of the first file.

    >>> nothing_to_study(Path("games"), "game", [File("a.sgf", [], "only 3 moves")] * 2)
    'games: no game to study (2 files left out; a.sgf: only 3 moves)'
    """
    files = f"{len(faults)} file{'s' if len(faults) > 1 else ''} left out"
    why = (
        f"{files}; {faults[0].name}: {faults[0].fault}"
        if faults
        else "stopped before the first file was done"
    )
    return f"{given}: no {what} to study ({why})"
