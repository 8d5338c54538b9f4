"""SameGame through the API and in a browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.web.helpers import finished

BOARD = "1 1 2\n1 2 2\n3 3 1"


def new(client: TestClient, **body: Any) -> dict[str, Any]:
    answer = client.post("/api/samegame", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_groups_fall_and_count(client: TestClient) -> None:
    game = new(client, text=BOARD)
    assert (len(game["groups"]), game["left"]) == (3, 9)
    path = f"/api/samegame/{game['id']}"
    game = client.post(f"{path}/play", json={"vertex": "A1"}).json()
    assert (game["tiles"], game["scores"], game["taken"]) == (["..2", "112", "121"], [0], 2)
    assert client.post(f"{path}/play", json={"vertex": "C1"}).status_code == 409
    assert client.post(f"{path}/play", json={"vertex": "A3"}).status_code == 409
    assert client.post(f"{path}/undo", json={}).json()["left"] == 9
    assert client.post(f"{path}/redo", json={}).json()["left"] == 7


def test_the_best_sequence_plays_out_as_promised(client: TestClient) -> None:
    game = new(client, cols=5, rows=5, colors=2, seed=4)
    path = f"/api/samegame/{game['id']}"
    found = finished(client, client.post(f"{path}/best", json={"seconds": 20}))["answer"]
    assert found["proved"]
    for frame in found["frames"]:
        game = client.post(f"{path}/play", json={"vertex": frame["move"]}).json()
        assert game["tiles"] == frame["tiles"]
    assert game["over"]
    assert game["scores"] == [found["score"]]


def test_the_lowest_score_is_lower(client: TestClient) -> None:
    scores = {}
    for variant in ("highest", "lowest"):
        game = new(client, cols=4, rows=4, colors=2, seed=9, variant=variant)
        path = f"/api/samegame/{game['id']}/best"
        scores[variant] = finished(client, client.post(path, json={}))["answer"]["score"]
    assert scores["lowest"] < scores["highest"]


@pytest.mark.parametrize("variant", ["max-min", "more", "fewer"])
def test_the_computer_takes_its_turn(client: TestClient, variant: str) -> None:
    game = new(client, cols=5, rows=5, colors=3, seed=1, variant=variant)
    path = f"/api/samegame/{game['id']}"
    assert client.post(f"{path}/reply", json={}).status_code == 422, "the person begins"
    client.post(f"{path}/play", json={"vertex": game["groups"][0]["points"][0]})
    finished(client, client.post(f"{path}/reply", json={"seconds": 5}))
    game = client.get(path).json()
    assert (game["move_number"], game["to_play"], len(game["scores"])) == (
        2,
        0,
        1 if variant == "max-min" else 2,
    )
    assert client.post(f"{path}/undo", json={}).json()["move_number"] == 0


@pytest.mark.parametrize(
    "body",
    [{"cols": 51}, {"cols": -1}, {"colors": 0}, {"text": "1 2\n1"}, {"variant": "both"}, {"text": "é"}],
)
def test_senseless_boards_are_refused(client: TestClient, body: dict[str, Any]) -> None:
    assert client.post("/api/samegame", json=body).status_code == 422


@pytest.mark.browser
@pytest.mark.parametrize("view", ["desktop", "phone"])
def test_a_board_is_won_by_the_best_sequence(
    open_page: Callable[..., Any], axe: Callable[[Any], None], view: str
) -> None:
    page = open_page(view, path="/samegame")
    page.set_default_timeout(40_000)
    page.evaluate(
        """async () => {
            const body = JSON.stringify({ cols: 5, rows: 5, colors: 2, seed: 4 });
            const options = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
            const made = await (await fetch('/api/samegame', options)).json();
            history.pushState(null, '', '/samegame/' + made.id);
            dispatchEvent(new PopStateEvent('popstate'));
        }"""
    )
    page.wait_for_function("() => document.querySelectorAll('[role=gridcell]').length === 25")
    axe(page)
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".chosen-tile")
    page.get_by_role("button", name="Play it").click()
    page.locator("#panel").get_by_text("Cleared, with").wait_for()
    page.reload()
    page.get_by_text("0 tiles left").wait_for()
