"""Decides who may talk to the server: one ASGI layer in front of all routes.

It checks the Host header (another site cannot reach the server by rebinding a name), the Origin of requests
(another site cannot forge one), the token when the server is open to a network, and the size of a body
while it arrives. On a server that several people share, it limits requests (`limits.py`). It adds the headers
that forbid the page to load anything from other sites.
"""

from __future__ import annotations

import hmac
import math
import secrets
from contextlib import suppress
from functools import lru_cache
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from honte.web.errors import error_body
from honte.web.limits import Limits

MAX_BODY = 1 << 20
"""Bytes of the largest request body."""
TOKEN_SECONDS = 90 * 86400
"""Seconds that a browser keeps the token."""
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
"""Names of this machine that no other machine can reach."""
TOKEN_COOKIE = "honte_token"
CLIENT_COOKIE = "honte_client"
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
_SAFE = frozenset({"GET", "HEAD"})


class _TooLarge(Exception):
    pass


class Guard:
    """The layer. `hosts` are the accepted names; None accepts every name. `token` is required if given.

    `limits` bounds the requests of each client and address. With `secure` browsers send cookies over HTTPS
    alone.
    """

    def __init__(
        self,
        app: ASGIApp,
        hosts: frozenset[str] | None = LOOPBACK,
        token: str | None = None,
        limits: Limits | None = None,
        secure: bool = False,
    ) -> None:
        self.app = app
        self.hosts = hosts
        self.token = token
        self.limits = limits
        self.secure = secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        cookies = _cookies(headers)
        scope.setdefault("state", {})["client"] = cookies.get(CLIENT_COOKIE) or _address(scope)
        new_client = None if CLIENT_COOKIE in cookies else secrets.token_urlsafe(12)
        send = _with_headers(send, scope["path"], new_client, self.secure)
        refusal = (
            self._too_many("address", _address(scope))
            or self._refusal(scope, headers, cookies)
            or self._too_many("client", scope["state"]["client"])
        )
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        body = _Body(receive)

        async def watched_send(message: Message) -> None:
            if not body.too_large:  # else the refusal below replaces the answer of the route
                await send(message)

        with suppress(_TooLarge):
            await self.app(scope, body.receive, watched_send)
        if body.too_large:
            refusal = _refuse(413, "too_large", f"the body is larger than {MAX_BODY >> 20} MB")
            await refusal(scope, receive, send)

    def _too_many(self, kind: str, name: str) -> Response | None:
        seconds = 0.0 if self.limits is None else self.limits.wait(kind, name)
        if not seconds:
            return None
        answer = _refuse(429, "too_many_requests", "too many requests; the server is shared, wait a moment")
        answer.headers["Retry-After"] = str(math.ceil(seconds))
        return answer

    def _refusal(self, scope: Scope, headers: Headers, cookies: dict[str, str]) -> Response | None:
        host = headers.get("host", "")
        if self.hosts is not None and _host_name(host) not in self.hosts:
            return _refuse(403, "bad_host", "the server does not answer to this address")
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != host:
            return _refuse(403, "bad_origin", "the server refuses requests from other sites")
        if headers.get("sec-fetch-site") in ("cross-site", "same-site") and not _is_page(scope):
            return _refuse(403, "bad_origin", "the server refuses requests from other sites")
        if (answer := self._check_token(scope, headers, cookies)) is not None:
            return answer
        return _check_body(scope["method"], headers)

    def _check_token(self, scope: Scope, headers: Headers, cookies: dict[str, str]) -> Response | None:
        if self.token is None:
            return None
        bearer = headers.get("authorization", "").removeprefix("Bearer ").strip()
        if _same(bearer, self.token) or _same(cookies.get(TOKEN_COOKIE, ""), self.token):
            return None
        query = parse_qsl(scope["query_string"].decode("latin-1"))
        given = dict(query).get("token", "")
        if scope["method"] in _SAFE and _same(given, self.token):
            rest = urlencode([(name, value) for name, value in query if name != "token"])
            answer = RedirectResponse(_local_path(scope["path"]) + (f"?{rest}" if rest else ""), 303)
            answer.set_cookie(
                TOKEN_COOKIE, self.token, max_age=TOKEN_SECONDS, httponly=True, samesite="strict",
                secure=self.secure,
            )  # fmt: skip
            return answer
        return _refuse(401, "token_needed", "a token is needed: open the address that the server printed")


def _check_body(method: str, headers: Headers) -> Response | None:
    if method in _SAFE:
        return None
    length = headers.get("content-length", "0")
    if not length.isascii() or not length.isdigit():
        return _refuse(400, "bad_request", "Content-Length is not a number")
    if int(length) > MAX_BODY:
        return _refuse(413, "too_large", f"the body is larger than {MAX_BODY >> 20} MB")
    has_body = int(length) > 0 or "transfer-encoding" in headers
    if has_body and headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
        return _refuse(415, "bad_type", "the body must be application/json")
    return None


class _Body:
    """Counts the bytes of a body while it arrives, because a sender may not give its length."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._total = 0
        self.too_large = False

    async def receive(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            self._total += len(message.get("body", b""))
            if self._total > MAX_BODY:
                self.too_large = True
                raise _TooLarge
        return message


def _with_headers(send: Send, path: str, new_client: str | None, secure: bool) -> Send:
    """Adds the security headers to an answer; they are bytes already, because every answer needs them."""
    static = path.startswith("/static/")

    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [*message.get("headers", ()), *_RAW_HEADERS]
            if not any(name == b"cache-control" for name, _ in headers):
                headers.append((b"cache-control", b"no-cache" if static else b"no-store"))
            if new_client is not None and not static:
                cookie = f"{CLIENT_COOKIE}={new_client}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000"
                cookie += "; Secure" if secure else ""
                headers.append((b"set-cookie", cookie.encode()))
            message["headers"] = headers
        await send(message)

    return wrapped


def _refuse(status: int, code: str, message: str) -> Response:
    return JSONResponse(error_body(code, message), status)


def _cookies(headers: Headers) -> dict[str, str]:
    """The cookies by name; those of the server have plain values, so nothing is unquoted."""
    pairs = (part.partition("=") for part in headers.get("cookie", "").split(";"))
    return {name.strip(): value.strip() for name, equals, value in pairs if equals}


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return f"address {client[0]}" if client else "unknown"


@lru_cache(maxsize=64)
def _host_name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _is_page(scope: Scope) -> bool:
    """Whether a request is for a page: links from other sites may open pages, but not call the API."""
    return scope["method"] in _SAFE and not scope["path"].startswith("/api/")


def _local_path(path: str) -> str:
    return "/" + path.lstrip("/\\")


def _same(given: str, wanted: str) -> bool:
    return bool(given) and hmac.compare_digest(given.encode(), wanted.encode())
