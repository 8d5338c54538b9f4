"""Reading problems from files and folders: SGF, JSON lines, text diagrams."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from honte.cli.common import read_board, read_text, text_of
from honte.errors import GoError, InputError, ParseError

if TYPE_CHECKING:
    from honte.formats.sgf import GameTree
    from honte.tsumego.problem import Setup

ENDINGS = (".sgf", ".jsonl", ".json", ".txt")
"""Endings of the files that are read in a folder."""


class Source(NamedTuple):
    """One problem of one file, which `read` reads."""

    file: str
    number: int
    """The number of the problem in its file, from 1."""
    name: str
    """The name of the file without its ending, and the number if the file holds several problems."""
    read: Callable[[], Setup]
    """Raises InputError for a problem that cannot be read."""

    @property
    def where(self) -> str:
        """The file, and the number of a problem among several."""
        stem = Path(self.file).stem if self.file != "-" else "problem"
        return self.file if self.name == stem else f"{self.file} problem {self.number}"


def sources(file: str) -> list[Source]:
    """All problems of one file, not yet read one by one; raises InputError when the file cannot be read."""
    ending = Path(file).suffix.lower()
    try:
        if ending in (".jsonl", ".json"):
            readers = _records(read_text(file))
        else:
            data = read_board(file)
            is_sgf = ending == ".sgf" or text_of(file, data).lstrip().startswith("(")
            readers = _trees(data) if is_sgf else [partial(_text_setup, text_of(file, data))]
    except ParseError as error:
        raise InputError(f"{file}: {error}") from None
    stem = Path(file).stem if file != "-" else "problem"
    if len(readers) == 1:
        return [Source(file, 1, stem, partial(_named, file, readers[0]))]
    return [
        Source(file, number, f"{stem} {number}", partial(_named, f"{file} problem {number}", read))
        for number, read in enumerate(readers, 1)
    ]


def read_setups(name: str) -> Iterator[Setup]:
    """All problems of one file; a problem without a name gets the name of the file."""
    for source in sources(name):
        yield read_source(source)


def read_source(source: Source) -> Setup:
    """The problem of a source; one without a name gets the source's."""
    setup = source.read()
    return setup if setup.name else replace(setup, name=source.name)


def _named(where: str, read: Callable[[], Setup]) -> Setup:
    """Reads a problem; an error says where it stands."""
    try:
        return read()
    except (InputError, ParseError) as error:
        raise InputError(f"{where}: {error}") from None


def _text_setup(text: str) -> Setup:
    from honte.tsumego.problem.text import parse_setup

    return parse_setup(text)


def _trees(data: bytes) -> list[Callable[[], Setup]]:
    """A reader for each problem of an SGF collection."""
    from honte.formats.sgf import parse_each

    return [partial(_tree_setup, tree) for tree in parse_each(data)]


def _tree_setup(tree: GameTree | ParseError) -> Setup:
    """The problem of a game tree; raises the error of a torn one."""
    from honte.tsumego.problem.sgf import setup_of_tree

    if isinstance(tree, ParseError):
        raise tree
    return setup_of_tree(tree)


def _records(text: str) -> list[Callable[[], Setup]]:
    """A reader for each JSON line that is not blank."""
    return [
        partial(_record_setup, line, number)
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip()
    ]


def _record_setup(line: str, number: int) -> Setup:
    from honte.tsumego.problem.text import read_records

    try:
        return next(read_records(line))
    except ParseError as error:  # it counts lines in this one line
        raise ParseError(str(error).replace("line 1", f"line {number}", 1)) from None


def refuse_broken(setup: Setup) -> None:
    """Raises InputError with all reasons when a setup with target and area is no valid problem, or when the
    board of another setup is not valid."""
    from honte.tsumego.problem import Stake

    try:
        if setup.is_complete and setup.stake is not Stake.RACE:  # which has a target of both colors
            setup.problem()
        else:
            setup.board.checked()
    except GoError as error:
        raise InputError(f"{setup.name}: {error}") from None
