"""Importing files and folders into collections: every problem becomes one SGF file, then a row of the index.

A batch is on disk and in the index before its number is reported, so a killed import loses nothing that was
shown as saved; importing again takes up where it stopped, because problems that are there are skipped.
A file that cannot be read costs one line in the report, and the import goes on. A full disk ends it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from honte.errors import GoError, InputError
from honte.formats.sgf import Collection, GameTree, parse, serialize
from honte.library import index as rows
from honte.library.entry import Entry, entry_of
from honte.library.files import clean_name, collection_name, reason_of, write_new
from honte.library.index import Folder, Read, stamp_of
from honte.library.library import HIDDEN, MAX_FILE, Library
from honte.tsumego.problem import Setup
from honte.tsumego.problem.levels import level_text, parse_level

BATCH = 200
"""Problems that are written, indexed and reported together."""
ENDINGS = (".sgf", ".jsonl", ".json", ".txt")
"""Endings of the files that are read in a folder."""
MAX_LINES = 500
"""The most lines of faults that a report keeps."""


@dataclass
class Report:
    """How far an import is."""

    files: int = 0
    """Files to read in all."""
    read: int = 0
    saved: int = 0
    """Problems on disk and in the index."""
    repeated: int = 0
    """Problems that the collection had already, under symmetry and exchange of colors."""
    known: int = 0
    """Problems among the saved ones that another collection has, too; or skipped ones with `skip_known`."""
    failed: int = 0
    """Files and problems that cannot be used."""
    lines: list[str] = field(default_factory=list)
    """One line for each of them, up to `MAX_LINES`."""
    stopped: str = ""
    """Why the import ended early; empty when it did not."""

    def fault(self, line: str) -> None:
        """Counts one thing that cannot be used."""
        self.failed += 1
        if len(self.lines) < MAX_LINES:
            self.lines.append(line)


@dataclass(frozen=True, slots=True)
class Source:
    """A file to import and the collection it goes to."""

    name: str
    """The name in reports."""
    collection: str
    read: Callable[[], bytes]


class Importer:
    """One import into a library; `tell` is called after every batch."""

    def __init__(
        self, library: Library, *, skip_known: bool = False, tell: Callable[[Report], None] = lambda _: None
    ) -> None:
        self.library = library
        self.skip_known = skip_known
        self.tell = tell
        self.report = Report()
        self._keys: dict[str, set[str]] = {}
        self._all = {row[0] for row in library.index.rows("SELECT DISTINCT key FROM problem")}
        self._waiting: list[tuple[Folder, str, bytes, Entry]] = []

    def paths(self, names: Iterable[str | Path], collection: str = "") -> Report:
        """Imports files and folders. A folder below a named folder becomes a collection below its collection.

        Without `collection` a folder or file gives its own name to it.
        """
        sources = [source for name in names for source in self._sources(Path(name), collection)]
        return self.run(sources)

    def text(self, data: bytes, name: str, collection: str) -> Report:
        """Imports the content of one file."""
        return self.run([Source(name, collection_name(collection), lambda: data)])

    def run(self, sources: list[Source]) -> Report:
        """Imports these files; everything saved so far is in the report when it ends early."""
        self.report.files += len(sources)
        try:
            for source in sources:
                self._file(source)
                self.report.read += 1
            self._flush()
        except _Stopped as stop:
            self.report.stopped = str(stop)
        self.tell(self.report)
        return self.report

    def _sources(self, path: Path, collection: str) -> Iterator[Source]:
        base = collection_name(
            collection or clean_name(path.stem if path.is_file() else path.resolve().name) or "Imported"
        )
        if not path.is_dir():
            yield Source(str(path), base, partial(_bytes_of, path))
            return

        def refused(error: OSError) -> None:
            self.report.fault(f"{error.filename}: the folder cannot be read: {reason_of(error)}")

        for place, inside, files in os.walk(path, onerror=refused):
            inside[:] = sorted(name for name in inside if not name.startswith(HIDDEN))
            below = [clean_name(part) for part in Path(place).relative_to(path).parts]
            target = collection_name("/".join([base, *filter(None, below)][:4]))
            for name in sorted(files, key=rows.natural):
                if name.lower().endswith(ENDINGS) and not name.startswith(HIDDEN):
                    file = Path(place) / name
                    yield Source(str(file), target, partial(_bytes_of, file))

    def _file(self, source: Source) -> None:
        try:
            trees = self._trees(source.name, source.read())
        except OSError as error:
            return self.report.fault(f"{source.name}: cannot be read: {reason_of(error)}")
        except GoError as error:
            return self.report.fault(f"{source.name}: {error}")
        several = len(trees) > 1
        folder = Folder(source.collection, self.library.root / source.collection, source.collection)
        stem = Path(source.name).stem
        for number, tree in enumerate(trees, 1):
            where = f"{source.name} problem {number}" if several else source.name
            try:
                entry = entry_of(tree)
            except GoError as error:
                self.report.fault(f"{where}: {error}")
                continue
            data = serialize(Collection([tree], trees.encoding))
            self._take(folder, f"{stem}-{number:04}" if several else stem, data, entry)
        return None

    def _trees(self, name: str, data: bytes) -> Collection:
        """The problems of a file as game trees: SGF as it is, records and diagrams as new trees."""
        from honte.formats.load import is_sgf
        from honte.formats.sgf_encoding import decode
        from honte.tsumego.problem.sgf import tree_of_setup
        from honte.tsumego.problem.text import parse_setup, read_records

        ending = Path(name).suffix.lower()
        if ending == ".sgf":
            return parse(data)
        text = decode(data)[0]
        if ending not in (".jsonl", ".json"):
            return parse(data) if is_sgf(text) else Collection([tree_of_setup(parse_setup(text))])
        trees = Collection()
        for number, line in enumerate(text.splitlines(), 1):
            try:
                trees.trees += [_graded(tree_of_setup(setup), setup) for setup in read_records(line)]
            except GoError as error:
                self.report.fault(
                    f"{name} line {number}: {str(error).removeprefix('line 1, ').removeprefix('line 1: ')}"
                )
        return trees

    def _take(self, folder: Folder, stem: str, data: bytes, entry: Entry) -> None:
        """Puts one problem into the batch, unless it is there already."""
        mine = self._keys_of(folder.folder)
        if entry.key in mine:
            self.report.repeated += 1
            return
        if entry.key in self._all:
            self.report.known += 1
            if self.skip_known:
                return
        mine.add(entry.key)
        self._all.add(entry.key)
        self._waiting.append((folder, stem, data, entry))
        if len(self._waiting) >= BATCH:
            self._flush()

    def _keys_of(self, folder: str) -> set[str]:
        if folder not in self._keys:
            found = self.library.index.rows(
                "SELECT p.key FROM problem p JOIN collection c ON c.id = p.collection WHERE c.folder=?",
                (folder,),
            )
            self._keys[folder] = {row[0] for row in found}
        return self._keys[folder]

    def _flush(self) -> None:
        """Writes the batch: first the files, then the index, then the report."""
        written: dict[str, tuple[Folder, list[Read]]] = {}
        stop = None
        for folder, stem, data, entry in self._waiting:
            try:
                path = write_new(folder.path, stem, data)
                read = Read(path.name, stamp_of(path), {1: entry})
            except (InputError, OSError) as error:
                stop = _Stopped(str(error))
                break
            written.setdefault(folder.folder, (folder, []))[1].append(read)
        self._waiting.clear()
        for folder, files in written.values():
            try:
                rows.put_files(self.library.index, folder, files)
            except InputError as error:
                raise _Stopped(str(error)) from None
            self.report.saved += len(files)
        if stop is not None:
            raise stop
        self.tell(self.report)


class _Stopped(Exception):
    """The import cannot go on: nothing can be written."""


def _bytes_of(path: Path) -> bytes:
    if path.stat().st_size > MAX_FILE:
        raise InputError(f"larger than {MAX_FILE >> 20} MB")
    return path.read_bytes()


def _graded(tree: GameTree, setup: Setup) -> GameTree:
    """The tree with the level that a record gives as its difficulty."""
    level = parse_level(str(setup.extra.get("difficulty", "")))
    if level is not None:
        tree.root.properties["DI"] = [level_text(level)]
    return tree
