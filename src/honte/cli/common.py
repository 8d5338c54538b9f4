"""What every command shares: consoles, reading input, printing JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from honte.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console

    from honte.core import Rules
    from honte.formats.load import Loaded

MAX_INPUT_BYTES = 64 * 1024 * 1024
"""The largest input that a command reads: 64 MB."""
MAX_NOTES = 3
"""The most warnings printed for one game record."""


def console() -> Console:
    """Standard output; a pipe gets plain text without colors or line wraps."""
    from rich.console import Console

    class Quiet(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # the reader has closed the pipe; `main` ends quietly

    return Quiet(highlight=False, emoji=False, soft_wrap=not sys.stdout.isatty())


def error_console() -> Console:
    """Standard error, for progress and notes that must not mix with the answer."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, emoji=False)


def read_bytes(name: str) -> bytes:
    """A file's bytes, or standard input's for `-`; raises InputError with the reason in words."""
    if name == "-":
        data = sys.stdin.buffer.read(MAX_INPUT_BYTES + 1)
        if len(data) > MAX_INPUT_BYTES:
            raise InputError(f"standard input is larger than {MAX_INPUT_BYTES >> 20} MB")
        return data
    if not name:
        raise InputError("an empty file name")
    path = Path(name)
    try:
        if path.stat().st_size > MAX_INPUT_BYTES:
            raise InputError(f"{name} is larger than {MAX_INPUT_BYTES >> 20} MB")
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {name}: {_reason(error)}") from None


def read_game(name: str, *, move: int | None = None, rules: Rules | None = None) -> Loaded:
    """A game from an SGF file or a text board; warnings about the record go to standard error."""
    from honte.formats.load import load_game

    loaded = load_game(read_bytes(name), move=move, rules=rules)
    for report in loaded.reports[:MAX_NOTES]:
        print(f"honte: note: {report}", file=sys.stderr)
    if len(loaded.reports) > MAX_NOTES:
        print(f"honte: note: and {len(loaded.reports) - MAX_NOTES} more", file=sys.stderr)
    return loaded


def write_bytes(name: str, data: bytes) -> None:
    """Writes a whole file; raises InputError with the reason in words."""
    try:
        Path(name).write_bytes(data)
    except OSError as error:
        raise InputError(f"cannot write {name}: {_reason(error)}") from None


def read_text(name: str) -> str:
    """A text file, or standard input for `-`."""
    data = read_bytes(name)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{name} is not UTF-8 text (byte {error.start})") from None


def print_json(value: Mapping[str, Any]) -> None:
    """One JSON object on one line."""
    print(json.dumps(value, ensure_ascii=False))


def _reason(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "no such file"
    if isinstance(error, IsADirectoryError):
        return "it is a folder, expected a file"
    if isinstance(error, PermissionError):
        return "no permission"
    return error.strerror or str(error)
