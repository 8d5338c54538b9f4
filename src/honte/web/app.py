"""Builds the server: routes, errors, security and its background tasks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from fastapi import FastAPI
from starlette.staticfiles import StaticFiles

from honte import __version__
from honte.library.store import Store
from honte.web import errors
from honte.web.context import Workbench
from honte.web.limits import Limits
from honte.web.models import ErrorBody
from honte.web.routes import (
    coaching,
    count,
    editor,
    estimate,
    files,
    games,
    general,
    library,
    problems,
    record,
    review,
    samegame,
    small,
    solving,
    trainer,
)
from honte.web.security import LOOPBACK, Guard

DESCRIPTION = (
    "The interface behind the page of the workbench. Points are vertex text such as D4. "
    "A margin is Black's points minus White's."
)
ROUTES = (
    games, files, record, count, estimate, review, small, editor,
    problems, library, trainer, solving, coaching, samegame,
)  # fmt: skip
"""The modules whose routes the server has, besides the general ones."""


def create_app(
    database: Path | None = None,
    *,
    hosts: frozenset[str] | None = LOOPBACK,
    token: str | None = None,
    limits: Limits | None = None,
    secure: bool = False,
    warm: bool = True,
) -> FastAPI:
    """Builds the server as an ASGI application.

    `database` is the SQLite file; None keeps everything in memory. `hosts` are the names that the server
    answers to; None accepts every name and needs a token. `limits` bounds the requests of each client,
    `secure` keeps cookies to HTTPS. With `warm` the server compiles the kernels when it starts.
    """
    if hosts is None and token is None:
        raise ValueError("a server that answers to any name needs a token")

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        bench: Workbench = app.state.workbench
        tasks = [asyncio.create_task(bench.jobs.keep_sweeping())]
        if warm:
            tasks.append(asyncio.create_task(bench.warmth.warm_up()))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            bench.jobs.close()
            bench.shelf.close()
            bench.store.close()

    app = FastAPI(
        title="honte", version=__version__, description=DESCRIPTION, lifespan=lifespan,
        responses={"4XX": {"model": ErrorBody, "description": "The request was refused; the body says why."}},
        docs_url=None, redoc_url=None, openapi_url="/api/openapi.json",
    )  # fmt: skip
    app.state.workbench = Workbench.opened(Store(database), warm=warm)
    errors.install(app)
    for routes in ROUTES:
        app.include_router(routes.router)
    app.mount("/static", StaticFiles(directory=general.STATIC), name="static")
    app.include_router(general.router)
    app.add_middleware(Guard, hosts=hosts, token=token, limits=limits, secure=secure)
    return app
