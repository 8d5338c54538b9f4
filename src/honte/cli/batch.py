"""Several files for one command: folders, collections of games, broken items, a summary, CSV and JSON lines.

Exit status of a command that takes several files: 0 when every item has its answer, 1 when some items failed
or could not be read, 2 for wrong usage and for a single file that fails, 130 after Ctrl-C.
"""

from __future__ import annotations

import csv
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from honte.cli.common import check_folder, check_picture, console, print_json, print_notes, read_board
from honte.errors import GoError, InputError

if TYPE_CHECKING:
    from types import TracebackType

    from honte.core import Rules
    from honte.formats.load import Loaded

GAME_ENDINGS = (".sgf", ".txt")
"""Endings of the game files that are read in a folder."""
EXIT_HELP = "Exit status: 0 all answered, 1 some of several items failed, 2 bad usage or a single bad file."
"""The line about the exit status in the help of every command that takes several files."""

Files = Annotated[
    list[str], typer.Argument(help="SGF files, text boards, or folders of them; - reads standard input.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object for each item, each on one line.")]
Csv = Annotated[bool, typer.Option("--csv", help="Print a CSV table with one row for each item.")]


class Item(NamedTuple):
    """One game of one file."""

    file: str
    game: int
    """The number of the game in its file, from 1."""
    name: str
    """The file, and for a collection the number of the game."""
    loaded: Loaded

    @property
    def where(self) -> dict[str, Any]:
        """The first columns of a record."""
        return {"file": self.file, "game": self.game}


def files_of(names: Sequence[str], endings: Sequence[str], what: str) -> list[str]:
    """The named files, and all files with these endings in named folders and below them.

    Raises InputError for a folder that holds none.
    """
    files: list[str] = []
    for name in names:
        path = Path(name)
        if name and path.is_dir():
            inside = sorted(
                str(p)
                for p in path.rglob("*")
                if p.suffix.lower() in endings and not p.name.startswith(".") and p.is_file()
            )
            if not inside:
                raise InputError(f"{name} holds no {what} files ({', '.join(endings)})")
            files += inside
        else:
            files.append(name)
    return files


class Batch:
    """The items of one command: prints answers, reports and skips broken items, ends with a summary.

    A single item is no batch: its error passes through, and no summary follows.

        with Batch(files, "counted", as_json=True) as batch:
            for item in batch.games():
                with batch.attempt(item.name):
                    batch.show(item.name, record, row, lambda: print(record))
    """

    def __init__(
        self,
        names: Sequence[str],
        word: str,
        *,
        as_json: bool = False,
        as_csv: bool = False,
        endings: Sequence[str] = GAME_ENDINGS,
        what: str = "game",
    ) -> None:
        if as_json and as_csv:
            raise InputError("--json and --csv exclude each other")
        self.word = word
        self.as_json, self.as_csv = as_json, as_csv
        self.files = files_of(names, endings, what)
        self.alone = len(names) == 1 and self.files == list(names)
        """Whether one file was named that holds a single item."""
        self.total = 0
        """Items met so far."""
        self.counts: Counter[str] = Counter()
        """Items by what became of them: `word`, further words of `show`, faults."""
        self.faults: Counter[str] = Counter()
        self._shown = 0
        self._headed = False
        self._pictures: set[str] = set()

    def __enter__(self) -> Batch:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        stopped = kind is KeyboardInterrupt
        if kind is None or stopped:
            self._end(stopped)

    def _end(self, stopped: bool) -> None:
        if not self.alone:
            text = self.summary() + ("; stopped by Ctrl-C" if stopped else "")
            plain = not (self.as_json or self.as_csv)
            print(f"\n{text}" if plain else f"honte: {text}", file=sys.stdout if plain else sys.stderr)
        if stopped:
            raise typer.Exit(130)
        if self.faults:
            raise typer.Exit(1)

    def summary(self) -> str:
        """What became of the items: `98 of 102 solved, 96 proved, 1 unreadable`."""
        further = [
            f"{count} {word}" for word, count in (self.counts | self.faults).items() if word != self.word
        ]
        return ", ".join([f"{self.counts[self.word]} of {self.total} {self.word}", *further])

    @contextmanager
    def attempt(self, name: str, fault: str = "failed") -> Iterator[None]:
        """Reports an error of its block in one line and counts it as `fault`; a single one passes through."""
        try:
            yield
        except GoError as error:
            if self.alone:
                raise
            self.faults[fault] += 1
            text = " ".join(str(error).split())
            print(f"honte: {text}" if name in text else f"honte: {name}: {text}", file=sys.stderr)

    def games(
        self,
        *,
        move: int | None = None,
        rules: Rules | None = None,
        png: str | None = None,
        svg: str | None = None,
    ) -> Iterator[Item]:
        """Every game of every file that can be read, each with its first `move` moves, under `rules`.

        Refuses pictures `png` and `svg` that cannot be written before it gives the first game.
        """
        from honte.formats.load import load_game

        for file in self.files:
            parts: list[bytes | str | GoError] = []
            with self.attempt(file, "unreadable"):
                parts = games_in(read_board(file))
            self.alone = self.alone and len(parts) <= 1
            self.check_pictures(png)
            self.check_pictures(svg, (".svg",))
            self.total += max(1, len(parts))
            for number, part in enumerate(parts, 1):
                name = file if len(parts) == 1 else f"{file} game {number}"
                loaded = None
                with self.attempt(name, "unreadable"):
                    if isinstance(part, GoError):
                        raise part
                    loaded = load_game(part, move=move, rules=rules)
                if loaded is not None:
                    print_notes(loaded, "" if self.alone else name)
                    yield Item(file, number, name, loaded)

    def show(
        self,
        name: str,
        record: Mapping[str, Any],
        row: Mapping[str, Any] | Sequence[Mapping[str, Any]],
        text: Callable[[], object],
        *words: str,
    ) -> None:
        """Prints one answer as JSON, as one or several rows of CSV, or as text; counts it under the words.

        Without words it counts as the word of the summary.
        """
        if self.as_json:
            print_json(record)
        elif self.as_csv:
            rows = [row] if isinstance(row, Mapping) else row
            for each in rows:
                writer = csv.DictWriter(sys.stdout, list(each), lineterminator="\n")
                if not self._headed:
                    writer.writeheader()
                    self._headed = True
                writer.writerow(each)
        else:
            if self._shown:
                console().print()
            if not self.alone:
                console().print(name, style="bold cyan", markup=False)
            text()
        sys.stdout.flush()
        self._shown += 1
        self.counts.update(words or (self.word,))

    def check_pictures(self, target: str | Path | None, endings: tuple[str, ...] = (".png", ".svg")) -> None:
        """Refuses a picture that cannot be written: a file for a single item, a folder for several."""
        if target is None or not str(target):
            return
        if self.alone:
            check_picture(target, endings)
        elif Path(target).suffix.lower() in endings and not Path(target).is_dir():
            raise InputError(f"{target}: several items need a folder for their pictures, not a file")
        else:
            check_folder(target)

    def picture_name(self, target: str, item: Item, ending: str = ".png") -> str:
        """The file for an item's picture: `target` for a single item, otherwise a new name in this folder."""
        if self.alone:
            return target
        folder = Path(target)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"cannot write to {target}: {error.strerror}") from None
        stem = Path(item.file).stem if item.name == item.file else f"{Path(item.file).stem}-{item.game}"
        name, number = stem, 1
        while name in self._pictures:
            number += 1
            name = f"{stem} ({number})"
        self._pictures.add(name)
        return str(folder / f"{name}{ending}")


def games_in(data: bytes) -> list[bytes | str | GoError]:
    """The games of a file one by one: an SGF collection in its parts, a text board as it is.

    A torn game is the error that keeps it from being read.
    """
    from honte.formats import sgf
    from honte.formats.load import is_sgf
    from honte.formats.sgf_encoding import decode

    text = decode(data)[0]
    found = sgf.parse_each(text) if is_sgf(text) else []
    if len(found) < 2:
        return [data]
    return [each if isinstance(each, GoError) else sgf.to_text(each) for each in found]
