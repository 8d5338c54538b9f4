"""The folder of a generator: one SGF file for each problem, and a log of the pieces that are done.

A problem is saved when its file is whole on the disk: it is written under another name and then renamed. A
piece is done when all its problems are saved. So a run that is killed loses nothing that it showed as
saved, and does at most the last pieces again. Problems that the folder holds already are not saved twice.
"""

from __future__ import annotations

import os
from pathlib import Path

from honte.errors import GoError, InputError
from honte.formats.sgf import parse
from honte.tsumego.make.work import Kept, Piece
from honte.tsumego.problem.keys import key_of
from honte.tsumego.problem.place import Place
from honte.tsumego.problem.sgf import setup_of_tree
from honte.whole import write_whole

LOG = "generate.log"
"""The file that names the pieces which are done, one in each line."""


class Store:
    """A folder that kept problems are saved in."""

    def __init__(self, folder: Path) -> None:
        """Opens the folder, or makes it; raises InputError when that is not possible."""
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._log = (folder / LOG).open("a", encoding="utf8")
        except OSError as error:
            raise InputError(f"cannot write into the folder {folder}: {error.strerror}") from error
        self.done = set((folder / LOG).read_text(encoding="utf8").split("\n")) - {""}
        self.keys = {key for file in sorted(folder.glob("*.sgf")) for key in _keys(file)}

    def save(self, kept: Kept) -> Path | None:
        """Saves one problem and returns its file; None when the folder holds it already.

        Raises InputError when the disk refuses.
        """
        if kept.key in self.keys:
            return None
        file = self._free(kept.place)
        try:
            write_whole(file, kept.data)
        except OSError as error:
            raise InputError(f"cannot write {file}: {error.strerror}") from error
        self.keys.add(kept.key)
        return file

    def finish(self, piece: Piece) -> None:
        """Notes that all problems of a piece are saved."""
        self._log.write(piece.name + "\n")
        self._log.flush()
        os.fsync(self._log.fileno())
        self.done.add(piece.name)

    def close(self) -> None:
        """Closes the log."""
        self._log.close()

    def _free(self, place: Place) -> Path:
        """The next file name of a place."""
        number = 1 + max(
            (int(file.stem.rpartition("-")[2]) for file in self.folder.glob(f"{place.value}-*.sgf")
             if file.stem.rpartition("-")[2].isdecimal()), default=0,
        )  # fmt: skip
        return self.folder / f"{place.value}-{number:04}.sgf"


def _keys(file: Path) -> list[str]:
    """The keys of the problems of a file; a file that is no problem has none."""
    try:
        setups = [setup_of_tree(tree) for tree in parse(file.read_bytes())]
    except (GoError, OSError):
        return []
    return [key_of(setup.board, setup.to_play) for setup in setups]
