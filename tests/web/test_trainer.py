"""Training over the API: today's set, notes, rating, the quiz."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.web.helpers import finished


def overview(client: TestClient, **asked: Any) -> dict[str, Any]:
    return client.get("/api/train", params=asked).json()  # type: ignore[no-any-return]


def opened(client: TestClient, id: str) -> str:
    return client.post(f"/api/library/problems/{id}/open").json()["id"]  # type: ignore[no-any-return]


def test_a_try_is_noted_and_shows_in_the_set_the_rating_and_the_library(client: TestClient) -> None:
    before = overview(client)
    assert len(before["today"]) == 10
    assert before["rating"]["known"] is False
    first, second = (each["id"] for each in before["today"][:2])
    noted = client.post(
        "/api/train/reviews", json={"id": opened(client, first), "solved": True, "seconds": 30}
    )
    assert noted.status_code == 201
    assert noted.json()["rated"] is True
    assert noted.json()["again"].endswith("days")
    client.post("/api/train/reviews", json={"id": opened(client, second), "solved": False, "mistakes": 2})
    after = overview(client)
    assert [(each["done"], each["clean"]) for each in after["today"][:3]] == [
        (True, True), (True, False), (False, False),
    ]  # fmt: skip
    assert [each["id"] for each in after["today"]] == [each["id"] for each in before["today"]]
    assert after["mistakes"] == 1
    assert after["rating"]["known"] is True
    assert len(after["curve"]) == 2
    assert after["tables"]["total"][0]["tries"] == 2
    assert [each["id"] for each in client.get("/api/train/mistakes").json()] == [second]
    assert client.get(f"/api/library/problems/{first}").json()["state"] == "solved"


def test_more_problems_are_new_ones(client: TestClient) -> None:
    today = overview(client, size=5)["today"]
    client.post("/api/train/reviews", json={"id": opened(client, today[0]["id"]), "solved": True})
    found = client.get("/api/train/more", params={"size": 100}).json()
    assert len(found) == 100
    assert today[0]["id"] not in [each["id"] for each in found]


def test_a_problem_opened_again_is_a_new_try(client: TestClient) -> None:
    id = client.get("/api/library/problems", params={"text": "tutorial"}).json()["problems"][0]["id"]
    board = opened(client, id)
    client.post(f"/api/problems/{board}/help")
    assert client.get(f"/api/problems/{board}").json()["helped"] is True
    assert client.get(f"/api/problems/{opened(client, id)}").json()["helped"] is False


def test_the_other_replies_to_a_solved_problem_become_problems(client: TestClient) -> None:
    found = client.get("/api/library/problems", params={"text": "J group"}).json()["problems"]
    board = opened(client, next(each["id"] for each in found if each["title"] == "J group"))
    assert client.post(f"/api/train/variations/{board}").status_code == 422
    for _ in range(8):
        best = finished(client, client.post(f"/api/problems/{board}/solve", json={"seconds": 60}))["answer"][
            "best"
        ]
        state = client.post(f"/api/problems/{board}/play", json={"vertex": best[0]}).json()
        answer = client.post(
            f"/api/problems/{board}/answer", json={"seconds": 60, "version": state["version"]}
        )
        if finished(client, answer)["answer"]["solved"]:
            break
    made = finished(client, client.post(f"/api/train/variations/{board}"))["answer"]["ids"]
    assert made
    states = [client.get(f"/api/problems/{id}").json() for id in made]
    assert {state["to_play"] for state in states} == {"B"}
    assert len({"".join(state["stones"]) for state in states}) == len(made)
    assert not {each["id"] for each in client.get("/api/problems").json()} & set(made)


def test_the_quiz_asks_and_judges(client: TestClient) -> None:
    asked = client.get("/api/train/quiz", params={"collection": "shipped/basic"}).json()
    assert asked["color"] in ("Black", "White")
    picture = client.get(f"/api/train/quiz/{asked['id']}/picture", params={"after": asked["after"]})
    assert picture.text.startswith("<svg")
    assert "<polygon" in picture.text
    three = next(
        each
        for each in client.get("/api/library/problems", params={"text": "straight three"}).json()["problems"]
        if each["title"] == "straight three"
    )
    body = {"choice": "unsettled", "limit": 60}
    job = finished(client, client.post(f"/api/train/quiz/{three['id']}", json=body))
    assert (job["answer"]["right"], job["answer"]["correct"]) == ("unsettled", True)
    job = finished(client, client.post(f"/api/train/quiz/{three['id']}", json=body | {"after": "E5"}))
    assert (job["answer"]["right"], job["answer"]["correct"]) == ("dead", False)
    assert overview(client)["tables"]["quiz"][0]["tries"] == 2
    assert client.get("/api/train/quiz", params={"collection": "nowhere"}).json() is None


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("reviews", {"id": "nowhere", "solved": True}, 404),
        ("reviews", {"id": "x", "solved": True, "seconds": -1}, 422),
        ("quiz/nowhere", {"choice": "dead"}, 404),
        ("quiz/nowhere", {"choice": "maybe"}, 422),
        ("quiz/nowhere", {"choice": "dead", "after": "A1," * 20}, 422),
    ],
)
def test_bad_requests_are_refused(client: TestClient, path: str, body: dict[str, Any], status: int) -> None:
    assert client.post(f"/api/train/{path}", json=body).status_code == status
