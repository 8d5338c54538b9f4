"""Searches on problems and the computer as a player, through the API."""

from __future__ import annotations

import time
from typing import Any

import pytest
from fastapi.testclient import TestClient

from honte.formats.sgf import parse
from honte.grid import Point
from honte.web.imports import puzzle_of_tree
from tests.shipped import FILES
from tests.web.helpers import finished, watched

STRAIGHT_THREE = """Black to play
name: three in a row
. . . W x - -
W W W W x - -
x x x x x - -
- - - - - - -
"""
OPEN_BOARD = """Black to play
area: all
. . . . . . . .
. . W W . . . .
. . W X X X . .
. . W X . X . .
. . . X X . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
"""


def problem(client: TestClient, text: str = STRAIGHT_THREE) -> str:
    found = client.post("/api/problems", json={"text": text})
    assert found.status_code == 201, found.text
    return f"/api/problems/{found.json()['ids'][0]}"


def test_every_first_move_is_judged(client: TestClient) -> None:
    path = problem(client)
    job = finished(client, client.post(f"{path}/solve", json={"seconds": 60}))
    answer = job["answer"]
    assert (answer["verdict"], answer["proved"], answer["best"]) == ("win", True, ["B4"])
    assert {answer["moves"][vertex] for vertex in ("A4", "C4")} == {"lose"}
    assert answer["refutations"]["A4"] == ["B4"]
    assert answer["line"][0] == "B4"


def test_a_wrong_move_is_refuted_and_a_right_one_accepted(client: TestClient) -> None:
    path = problem(client)
    client.post(f"{path}/play", json={"vertex": "A4"})
    answer = finished(client, client.post(f"{path}/answer", json={}))["answer"]
    assert (answer["judged"], answer["reply"]) == ("wrong", "B4")
    assert client.get(path).json()["last"] == "B4"
    client.post(f"{path}/reset", json={})
    client.post(f"{path}/play", json={"vertex": "B4"})
    answer = finished(client, client.post(f"{path}/answer", json={}))["answer"]
    assert (answer["judged"], answer["ends"], answer["solved"]) == ("right", "dead", True)
    assert answer["text"] == "Solved: White is dead, and no resistance is left."
    state = client.get(path).json()
    assert (state["solved"], state["mistakes"], state["to_play"]) == (True, 1, "B")


def test_gold_search_gives_an_opinion(client: TestClient) -> None:
    path = problem(client)
    body = {"engine": "gold", "depth": 4, "breadth": 6, "seconds": 60}
    answer = finished(client, client.post(f"{path}/solve", json=body))["answer"]
    assert (answer["engine"], answer["move"]) == ("gold", "B4")


def test_a_search_is_stopped_half_way_and_keeps_what_it_has(client: TestClient) -> None:
    path = problem(client, OPEN_BOARD)
    started = client.post(f"{path}/solve", json={"seconds": 100})
    id = started.json()["id"]
    for _ in range(1500):
        if watched(client, id)["progress"].get("nodes"):
            break
        time.sleep(0.02)
    client.delete(f"/api/jobs/{id}")
    job = finished(client, started)
    assert job["state"] == "done"
    assert job["answer"]["verdict"] == "open"
    assert job["seconds"] < 99


def test_the_boundary_is_found_and_the_problem_checked(client: TestClient) -> None:
    wide = (
        "Black to play\n. . . W X . . . .\nW W W W X . . . .\nX X X X X . . . .\n" + ". . . . . . . . .\n" * 6
    )
    edit = client.post("/api/edits", json={"text": wide}).json()
    path = f"/api/edits/{edit['id']}"
    found = client.post(f"{path}/boundary", json={}).json()
    assert {"A9", "B9", "C9"} <= set(found["area"])
    assert "G1" not in found["area"]
    report = finished(client, client.post(f"{path}/check", json={"seconds": 60}))["answer"]
    assert (report["status"], report["right"]) == ("unsettled", ["B9"])
    assert any("one move works" in line for line in report["text"])


BARE = "Black to play\n. . . O X . .\nO O O O X . .\nX X X X X . .\n" + ". . . . . . .\n" * 4


def test_a_bare_position_is_played_as_any_problem(client: TestClient) -> None:
    """Target and area are found by the first search; the page's version stays good."""
    path = problem(client, BARE)
    state = client.get(path).json()
    assert (state["keystones"], state["area"]) == ([], None)
    state = client.post(f"{path}/play", json={"vertex": "A7", "version": state["version"]}).json()
    body = {"seconds": 60, "version": state["version"]}
    answer = finished(client, client.post(f"{path}/answer", json=body))["answer"]
    assert (answer["judged"], answer["reply"]) == ("wrong", "B7")
    state = client.get(path).json()
    assert set(state["keystones"]) == {"D7", "A6", "B6", "C6", "D6"}
    assert set(state["area"]) >= {"A7", "B7", "C7"}


def test_a_search_on_a_bare_position_leaves_the_version(client: TestClient) -> None:
    path = problem(client, BARE)
    version = client.get(path).json()["version"]
    answer = finished(client, client.post(f"{path}/solve", json={"seconds": 60}))["answer"]
    assert answer["best"] == ["B7"]
    played = client.post(f"{path}/play", json={"vertex": "B7", "version": version})
    assert played.status_code == 200, played.text
    assert played.json()["keystones"]


ANY = """Black to play
capture any
. W x W W .
x x x x W W
- - - x x x
"""


def test_a_finished_problem_is_not_searched(client: TestClient) -> None:
    """One captured chain ends a problem in which any chain counts."""
    path = problem(client, ANY)
    state = client.post(f"{path}/play", json={"vertex": "A3"}).json()
    assert state["taken"]
    refused = client.post(f"{path}/solve", json={})
    assert refused.status_code == 422, refused.text
    assert "nothing to search" in refused.json()["error"]["message"]
    refused = client.post(f"{path}/play", json={"vertex": "pass", "by_hand": True})
    assert refused.status_code == 409, refused.text
    assert "is over" in refused.json()["error"]["message"]


@pytest.mark.parametrize("nodes", [1, 30, 100, 300, 1_000, 10_000])
def test_a_check_does_not_contradict_itself(client: TestClient, nodes: int) -> None:
    edit = client.post("/api/edits", json={"text": STRAIGHT_THREE}).json()
    body = {"nodes": nodes, "seconds": 60}
    report = finished(client, client.post(f"/api/edits/{edit['id']}/check", json=body))["answer"]
    first, second = report["text"][0], report["text"][1]
    assert report["proved"] == (not first.startswith("unknown"))
    known = not first.startswith("unknown") and "unknown" not in second
    assert (report["status"] != "unknown") == known
    assert not any("not proved" in line for line in report["text"])
    if any("only right move" in line for line in report["text"]):
        assert not any("Not settled" in line for line in report["text"])


def test_the_computer_plays(client: TestClient) -> None:
    game = client.post("/api/games", json={"cols": 5, "opponent": {"color": "B", "seconds": 0.2}}).json()
    job = finished(client, client.post(f"/api/games/{game['id']}/opponent", json={}))
    state = client.get(f"/api/games/{game['id']}").json()
    assert state["moves"] == ["B" + job["answer"]["move"]]
    client.post(f"/api/games/{game['id']}/play", json={"vertex": "A1"})
    assert client.post(f"/api/games/{game['id']}/undo", json={}).json()["to_play"] == "W"


@pytest.mark.parametrize("body", [{"seconds": 10**9}, {"seconds": -1}, {"engine": "magic"}, {"depth": 0}])
def test_senseless_searches_are_refused(client: TestClient, body: dict[str, Any]) -> None:
    assert client.post(f"{problem(client)}/solve", json=body).status_code == 422


def test_a_new_workbench_has_no_problems_of_its_own(client: TestClient) -> None:
    """The library has the shipped ones; the list has what was opened or made."""
    assert client.get("/api/problems").json() == []
    path = problem(client)
    [listed] = client.get("/api/problems").json()
    assert f"/api/problems/{listed['id']}" == path
    client.delete(path)
    assert client.get("/api/problems").json() == []


def test_the_part_of_the_board_that_is_shown_is_small() -> None:
    """On a phone eleven lines give points for a thumb; few problems need the whole of a board."""
    sizes = []
    for file in FILES:
        for tree in parse(file.read_bytes()):
            puzzle = puzzle_of_tree(tree)
            low, high = puzzle.view() or (
                Point(0, 0),
                Point(puzzle.game.grid.cols - 1, puzzle.game.grid.rows - 1),
            )
            sizes.append(max(high.col - low.col, high.row - low.row) + 1)
    assert sum(size <= 11 for size in sizes) >= 0.9 * len(sizes)


JUMP = """Black to play
name: a jump
. . . . . . .
. O O O O O .
. . B . B . .
. O O O O O .
. . . . . . .
"""


def test_a_person_asks_what_is_at_stake(client: TestClient) -> None:
    path = problem(client, JUMP.replace("name: a jump", "name: a jump\narea: all"))
    asked = {"stake": "connection", "points": ["C3", "E3"], "seconds": 20}
    answer = finished(client, client.post(f"{path}/solve", json=asked))["answer"]
    assert (answer["at_stake"], answer["text"]) == ("connection of C3 and E3", "Black connects")
    assert answer["best"] == ["D3"]
    own = finished(client, client.post(f"{path}/solve", json={"nodes": 2_000}))["answer"]
    assert own["stake"] == "life"


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"stake": "connection", "points": ["C3"]}, "give two chains"),
        ({"stake": "connection", "points": ["C3", "C4"]}, "stones of both colors cannot be connected"),
        ({"stake": "race", "points": ["C3"]}, "a race needs stones of both colors"),
        ({"stake": "capture", "points": ["D3"]}, "its stone is already captured"),
    ],
)
def test_a_senseless_question_is_answered_in_one_line(
    client: TestClient, asked: dict[str, Any], reason: str
) -> None:
    path = problem(client, JUMP.replace("name: a jump", "name: a jump\narea: all"))
    job = finished(client, client.post(f"{path}/solve", json=asked))
    assert reason in str(job["error"])
