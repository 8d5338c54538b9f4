"""Two servers on one data folder, a full disk and a locked file: nothing is lost, and the answer says so."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
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
