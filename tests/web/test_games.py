"""Play and Count through the API."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from honte.formats.load import load_game
from honte.library.store import Store
from honte.web.app import create_app
from honte.web.tables import Table, Tables
from honte.web.views import game_state
from tests.web.helpers import finished


def new(client: TestClient, **body: Any) -> dict[str, Any]:
    answer = client.post("/api/games", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def act(client: TestClient, game: dict[str, Any], what: str, **body: Any) -> dict[str, Any]:
    answer = client.post(f"/api/games/{game['id']}/{what}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def play(client: TestClient, game: dict[str, Any], moves: str) -> dict[str, Any]:
    for vertex in moves.split():
        game = act(client, game, "play", vertex=vertex)
    return game


def test_a_capture_is_played_and_counted(client: TestClient) -> None:
    game = play(client, new(client, cols=5), "B1 A1 A2")
    assert game["stones"][-2:] == ["X....", ".X..."]
    assert game["captured"] == ["A1"]
    assert game["prisoners"] == {"B": 0, "W": 1}
    assert game["to_play"] == "W"
    assert "A1" in game["illegal"]


@pytest.mark.parametrize(
    ("moves", "vertex", "reason"),
    [("C3", "C3", "occupied"), ("A2 E5 B1", "A1", "suicide"), ("", "F1", "")],
)
def test_illegal_moves_say_why(client: TestClient, moves: str, vertex: str, reason: str) -> None:
    game = play(client, new(client, cols=5), moves)
    answer = client.post(f"/api/games/{game['id']}/play", json={"vertex": vertex})
    assert answer.status_code in (409, 422)
    assert answer.json()["error"].get("reason", "") == reason


def test_ko_is_refused_and_shown(client: TestClient) -> None:
    game = play(client, new(client, cols=5), "B3 C3 C4 D4 C2 D2 A1 E3 D3")
    assert game["captured"] == ["C3"]
    assert game["ko"] == "C3"
    assert game["illegal"]["C3"] == "would retake the ko at once"


def test_undo_redo_and_goto(client: TestClient) -> None:
    game = play(client, new(client, cols=9), "E5 C3 G7")
    game = act(client, game, "undo")
    assert game["move_number"] == 2
    assert len(game["moves"]) == 3
    game = act(client, game, "goto", move=0)
    assert game["stones"] == ["........."] * 9
    game = act(client, game, "goto", move=99)
    assert game["move_number"] == 3
    game = act(client, game, "undo")
    game = play(client, game, "D4")
    assert game["moves"] == ["BE5", "WC3", "BD4"]


def test_a_stale_version_is_refused(client: TestClient) -> None:
    game = new(client, cols=9)
    act(client, game, "play", vertex="E5", version=game["version"])
    answer = client.post(f"/api/games/{game['id']}/play", json={"vertex": "D4", "version": game["version"]})
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "stale"


def test_reads_beside_moves_are_never_stale(client: TestClient) -> None:
    """Once a move is answered, every later read shows it, at whatever moment the read comes."""
    id = new(client, cols=5)["id"]
    answered, faults, over = 1, [], threading.Event()

    def read() -> None:
        last = 0
        while not over.is_set():
            least = answered
            game = client.get(f"/api/games/{id}").json()
            if game["version"] < max(least, last) or game["move_number"] != game["version"] - 1:
                faults.append((least, last, game["version"], game["move_number"]))
            last = game["version"]

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    for vertex in ("A1", "B2", "C3", "D4", "E5", "A3", "B4", "C5", "D1", "E2"):
        answered = client.post(f"/api/games/{id}/play", json={"vertex": vertex}).json()["version"]
    over.set()
    for reader in readers:
        reader.join()
    assert answered == 11
    assert not faults


def test_a_slow_answer_holds_up_neither_reads_nor_the_next_move(client: TestClient) -> None:
    """A move comes during an estimate: the move does not wait, and the old estimate is not kept."""
    # TestClient types app as a bare callable.
    tables: Tables = client.app.state.workbench.tables  # type: ignore[attr-defined]
    id = new(client, cols=5)["id"]

    def slow(moves: int) -> bytes:
        if moves == 0:
            assert client.post(f"/api/games/{id}/play", json={"vertex": "C3"}).status_code == 200
            assert client.get(f"/api/games/{id}").json()["move_number"] == 1
        return str(moves).encode()

    def look(table: Table) -> int:
        return len(table.game.steps)

    assert tables.worked_out(id, "slow", look, slow) == b"0"
    assert tables.worked_out(id, "slow", look, slow) == b"1"
    assert tables.ready(id, "slow") == b"1"


def test_a_dropped_table_is_not_written_beside_its_successor(monkeypatch: pytest.MonkeyPatch) -> None:
    """A change waits for a table that leaves memory: it goes to the table that took its place."""
    from honte.core import Game, parse_move

    tables = Tables(Store(None))
    table = tables.create(Game(5))
    stranger = tables.open
    dropped = [True]

    def open_late(id: str) -> Table:
        found = stranger(id)
        if dropped:
            dropped.clear()
            del tables._live[id]
            with tables.change(id) as other:
                other.game.play(parse_move("C3", other.game.grid))
        return found

    monkeypatch.setattr(tables, "open", open_late)
    with tables.change(table.id) as same:
        assert len(same.game.steps) == 1


def test_problem_set_rules_end_after_three_passes(client: TestClient) -> None:
    game = play(client, new(client, cols=5, rules="problem-set"), "C3 pass pass")
    assert game["phase"] == "play"
    assert act(client, game, "play", vertex="pass")["phase"] == "counting"


WALL = "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 E1 A1"
"""A black and a white wall on 5x5, each with one stone of the opponent behind it."""


def counting(client: TestClient) -> dict[str, Any]:
    game = play(client, new(client, cols=5, rules="japanese", komi=0), WALL + " pass pass")
    assert game["phase"] == "counting"
    return game


def test_marks_toggle_undo_and_count(client: TestClient) -> None:
    game = counting(client)
    state = act(client, game, "count/mark", vertex="E1")
    state = act(client, game, "count/mark", vertex="A1")
    assert sorted(state["dead"]) == ["A1", "E1"]
    assert state["scores"]["territory"]["black"]["total"] == 11
    assert state["scores"]["territory"]["white"]["total"] == 6
    assert state["scores"]["area"]["margin"] == 5
    assert act(client, game, "count/undo")["dead"] == ["E1"]
    assert sorted(act(client, game, "count/redo")["dead"]) == ["A1", "E1"]


def test_dead_chains_are_proposed_once(client: TestClient) -> None:
    game = counting(client)
    path = f"/api/games/{game['id']}/count"
    assert not client.get(path).json()["proposed"]
    finished(client, client.post(f"{path}/propose", json={}))
    state = client.get(path).json()
    assert state["open"] == ""
    assert sorted(state["dead"]) == ["A1", "E1"]
    assert state["proposed"]
    assert act(client, game, "count/undo")["dead"] == []


def test_a_count_says_that_a_game_is_not_finished(client: TestClient) -> None:
    game = play(client, new(client, cols=9), "E5 C3 G3 C7 pass pass")
    path = f"/api/games/{game['id']}/count"
    finished(client, client.post(f"{path}/propose", json={}))
    assert client.get(path).json()["open"].endswith("points have no sure owner yet")
    resumed = act(client, game, "resume")
    assert resumed["phase"] == "play"
    assert client.get(path).json()["open"] == ""


def test_agreement_needs_both_and_can_be_taken_back(client: TestClient) -> None:
    game = counting(client)
    for vertex in ("A1", "E1"):
        act(client, game, "count/mark", vertex=vertex)
    state = act(client, game, "count/agree", color="B")
    assert state["agreed"] == ["B"]
    assert state["game"]["phase"] == "counting"
    act(client, game, "count/mark", vertex="A1")
    assert act(client, game, "count/mark", vertex="A1")["agreed"] == [], "a change withdraws consent"
    act(client, game, "count/agree", color="B")
    state = act(client, game, "count/agree", color="W")
    assert state["game"]["result"] == "B+5"
    assert client.post(f"/api/games/{game['id']}/count/mark", json={"vertex": "A1"}).status_code == 422
    state = act(client, game, "count/undo")
    assert state["game"]["phase"] == "counting"
    assert sorted(state["dead"]) == ["A1", "E1"]


def test_resumed_play_keeps_the_marks(client: TestClient) -> None:
    game = counting(client)
    act(client, game, "count/mark", vertex="A1")
    game = act(client, game, "resume")
    assert game["phase"] == "play"
    play(client, game, "pass pass")
    assert "A1" in client.get(f"/api/games/{game['id']}/count").json()["dead"]


def test_counting_an_unfinished_game_ends_it(client: TestClient) -> None:
    game = play(client, new(client, cols=5), "C3")
    assert client.get(f"/api/games/{game['id']}/count").json()["state"] == "play"
    state = act(client, game, "count")
    assert state["game"]["phase"] == "counting"


def test_a_resignation_is_no_count_but_can_be_counted(client: TestClient) -> None:
    game = play(client, new(client, cols=5), WALL)
    assert act(client, game, "resign")["result"] == "W+R"
    assert client.get(f"/api/games/{game['id']}/count").json()["state"] == "play"
    state = act(client, game, "count/mark", vertex="E1")
    assert (state["state"], state["dead"], state["game"]["result"]) == ("open", ["E1"], None)


def test_against_the_computer_undo_and_redo_go_by_two_and_the_person_resigns(client: TestClient) -> None:
    game = play(client, new(client, cols=5, opponent={"color": "W"}), "C3 B2 D4 B4")
    assert act(client, game, "undo")["move_number"] == 2
    assert act(client, game, "redo")["move_number"] == 4
    play(client, game, "A1")
    assert act(client, game, "resign")["result"] == "W+R"
    assert act(client, game, "undo")["move_number"] == 5, "only the resignation is taken back"


def test_import_and_export(client: TestClient) -> None:
    text = "(;SZ[9]KM[6.5]RU[Japanese]PB[Ko]GN[First];B[ee];W[ec];B[])"
    found = client.post("/api/games/import", json={"text": text, "name": "a.sgf"}).json()
    game = client.get(f"/api/games/{found['id']}").json()
    assert (game["title"], game["players"], game["move_number"]) == ("First", {"B": "Ko"}, 3)
    back = client.get(f"/api/games/{found['id']}/sgf")
    assert back.headers["content-type"].startswith("application/x-go-sgf")
    assert load_game(back.text).game.moves == load_game(text).game.moves
    board = client.post("/api/games/import", json={"text": ". X .\nX O .\n. X ."}).json()
    assert client.get(f"/api/games/{board['id']}").json()["stones"] == [".X.", "XO.", ".X."]


def test_games_survive_the_server(tmp_path: Path) -> None:
    path = tmp_path / "w.sqlite3"
    with TestClient(create_app(path, warm=False), base_url="http://127.0.0.1") as client:
        game = counting(client)
        act(client, game, "count/mark", vertex="E1")
        before = act(client, game, "count/agree", color="W")
    with TestClient(create_app(path, warm=False), base_url="http://127.0.0.1") as client:
        assert client.get(f"/api/games/{game['id']}/count").json() == before
        assert client.get(f"/api/games/{game['id']}").json() == before["game"]


ACTIONS = st.lists(
    st.sampled_from(["A1", "B1", "C1", "A2", "B2", "C2", "C3", "pass", "pass", "undo", "redo", "resume"]),
    max_size=40,
)


@given(ACTIONS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_table_comes_back_as_it_was_written(actions: list[str]) -> None:
    from honte.core import Game, Rules, parse_move
    from honte.errors import GoError

    tables = Tables(Store(None))
    table = tables.create(Game(3, Rules.named("problem-set")))
    for action in actions:
        try:
            with tables.change(table.id) as same:
                if action in ("undo", "redo"):
                    same.counting.forget()
                    getattr(same.game, action)()
                elif action == "resume":
                    same.counting.resume(same.game)
                else:
                    same.game.play(parse_move(action, same.game.grid))
        except GoError:
            continue
    again = Tables(tables.store).open(table.id)
    assert game_state(again) == game_state(table)
    assert again.tree.tree == table.tree.tree
