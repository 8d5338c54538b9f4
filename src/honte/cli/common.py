"""What every command shares: consoles, reading input, checking output, printing boards and JSON."""

from __future__ import annotations

import errno
import json
import math
import os
import re
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from honte.errors import InputError
from honte.whole import write_whole

if TYPE_CHECKING:
    from rich.console import Console

    from honte.core import Rules
    from honte.formats.load import Loaded
    from honte.grid import Grid, Point

MAX_INPUT_BYTES = 64 * 1024 * 1024
"""The largest input that a command reads: 64 MB."""
MAX_BOARD_BYTES = 100_000
"""The largest text board that a command reads, in bytes; SGF files may be larger."""
PICTURES = (".png", ".svg")
"""Endings of the picture files that commands write."""
MOVE_HELP = "After this many moves (default: all); a negative number counts from the end."
"""The help of `--move` in every command."""
_TREE = re.compile(rb"\(\s*;")
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
    """Standard error, for progress and notes that must not mix with the answer.

    One console for all, so that a line that is printed stays clear of a bar that moves.
    """
    return _error_console(sys.stderr)


@lru_cache(maxsize=1)
def _error_console(stream: TextIO) -> Console:
    from rich.console import Console

    return Console(file=stream, stderr=True, highlight=False, emoji=False)


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
        raise InputError(f"cannot read {name}: {reason_of(error)}") from None


def read_game(name: str, *, move: int | None = None, rules: Rules | None = None) -> Loaded:
    """A game from an SGF file or a text board; warnings about the record go to standard error."""
    from honte.formats.load import load_game

    loaded = load_game(read_board(name), move=move, rules=rules)
    print_notes(loaded)
    return loaded


def read_board(name: str) -> bytes:
    """The bytes of an SGF file or a text board; refuses a large file that is no SGF before parsing it."""
    data = read_bytes(name)
    if len(data) > MAX_BOARD_BYTES and _TREE.search(data.replace(b"\0", b"")) is None:  # UTF-16 has zeros
        raise InputError(
            f"{name} has {len(data):,} bytes and is no SGF; text boards go up to {MAX_BOARD_BYTES:,}"
        )
    return data


def print_notes(loaded: Loaded, name: str = "") -> None:
    """Prints the first warnings about a game record on standard error, each after `name`."""
    head = f"honte: note: {name}: " if name else "honte: note: "
    for report in loaded.reports[:MAX_NOTES]:
        print(f"{head}{report}", file=sys.stderr)
    if len(loaded.reports) > MAX_NOTES:
        print(f"{head}and {len(loaded.reports) - MAX_NOTES} more", file=sys.stderr)


def tell_without_network() -> None:
    """Says on standard error when the network cannot be used; honte goes on with random games."""
    from honte.network import load

    try:
        load()
    except InputError as error:
        why = f"the network cannot be used: {error}"
        print(f"honte: note: {why}; random games judge instead", file=sys.stderr)


def write_bytes(name: str, data: bytes) -> None:
    """Writes a file, whole or not at all; raises InputError with the reason in words."""
    try:
        write_whole(name, data)
    except OSError as error:
        raise InputError(f"cannot write {name}: {reason_of(error)}") from None


def check_output(name: str | Path | None) -> None:
    """Raises InputError when a file cannot be written, before hours of work go into it. Creates nothing."""
    if name is None:
        return
    path = Path(name)
    if not str(name):
        raise InputError("an empty file name")
    if path.is_dir():
        raise InputError(f"cannot write {name}: it is a folder, expected a file")
    if not path.parent.is_dir():
        raise InputError(f"cannot write {name}: no such folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise InputError(f"cannot write {name}: no permission")


def check_picture(name: str | Path | None, endings: tuple[str, ...] = PICTURES) -> None:
    """Raises InputError when a picture cannot be written, or its name has none of these endings."""
    if name is not None and Path(name).suffix.lower() not in endings:
        kinds = " or ".join(reversed(endings))
        raise InputError(
            f"{name}: pictures are {kinds}" if len(endings) > 1 else f"{name} is no {kinds} file"
        )
    check_output(name)


def check_folder(name: str | Path) -> None:
    """Raises InputError when files cannot be written into a folder. The folder need not exist yet."""
    path = Path(name)
    while not path.exists() and path != path.parent:
        path = path.parent
    if not path.is_dir():
        raise InputError(f"cannot write to {name}: {path} is a file, expected a folder")
    if not os.access(path, os.W_OK):
        raise InputError(f"cannot write to {name}: no permission")


def check_seconds(value: float | None) -> float | None:
    """The callback of `--seconds`: refuses what is no number and less than 0."""
    if value is not None and not value >= 0:
        shown = "not a number" if math.isnan(value) else f"{value:g}"
        raise InputError(f"seconds is {shown}; expected 0 or more")
    return value


def board_map(grid: Grid, cell: Callable[[Point], str]) -> str:
    """A board with coordinates on all four sides; `cell` gives one character and perhaps a mark."""
    from honte.grid import COLUMN_LETTERS, Point

    header = "   " + " ".join(COLUMN_LETTERS[: grid.cols])
    rows = (
        f"{row + 1:2} " + "".join(f"{cell(Point(col, row)):<2}" for col in range(grid.cols)) + str(row + 1)
        for row in reversed(range(grid.rows))
    )
    return "\n".join([header, *rows, header])


def read_text(name: str) -> str:
    """A text file, or standard input for `-`."""
    return text_of(name, read_bytes(name))


def text_of(name: str, data: bytes) -> str:
    """The text of a file's bytes; raises InputError where they are not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{name} is not UTF-8 text (byte {error.start})") from None


def print_json(value: Mapping[str, Any]) -> None:
    """One JSON object on one line."""
    print(json.dumps(value, ensure_ascii=False))


def reason_of(error: OSError) -> str:
    """Why a file cannot be read or written, in words."""
    if isinstance(error, FileNotFoundError):
        return "no such file"
    if isinstance(error, IsADirectoryError):
        return "it is a folder, expected a file"
    if isinstance(error, FileExistsError | NotADirectoryError):
        return "it is a file, expected a folder"
    if isinstance(error, PermissionError):
        return "no permission"
    if error.errno == errno.ENOSPC:
        return "the disk is full"
    return error.strerror or str(error)
