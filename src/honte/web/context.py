"""What every handler needs, hung on the application once and fetched from requests."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request

from honte.library.store import Store
from honte.web.jobs import Jobs
from honte.web.tables import Tables
from honte.web.warm import Warmth


@dataclass
class Workbench:
    """The server's state: the store on disk, live games, searches, and how warm the kernels are."""

    store: Store
    tables: Tables
    jobs: Jobs
    warmth: Warmth


def bench(request: Request) -> Workbench:
    found: Workbench = request.app.state.workbench
    return found


def client_of(request: Request) -> str:
    """Who asks: the page's cookie, or the address of a program without one."""
    return str(request.state.client)
