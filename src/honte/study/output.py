"""Tables of a study as files: CSV always, Parquet where pyarrow is installed."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any


def write_table(rows: Sequence[dict[str, Any]], folder: Path, name: str) -> list[Path]:
    """Writes rows of equal keys as NAME.csv and NAME.parquet and returns what was written."""
    if not rows:
        return []
    text = StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    plain = folder / f"{name}.csv"
    plain.write_text(text.getvalue(), encoding="utf8")
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        return [plain]
    columns = folder / f"{name}.parquet"
    parquet.write_table(pyarrow.Table.from_pylist(list(rows)), columns)
    return [plain, columns]
