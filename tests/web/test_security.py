"""What the server refuses, and that it stays up while refusing."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from honte.web.app import create_app
from honte.web.security import CONTENT_POLICY

JSON = {"Content-Type": "application/json"}


def code(answer: Any) -> str:
    return answer.json()["error"]["code"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{not json", 400),
        (b"", 422),
        (b"[]", 422),
        (b'{"cols": -9}', 422),
        (b'{"cols": 0}', 422),
        (b'{"cols": 1000000}', 422),
        (b'{"cols": 26}', 422),
        (b'{"cols": 9.5}', 422),
        (b'{"cols": "nine"}', 422),
        (b'{"cols": 9, "komi": NaN}', 422),
        (b'{"cols": 9, "komi": 1e999}', 422),
        (b'{"cols": 9, "komi": 7.3}', 422),
        (b'{"cols": 9, "rules": "chess"}', 422),
        (b'{"cols": 9, "handicap": 99}', 422),
        (b'{"cols": 3, "handicap": 4}', 422),
        (b'{"cols": 9, "surprise": 1}', 422),
        (b'{"cols": 9' + b"[" * 5000, 400),
        (b"\xff\xfe\x00", 400),
    ],
)
def test_bad_bodies_get_a_clear_4xx(client: TestClient, body: bytes, status: int) -> None:
    answer = client.post("/api/games", content=body, headers=JSON)
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]["message"]


def test_large_bodies_are_refused_with_and_without_a_length(client: TestClient) -> None:
    big = b'{"text": "' + b"x" * 10_000_000 + b'"}'
    assert client.post("/api/games/import", content=big, headers=JSON).status_code == 413
    pieces = (b"x" * 100_000 for _ in range(100))
    assert client.post("/api/games/import", content=pieces, headers=JSON).status_code == 413
    assert client.get("/api/status").status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/api/games/nosuchgame",
        "/api/games/" + "x" * 5000,
        "/api/jobs/none",
        "/api/jobs/none/events",
        "/nothing",
        "/play/a/b",
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static//etc/passwd",
        "/static/",
    ],
)
def test_unknown_ids_and_paths_are_404(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404, answer.text
    assert code(answer) == "not_found"


def test_other_hosts_and_origins_are_refused(client: TestClient) -> None:
    assert code(client.get("/", headers={"Host": "evil.example"})) == "bad_host"
    assert code(client.get("/", headers={"Host": ""})) == "bad_host"
    assert client.get("/", headers={"Host": "localhost:8361"}).status_code == 200
    for origin in ("http://evil.example", "null", "http://127.0.0.1:9999", "::::"):
        answer = client.post("/api/games", json={}, headers={"Origin": origin})
        assert code(answer) == "bad_origin"
    assert client.post("/api/games", json={}, headers={"Origin": "http://127.0.0.1"}).status_code == 201
    answer = client.get("/api/games", headers={"Sec-Fetch-Site": "cross-site"})
    assert code(answer) == "bad_origin"
    assert client.get("/play", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200


def test_forms_cannot_post(client: TestClient) -> None:
    assert client.post("/api/games", content=b"{}", headers={"Content-Type": "text/plain"}).status_code == 415
    assert client.post("/api/games", data={"cols": "9"}).status_code == 415


def test_a_token_is_demanded_off_the_loopback() -> None:
    with pytest.raises(ValueError, match="token"):
        create_app(hosts=None)
    with TestClient(create_app(hosts=None, token="sesame", warm=False), base_url="http://box:1") as client:
        assert client.get("/").status_code == 401
        assert client.get("/api/status").status_code == 401
        assert client.get("/static/main.js").status_code == 401
        assert client.get("/?token=wrong").status_code == 401
        assert client.get("/api/status", headers={"Authorization": "Bearer sesame"}).status_code == 200
        answer = client.get("/play?token=sesame&x=1", follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, "/play?x=1")
        assert "HttpOnly" in answer.headers["set-cookie"]
        assert client.get("/api/status").status_code == 200, "the cookie is enough from now on"


def test_the_token_redirect_stays_here() -> None:
    with TestClient(create_app(hosts=None, token="sesame", warm=False), base_url="http://box:1") as client:
        answer = client.get("//evil.example/?token=sesame", follow_redirects=False)
        assert not answer.headers.get("location", "/").startswith("//")


def test_every_answer_carries_the_policy(client: TestClient) -> None:
    for path in ("/", "/api/status", "/static/app.css", "/nothing"):
        headers = client.get(path).headers
        assert headers["content-security-policy"] == CONTENT_POLICY
        assert headers["x-content-type-options"] == "nosniff"


def test_the_page_names_no_other_site(client: TestClient) -> None:
    page = client.get("/").text
    assert "http://" not in page
    assert "https://" not in page


def test_settings_are_small_and_per_client(client: TestClient) -> None:
    client.get("/")
    assert client.put("/api/settings", json={"name": "theme", "value": "dark"}).status_code == 204
    assert client.get("/api/settings").json() == {"theme": "dark"}
    assert 'data-theme="dark"' in client.get("/").text
    assert client.put("/api/settings", json={"name": "x", "value": "y" * 5000}).status_code == 422
    assert client.put("/api/settings", json={"name": "x", "value": {}}).status_code == 422
    for number in range(120):
        last = client.put("/api/settings", json={"name": f"n{number}", "value": 1}).status_code
    assert last == 422
    client.cookies.clear()
    assert client.get("/api/settings").json() == {}
