"""Two servers on one data folder, a full disk and a locked file: nothing is lost, and the answer says so."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from commands import WORKBENCH
from fastapi.testclient import TestClient

from honte.web.app import create_app


def server(folder: Path) -> TestClient:
    app = create_app(folder / "workbench.sqlite3", warm=False)
    return TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False)


def play(client: TestClient, id: str, vertex: str) -> Any:
    return client.post(f"/api/games/{id}/play", json={"vertex": vertex})


def moves(client: TestClient, id: str) -> list[str]:
    return list(client.get(f"/api/games/{id}").json()["moves"])


def test_two_servers_do_not_overwrite_each_other(tmp_path: Path) -> None:
    with server(tmp_path) as first, server(tmp_path) as second:
        id = first.post("/api/games", json={"cols": 9}).json()["id"]
        assert moves(second, id) == []
        assert play(first, id, "E5").status_code == 200
        refused = play(second, id, "C3")
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "stale")
        assert moves(second, id) == ["BE5"], "the refused server has looked again"
        assert play(second, id, "C3").status_code == 200
        assert play(first, id, "G7").status_code == 409
        assert play(first, id, "G7").status_code == 200
        assert moves(first, id) == ["BE5", "WC3", "BG7"]


def test_two_servers_with_variations(tmp_path: Path) -> None:
    game = "(;SZ[9];B[ee](;W[cc])(;W[gg]))"
    with server(tmp_path) as first, server(tmp_path) as second:
        id = first.post("/api/games/import", json={"text": game}).json()["id"]
        text = first.get(f"/api/games/{id}/sgf").text
        assert second.get(f"/api/games/{id}/sgf").text == text
        play(first, id, "A1")
        kept = first.get(f"/api/games/{id}/sgf").text
        assert play(second, id, "J9").status_code == 409
        assert second.get(f"/api/games/{id}/sgf").text == kept


@pytest.mark.parametrize(
    ("text", "status", "code"),
    [("database or disk is full", 507, "disk_full"), ("database is locked", 503, "not_saved")],
)
def test_a_change_that_cannot_be_saved_is_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, status: int, code: str
) -> None:
    with server(tmp_path) as client:
        id = client.post("/api/games", json={"cols": 9}).json()["id"]
        play(client, id, "E5")

        def fails(*given: object) -> None:
            raise sqlite3.OperationalError(text)

        with monkeypatch.context() as patched:
            patched.setattr("honte.library.store.Store.put_together", fails)
            refused = play(client, id, "C3")
            assert (refused.status_code, refused.json()["error"]["code"]) == (status, code)
        assert moves(client, id) == ["BE5"]
        assert play(client, id, "C3").status_code == 200
    with server(tmp_path) as again:
        assert moves(again, id) == ["BE5", "WC3"]


LETTERS = "ABCDEFGHJ"
APART = [f"{LETTERS[x]}{y + 1}" for x in range(9) for y in range(9) if (x + y) % 2 == 0]
"""Points of which no two touch, so that no stone is ever taken."""


@contextmanager
def process(folder: Path) -> Iterator[httpx.Client]:
    """The workbench in a process of its own, killed at the end; a client for it."""
    where = {**os.environ, "HONTE_DATA": str(folder)}
    started = subprocess.Popen(
        [sys.executable, "-u", "-c", WORKBENCH], env=where, stdout=subprocess.PIPE, text=True
    )
    try:
        assert started.stdout is not None
        found = re.search(r"http://\S+", started.stdout.readline())
        assert found is not None
        patient = httpx.HTTPTransport(retries=10)
        with httpx.Client(base_url=found[0], transport=patient, timeout=120) as client:
            yield client
    finally:
        started.kill()
        started.wait(60)


def insist(client: httpx.Client, id: str, vertices: list[str]) -> int:
    """Plays all moves, each until the server takes it; how often another server had been faster."""
    stale = 0
    for vertex in vertices:
        for _ in range(500):
            answer = client.post(f"/api/games/{id}/play", json={"vertex": vertex})
            if answer.status_code == 200:
                break
            assert (answer.status_code, answer.json()["error"]["code"]) == (409, "stale")
            stale += 1
        else:
            raise AssertionError(f"{vertex} was never played")
    return stale


def test_two_processes_lose_nothing(tmp_path: Path) -> None:
    """Two people play in one game at the same time, each through a server, and each keeps things besides."""
    problem = "Black to play\n. . . W x -\nW W W W x -\nx x x x x -\n"
    with process(tmp_path) as first, process(tmp_path) as second:
        shared = first.post("/api/games", json={"cols": 9}).json()["id"]
        both = (first, second)
        with ThreadPoolExecutor(2) as people:
            played = [people.submit(insist, each, shared, APART[n:30:2]) for n, each in enumerate(both)]
            for done in played:
                done.result()
        asked = [(each, {"cols": 5 + n}) for n, each in enumerate(both) for _ in range(3)]
        own = [each.post("/api/games", json=body).json()["id"] for each, body in asked]
        kept = [each.post("/api/problems", json={"text": problem}).json()["ids"][0] for each in both]
    with process(tmp_path) as again:  # the others were killed
        there = again.get(f"/api/games/{shared}").json()["moves"]
        assert sorted(move[1:] for move in there) == sorted(APART[:30])
        assert [again.get(f"/api/games/{id}").json()["cols"] for id in own] == [5] * 3 + [6] * 3
        assert [again.get(f"/api/problems/{id}").status_code for id in kept] == [200, 200]
