"""What every handler needs, hung on the application once and fetched from requests."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request

from honte.library.store import Store
from honte.web.documents import Documents
from honte.web.edits import Edit
from honte.web.jobs import Jobs
from honte.web.puzzles import Puzzle
from honte.web.tables import Tables
from honte.web.tiles import Tiles
from honte.web.warm import Warmth


@dataclass
class Workbench:
    """The server's state: the store on disk, live games, searches, and how warm the kernels are."""

    store: Store
    tables: Tables
    jobs: Jobs
    warmth: Warmth
    edits: Documents[Edit]
    puzzles: Documents[Puzzle]
    tiles: Documents[Tiles]

    @classmethod
    def opened(cls, store: Store, *, warm: bool) -> Workbench:
        return cls(
            store,
            Tables(store),
            Jobs(),
            Warmth("cold" if warm else "off"),
            Documents(store, "edit", lambda each: Edit.restored(each.id, each.body)),
            Documents(store, "problem", lambda each: Puzzle.restored(each.id, each.body)),
            Documents(store, "samegame", lambda each: Tiles.restored(each.id, each.body)),
        )


def bench(request: Request) -> Workbench:
    found: Workbench = request.app.state.workbench
    return found


def client_of(request: Request) -> str:
    """Who asks: the page's cookie, or the address of a program without one."""
    return str(request.state.client)
