"""Problems out of the library: one SGF collection, or a folder with one file for each problem."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from honte.errors import InputError
from honte.formats.sgf import Collection, GameTree, serialize
from honte.library.files import reason_of, write_new
from honte.library.library import Library
from honte.library.query import Found


def one_file(library: Library, found: Sequence[Found]) -> bytes:
    """All problems as one SGF file, with their solutions; a problem without a name gets its title."""
    return serialize(Collection([_named(library, each) for each in found]), "UTF-8")


def to_folder(library: Library, found: Sequence[Found], target: Path) -> int:
    """Writes one file for each problem below a folder, a folder for each collection; returns their number.

    Overwrites nothing: a name that is taken gets a number.
    """
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot write to {target}: {reason_of(error)}") from None
    several = len({each.folder for each in found}) > 1
    for each in found:
        folder = target / each.folder.removeprefix("shipped/") if several else target
        write_new(folder, Path(each.file).stem, serialize(_named(library, each)))
    return len(found)


def _named(library: Library, found: Found) -> GameTree:
    tree = library.tree_of(found)
    if not tree.root.simple("GN"):
        tree.root.set_text("GN", found.title)
    return tree
