"""The computer as a player: its levels, its resignation, its agreement to a count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

from honte.core import JAPANESE, Game, parse_move, vertex
from honte.engine import choose
from honte.web import engines
from tests.engine.test_opponent import SLACK_MOVES
from tests.web.helpers import finished
from tests.web.test_games import WALL, act, new, play


def test_levels_are_listed_weakest_first(client: TestClient) -> None:
    levels = client.get("/api/levels").json()
    assert (levels[0], levels[-1]) == ("beginner", "strongest")
    game = new(client, cols=7, opponent={"color": "B", "level": levels[0]})
    assert game["opponent"]["level"] == "beginner"
    job = finished(client, client.post(f"/api/games/{game['id']}/opponent", json={}))
    assert job["answer"]["candidates"] == [], "a beginner does not search"
    assert client.get(f"/api/games/{game['id']}").json()["moves"] == ["B" + job["answer"]["move"]]


def test_an_unknown_level_is_refused_at_the_start(client: TestClient) -> None:
    answer = client.post("/api/games", json={"cols": 7, "opponent": {"color": "B", "level": "9 dan"}})
    assert answer.status_code == 422
    assert "'9 dan' is not a level; expected beginner, novice" in answer.json()["error"]["message"]


def test_the_computer_resigns_a_lost_game(client: TestClient) -> None:
    game = new(client, cols=9, opponent={"color": "B", "seconds": 0.2})
    play(client, game, " ".join(f"{black} {white}" for black, white in SLACK_MOVES))
    job = finished(client, client.post(f"/api/games/{game['id']}/opponent", json={}))
    assert job["answer"]["resigns"]
    state = client.get(f"/api/games/{game['id']}").json()
    assert (state["result"], state["phase"]) == ("W+R", "finished")
    assert act(client, game, "undo")["phase"] == "play"


@pytest.mark.parametrize(("marks", "agreed"), [(["A1", "E1"], ["B", "W"]), (["A1"], ["B"])])
def test_the_computer_agrees_to_a_right_count_only(
    client: TestClient, marks: list[str], agreed: list[str]
) -> None:
    game = new(client, cols=5, rules="japanese", komi=0, opponent={"color": "W"})
    play(client, game, WALL + " pass pass")
    for point in marks:
        act(client, game, "count/mark", vertex=point)
    state = act(client, game, "count/agree", color="B")
    assert state["agreed"] == agreed
    assert state["game"]["result"] == ("B+5" if len(agreed) == 2 else None)


def test_an_empty_board_can_be_agreed_on(client: TestClient) -> None:
    game = play(client, new(client, cols=5, komi=0, opponent={"color": "W"}), "pass pass")
    assert act(client, game, "count/agree", color="B")["game"]["result"] == "0"


def test_a_whole_game_ends_with_a_count_that_the_computer_agrees_to(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person gives so much komi that the computer has no reason to resign."""
    monkeypatch.setattr(engines.random, "randrange", lambda _: 1)
    computer = {"color": "W", "level": "club player"}
    state = new(client, cols=7, rules="japanese", komi=60, opponent=computer)
    game = Game(7, JAPANESE.with_komi(60))
    while state["phase"] == "play":
        assert len(state["moves"]) < 150
        if state["to_play"] == "W":
            finished(client, client.post(f"/api/games/{state['id']}/opponent", json={}))
            state = client.get(f"/api/games/{state['id']}").json()
            game.play(parse_move(state["moves"][-1][1:], game.grid))
        else:
            move = choose(game, level="club player", seed=len(game.steps)).move
            game.play(move)
            state = act(client, state, "play", vertex=vertex(move))
    assert state["phase"] == "counting"
    finished(client, client.post(f"/api/games/{state['id']}/count/propose", json={}))
    assert act(client, state, "count/agree", color="B")["agreed"] == ["B", "W"]


@pytest.mark.browser
def test_a_level_is_chosen_for_a_new_game_and_the_computer_begins(open_page: Callable[..., Any]) -> None:
    page = open_page()
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="5×5").click()
    page.get_by_label("Opponent").select_option("B")
    levels = page.get_by_label("Level of the computer")
    assert levels.locator("option").all_inner_texts()[0] == "Beginner"
    assert levels.input_value() == "strongest"
    levels.select_option("beginner")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector('[role=gridcell][aria-label*="black stone, last move"]')
    assert "Computer (beginner)" in page.locator("#panel").inner_text()
