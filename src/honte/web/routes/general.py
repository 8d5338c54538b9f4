"""The page, its settings, its searches and the state of the server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response, StreamingResponse

from honte import __version__
from honte.web.context import bench, client_of
from honte.web.errors import WebError
from honte.web.models import Setting
from honte.web.views import answer, files

router = APIRouter()
STATIC = Path(__file__).parent.parent / "static"
MODES = ("play", "review", "count", "estimate", "small", "problems", "library", "train", "editor", "samegame")
MAX_SETTINGS = 100
"""Settings of one client."""


@router.get("/api/status", tags=["server"])
async def status(request: Request) -> dict[str, Any]:
    """The version, the modes of the page, and whether the kernels are compiled."""
    return {
        "honte": __version__,
        "modes": list(MODES),
        "kernels": bench(request).warmth.state,
    }


@router.get("/api/settings", tags=["settings"])
def get_settings(request: Request) -> dict[str, Any]:
    """The settings of this client."""
    return bench(request).store.settings(client_of(request))


@router.put("/api/settings", tags=["settings"], status_code=204)
def put_setting(request: Request, body: Setting) -> None:
    """Stores one setting."""
    store, client = bench(request).store, client_of(request)
    known = store.settings(client)
    if body.name not in known and len(known) >= MAX_SETTINGS:
        raise WebError(422, "input_error", f"at most {MAX_SETTINGS} settings can be stored")
    store.set_setting(client, body.name, body.value)


@router.get("/api/jobs/{id}", tags=["searches"])
async def get_job(request: Request, id: str) -> Response:
    """The present state of a search."""
    return answer(bench(request).jobs.get(id).snapshot())


@router.delete("/api/jobs/{id}", tags=["searches"])
async def stop_job(request: Request, id: str) -> Response:
    """Stops a search; its answer is what it has found so far."""
    return answer(bench(request).jobs.stop(id).snapshot())


@router.get("/api/jobs/{id}/events", tags=["searches"], **files("text/event-stream"))
async def watch_job(request: Request, id: str) -> StreamingResponse:
    """Streams a search as server-sent events; the last event is named `end`."""
    jobs = bench(request).jobs
    return StreamingResponse(jobs.events(jobs.get(id)), media_type="text/event-stream")


@router.get("/", include_in_schema=False)
@router.get("/{mode}", include_in_schema=False)
@router.get("/{mode}/{id}", include_in_schema=False)
def page(request: Request, mode: str = "", id: str = "") -> Response:
    """The page, the same for every mode; it has its theme before the browser draws it."""
    if mode == "api" and not id:
        return HTMLResponse((STATIC / "api.html").read_text(encoding="utf8"))
    if mode and mode not in MODES:
        raise WebError(404, "not_found", f"there is no page /{mode[:40]}")
    theme = bench(request).store.settings(client_of(request)).get("theme")
    text = (STATIC / "index.html").read_text(encoding="utf8")
    if theme in ("light", "dark"):
        text = text.replace('data-theme="auto"', f'data-theme="{theme}"')
    return HTMLResponse(text)
