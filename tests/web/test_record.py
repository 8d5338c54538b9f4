"""Variations: files are kept whole, walked and written back; new moves become part of them."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st

from honte.core import CHINESE, Color, Game, Move, parse_move
from honte.errors import GoError
from honte.formats.sgf import GameTree, parse
from honte.library.store import Store
from honte.web.app import create_app
from honte.web.record import Record
from honte.web.tables import Tables

TREE = (
    "(;FF[4]SZ[9]KM[6.5]RU[Japanese]GN[Joseki]C[Where to begin?]XX[kept];B[ee]C[The center.]"
    "(;W[ec]C[Far.]LB[cc:A]TR[ee];B[cc](;W[gg])(;W[cg];B[gc]))"
    "(;N[a remark]C[Or closer:](;W[ed]BL[30];B[dd])(;W[de])))"
)


def opened(client: TestClient, text: str = TREE) -> dict[str, Any]:
    made = client.post("/api/games/import", json={"text": text}).json()
    return client.get(f"/api/games/{made['id']}").json()


def act(client: TestClient, game: dict[str, Any], what: str, **body: Any) -> dict[str, Any]:
    answer = client.post(f"/api/games/{game['id']}/{what}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def exported(client: TestClient, game: dict[str, Any]) -> GameTree:
    return parse(client.get(f"/api/games/{game['id']}/sgf").text)[0]


def shown(game: dict[str, Any]) -> list[str]:
    return [each["color"] + each["vertex"] for each in game["record"]["choices"]]


def test_a_file_comes_back_whole(client: TestClient) -> None:
    game = opened(client)
    assert exported(client, game) == parse(TREE)[0]
    for move in (0, 1, 4):
        act(client, game, "goto", move=move)
        assert exported(client, game) == parse(TREE)[0], "looking changes nothing"


def test_a_file_is_not_given_what_it_lacks(client: TestClient) -> None:
    text = "(;SZ[9];B[ee](;W[ec])(;W[cc]))"
    made = client.post("/api/games/import", json={"text": text, "name": "holiday.sgf"}).json()
    assert client.get(f"/api/games/{made['id']}").json()["title"] == "holiday"
    assert exported(client, made) == parse(text)[0]


def test_variations_are_walked_with_their_comments(client: TestClient) -> None:
    game = act(client, opened(client), "goto", move=0)
    assert game["record"]["comment"] == "Where to begin?"
    assert shown(game) == ["BE5"]
    game = act(client, game, "redo")
    assert shown(game) == ["WE7", "WE6", "WD5"], "the remark without a move is skipped"
    assert [each["on_line"] for each in game["record"]["choices"]] == [True, False, False]
    game = act(client, game, "branch", choice=1)
    assert game["moves"] == ["BE5", "WE6", "BD6"]
    assert (game["move_number"], game["last"], game["record"]["main"]) == (2, "E6", False)
    game = act(client, game, "undo")
    assert game["record"]["comment"] == "The center.\n\nOr closer:"
    game = act(client, game, "branch")
    assert game["record"]["main"]
    assert (game["move_number"], game["moves"]) == (1, ["BE5", "WE7", "BC7", "WG3"])
    game = act(client, game, "branch", move=3, choice=1)
    assert game["moves"] == ["BE5", "WE7", "BC7", "WC3", "BG7"]
    game = act(client, game, "goto", move=2)
    assert game["record"]["marks"] == {"E5": {"type": "triangle"}, "C7": {"type": "label", "label": "A"}}


def test_choices_that_are_not_there_are_refused(client: TestClient) -> None:
    game = opened(client)
    for body in ({"choice": 0}, {"move": 1, "choice": 3}, {"move": 5, "choice": 0}):
        assert client.post(f"/api/games/{game['id']}/branch", json=body).status_code == 422
    assert client.get(f"/api/games/{game['id']}").json()["moves"] == game["moves"]


def test_new_moves_become_variations(client: TestClient) -> None:
    game = act(client, opened(client), "goto", move=1)
    game = act(client, game, "play", vertex="G7")
    assert game["moves"] == ["BE5", "WG7"]
    game = act(client, game, "undo")
    assert shown(game) == ["WE7", "WE6", "WD5", "WG7"]
    tree = exported(client, game)
    node = tree.root.children[0]
    assert [child.first("W") for child in node.children] == ["ec", None, "gc"]
    node.children.pop()
    assert tree == parse(TREE)[0]


def test_a_known_move_leads_into_its_variation(client: TestClient) -> None:
    game = act(client, opened(client), "goto", move=1)
    game = act(client, game, "play", vertex="E6")
    assert game["moves"] == ["BE5", "WE6", "BD6"], "its continuation can be redone"
    assert game["can_redo"]
    assert exported(client, game) == parse(TREE)[0]


def test_an_ordinary_game_keeps_what_was_undone(client: TestClient) -> None:
    game = client.post("/api/games", json={"cols": 9, "title": "Ours", "komi": 3.75}).json()
    for vertex in ("E5", "C3"):
        act(client, game, "play", vertex=vertex)
    act(client, game, "undo")
    game = act(client, game, "play", vertex="G7")
    assert game["moves"] == ["BE5", "WG7"]
    game = act(client, game, "branch", move=1, choice=0)
    assert (game["moves"], game["rules"]["komi"]) == (["BE5", "WC3"], 3.75)
    tree = exported(client, game)
    assert [child.first("W") for child in tree.root.children[0].children] == ["cg", "gc"]
    assert tree.root.text("GN") == "Ours"


def test_a_counted_result_goes_into_the_file(client: TestClient) -> None:
    game = opened(client, "(;SZ[5]KM[0]RE[W+0.50]C[x];B[cc])")
    assert exported(client, game).root.first("RE") == "W+0.50", "as it was written"
    game = act(client, game, "undo")
    act(client, game, "count")
    for color in "BW":
        act(client, game, "count/agree", color=color)
    assert exported(client, game).root.first("RE") == "B+24"


def test_a_file_of_many_games_opens_them_all(client: TestClient) -> None:
    text = "(;SZ[9]GN[one];B[aa])\n(;SZ[13]GN[two])(;SZ[19]GN[three];B[dd];W[pp])"
    made = client.post("/api/games/import", json={"text": text}).json()
    assert client.get(f"/api/games/{made['id']}").json()["title"] == "one"
    assert "3 games" in made["reports"][0]
    assert [each["title"] for each in client.get("/api/games").json()] == ["one", "two", "three"]
    many = client.post("/api/games/import", json={"text": "(;SZ[9])" * 51})
    assert many.status_code == 422


def test_old_encodings_are_read(client: TestClient) -> None:
    file = "(;SZ[9]CA[GB2312]PB[聂卫平])".encode("gb2312")
    text = client.post("/api/games/decode", json={"data": b64encode(file).decode()}).json()["text"]
    game = opened(client, text)
    assert game["players"]["B"] == "聂卫平"
    root = exported(client, game).root
    assert (root.first("PB"), root.first("CA")) == ("聂卫平", "UTF-8")
    assert client.post("/api/games/decode", json={"data": "?"}).status_code == 422


@pytest.mark.parametrize(
    "text",
    [
        "(;SZ[5];B[cc];AB[aa]AW[bb];W[dd](;B[ee])(;B[ae]))",  # a setup in the middle of the line
        "(;SZ[5];B[cc](;W[dd])(;AW[aa];B[bb]))",
        "(;SZ[5];B[cc];W[cc](;B[dd])(;B[zz]))",  # an occupied point, a point off the board
        "(;SZ[5](;C[only words])(;B[aa]))",
        "(;SZ[5];;;B[aa];;(;;W[bb];)(;W[cc]))",
    ],
)
def test_odd_records_can_be_walked(client: TestClient, text: str) -> None:
    game = opened(client, text)
    for move in range(len(game["moves"]) + 1):
        now = act(client, game, "goto", move=move)
        for choice in now["record"]["choices"]:
            there = act(client, game, "branch", move=move, choice=choice["number"])
            assert there["last"] == choice["vertex"]
            now = act(client, game, "branch")
            act(client, now, "goto", move=move)
    assert exported(client, game) == parse(text)[0]


@pytest.mark.parametrize("text", ["(;SZ[9]" + ";" * 30_000 + ")", "(;SZ[9]" + "(;B[aa])" * 30_000 + ")"])
def test_monstrous_records_are_no_burden(client: TestClient, text: str) -> None:
    """A long chain of empty nodes, and a root with very many variations: each step stays quick."""
    game = act(client, opened(client, text), "goto", move=0)
    assert len(game["record"]["choices"]) <= 100
    game = act(client, game, "play", vertex="E5")
    assert game["moves"] == ["BE5"]


def test_variations_survive_the_server(tmp_path: Path) -> None:
    path = tmp_path / "w.sqlite3"
    with TestClient(create_app(path, warm=False), base_url="http://127.0.0.1") as client:
        game = act(client, opened(client), "branch", move=1, choice=2)
        before = act(client, game, "play", vertex="A1")
    with TestClient(create_app(path, warm=False), base_url="http://127.0.0.1") as client:
        assert client.get(f"/api/games/{game['id']}").json() == before
        assert act(client, game, "branch")["record"]["main"]
        assert client.delete(f"/api/games/{game['id']}").status_code == 204
    assert Store(path).get("tree", game["id"]) is None


ACTIONS = st.lists(
    st.sampled_from(["A1", "B1", "C1", "B2", "C3", "pass", "undo", "undo", "redo", "main", 0, 1, 2]),
    max_size=30,
)


@given(ACTIONS)
@settings(max_examples=80, deadline=None)
def test_nothing_that_was_played_is_lost(actions: list[str | int]) -> None:
    """Every line that was ever on the board is in the tree, after any sequence of actions."""
    tables = Tables(Store(None))
    table = tables.create(Game(3, CHINESE))
    lines: set[tuple[tuple[Color, Move], ...]] = set()
    for action in actions:
        try:
            with tables.change(table.id):
                _do(table.game, action, table)
        except GoError:
            continue
        assert [
            (step.color, step.move) for step in (*table.game.steps, *table.game.undone)
        ] == table.tree.moves
        lines.add(tuple(table.tree.moves))
        assert lines <= _lines(table.tree)
    again = Tables(tables.store).open(table.id)
    assert again.tree.moves == table.tree.moves
    assert again.tree.turns == table.tree.turns


def _do(game: Game, action: str | int, table: Any) -> None:
    if isinstance(action, int):
        table.game = table.tree.take(len(game.steps), action, game.rules)
    elif action == "main":
        table.game = table.tree.take(0, None, game.rules)
    elif action in ("undo", "redo"):
        getattr(game, action)()
    else:
        game.play(parse_move(action, game.grid))


def _lines(record: Record) -> set[tuple[tuple[Color, Move], ...]]:
    """The moves of every path from the root to a node."""
    found: set[tuple[tuple[Color, Move], ...]] = set()
    stack: list[tuple[Any, tuple[tuple[Color, Move], ...]]] = [(record.tree.root, ())]
    while stack:
        node, before = stack.pop()
        move = node.move(record.tree.grid)
        here = before if move is None else (*before, move)
        found.add(here)
        stack += [(child, here) for child in node.children]
    return found
