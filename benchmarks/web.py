"""Measures the workbench under load, over the loopback: start, first page, throughput, simultaneous play.

    python benchmarks/web.py --json
    python benchmarks/web.py --players 50 --seconds 10
    python benchmarks/web.py --club --players 200

The server runs as its own process, as a user starts it, with an empty data folder. The clients write HTTP
over kept-alive sockets themselves, so that asking costs little processor time. Throughput is given per
second and per second of the server's processor time (Linux only); other programs on the machine
hardly change the second figure. While the players play, two searches run, each for a client of its own.
With `--club` the server is shared: it demands a token and limits requests, and eight clients want to search,
so that six of them wait for their turn. Without Chromium the first page is not measured.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

START = [sys.executable, "-c", "from honte.cli.main import main; main()", "--no-browser", "--port", "0"]
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
HARD = """Black to play
area: all
. . . . . . .
. X X X X . .
. X W W X X .
. X W . W X .
. . W . . W .
. . W W W W .
. . . . . . .
"""
"""A problem on an open board: its search lasts as long as the players play."""


class Client:
    """One kept-alive connection."""

    token = ""
    """Of a server that demands one."""

    def __init__(self, host: str, port: int, name: str) -> None:
        self.host, self.port, self.name = host, port, name

    @property
    def own_headers(self) -> str:
        """The headers that every request has."""
        head = f"Host: {self.host}:{self.port}\r\nCookie: honte_client={self.name}\r\n"
        return head + (f"Authorization: Bearer {self.token}\r\n" if self.token else "")

    async def open(self) -> Client:
        """Connects."""
        self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        return self

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Sends a request and returns the status and the body of the answer."""
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\n{self.own_headers}"
        if data:
            head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
        self.writer.write(head.encode() + b"\r\n" + data)
        top = await self.reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", top)
        content = await self.reader.readexactly(int(length[1])) if length else b""
        return int(top.split(b" ", 2)[1]), content

    async def make(self, path: str, body: Any) -> Any:
        """Posts a body and returns the JSON answer; fails on any other status than 200 and 201."""
        status, content = await self.ask("POST", path, body)
        assert status in (200, 201), content
        return json.loads(content)

    def close(self) -> None:
        """Closes the connection."""
        self.writer.close()


def start(folder: str, club: bool = False) -> tuple[subprocess.Popen[str], str, int, float]:
    """Starts the server; returns its process, host, port and the seconds until it answered."""
    environment = {**os.environ, "HONTE_DATA": folder}
    command = START
    if club:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        command = [*START[:-1], str(port), "--public", f"http://127.0.0.1:{port}"]
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    found = re.search(r"http://([\d.]+):(\d+)/(?:\?token=(\S+))?", process.stdout.readline())
    assert found is not None, "the server did not print its address"
    Client.token = found[3] or ""
    asyncio.run(_until_up(found[1], int(found[2])))
    return process, found[1], int(found[2]), time.perf_counter() - began


async def _until_up(host: str, port: int) -> None:
    for _ in range(400):
        with suppress(OSError):
            client = await Client(host, port, "starter").open()
            status, _ = await client.ask("GET", "/api/status")
            client.close()
            if status == 200:
                return
        await asyncio.sleep(0.01)
    raise SystemExit("the server did not come up")


async def wait_warm(host: str, port: int) -> None:
    """Waits until the background compilation is over."""
    client = await Client(host, port, "starter").open()
    while json.loads((await client.ask("GET", "/api/status"))[1])["kernels"] in ("cold", "warming"):
        await asyncio.sleep(0.2)
    client.close()


class Asker(asyncio.Protocol):
    """A kept-alive connection that asks for one page over and over, with little processor time."""

    def __init__(self, ask: bytes) -> None:
        self.ask, self.count, self.received, self.length, self.wrong = ask, 0, b"", 0, 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Sends the first request."""
        # asyncio declares the base class here.
        self.transport: asyncio.Transport = transport  # type: ignore[assignment]
        self.transport.write(self.ask)

    def data_received(self, data: bytes) -> None:
        """Counts a complete answer and asks again."""
        self.received = data if not self.received else self.received + data
        if not self.length and (end := self.received.find(b"\r\n\r\n")) > 0:
            found = re.search(rb"content-length: (\d+)", self.received)
            self.length = end + 4 + (int(found[1]) if found else 0)
        if len(self.received) >= self.length > 0:  # every answer is as long as the first
            self.wrong += len(self.received) != self.length or not self.received.startswith(b"HTTP/1.1 200")
            self.last, self.received = self.received, b""
            self.count += 1
            self.transport.write(self.ask)


async def throughput(host: str, port: int, pid: int, seconds: float, connections: int = 16) -> dict[str, Any]:
    """Answers per second of the board endpoint, for a 19x19 game of 60 moves."""
    client = await Client(host, port, "reader").open()
    game = await client.make("/api/games", {"cols": 19})
    path = f"/api/games/{game['id']}"
    for number in range(60):
        vertex = f"{'ABCDEFGHJKLMNOPQRST'[number % 19]}{1 + 2 * (number // 19) + number % 2}"
        game = await client.make(path + "/play", {"vertex": vertex})
    client.close()
    ask = f"GET {path} HTTP/1.1\r\n{client.own_headers}\r\n".encode()
    loop, began, used = asyncio.get_running_loop(), time.perf_counter(), processor_seconds(pid)
    askers = [(await loop.create_connection(lambda: Asker(ask), host, port))[1] for _ in range(connections)]
    await asyncio.sleep(seconds)
    taken, used = time.perf_counter() - began, processor_seconds(pid) - used
    count = sum(asker.count for asker in askers)
    for asker in askers:
        asker.transport.abort()
        assert asker.wrong == 0
        assert json.loads(asker.last.partition(b"\r\n\r\n")[2]) == game
    return {
        "board_requests_per_second": round(count / taken),
        "board_requests_per_processor_second": round(count / used) if used else None,
    }


def processor_seconds(pid: int) -> float:
    """The processor time of a process so far; 0 on systems without /proc."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def answering_seconds(pid: int) -> float:
    """The processor time of the threads of a server that do not search: those have another niceness."""
    total = 0
    for task in Path(f"/proc/{pid}/task").glob("*/stat"):
        with suppress(OSError):
            fields = task.read_text().rpartition(")")[2].split()
            total += (int(fields[11]) + int(fields[12])) * (fields[16] == "0")
    return total / os.sysconf("SC_CLK_TCK")


async def playing(
    host: str, port: int, pid: int, players: int, seconds: float, searchers: int = 2
) -> dict[str, Any]:
    """The waiting times of players who move about every half second on 9x9 to 19x19, beside searches."""
    searches = [await Client(host, port, f"searcher{n}").open() for n in range(searchers)]
    jobs = [await _search(client, seconds + 5) for client in searches]
    clients = [await Client(host, port, f"player{n}").open() for n in range(players)]
    waits: list[float] = []
    used = answering_seconds(pid)
    end = time.perf_counter() + seconds

    async def play(client: Client, seed: int) -> None:
        chance = random.Random(seed)
        game = await client.make("/api/games", {"cols": chance.choice([9, 13, 19])})
        while time.perf_counter() < end:
            await asyncio.sleep(chance.uniform(0.2, 0.8))
            empty = open_points(game)
            vertex = chance.choice(empty) if empty else "pass"
            asked = time.perf_counter()
            game = await client.make(f"/api/games/{game['id']}/play", {"vertex": vertex})
            waits.append(time.perf_counter() - asked)
            if game["phase"] != "play":
                game = await client.make("/api/games", {"cols": 9})

    await asyncio.gather(*(play(client, n) for n, client in enumerate(clients)))
    used = answering_seconds(pid) - used
    again = await Client(host, port, "searcher0").open()  # the server closes idle connections
    states = [await _state(again, job) for job in jobs]
    for job in jobs:
        if job is not None:
            await again.ask("DELETE", f"/api/jobs/{job}")
    waits.sort()
    return {
        "players": players,
        "moves": len(waits),
        "moves_per_second": round(len(waits) / seconds, 1),
        "p50_ms": round(1000 * waits[len(waits) // 2], 2),
        "p95_ms": round(1000 * waits[int(len(waits) * 0.95)], 2),
        "worst_ms": round(1000 * waits[-1], 2),
        "processor_ms_per_move": round(1000 * used / len(waits), 2),
        "searches": states,
    }


def open_points(game: dict[str, Any]) -> list[str]:
    """The points of a game where its next player may play."""
    letters, rows = "ABCDEFGHJKLMNOPQRSTUVWXYZ", game["rows"]
    points = (
        f"{letters[x]}{rows - y}"
        for y, row in enumerate(game["stones"])
        for x, at in enumerate(row)
        if at == "."
    )
    return [point for point in points if point not in game["illegal"]]


async def _search(client: Client, seconds: float) -> str | None:
    """Starts a long search and reads its events; returns its job, or None where the server refuses it."""
    status, content = await client.ask("POST", "/api/problems", {"text": HARD})
    if status != 201:
        return None
    problem = json.loads(content)["ids"][0]
    status, content = await client.ask("POST", f"/api/problems/{problem}/solve", {"seconds": seconds})
    if status >= 300:
        return None
    job = str(json.loads(content)["id"])
    reader, writer = await asyncio.open_connection(client.host, client.port)
    ask = f"GET /api/jobs/{job}/events HTTP/1.1\r\n{client.own_headers}\r\n"
    writer.write(ask.encode())
    # A task without a reference may be garbage-collected.
    client.events = asyncio.create_task(_drain(reader, writer))  # type: ignore[attr-defined]
    return job


async def _drain(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while await reader.read(65536):
        pass
    writer.close()


async def _state(client: Client, job: str | None) -> str:
    if job is None:
        return "none"
    return str(json.loads((await client.ask("GET", f"/api/jobs/{job}"))[1])["state"])


def first_page(host: str, port: int) -> dict[str, Any]:
    """Kilobytes and files of the first page in a browser, and the milliseconds until it is drawn."""
    path = os.environ.get("HONTE_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        return {}
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for _ in range(2):  # the first visit warms the browser up
            page = browser.new_context().new_page()
            page.goto(f"http://{host}:{port}/")
            page.wait_for_selector(".deed")
            ready = page.evaluate("performance.now()")
            entries = page.evaluate(
                "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
                ".filter(e => !e.name.includes('/api/')).map(e => e.encodedBodySize)"
            )
        browser.close()
    return {"kilobytes": round(sum(entries) / 1000, 1), "files": len(entries), "ready_ms": round(ready)}


def main(arguments: Sequence[str] | None = None) -> None:
    """Starts the server, measures and prints."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--players", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--club", action="store_true", help="a shared server, with token and limits")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        start(folder)[0].kill()  # the first start fills the disk cache
        process, host, port, seconds = start(folder, options.club)
        try:
            asyncio.run(wait_warm(host, port))
            figures: dict[str, Any] = {
                "start_seconds": round(seconds, 2),
                "first_page": {} if options.club else first_page(host, port),
            }
            if not options.club:  # one client alone would meet its limit
                figures |= asyncio.run(throughput(host, port, process.pid, options.seconds / 2))
            searchers = 8 if options.club else 2
            figures["playing"] = asyncio.run(
                playing(host, port, process.pid, options.players, options.seconds, searchers)
            )
        finally:
            process.terminate()
            process.wait(10)
    if options.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:36} {value}")


if __name__ == "__main__":
    main()
