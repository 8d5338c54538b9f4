"""The server as a user starts it: the command, its address, its token, and sockets that close."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from honte.errors import InputError
from honte.web import jobs as jobs_module
from honte.web.app import create_app
from honte.web.serve import _listener

MAIN = "from honte.cli.main import main; main()"
OPEN_BOARD = (
    "Black to play\narea: all\n"
    + ". . . . . . . .\n. . W W . . . .\n. . W X X X . .\n. . W X . X . .\n. . . X X . . .\n"
    + ". . . . . . . .\n" * 3
)


def started(tmp_path: Path, *arguments: str) -> tuple[subprocess.Popen[str], str]:
    environment = {**os.environ, "HONTE_DATA": str(tmp_path)}
    process = subprocess.Popen(
        [sys.executable, "-c", MAIN, "--no-browser", "--port", "0", *arguments],
        stdout=subprocess.PIPE, text=True, env=environment,
    )  # fmt: skip
    assert process.stdout is not None
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found is not None
    return process, found[0]


def until_up(address: str, **options: Any) -> httpx.Response:
    for _ in range(400):
        try:
            return httpx.get(address, **options)
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError("the server did not come up")


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_bare_honte_serves_and_survives_kill_9(tmp_path: Path) -> None:
    process, address = started(tmp_path)
    try:
        assert address.startswith("http://127.0.0.1:")
        assert "<title>honte</title>" in until_up(address).text
        game = httpx.post(f"{address}api/games", json={"cols": 9}).json()
        httpx.post(f"{address}api/games/{game['id']}/play", json={"vertex": "E5"})
        process.send_signal(signal.SIGKILL)
        process.wait(10)
        process, address = started(tmp_path)
        until_up(address)
        assert httpx.get(f"{address}api/games/{game['id']}").json()["moves"] == ["BE5"]
        process.send_signal(signal.SIGINT)
        assert process.wait(15) == 0
    finally:
        process.kill()


def test_another_host_demands_the_printed_token(tmp_path: Path) -> None:
    process, address = started(tmp_path, "--host", "0.0.0.0")
    try:
        port = re.search(r":(\d+)/", address)
        token = re.search(r"token=(\S+)", address)
        assert port is not None
        assert token is not None
        here = f"http://127.0.0.1:{port[1]}"
        assert until_up(f"{here}/").status_code == 401
        with httpx.Client(base_url=here, follow_redirects=True) as client:
            assert client.get(f"/?token={token[1]}").status_code == 200
            assert client.get("/api/status").status_code == 200
    finally:
        process.kill()


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(InputError, match="cannot listen"):
            _listener("127.0.0.1", taken.getsockname()[1])
    with pytest.raises(InputError, match="not an address"):
        _listener("no such host", None)


def test_small_answers_leave_at_once() -> None:
    """asyncio turns off Nagle's delay (40 ms for each answer) only for sockets of protocol TCP."""
    with _listener("127.0.0.1", 0) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_a_closed_socket_ends_its_search(monkeypatch: pytest.MonkeyPatch, running: Any) -> None:
    monkeypatch.setattr(jobs_module, "UNWATCHED_SECONDS", 0.3)
    app = create_app(warm=False)
    with running(app) as address, httpx.Client(base_url=address, timeout=60) as client:
        problem = client.post("/api/problems", json={"text": OPEN_BOARD}).json()["ids"][0]
        job = client.post(f"/api/problems/{problem}/solve", json={"seconds": 100}).json()
        host, port = address.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as watcher:
            ask = f"GET /api/jobs/{job['id']}/events HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n"
            watcher.sendall(ask.encode())
            assert watcher.recv(100).startswith(b"HTTP/1.1 200")
        for _ in range(1200):
            state = client.get(f"/api/jobs/{job['id']}").json()["state"]
            if state not in ("waiting", "running"):
                break
            time.sleep(0.05)
        assert state in ("done", "stopped")
        assert client.get("/api/status").status_code == 200
