"""Reviews through the API: streamed, kept with the game, made again when the line changes."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient
from web.helpers import finished

from honte.web.routes.review import ReviewState

GAME = "(;SZ[9]KM[5.5]RU[Chinese]RE[B+R];B[ee];W[ec];B[gc](;W[eg];B[gg];W[cf];B[gf];W[cc])(;W[gg]))"


@pytest.fixture
def path(client: TestClient) -> str:
    found = client.post("/api/games/import", json={"text": GAME}).json()
    return f"/api/games/{found['id']}"


def made(client: TestClient, path: str, **body: Any) -> dict[str, Any]:
    job = finished(client, client.post(f"{path}/review", json={"fights": 1, **body}))
    assert job["state"] == "done", job
    ReviewState.model_validate(job["answer"])
    answer: dict[str, Any] = job["answer"]
    return answer


def test_a_review_has_the_shape_that_is_described_and_is_kept(client: TestClient, path: str) -> None:
    assert client.get(f"{path}/review").json() == {"review": None}
    found = made(client, path)
    assert found["stage"] == "done"
    assert [move["vertex"] for move in found["moves"]][:3] == ["E5", "E7", "G7"]
    assert len(found["curve"]) == found["length"] + 1 == 9
    assert client.get(f"{path}/review").json()["review"] == found
    assert made(client, path) == found


def test_stepping_through_the_game_keeps_its_review_and_a_new_line_is_another(
    client: TestClient, path: str
) -> None:
    found = made(client, path)
    client.post(f"{path}/goto", json={"move": 3})
    assert client.get(f"{path}/review").json()["review"] == found
    client.post(f"{path}/branch", json={"choice": 1})
    assert client.get(f"{path}/review").json()["review"] == found, "the main line is as it was"
    assert client.get(f"{path}/review", params={"line": "shown"}).json()["review"] is None
    assert made(client, path, line="shown")["length"] == 4


def test_the_review_goes_with_its_game(client: TestClient, path: str) -> None:
    made(client, path, fights=0)
    assert client.delete(path).status_code == 204
    assert client.get(f"{path}/review").status_code == 404
    assert client.post(f"{path}/review", json={}).status_code == 404


def test_an_empty_game_has_an_empty_review(client: TestClient) -> None:
    id = client.post("/api/games", json={"cols": 9}).json()["id"]
    found = made(client, f"/api/games/{id}")
    assert (found["moves"], found["fights"], len(found["curve"])) == ([], [], 1)


def test_the_report_is_a_file_after_the_review(client: TestClient, path: str) -> None:
    refused = client.get(f"{path}/report.html")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "not_reviewed")
    made(client, path, fights=0)
    page = client.get(f"{path}/report.html")
    assert page.headers["content-disposition"].startswith("attachment")
    assert "<h1>" in page.text
    assert client.get(f"{path}/report.md").text.startswith("# ")
    assert client.get(f"{path}/report.json").json()["review"]["length"] == 8
    assert client.get(f"{path}/report.pdf").status_code == 422
