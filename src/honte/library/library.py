"""The library of a user: SGF folders, the index over them, and the log of reviews.

    data folder/
        library/                  one folder for each collection, one SGF file for each problem
        library/.undo/            what renames, moves and deletions need to be undone
        library-index.sqlite3     the index; it can be deleted and is built again
        training.sqlite3          the log of reviews

The shipped problems are collections, too. They lie inside the package and cannot be changed.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import honte
from honte.core import BLACK, WHITE, Board, Color
from honte.errors import GoError, InputError
from honte.formats.sgf import GameTree, parse
from honte.library import index as rows
from honte.library import query
from honte.library.entry import Entry, entry_of
from honte.library.folder import ensure_data_folder
from honte.library.index import Folder, Read, stamp_of
from honte.library.query import Found, Query, Summary
from honte.library.reviews import Reviews
from honte.tsumego.problem import Setup
from honte.tsumego.problem.keys import clusters, key_of
from honte.tsumego.problem.sgf import setup_of_tree

MAX_FILE = 64 << 20
"""The largest SGF file that is read: 64 MB."""
SHIPPED = {
    "basic": ("Basic shapes", "Eye shapes, corner groups, seki, ko and a race, each with a short lesson."),
    "games": ("Out of honte's own games", "Fights of the engine with itself, proved, from easy to hard."),
    "generated": ("Built and proved by honte", "Corner, side and middle, from easy to hard."),
}
"""Titles and notes of the shipped collections; a new folder shows its own name."""
HIDDEN = "."
"""Files and folders whose names start with this are not part of the library."""
LOOK_AGAIN = 30.0
"""Seconds after which a folder is looked at again for files that were edited in place."""
SYNC_BATCH = 200
"""Files that enter the index in one transaction."""


class Match(NamedTuple):
    """A known problem that a position shows."""

    found: Found
    exact: bool
    """Whether the whole board is the problem; otherwise a part of the board is."""
    to_play: Color
    """Who plays first in the problem as it stands on this board."""


class Library:
    """Collections of problems in a data folder. Threads and processes may use it at the same time."""

    def __init__(self, folder: Path, shipped: Path | None = None) -> None:
        self.folder = folder
        self.root = folder / "library"
        self.shipped = Path(honte.__file__).parent / "problems" if shipped is None else shipped
        try:
            self.root.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"cannot make the folder {self.root}: {error.strerror or error}") from None
        self.reviews = Reviews(folder / "training.sqlite3")
        self.index = rows.opened(folder / "library-index.sqlite3", self.reviews.path)
        self.troubles: list[str] = []
        """What the last `sync` could not read or write, one line each."""
        self._syncing = threading.Lock()
        self._looked: dict[str, tuple[int, float]] = {}
        """When each folder last changed, and when it was looked at, by name."""

    @classmethod
    def of_user(cls) -> Library:
        """The library in the user's data folder, in step with its files."""
        library = cls(ensure_data_folder())
        library.sync()
        return library

    def close(self) -> None:
        """Closes the index and the log."""
        self.index.close()
        self.reviews.close()

    # Files

    def folders(self) -> list[Folder]:
        """All collections as they lie on disk."""
        return [*self._shipped_folders(), *self._own_folders()]

    def _shipped_folders(self) -> Iterator[Folder]:
        for path in sorted(p for p in self.shipped.iterdir() if p.is_dir() and any(p.glob("*.sgf"))):
            title, note = SHIPPED.get(path.name, (path.name.replace("-", " ").capitalize(), ""))
            yield Folder(f"shipped/{path.name}", path, title, note, shipped=True)

    def _own_folders(self) -> Iterator[Folder]:
        locked: list[OSError] = []
        for place, inside, files in os.walk(self.root, onerror=locked.append):
            inside[:] = sorted(name for name in inside if not name.startswith(HIDDEN))
            path = Path(place)
            name = path.relative_to(self.root).as_posix()
            if name == ".":
                if any(file.lower().endswith(".sgf") for file in files):
                    yield Folder(".", path, "Loose files")
            elif not inside or any(file.lower().endswith(".sgf") for file in files):
                yield Folder(name, path, name)
        for error in locked:  # what the index knows of these stays
            name = Path(error.filename).relative_to(self.root).as_posix()
            yield Folder(name, self.root / name, name)

    def folder_of(self, name: str) -> Folder:
        """The collection in a folder; raises InputError when there is none."""
        found = next((each for each in self.folders() if each.folder == name), None)
        if found is None:
            found = next((each for each in self.folders() if each.title.lower() == name.lower()), None)
        if found is None:
            raise InputError(f"there is no collection {name!r}")
        return found

    def sync(self, *, lazily: bool = False) -> int:
        """Brings the index in step with the files; returns the number of files read anew.

        With `lazily` a folder that no file has joined or left is looked at every `LOOK_AGAIN` seconds only.
        """
        with self._syncing:
            self.troubles.clear()
            folders = self.folders()
            known = {row[0] for row in self.index.rows("SELECT folder FROM collection")}
            for gone in known - {each.folder for each in folders}:
                rows.drop_collection(self.index, gone)
            return sum(self._synced(each) for each in folders if not (lazily and self._is_known(each)))

    def _synced(self, folder: Folder) -> int:
        """Reads a folder into the index; where that fails, what the index knows of it stays."""
        try:
            return self._sync_folder(folder)
        except InputError as error:
            self.troubles.append(str(error))
            return 0

    def _is_known(self, folder: Folder) -> bool:
        """Whether a folder was looked at a short time ago and has had the same files since."""
        changed, looked = self._looked.get(folder.folder, (0, 0.0))
        try:
            return changed == folder.path.stat().st_mtime_ns and time.monotonic() - looked < LOOK_AGAIN
        except OSError:
            return False

    def _sync_folder(self, folder: Folder) -> int:
        stored = dict(
            self.index.rows(
                "SELECT f.name, f.stamp FROM file f JOIN collection c ON c.id = f.collection"
                " WHERE c.folder=?",
                (folder.folder,),
            )
        )
        try:
            changed_at = folder.path.stat().st_mtime_ns
            present = _stamps(folder.path)
        except OSError as error:
            self.troubles.append(f"cannot read the folder {folder.path}: {error.strerror or error}")
            return 0
        changed = [name for name, stamp in present.items() if stored.get(name) != stamp]
        for start in range(0, len(changed), SYNC_BATCH):
            read = [read_file(folder.path / name, name) for name in changed[start : start + SYNC_BATCH]]
            rows.put_files(self.index, folder, read)
        if gone := [name for name in stored if name not in present]:
            rows.drop_files(self.index, folder.folder, gone)
        self._looked[folder.folder] = changed_at, time.monotonic()
        if not stored and not changed:
            with self.index.writing() as db:
                rows.collection_row(db, folder)
        return len(changed)

    def path_of(self, found: Found) -> Path:
        """The file of a problem."""
        if found.shipped:
            return self.shipped / found.folder.removeprefix("shipped/") / found.file
        return self.root / found.folder / found.file

    def tree_of(self, found: Found) -> GameTree:
        """The game tree of a problem with its whole solution; raises InputError when the file is gone."""
        path = self.path_of(found)
        try:
            games = parse(path.read_bytes())
        except OSError as error:
            raise InputError(f"cannot read {path}: {error.strerror or error}") from None
        if found.number > len(games):
            raise InputError(f"{path} holds {len(games)} problems; number {found.number} is gone")
        return games[found.number - 1]

    def setup_of(self, found: Found) -> Setup:
        """The problem as a setup, with its title."""
        from dataclasses import replace

        setup = setup_of_tree(self.tree_of(found))
        return setup if setup.name else replace(setup, name=found.title)

    # Questions

    def collections(self) -> list[Summary]:
        """All collections with their numbers."""
        return query.collections(self.index)

    def find(self, question: Query) -> tuple[list[Found], int]:
        """The problems of one page of a list, and how many match in all."""
        return query.find(self.index, question)

    def one(self, id: str) -> Found:
        """The problem with an id; raises InputError when there is none."""
        found = query.one(self.index, id)
        if found is None:
            raise InputError(f"there is no problem {id!r} in the library")
        return found

    def which(self, board: Board, to_play: Color | None = None) -> list[Match]:
        """The known problems that a position shows, the whole board first, then its parts.

        Without `to_play` both sides may be to move.
        """
        sides = [to_play] if to_play is not None else [BLACK, WHITE]
        keys = {key_of(board, side): (True, side) for side in sides}
        for part in clusters(board):
            for side in sides:
                keys.setdefault(key_of(part, side), (False, side))
        found = query.with_keys(self.index, keys)
        matches = [Match(each, *keys[each.key]) for each in found]
        return sorted(matches, key=lambda match: not match.exact)


def _stamps(folder: Path) -> dict[str, str]:
    """The stamp of every SGF file in a folder by name; raises OSError."""
    found = {}
    with os.scandir(folder) as entries:
        for each in entries:
            if each.name.lower().endswith(".sgf") and not each.name.startswith(HIDDEN):
                status = each.stat()
                found[each.name] = f"{status.st_mtime_ns}:{status.st_size}"
    return found


def read_file(path: Path, name: str) -> Read:
    """Reads all problems of a file; what is wrong with it becomes the fault of the result, in one line."""
    stamp = ""
    try:
        stamp = stamp_of(path)
        if path.stat().st_size > MAX_FILE:
            return Read(name, stamp, {}, f"larger than {MAX_FILE >> 20} MB")
        trees = parse(path.read_bytes())
    except OSError as error:
        return Read(name, stamp, {}, f"cannot be read: {error.strerror or error}")
    except GoError as error:
        return Read(name, stamp, {}, str(error))
    entries: dict[int, Entry] = {}
    reasons = []
    for number, tree in enumerate(trees, 1):
        try:
            entries[number] = entry_of(tree)
        except GoError as error:
            reasons.append(f"problem {number}: {error}" if len(trees) > 1 else str(error))
    more = f"; and {len(reasons) - 1} more" if len(reasons) > 1 else ""
    return Read(name, stamp, entries, reasons[0] + more if reasons else "")
