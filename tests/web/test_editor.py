"""The editor and problems in play, through the API."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sgfmill import sgf as sgfmill_sgf

from honte.tsumego.problem.sgf import read_problems
from honte.web.edits import OPERATIONS

CORNER = """Black to play
name: three in a row
. . . W x -
W W W W x -
x x x x x -
"""


def new(client: TestClient, **body: Any) -> dict[str, Any]:
    answer = client.post("/api/edits", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def do(client: TestClient, edit: dict[str, Any], op: str, **body: Any) -> dict[str, Any]:
    answer = client.post(f"/api/edits/{edit['id']}/apply", json={"op": op, **body})
    assert answer.status_code == 200, answer.text
    return answer.json()


def made(client: TestClient) -> dict[str, Any]:
    """Black's five keystones in the corner of a 9x9 board, White around them."""
    edit = new(client, cols=9)
    edit = do(client, edit, "keystone", color="B", points=["A2", "B2", "C2", "D2", "D1"])
    edit = do(client, edit, "place", color="W", points=["A3", "B3", "C3", "D3", "E3", "E2", "E1"])
    return do(client, edit, "rectangle", points=["A1", "D2"])


def test_a_problem_is_made_step_by_step(client: TestClient) -> None:
    edit = new(client, cols=9)
    assert any("keystone" in fault for fault in edit["faults"])
    edit = made(client)
    assert edit["faults"] == []
    assert edit["roles"] == {"defender": "B", "attacker": "W", "goal": "live"}
    assert sorted(edit["area"]) == sorted(["A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2"])
    assert do(client, edit, "to-play", color="W")["roles"]["goal"] == "kill"


def test_every_edit_can_be_undone(client: TestClient) -> None:
    edit = made(client)

    def strip(state: dict[str, Any]) -> dict[str, Any]:
        return {k: v for k, v in state.items() if k not in ("version", "can_undo", "can_redo")}

    arguments: dict[str, dict[str, Any]] = {
        "place": {"color": "B", "points": ["G7"]},
        "keystone": {"color": "W", "points": ["G7"]},
        "key-chain": {"points": ["A3"]},
        "erase": {"points": ["A2"]},
        "erase-area": {"points": ["A1", "J9"]},
        "valid": {"points": ["G7"]},
        "rectangle": {"points": ["G7", "H8"]},
        "fill": {"points": ["G7"]},
        "to-play": {"color": "W"},
        "capture": {"text": "any"},
        "threats": {"color": "B", "number": 2},
        "name": {"text": "mine"},
        "comment": {"text": "Black first"},
        "reset": {"cols": 13},
    }
    for op in OPERATIONS:
        before = strip(client.get(f"/api/edits/{edit['id']}").json())
        after = do(client, edit, op, **arguments.get(op, {}))
        assert strip(after) != before, op
        back = client.post(f"/api/edits/{edit['id']}/undo", json={})
        assert strip(back.json()) == before, op
    again = client.post(f"/api/edits/{edit['id']}/redo", json={}).json()
    assert again["comment"] == "Black first"


def test_turning_four_times_and_mirroring_twice_change_nothing(client: TestClient) -> None:
    edit = made(client)
    for op, times in (("rotate", 4), ("flip", 2), ("swap", 2), ("invert", 2)):
        state = edit
        seen = []
        for _ in range(times):
            state = do(client, edit, op)
            seen.append((state["stones"], state["area"], state["to_play"], state["keystones"]))
        assert seen[-1][0] == edit["stones"]
        assert sorted(seen[-1][3]) == sorted(edit["keystones"])
        assert len({str(each) for each in seen}) > 1 or op == "invert"


def test_clicking_twice_takes_back(client: TestClient) -> None:
    edit = new(client, cols=5)
    assert do(client, edit, "place", color="B", points=["C3"])["stones"][2] == "..X.."
    assert do(client, edit, "place", color="B", points=["C3"])["stones"][2] == "....."
    assert do(client, edit, "keystone", color="W", points=["C3"])["keystones"] == ["C3"]
    state = do(client, edit, "keystone", color="W", points=["C3"])
    assert (state["keystones"], state["stones"][2]) == ([], "..O..")


@pytest.mark.parametrize(
    "body",
    [
        {"op": "place", "points": ["Z9"], "color": "B"},
        {"op": "place", "points": ["A1"]},
        {"op": "place", "color": "B"},
        {"op": "explode"},
        {"op": "reset", "cols": 99},
        {"op": "threats", "color": "B", "number": -5},
        {"op": "threats", "color": "B", "number": 10**30},
        {"op": "capture", "text": "some"},
        {"op": "fill", "points": ["A2"]},
        {"op": "key-chain", "points": ["G7"]},
    ],
)
def test_senseless_edits_are_refused(client: TestClient, body: dict[str, Any]) -> None:
    edit = made(client)
    assert client.post(f"/api/edits/{edit['id']}/apply", json=body).status_code == 422
    assert client.get(f"/api/edits/{edit['id']}").json() == edit


def test_the_file_is_read_by_another_library_and_back(client: TestClient) -> None:
    edit = made(client)
    data = client.get(f"/api/edits/{edit['id']}/sgf").content
    other = sgfmill_sgf.Sgf_game.from_bytes(data)
    black, white, _ = other.get_root().get_setup_stones()
    assert {(0, 3), (1, 0)} <= black
    assert len(white) == 7
    assert read_problems(data)[0].problem().defender.letter == "B"
    again = new(client, text=data.decode())
    assert {k: again[k] for k in ("stones", "keystones", "to_play", "faults")} == {
        k: edit[k] for k in ("stones", "keystones", "to_play", "faults")
    }
    assert sorted(again["area"]) == sorted(edit["area"])


def test_a_problem_is_kept_and_played(client: TestClient) -> None:
    found = client.post("/api/problems", json={"text": CORNER}).json()
    problem = client.get(f"/api/problems/{found['ids'][0]}").json()
    assert (problem["name"], problem["to_play"], problem["roles"]["goal"]) == ("three in a row", "B", "kill")
    path = f"/api/problems/{problem['id']}"
    state = client.post(f"{path}/play", json={"vertex": "B3"}).json()
    assert state["last"] == "B3"
    outside = client.post(f"{path}/play", json={"vertex": "F1", "by_hand": True})
    assert (outside.status_code, outside.json()["error"]["code"]) == (409, "outside")
    assert client.post(f"{path}/undo", json={}).json()["stones"] == problem["stones"]
    assert client.post(f"{path}/redo", json={}).json()["last"] == "B3"
    assert client.post(f"{path}/switch", json={}).json()["to_play"] == "B"
    assert client.post(f"{path}/reset", json={}).json()["stones"] == problem["stones"]
    assert client.get("/api/problems").json()[0]["name"] == "three in a row"
    assert client.delete(path).status_code == 204
    assert client.get(path).status_code == 404


def test_an_unfinished_problem_is_refused_with_every_reason(client: TestClient) -> None:
    edit = new(client, cols=9)
    answer = client.post("/api/problems", json={"edit": edit["id"]})
    assert answer.status_code == 422
    assert answer.json()["error"]["details"]
