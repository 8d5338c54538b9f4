"""The state that all routes share: made once for a server, found through the request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from honte.library.store import Store
from honte.search.budget import Budget
from honte.web.documents import Documents
from honte.web.edits import Edit
from honte.web.jobs import Job, Jobs
from honte.web.memories import Memories
from honte.web.puzzles import Puzzle
from honte.web.shelf import Shelf
from honte.web.tables import Tables
from honte.web.tiles import Tiles
from honte.web.views import answer
from honte.web.warm import Warmth


@dataclass
class Workbench:
    """The state of one server: its store, the documents in use, its searches, and whether it is warm."""

    store: Store
    tables: Tables
    jobs: Jobs
    warmth: Warmth
    edits: Documents[Edit]
    puzzles: Documents[Puzzle]
    tiles: Documents[Tiles]
    shelf: Shelf
    memories: Memories

    @classmethod
    def opened(cls, store: Store, *, warm: bool) -> Workbench:
        """The state of a server at its start; without `warm` it never compiles ahead."""
        return cls(
            store,
            Tables(store),
            Jobs(),
            Warmth("cold" if warm else "off"),
            Documents(store, "edit", lambda each: Edit.restored(each.id, each.body)),
            Documents(store, "problem", lambda each: Puzzle.restored(each.id, each.body)),
            Documents(store, "samegame", lambda each: Tiles.restored(each.id, each.body)),
            Shelf(store),
            Memories(),
        )


def bench(request: Request) -> Workbench:
    """The state of the server that received a request."""
    found: Workbench = request.app.state.workbench
    return found


def client_of(request: Request) -> str:
    """Names the client: the cookie of its page, or its address if it has no cookie."""
    return str(request.state.client)


def started(
    request: Request,
    kind: str,
    budget: Budget,
    run: Callable[[Job], dict[str, Any]],
    family: str | None = None,
) -> Response:
    """Starts a search for a client (see `Jobs.start`) and answers with status 202 and the search to watch."""
    job = bench(request).jobs.start(client_of(request), kind, budget, run, family)
    return answer(job.snapshot(), 202)
