"""The index over the SGF folders: which problems there are and what they are about.

It holds nothing of its own: every row comes from a file, so the index can be deleted and is built again.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from honte.errors import InputError
from honte.library.database import Database, Newer
from honte.library.entry import Entry

VERSION = 2
"""The format of the index file; a file of another format is thrown away and built again."""
_SCHEMA = """
CREATE TABLE collection (
    id INTEGER PRIMARY KEY, folder TEXT NOT NULL UNIQUE, title TEXT NOT NULL, note TEXT NOT NULL,
    shipped INTEGER NOT NULL
);
CREATE TABLE file (
    id INTEGER PRIMARY KEY, collection INTEGER NOT NULL REFERENCES collection (id), name TEXT NOT NULL,
    stamp TEXT NOT NULL, fault TEXT NOT NULL DEFAULT '', UNIQUE (collection, name)
);
CREATE TABLE problem (
    id TEXT PRIMARY KEY, file INTEGER NOT NULL REFERENCES file (id), collection INTEGER NOT NULL,
    number INTEGER NOT NULL, place_in_list TEXT NOT NULL, title TEXT NOT NULL, text TEXT NOT NULL,
    cols INTEGER NOT NULL, rows INTEGER NOT NULL, black TEXT NOT NULL, white TEXT NOT NULL,
    to_play TEXT NOT NULL, aim TEXT NOT NULL, place TEXT NOT NULL, level REAL, graded INTEGER NOT NULL,
    tags TEXT NOT NULL, key TEXT NOT NULL, nodes INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX problem_key ON problem (key);
CREATE INDEX problem_file ON problem (file);
CREATE INDEX problem_list ON problem (collection, place_in_list)
"""


@dataclass(frozen=True, slots=True)
class Read:
    """One file as it was read: its stamp, its problems by number, and why it or some of it cannot be read."""

    name: str
    """The path of the file inside its collection."""
    stamp: str
    entries: Mapping[int, Entry]
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Folder:
    """A collection: the folder it lies in, and what people see of it."""

    folder: str
    """The path below the library, with `/`; shipped collections start with `shipped/`."""
    path: Path
    title: str
    note: str = ""
    shipped: bool = False


def problem_id(folder: str, name: str, number: int) -> str:
    """The id of a problem: the same after the index was built again, another one when the file moves."""
    return blake2b(f"{folder}/{name}#{number}".encode(), digest_size=8).hexdigest()


def stamp_of(path: Path) -> str:
    """A text that changes whenever a file changes; raises OSError."""
    status = path.stat()
    return f"{status.st_mtime_ns}:{status.st_size}"


def natural(text: str) -> str:
    """A text that sorts as people count: `2` comes before `10`.

    >>> sorted(["b10", "b2"], key=natural)
    ['b2', 'b10']
    """
    return re.sub(r"\d+", lambda match: match[0].lstrip("0").zfill(12), text.lower())


def opened(path: Path, training: Path) -> Database:
    """Opens the index, or builds an empty one in place of a broken or foreign file."""
    for attempt in range(2):
        try:
            index = Database(path, _SCHEMA, VERSION)
            if index.row("PRAGMA user_version")[0] == VERSION:
                index.rows("SELECT id FROM problem LIMIT 1")
                index.attach(training, "training")
                return index
            index.close()
        except Newer:
            pass  # the files are the truth: any index can be built again
        except InputError:
            if attempt or not path.exists():
                raise
        for ending in ("", "-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                path.with_name(path.name + ending).unlink()
    raise InputError(f"cannot open {path}: it changes while it is opened")


def collection_row(db: sqlite3.Connection, folder: Folder) -> int:
    """The number of a collection in the index, which is added when it is missing."""
    db.execute(
        "INSERT INTO collection (folder, title, note, shipped) VALUES (?,?,?,?) ON CONFLICT (folder)"
        " DO UPDATE SET title=excluded.title, note=excluded.note, shipped=excluded.shipped",
        (folder.folder, folder.title, folder.note, folder.shipped),
    )
    found = db.execute("SELECT id FROM collection WHERE folder=?", (folder.folder,)).fetchone()
    return int(found[0])


def put_files(index: Database, folder: Folder, files: Iterable[Read]) -> None:
    """Writes what was read of files of one collection, in one transaction; older rows of them go."""
    with index.writing() as db:
        collection = collection_row(db, folder)
        for file in files:
            _drop(db, collection, file.name)
            row = db.execute(
                "INSERT INTO file (collection, name, stamp, fault) VALUES (?,?,?,?)",
                (collection, file.name, file.stamp, file.fault),
            )
            db.executemany(
                f"INSERT INTO problem VALUES ({','.join('?' * 19)})",
                [
                    _problem_row(folder, collection, row.lastrowid or 0, file.name, number, entry)
                    for number, entry in file.entries.items()
                ],
            )


def _problem_row(
    folder: Folder, collection: int, file: int, name: str, number: int, entry: Entry
) -> tuple[object, ...]:
    return (
        problem_id(folder.folder, name, number),
        file,
        collection,
        number,
        f"{natural(name)}#{number:08}",
        entry.title or title_of(name, number, several=number > 1),
        entry.text,
        entry.cols,
        entry.rows,
        f"{entry.black:x}",
        f"{entry.white:x}",
        entry.to_play,
        entry.aim,
        entry.place,
        entry.level,
        entry.graded,
        "".join(f"|{tag}" for tag in entry.tags) + "|" if entry.tags else "",
        entry.key,
        entry.nodes,
    )


def title_of(name: str, number: int, *, several: bool) -> str:
    """The title of a problem without a name: the name of its file in words."""
    words = re.sub(r"[-_]+", " ", Path(name).stem).strip()
    return f"{words} {number}" if several else words


def drop_files(index: Database, folder: str, names: Iterable[str]) -> None:
    """Removes files and their problems from the index."""
    with index.writing() as db:
        found = db.execute("SELECT id FROM collection WHERE folder=?", (folder,)).fetchone()
        if found is not None:
            for name in names:
                _drop(db, found[0], name)


def drop_collection(index: Database, folder: str) -> None:
    """Removes a collection and everything in it from the index."""
    with index.writing() as db:
        found = db.execute("SELECT id FROM collection WHERE folder=?", (folder,)).fetchone()
        if found is not None:
            for table in ("problem", "file"):
                db.execute(f"DELETE FROM {table} WHERE collection=?", found)
            db.execute("DELETE FROM collection WHERE id=?", found)


def _drop(db: sqlite3.Connection, collection: int, name: str) -> None:
    found = db.execute("SELECT id FROM file WHERE collection=? AND name=?", (collection, name)).fetchone()
    if found is not None:
        db.execute("DELETE FROM problem WHERE file=?", found)
        db.execute("DELETE FROM file WHERE id=?", found)
