"""Errors of the web server, and the one place that turns every error into a JSON body.

The body is always `{"error": {"code", "message", ...}}`. Codes are stable; messages are for people.
"""

from __future__ import annotations

import logging
import sqlite3
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from honte.core import Illegality
from honte.errors import GoError, IllegalMove, IllegalPosition, ProblemError


class WebError(GoError):
    """A request that cannot be served; `status` is the HTTP status."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


def not_found(what: str, id: str) -> WebError:
    """The error for an id that the store does not have; `what` is the kind of document."""
    return WebError(404, "not_found", f"there is no {what} {id!r}")


def stale() -> WebError:
    """The error for a change of an old version."""
    return WebError(409, "stale", "this board was changed elsewhere; the page shows its present state")


_STATUS = {"illegal_move": 409, "illegal_position": 422, "problem_error": 422, "parse_error": 422}


def error_body(code: str, message: str, **more: Any) -> dict[str, Any]:
    """The JSON body of an error; `more` are further fields beside code and message."""
    return {"error": {"code": code, "message": message, **more}}


def install(app: FastAPI) -> None:
    """Registers the handlers that turn errors into JSON."""

    @app.exception_handler(GoError)
    async def go_error(_: Request, error: GoError) -> JSONResponse:
        status = error.status if isinstance(error, WebError) else _STATUS.get(error.code, 422)
        return JSONResponse(error_body(error.code, str(error), **_details(error)), status)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> JSONResponse:
        faults = error.errors()
        malformed = any(fault["type"] == "json_invalid" for fault in faults)
        text = "; ".join(_fault(fault) for fault in faults[:5])
        return JSONResponse(error_body("bad_request", text), 400 if malformed else 422)

    @app.exception_handler(sqlite3.Error)
    async def unsaved(_: Request, error: sqlite3.Error) -> JSONResponse:
        logging.getLogger("honte").error("cannot write the database: %s", error)
        text = str(error)
        if "full" in text:
            body = error_body("disk_full", "the disk of the server is full: the change was not saved")
            return JSONResponse(body, 507)
        why = "another honte is writing" if "locked" in text else text
        return JSONResponse(error_body("not_saved", f"the change was not saved: {why}; try again"), 503)

    @app.exception_handler(HTTPException)
    async def http(_: Request, error: HTTPException) -> JSONResponse:
        codes = {404: "not_found", 405: "method_not_allowed"}
        code = codes.get(error.status_code, "bad_request")
        return JSONResponse(error_body(code, str(error.detail)), error.status_code, error.headers)


def _fault(fault: Any) -> str:
    where = ".".join(str(part) for part in fault["loc"] if part != "body")
    return f"{where}: {fault['msg']}" if where else str(fault["msg"])


def _details(error: GoError) -> dict[str, Any]:
    if isinstance(error, IllegalMove) and isinstance(error.reason, Illegality):
        return {"reason": error.reason.name.lower()}
    if isinstance(error, IllegalPosition):
        return {"details": list(error.faults)}
    if isinstance(error, ProblemError):
        return {"details": list(error.reasons)}
    return {}
