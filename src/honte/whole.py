"""Files that appear whole or not at all: a program that is killed, or a full disk, leaves the old file."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO


@contextmanager
def whole_file(path: str | Path) -> Iterator[IO[bytes]]:
    """A stream of bytes that becomes the file when the block ends without an error.

    A link keeps leading to the file, and the file keeps its permissions. What is no plain file (a device, a
    pipe), and a file in a folder that cannot be written, is written in place. Raises OSError.
    """
    place = Path(os.path.realpath(path))
    plain = place.is_file() or not place.exists()
    if not plain or (place.exists() and not os.access(place.parent, os.W_OK)):
        with Path(path).open("wb") as stream:
            yield stream
        return
    spare = place.with_name(f".{secrets.token_hex(6)}.new")
    try:
        with spare.open("wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if place.exists():
            shutil.copymode(place, spare)
        os.replace(spare, place)
    finally:
        with suppress(OSError):
            spare.unlink()


def write_whole(path: str | Path, data: bytes) -> None:
    """Writes a file anew: whole, or not at all. Raises OSError."""
    with whole_file(path) as stream:
        stream.write(data)
