"""Records changed by hand: comments, marks, facts, variations; each change survives a restart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from honte.formats.sgf import parse
from honte.web.app import create_app

GAME = (
    "(;SZ[9]GN[Lesson]PB[Kuro]BR[3k]RE[W+R]XX[kept];B[ee]C[Three answers.](;W[ec];B[cc])"
    "(;W[gc]C[Wide.];B[cg];W[gg])(;W[ce]LB[cc:1]TR[ee]))"
)


def opened(client: TestClient, text: str = GAME) -> str:
    return str(client.post("/api/games/import", json={"text": text}).json()["id"])


def act(client: TestClient, id: str, what: str, **body: Any) -> dict[str, Any]:
    answer = client.post(f"/api/games/{id}/{what}", json=body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def root_of(client: TestClient, id: str) -> Any:
    return parse(client.get(f"/api/games/{id}/sgf").text)[0].root


def test_the_tree_names_every_node_and_the_line(client: TestClient) -> None:
    id = opened(client)
    tree = client.get(f"/api/games/{id}/tree").json()
    moves = [node[1] for node in tree["nodes"]]
    assert moves == ["", "BE5", "WE7", "BC7", "WG7", "BC3", "WG3", "WC5"]
    assert [node[0] for node in tree["nodes"]] == [-1, 0, 1, 2, 1, 4, 5, 1]
    assert [node[2] for node in tree["nodes"]] == [0, 1, 0, 0, 1, 0, 0, 1]
    assert tree["line"] == [0, 1, 2, 3]
    game = act(client, id, "node", node=5)
    assert (game["move_number"], game["moves"]) == (3, ["BE5", "WG7", "BC3", "WG3"])
    assert client.get(f"/api/games/{id}/tree").json()["line"] == [0, 1, 4, 5, 6]
    assert client.post(f"/api/games/{id}/node", json={"node": 99}).status_code == 422


def test_a_long_record_is_drawn(client: TestClient) -> None:
    points = [f"{chr(97 + n % 19)}{chr(97 + n // 19)}" for n in range(300)]
    text = "(;SZ[19]" + "".join(f";{'BW'[n % 2]}[{point}]" for n, point in enumerate(points)) + ")"
    id = opened(client, text)
    assert len(client.get(f"/api/games/{id}/tree").json()["nodes"]) == 301
    assert act(client, id, "node", node=200)["move_number"] == 200


def test_comments_and_marks_are_written(client: TestClient) -> None:
    id = opened(client)
    act(client, id, "goto", move=1)
    game = act(client, id, "comment", text="Four [answers].\n\nIndeed.")
    assert game["record"]["comment"] == "Four [answers].\n\nIndeed."
    act(client, id, "marks", vertex="C3", kind="label", label="a")
    act(client, id, "marks", vertex="E5", kind="triangle")
    game = act(client, id, "marks", vertex="D4", kind="square")
    assert game["record"]["marks"] == {
        "C3": {"type": "label", "label": "a"}, "E5": {"type": "triangle"}, "D4": {"type": "square"},
    }  # fmt: skip
    game = act(client, id, "marks", vertex="D4", kind="cross")
    assert game["record"]["marks"]["D4"] == {"type": "cross"}
    game = act(client, id, "marks", vertex="C3", kind="")
    assert "C3" not in game["record"]["marks"]
    node = root_of(client, id).children[0]
    assert node.text("C") == "Four [answers].\n\nIndeed."
    assert (node.properties["TR"], node.properties["MA"]) == (["ee"], ["df"])
    assert "LB" not in node
    assert act(client, id, "comment", text="  ")["record"]["comment"] == ""


def test_comments_of_a_game_played_here_survive_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite3"
    with TestClient(create_app(database, warm=False), base_url="http://127.0.0.1") as client:
        id = client.post("/api/games", json={"cols": 9}).json()["id"]
        for vertex in ("E5", "C3"):
            act(client, id, "play", vertex=vertex)
        act(client, id, "comment", text="Near.")
    with TestClient(create_app(database, warm=False), base_url="http://127.0.0.1") as client:
        game = client.get(f"/api/games/{id}").json()
        assert (game["record"]["comment"], game["moves"]) == ("Near.", ["BE5", "WC3"])


def test_facts_are_kept_and_shown_wherever_the_board_stands(client: TestClient) -> None:
    id = opened(client)
    facts = {"title": "Lesson", "black": "Kuro", "black_rank": "3k", "result": "W+R"}
    assert client.get(f"/api/games/{id}").json()["facts"] == facts
    assert act(client, id, "goto", move=1)["facts"] == facts
    assert act(client, id, "goto", move=99)["result"] == "W+R"
    body = {"title": "Renamed", "white": "Shiro", "white_rank": "1d", "date": "2026-11-18", "result": "B+2.5"}
    game = client.put(f"/api/games/{id}/facts", json=body).json()
    assert game["facts"] == facts | body
    assert (game["title"], game["players"]) == ("Renamed", {"B": "Kuro", "W": "Shiro"})
    assert client.get("/api/games").json()[0] | {"updated": 0} == {
        "id": id, "title": "Renamed", "cols": 9, "rows": 9, "moves": 3, "result": "B+2.5",
        "players": {"B": "Kuro", "W": "Shiro"}, "updated": 0,
    }  # fmt: skip
    root = root_of(client, id)
    assert (root.simple("RE"), root.simple("DT"), root.properties["XX"]) == ("B+2.5", "2026-11-18", ["kept"])
    refused = client.put(f"/api/games/{id}/facts", json={"result": "Black won"})
    assert refused.json()["error"]["message"].startswith("'Black won' is no result; write B+3.5")
    assert "place" not in client.put(f"/api/games/{id}/facts", json={"place": ""}).json()["facts"]


def test_a_result_made_here_stays_until_it_is_taken_back(client: TestClient) -> None:
    id = client.post("/api/games", json={"cols": 9}).json()["id"]
    for vertex in ("E5", "C3", "G7"):
        act(client, id, "play", vertex=vertex)
    assert act(client, id, "resign")["result"] == "B+R"
    game = act(client, id, "goto", move=1)
    assert (game["result"], game["facts"]["result"]) == (None, "B+R")
    assert root_of(client, id).simple("RE") == "B+R"
    assert act(client, id, "goto", move=9)["result"] == "B+R"
    game = act(client, id, "undo")
    assert (game["result"], game["facts"]) == (None, {})


def test_a_variation_is_deleted_and_brought_back(client: TestClient) -> None:
    id = opened(client)
    before = client.get(f"/api/games/{id}/sgf").text
    act(client, id, "node", node=4)
    game = act(client, id, "cut")
    assert (game["move_number"], [each["vertex"] for each in game["record"]["choices"]]) == (1, ["E7", "C5"])
    assert "Wide." not in client.get(f"/api/games/{id}/sgf").text
    game = act(client, id, "uncut")
    assert game["record"]["comment"] == "Wide."
    assert client.get(f"/api/games/{id}/sgf").text == before
    assert client.post(f"/api/games/{id}/uncut", json={}).status_code == 422
    act(client, id, "goto", move=0)
    assert client.post(f"/api/games/{id}/cut", json={}).json()["error"]["message"].startswith("the start")


def test_a_line_becomes_the_main_line(client: TestClient) -> None:
    id = opened(client)
    act(client, id, "node", node=7)
    assert act(client, id, "main")["record"]["main"]
    assert root_of(client, id).children[0].children[0].properties["W"] == ["ce"]


@pytest.mark.parametrize("body", [{"vertex": "Z9", "kind": "cross"}, {"vertex": "C3", "kind": "label"}])
def test_marks_that_make_no_sense_are_refused(client: TestClient, body: dict[str, str]) -> None:
    assert client.post(f"/api/games/{opened(client)}/marks", json=body).status_code == 422
