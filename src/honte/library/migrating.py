"""Problems that the workbench kept as documents, filed into the library as the collection `My problems`.

Each document is filed once, with the solution of its file and what is known about it: solved or tried. The
documents stay where they are.
"""

from __future__ import annotations

from honte.errors import GoError
from honte.formats.sgf import parse
from honte.library import index as rows
from honte.library.entry import entry_of
from honte.library.files import write_new
from honte.library.index import Folder, Read, stamp_of
from honte.library.library import Library
from honte.library.reviews import Review
from honte.library.store import Document, Store
from honte.tsumego.problem import Setup
from honte.tsumego.problem.keys import key_of
from honte.tsumego.problem.sgf import write_problem
from honte.tsumego.problem.text import setup_of_record

OWN = "My problems"
"""The collection of problems that were made or opened in the workbench."""
_MARK = "library_filed"
"""The setting that holds the creation time of the latest document that was filed."""


def file_documents(store: Store, library: Library) -> int:
    """Files the user's problems that are not in the library yet; returns how many were added."""
    done = float(store.settings("server").get(_MARK) or 0.0)
    added = 0
    for document in store.made_since("problem", done):
        if document.body.get("source", "mine") == "mine":
            added += _file(library, document)
        store.set_setting("server", _MARK, document.created)
    return added


def _file(library: Library, document: Document) -> bool:
    """Files one document; one that is no problem, or known already, is left where it is."""
    try:
        setup: Setup = setup_of_record(document.body["setup"])
        file = document.body.get("file")
        data = write_problem(setup, parse(file)[0] if file else None)
        entry = entry_of(parse(data)[0])
    except (GoError, KeyError):
        return False
    key = key_of(setup.board, setup.to_play)
    if document.body.get("tries") and library.reviews.progress(key) is None:
        solved = bool(document.body.get("solved"))
        library.reviews.add(Review(key, solved, kind="earlier", time=document.updated))
    if library.index.row("SELECT 1 FROM problem WHERE key=?", (key,)) is not None:
        return False
    folder = Folder(OWN, library.root / OWN, OWN)
    path = write_new(folder.path, setup.name or document.title or "problem", data)
    rows.put_files(library.index, folder, [Read(path.name, stamp_of(path), {1: entry})])
    return True
