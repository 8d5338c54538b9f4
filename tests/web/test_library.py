"""The library over the API: lists, imports, changes with undo, problems opened on the board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from honte.web.app import create_app
from tests.library.samples import FOUR, GAME, THREE


def collections(client: TestClient) -> dict[str, Any]:
    return {each["folder"]: each for each in client.get("/api/library/collections").json()["collections"]}


def problems(client: TestClient, **asked: Any) -> list[dict[str, Any]]:
    return client.get("/api/library/problems", params=asked).json()["problems"]  # type: ignore[no-any-return]


def imported(client: TestClient, text: str = THREE + FOUR, collection: str = "Mine") -> dict[str, Any]:
    body = {"text": text, "name": "a.sgf", "collection": collection}
    return client.post("/api/library/import", json=body).json()  # type: ignore[no-any-return]


def test_a_list_is_printed_with_the_answers_of_its_files(client: TestClient) -> None:
    asked = {"collection": "shipped/basic", "title": "My class"}
    found = client.get("/api/library/sheet", params=asked)
    assert found.headers["content-type"] == "application/pdf"
    assert found.content.startswith(b"%PDF")
    assert len(found.content) > 10_000
    nothing = client.get("/api/library/sheet", params={"collection": "nowhere"})
    assert nothing.status_code == 422
    assert "nothing to print" in nothing.json()["error"]["message"]


def test_the_shipped_problems_are_there_with_pictures_and_files(client: TestClient) -> None:
    found = collections(client)
    assert found["shipped/basic"]["count"] == 30
    first = found["shipped/basic"]["first"][0]
    picture = client.get(f"/api/library/problems/{first}/picture")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert picture.text.startswith("<svg")
    assert b"RIGHT" in client.get(f"/api/library/problems/{first}/sgf").content
    assert (
        client.get("/api/library/export", params={"collection": "shipped/basic"}).content.count(b"GM[1]")
        == 30
    )


def test_lists_are_filtered_and_ids_follow_the_same_order(client: TestClient) -> None:
    asked = {"place": "corner", "aim": "live", "sort": "level"}
    listed = problems(client, **asked)
    assert {each["place"] for each in listed} == {"corner"}
    assert client.get("/api/library/ids", params=asked).json()[: len(listed)] == [
        each["id"] for each in listed
    ]
    shape = "-----------\n| . . . O X\n| O O O O X"
    assert [each["title"] for each in problems(client, shape=shape)] == ["tutorial: two eyes"]


def test_an_import_reports_and_a_position_is_recognized(client: TestClient) -> None:
    report = imported(client, THREE + GAME + FOUR)
    assert (report["saved"], report["failed"]) == (2, 1)
    assert "game record" in report["lines"][0]
    assert imported(client)["repeated"] == 2
    matches = client.post("/api/library/which", json={"text": THREE}).json()
    assert ("three", True) in [(each["title"], each["exact"]) for each in matches]
    assert client.post("/api/library/which", json={"text": "(;SZ[9];B[ee])"}).json() == []


def test_changes_and_undo(client: TestClient) -> None:
    imported(client)
    three = problems(client, collection="Mine", text="three")[0]["id"]

    def changed(path: str, **body: Any) -> str:
        answer = client.post(f"/api/library/{path}", json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()["undo"]  # type: ignore[no-any-return]

    changed(f"problems/{three}/edit", title="renamed")
    changed(f"problems/{three}/edit", tags=["Seki"])
    assert [each["title"] for each in problems(client, tag="seki")] == ["renamed"]
    changed("move", ids=[three], collection="Other")
    changed("rename", collection="Other", name="Third")
    assert collections(client)["Third"]["count"] == 1
    token = changed("delete", collection="Third")
    assert "Third" not in collections(client)
    client.post("/api/library/undo", json={"token": token})
    assert collections(client)["Third"]["count"] == 1
    assert client.post("/api/library/collections", json={"name": "Empty"}).status_code == 201
    assert collections(client)["Empty"]["count"] == 0


def test_a_problem_opens_on_the_board_and_again_from_its_start(client: TestClient) -> None:
    id = problems(client, text="tutorial")[0]["id"]
    opened = client.post(f"/api/library/problems/{id}/open").json()
    state = client.get(f"/api/problems/{opened['id']}").json()
    assert state["name"] == "tutorial: two eyes"
    client.post(f"/api/problems/{opened['id']}/play", json={"vertex": "B9"})
    assert client.post(f"/api/library/problems/{id}/open").json() == opened
    assert client.get(f"/api/problems/{opened['id']}").json()["move_number"] == 0


def test_problems_made_in_the_workbench_join_the_library(client: TestClient) -> None:
    made = client.post("/api/problems", json={"text": FOUR}).json()["ids"]
    assert len(made) == 1
    assert collections(client)["My problems"]["count"] == 1


def test_the_library_lies_beside_the_database(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path / "w.sqlite3", warm=False), base_url="http://127.0.0.1") as client:
        imported(client)
    assert len(list((tmp_path / "library" / "Mine").glob("*.sgf"))) == 2


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("import", {"text": "x", "collection": ".."}, 422),
        ("delete", {}, 422),
        ("delete", {"ids": ["0" * 16]}, 422),
        ("delete", {"collection": "shipped/basic"}, 422),
        ("rename", {"collection": "nowhere", "name": "x"}, 422),
        ("undo", {"token": "abc"}, 422),
        ("problems/xyz/open", {}, 404),
        ("which", {"text": "(;"}, 422),
    ],
)
def test_bad_requests_are_refused_in_one_line(
    client: TestClient, path: str, body: dict[str, Any], status: int
) -> None:
    answer = client.post(f"/api/library/{path}", json=body)
    assert answer.status_code == status
    assert "\n" not in answer.json()["error"]["message"]
