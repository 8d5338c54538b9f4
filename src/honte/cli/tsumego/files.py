"""Reading problems from files and folders: SGF, JSON lines, text diagrams."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from honte.cli.common import read_bytes, read_text
from honte.errors import GoError, InputError, ParseError

if TYPE_CHECKING:
    from honte.tsumego.problem import Setup

ENDINGS = (".sgf", ".jsonl", ".json", ".txt")
"""Endings of the files that are read in a folder."""


def problem_files(names: list[str]) -> list[str]:
    """The named files, and all problem files in named folders; raises InputError for a folder without any."""
    files: list[str] = []
    for name in names:
        path = Path(name)
        if path.is_dir():
            inside = sorted(str(p) for p in path.rglob("*") if p.suffix.lower() in ENDINGS)
            if not inside:
                raise InputError(f"{name} holds no problem files ({', '.join(ENDINGS)})")
            files += inside
        else:
            files.append(name)
    return files


def read_setups(name: str) -> Iterator[Setup]:
    """All problems of one file; a problem without a name gets the name of the file."""
    from honte.tsumego.problem.sgf import read_problems
    from honte.tsumego.problem.text import parse_setup, read_records

    try:
        ending = Path(name).suffix.lower()
        if ending == ".sgf":
            setups = read_problems(read_bytes(name))
        elif ending in (".jsonl", ".json"):
            setups = list(read_records(read_text(name)))
        else:
            text = read_text(name)
            setups = read_problems(text) if text.lstrip().startswith("(") else [parse_setup(text)]
    except ParseError as error:
        raise InputError(f"{name}: {error}") from None
    stem = Path(name).stem if name != "-" else "problem"
    for number, setup in enumerate(setups, 1):
        if setup.name:
            yield setup
        else:
            yield replace(setup, name=stem if len(setups) == 1 else f"{stem} {number}")


def refuse_broken(setup: Setup) -> None:
    """Raises InputError with all reasons when a setup with target and area is no valid problem, or when the
    board of another setup is not valid."""
    try:
        if setup.is_complete:
            setup.problem()
        else:
            setup.board.checked()
    except GoError as error:
        raise InputError(f"{setup.name}: {error}") from None
