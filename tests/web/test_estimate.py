"""Estimates, moyo overlays and curves through the API."""

from __future__ import annotations

import time
from typing import Any

import pytest
from fastapi.testclient import TestClient

GAME = "(;SZ[9]KM[5.5]RU[Chinese];B[ee];W[ec];B[gc];W[eg];B[gg];W[cf];B[gf];W[cc])"


@pytest.fixture
def path(client: TestClient) -> str:
    found = client.post("/api/games/import", json={"text": GAME}).json()
    return f"/api/games/{found['id']}"


def test_every_model_gives_ownership_and_a_margin(client: TestClient, path: str) -> None:
    models = client.get("/api/models").json()
    assert models["default"] in models["models"]
    for model in models["models"]:
        found = client.get(f"{path}/estimate", params={"model": model}).json()
        assert len(found["ownership"]) == 9
        assert all(-1 <= value <= 1 for row in found["ownership"] for value in row)
        assert isinstance(found["margin"], float)


def test_a_move_in_the_middle(client: TestClient, path: str) -> None:
    client.post(f"{path}/undo", json={})
    at = client.get(f"{path}/at", params={"move": 3}).json()
    assert (at["last"], at["moves"], at["to_play"]) == ("G7", 8, "W")
    assert client.get(f"{path}/estimate", params={"move": 8}).status_code == 200, "undone moves count too"
    assert client.get(f"{path}/at", params={"move": 9}).status_code == 422
    assert client.get(f"{path}/estimate", params={"move": -1}).status_code == 422
    assert client.get(f"{path}/estimate", params={"model": "crystal ball"}).status_code == 422


def test_moyo_overlays(client: TestClient, path: str) -> None:
    found = client.get(f"{path}/moyo").json()
    empty = sum(row.count(".") for row in client.get(path).json()["stones"])
    assert len(found["enclosed"]) == empty
    assert {region["color"] for region in found["regions"]} == {"B", "W"}
    assert all(len(pair) == 2 for pair in found["pairs"].values())


def test_the_curve_runs_to_the_end(client: TestClient, path: str) -> None:
    job: dict[str, Any] = client.post(f"{path}/curve", json={"model": "influence"}).json()
    for _ in range(3000):
        job = client.get(f"/api/jobs/{job['id']}").json()
        if job["state"] == "done":
            break
        time.sleep(0.02)
    assert [point[0] for point in job["answer"]["points"]] == list(range(9))
