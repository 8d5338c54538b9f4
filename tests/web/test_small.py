"""Perfect play on small boards, through the API and in a browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

from honte.core import Position, vertex
from honte.smallboard import solve
from tests.web.helpers import finished


def new(client: TestClient, side: int = 3) -> str:
    body = {"cols": side, "komi": 0, "opponent": {"color": "W"}}
    return f"/api/games/{client.post('/api/games', json=body).json()['id']}"


def test_the_3x3_board_is_black_s_by_the_center(client: TestClient) -> None:
    answer = finished(
        client, client.post(f"{new(client)}/perfect", json={"every_move": True, "seconds": 100})
    )["answer"]
    assert (answer["low"], answer["high"], answer["best"]) == (9, 9, ["B2"])
    assert answer["moves"]["A1"] == [-9, -9]


def test_the_page_and_python_give_the_same_answer(client: TestClient) -> None:
    body = {"cols": 2, "rows": 5, "komi": 0}
    path = f"/api/games/{client.post('/api/games', json=body).json()['id']}"
    answer = finished(client, client.post(f"{path}/perfect", json={"seconds": 100}))["answer"]
    found = solve(Position.empty(2, 5), line=True)
    assert (answer["low"], answer["high"], answer["best_proved"]) == (found.low, found.high, True)
    assert answer["best"] == [vertex(move) for move in found.best]
    assert answer["line"] == [vertex(move) for move in found.line]


def test_a_bad_move_is_judged_and_answered(client: TestClient) -> None:
    path = new(client)
    client.post(f"{path}/play", json={"vertex": "A1"})
    answer = finished(client, client.post(f"{path}/perfect-reply", json={"seconds": 100}))["answer"]
    assert (answer["before"]["low"], answer["after"]["low"]) == (9, -9)
    assert client.get(path).json()["moves"] == ["BA1", "W" + answer["reply"]]


def test_a_question_has_one_best_move(client: TestClient) -> None:
    job = finished(client, client.post("/api/small/quiz", json={"cols": 3, "rows": 3}))
    assert len(job["answer"]["solution"]["best"]) == 1
    assert client.get(f"/api/games/{job['answer']['id']}").status_code == 200


def test_large_boards_are_refused(client: TestClient) -> None:
    assert client.post(f"{new(client, 9)}/perfect", json={}).status_code == 422
    assert client.post("/api/small/quiz", json={"cols": 19, "rows": 19}).status_code == 422


@pytest.mark.browser
@pytest.mark.parametrize("view", ["desktop", "phone"])
def test_values_and_judgment_on_the_page(
    open_page: Callable[..., Any], axe: Callable[[Any], None], view: str
) -> None:
    page = open_page(view, path="/small")
    page.set_default_timeout(90_000)
    page.get_by_label("Thinking time").fill("60")  # proofs need their seconds on a busy machine
    page.wait_for_function("() => document.querySelectorAll('[role=gridcell]').length === 9")
    page.get_by_role("button", name="Value of every move").click()
    page.wait_for_selector('[role=gridcell][aria-label="B2 empty, worth +9"]')
    axe(page)
    corner = page.locator('[role=gridcell][aria-label^="A1 "]')
    if view == "phone":
        corner.tap()
        page.wait_for_selector(".pending-ring")
        corner.tap()
    else:
        corner.click()
    page.locator("#panel").get_by_text("A1 gives away 18 points: B2 keeps").wait_for()
