"""Starts the workbench: finds a free port, prints the address, opens a browser window."""

from __future__ import annotations

import contextlib
import logging
import os
import re
import secrets
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from urllib.parse import SplitResult, urlsplit

from honte.errors import InputError
from honte.library.folder import data_folder, data_trouble, ensure_data_folder

DEFAULT_PORT = 8361
"""The first port tried."""
PORTS = 20
"""Ports tried one after another before the system chooses one."""
MOST_CONNECTIONS = 2000
"""Connections that a shared server holds; it refuses more with status 503."""
LEAST_TOKEN = 16
"""Characters of the shortest token that a user may choose."""
_DATABASE = "workbench.sqlite3"
"""The file of the workbench in the data folder."""


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    *,
    public: str | None = None,
    new_token: bool = False,
    open_browser: bool = True,
    say: Callable[[str], None] = print,
) -> None:
    """Runs the server until Ctrl-C; where the data folder cannot be written, it keeps all in memory.

    On an address that other machines can reach, and behind a proxy whose address is `public`, it demands a
    token, prints it as part of the address, and limits the requests of each client. The token stays the same
    from start to start; `new_token` replaces it.
    """
    import uvicorn

    from honte.web.app import create_app
    from honte.web.limits import Limits
    from honte.web.security import LOOPBACK

    proxy = None if public is None else _public(public)
    sys.setswitchinterval(0.001)  # seconds: a click gets its turn soon while an engine loads
    listener = _listener(host, port)
    folder, warning = _home()
    token = None if host in LOOPBACK and proxy is None else kept_token(folder, anew=new_token)
    app = create_app(
        None if folder is None else folder / _DATABASE,
        hosts=LOOPBACK if token is None else None if proxy is None else LOOPBACK | {proxy.hostname or ""},
        token=token,
        limits=None if token is None else Limits(),
        secure=proxy is not None and proxy.scheme == "https",
    )
    address = _address(host, listener.getsockname()[1], token, proxy)
    say(f"honte is at {address}")
    if token is not None:
        say("Anyone who has this address can use the workbench.")
    say(f"{warning}Press Ctrl-C to stop.")
    config = uvicorn.Config(
        app,
        log_config=None,  # lines go where the program's own log goes
        log_level="warning", access_log=False,
        server_header=False,
        timeout_graceful_shutdown=2,
        limit_concurrency=None if token is None else MOST_CONNECTIONS,
    )  # fmt: skip

    class Server(uvicorn.Server):
        """Stops all searches at Ctrl-C, so that open streams of events end."""

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
            app.state.workbench.jobs.close()
            super().handle_exit(sig, frame)

    server = Server(config)
    if open_browser and _has_screen():
        threading.Thread(target=_open_when_ready, args=(server, address), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listener])


def _home() -> tuple[Path | None, str]:
    """The data folder; or None, and a line that says that nothing can be kept there."""
    trouble = data_trouble()
    if not trouble:
        return ensure_data_folder(), ""
    folder = data_folder()
    held = " What it holds is not shown." if os.path.exists(folder / _DATABASE) else ""
    return None, (
        f"The data folder {folder} cannot be written ({trouble}). Games, problems and progress are kept in "
        f"memory and are gone when honte stops.{held} HONTE_DATA names another folder.\n"
    )


def kept_token(folder: Path | None, *, anew: bool = False) -> str:
    """The token of the environment variable HONTE_TOKEN, or one that is made once and kept in the folder.

    Without a folder the token is new at each start.
    """
    if chosen := os.environ.get("HONTE_TOKEN", "").strip():
        if len(chosen) < LEAST_TOKEN or not re.fullmatch(r"[\w.~-]+", chosen, re.ASCII):
            raise InputError(f"HONTE_TOKEN needs {LEAST_TOKEN} or more letters, digits, or any of - _ . ~")
        return chosen
    if folder is None:
        return secrets.token_urlsafe(18)
    file = folder / "token"
    try:
        if not anew and file.exists() and (kept := file.read_text("ascii").strip()):
            return kept
        token = secrets.token_urlsafe(18)
        beside = folder / "token.new"
        beside.unlink(missing_ok=True)
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as out:
            out.write(f"{token}\n")
        beside.replace(file)
    except OSError as error:
        raise InputError(f"cannot keep the token in {file}: {error.strerror or error}") from None
    return token


def _public(text: str) -> SplitResult:
    """The address under which a proxy shows the server."""
    try:
        found = urlsplit(text)
        if found.scheme in ("http", "https") and found.hostname and found.path in ("", "/"):
            return found
    except ValueError:
        pass
    raise InputError(f"--public is {text!r}; expected an address without a path, like https://go.example.org")


def _has_screen() -> bool:
    """Whether a window can open; without a screen a text browser would take over the terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _listener(host: str, port: int | None) -> socket.socket:
    """A bound socket: on the given port, or on the first free port from the default on."""
    try:
        family = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)[0][0]
    except OSError:
        raise InputError(f"{host!r} is not an address of this machine") from None
    wanted = range(DEFAULT_PORT, DEFAULT_PORT + PORTS) if port is None else [port]
    reason = ""
    for candidate in [*wanted, *([0] if port is None else [])]:
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
        except (OSError, OverflowError) as error:
            listener.close()
            reason = str(getattr(error, "strerror", None) or error)
            continue
        return listener
    where = host if port is None else f"{host} port {port}"
    raise InputError(f"cannot listen on {where}: {reason}")


def _address(host: str, port: int, token: str | None, proxy: SplitResult | None = None) -> str:
    if proxy is not None:
        return f"{proxy.scheme}://{proxy.netloc}/?token={token}"
    shown = "127.0.0.1" if host in ("0.0.0.0", "localhost") else f"[{host}]" if ":" in host else host
    if host == "0.0.0.0":
        shown = socket.gethostname()
    return f"http://{shown}:{port}/" + (f"?token={token}" if token else "")


def _open_when_ready(server: object, address: str) -> None:
    for _ in range(100):
        if getattr(server, "started", False):
            break
        time.sleep(0.05)
    with contextlib.suppress(Exception):
        webbrowser.open(address)
