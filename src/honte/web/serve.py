"""Starts the workbench: finds a free port, prints the address, opens a browser window."""

from __future__ import annotations

import contextlib
import logging
import os
import secrets
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from types import FrameType

from honte.errors import InputError
from honte.library.folder import ensure_data_folder

DEFAULT_PORT = 8361
"""The first port tried."""
PORTS = 20
"""Ports tried one after another before the system chooses one."""


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    *,
    open_browser: bool = True,
    say: Callable[[str], None] = print,
) -> None:
    """Runs the server until Ctrl-C.

    On an address that other machines can reach, it makes a token and prints it as part of the address.
    """
    import uvicorn

    from honte.web.app import create_app
    from honte.web.security import LOOPBACK

    sys.setswitchinterval(0.001)  # seconds: a click gets its turn soon while an engine loads
    listener = _listener(host, port)
    token = None if host in LOOPBACK else secrets.token_urlsafe(18)
    app = create_app(
        ensure_data_folder() / "workbench.sqlite3",
        hosts=LOOPBACK if token is None else None,
        token=token,
    )
    address = _address(host, listener.getsockname()[1], token)
    say(f"honte is at {address}")
    if token is not None:
        say("Anyone who has this address can use the workbench.")
    say("Press Ctrl-C to stop.")
    config = uvicorn.Config(
        app,
        log_config=None,  # lines go where the program's own log goes
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=2,
    )

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
    raise InputError(f"cannot listen on {host} port {port}: {reason}")


def _address(host: str, port: int, token: str | None) -> str:
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
