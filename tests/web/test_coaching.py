"""Help with problems through the API: hints, answers in words, the score, the book, bare positions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from honte.formats.sgf import GameTree, Node, parse, to_text
from honte.web.puzzles import Puzzle
from tests.web.helpers import finished

SHIPPED = Path(__file__).parents[2] / "src" / "honte" / "problems"
SHAPE = "SZ[9]PL[B]AW[ab][bb][cb][db][da]AB[ac][bc][cc][dc][ec][eb][ea]"
"""A white straight three in the upper left corner; B9 kills."""
LIMITS = {"nodes": 100_000, "seconds": 60}


def opened(client: TestClient, text: str) -> str:
    found = client.post("/api/problems", json={"text": text})
    assert found.status_code == 201, found.text
    return f"/api/problems/{found.json()['ids'][0]}"


def shipped(client: TestClient, number: int) -> str:
    file = next((SHIPPED / "basic").glob(f"{number:02}-*.sgf"))
    return opened(client, file.read_text(encoding="utf8"))


def done(client: TestClient, path: str, **body: Any) -> dict[str, Any]:
    """The answer of a search that ends well."""
    job = finished(client, client.post(path, json={**LIMITS, **body}))
    assert job["state"] == "done", job
    found: dict[str, Any] = job["answer"]
    return found


def play(client: TestClient, path: str, vertex: str) -> dict[str, Any]:
    assert client.post(f"{path}/play", json={"vertex": vertex}).status_code == 200
    return done(client, f"{path}/answer")


# The area


def test_a_chain_that_grows_out_of_the_area_takes_the_area_with_it(client: TestClient) -> None:
    """White's last liberty is outside: it joins the points that may be played, and leaves them with undo."""
    path = opened(client, "Black to play\nx . . W -\nx x x x -\n- - - - -")
    before = client.get(path).json()
    assert (before["area"], "E3" in before["area"]) == (["B3", "C3", "D3"], False)
    client.post(f"{path}/play", json={"vertex": "C3"})
    grown = client.get(path).json()
    assert grown["area"] == ["B3", "C3", "D3", "E3"]
    assert client.post(f"{path}/play", json={"vertex": "E3", "by_hand": True}).status_code == 200
    client.post(f"{path}/reset", json={})
    assert client.get(path).json()["area"] == before["area"]


# Hints and help


def test_hints_carry_no_more_than_their_step(client: TestClient) -> None:
    path = opened(client, f"(;{SHAPE})")
    first, second, third = (done(client, f"{path}/hint", step=step) for step in (1, 2, 3))
    assert (first["region"], first["move"]) == ([], None)
    assert "B9" in second["region"]
    assert len(second["region"]) > 3
    assert second["move"] is None
    assert third["move"] == "B9"
    assert "B9" not in first["text"] + second["text"]


def test_a_solution_with_help_counts_as_such_until_there_is_one_without(client: TestClient) -> None:
    path = shipped(client, 2)
    done(client, f"{path}/hint", step=1)
    assert play(client, path, "E5")["helped"]
    state = client.get(path).json()
    assert (state["solved"], state["aided"]) == (True, True)
    client.post(f"{path}/reset", json={})
    assert not play(client, path, "E5")["helped"]
    assert client.get(path).json()["aided"] is False


@pytest.mark.parametrize("what", ["solve", "help"])
def test_a_search_is_help(client: TestClient, what: str) -> None:
    path = shipped(client, 2)
    started = client.post(f"{path}/{what}", json=LIMITS if what == "solve" else None)
    if what == "solve":
        finished(client, started)
    assert client.get(path).json()["helped"]


def test_mistakes_are_counted_and_a_wrong_line_is_never_solved(client: TestClient) -> None:
    path = shipped(client, 2)
    assert play(client, path, "D5")["judged"] == "wrong"
    assert client.get(path).json()["failed"]
    state = client.post(f"{path}/undo", json={}).json()
    assert (state["moves"][: state["move_number"]], state["failed"]) == ([], False), "both moves are back"
    found = play(client, path, "E5")
    assert (found["solved"], found["mistakes"]) == (True, 1)


def test_undo_and_redo_move_both_sides(client: TestClient) -> None:
    path = shipped(client, 8)
    play(client, path, "E5")
    state = client.get(path).json()
    assert (state["move_number"], state["to_play"]) == (2, "B")
    assert client.post(f"{path}/undo", json={}).json()["move_number"] == 0
    assert client.post(f"{path}/redo", json={}).json()["move_number"] == 2
    assert client.post(f"{path}/undo", json={"by_hand": True}).json()["move_number"] == 1


def test_switched_turns_let_the_person_play_the_other_side(client: TestClient) -> None:
    path = shipped(client, 2)
    state = client.post(f"{path}/switch", json={}).json()
    assert (state["player"], state["to_play"]) == ("W", "W")
    found = play(client, path, "E5")
    assert found["judged"] == "right"
    assert client.get(path).json()["to_play"] == "W"


# Answers in words


@pytest.mark.parametrize(
    ("number", "claim", "judged", "solved"),
    [
        (17, "nothing", "right", True),
        (17, "seki", "right", True),
        (17, "ko", "wrong", False),
        (21, "ko", "right", False),
        (2, "nothing", "wrong", False),
    ],
)
def test_claims(client: TestClient, number: int, claim: str, judged: str, solved: bool) -> None:
    path = shipped(client, number)
    found = done(client, f"{path}/claim", claim=claim)
    assert (found["judged"], found["solved"]) == (judged, solved)
    state = client.get(path).json()
    assert (state["solved"], state["mistakes"]) == (solved, int(judged == "wrong"))


def test_a_claim_that_is_true_only_since_a_wrong_move_solves_nothing(client: TestClient) -> None:
    path = opened(client, f"(;{SHAPE}KEY[ab][bb][cb][db][da])")
    assert play(client, path, "A9")["judged"] == "wrong"
    found = done(client, f"{path}/claim", claim="nothing")
    assert found["text"] == "An earlier move was wrong; now Black cannot kill. Undo and look again."
    assert not found["solved"]
    state = client.get(path).json()
    assert (state["solved"], state["mistakes"]) == (False, 1)


def test_a_pass_answers_a_problem_in_which_no_move_works(client: TestClient) -> None:
    path = shipped(client, 17)
    found = play(client, path, "pass")
    assert (found["judged"], found["ends"], found["solved"]) == ("right", "seki", True)


def test_a_ko_is_played_to_its_beginning(client: TestClient) -> None:
    path = shipped(client, 21)
    assert play(client, path, "B9")["text"].startswith("Right. This leads to ko")
    found = play(client, path, "A8")
    assert (found["ends"], found["solved"]) == ("ko", True)


# The book


def test_the_book_is_kept_shown_and_compared(client: TestClient) -> None:
    path = opened(client, f"(;{SHAPE}XX[odd](;B[ca]C[RIGHT])(;B[ba];W[aa]C[Wrong.]))")
    assert client.get(path).json()["has_book"]
    wrong = play(client, path, "C9")
    assert wrong["judged"] == "wrong"
    assert wrong["book"] == "The book calls this move right, but it fails: B9 refutes it."
    client.post(f"{path}/reset", json={})
    assert play(client, path, "B9")["book"] == "The book does not have this move; it gives C9."
    client.post(f"{path}/reset", json={})
    done(client, f"{path}/solve")
    book = client.get(f"{path}/book").json()
    assert [line["moves"] for line in book["lines"]] == [["C9"], ["B9", "A9"]]
    assert [line["right"] for line in book["lines"]] == [True, False]
    assert book["compared"][0] == "The book's move C9 fails: White answers B9."
    root = parse(client.get(f"{path}/sgf").content)[0].root
    assert len(root.children) == 2
    assert root.properties["XX"] == ["odd"]
    assert client.get(path).json()["helped"] is True


def test_the_book_decides_where_nothing_is_proved(client: TestClient) -> None:
    """With one node nothing is proved: the book judges, answers and ends the problem."""
    lines = "(;B[ba]C[RIGHT])(;B[ca];W[ba];B[aa]C[RIGHT])(;B[aa];W[ba]C[Wrong.])"
    path = opened(client, f"(;{SHAPE}KEY[ab][bb][cb][db][da]{lines})")
    done(client, f"{path}/find")

    def played(vertex: str) -> Any:
        client.post(f"{path}/reset", json={})
        client.post(f"{path}/play", json={"vertex": vertex})
        return done(client, f"{path}/answer", nodes=1)

    first = played("C9")
    assert (first["judged"], first["reply"]) == ("right", "B9")
    assert first["text"] == "The book calls this move right; it is not proved. White answers B9."
    wrong = played("A9")
    assert (wrong["judged"], wrong["reply"]) == ("wrong", "B9")
    assert wrong["text"].startswith("The book calls this move wrong; it is not proved.")
    last = played("B9")
    assert (last["text"], last["solved"]) == ("Solved by the book; not proved.", True)


def test_a_problem_without_a_book_says_so(client: TestClient) -> None:
    refused = client.get(f"{opened(client, f'(;{SHAPE})')}/book")
    assert refused.status_code == 422
    assert "has no solution" in refused.json()["error"]["message"]


# Bare positions


def test_target_and_area_are_found_and_can_be_changed(client: TestClient) -> None:
    path = opened(client, f"(;{SHAPE})")
    assert client.get(path).json()["task"] == "Black to play"
    found = done(client, f"{path}/find")
    assert (found["task"], found["doubt"]) == ("Black to kill the 5 stones at A8", "")
    state = client.get(path).json()
    assert state["found"]
    assert len(state["area"]) < 20
    assert state["view"] == ["A3", "G9"]
    choices = client.get(f"{path}/readings").json()
    assert choices[0]["task"] == state["task"]
    state = client.post(f"{path}/target", json={"points": ["A7"]}).json()
    assert state["task"] == "Black to save the 7 stones at A7"
    assert state["area"] is None
    refused = client.post(f"{path}/target", json={"points": ["A7", "A8"]})
    assert "stones of one color" in refused.json()["error"]["message"]


def test_an_area_too_large_for_a_proof_is_found_anew(client: TestClient) -> None:
    everything = "".join(f"[{chr(97 + x)}{chr(97 + y)}]" for x in range(19) for y in range(19))
    shape = SHAPE.replace("SZ[9]", "SZ[19]")
    path = opened(client, f"(;{shape}KEY[ab][bb][cb][db][da]AREA{everything})")
    assert client.get(path).json()["note"].startswith("The file's area is too wide for a proof")
    done(client, f"{path}/find")
    assert len(client.get(path).json()["area"]) < 20


def test_both_colors_surrounded_gives_one_question_and_the_others_to_choose(client: TestClient) -> None:
    """A race in the corner: the black and the white stones shut each other in."""
    text = (
        "Black to play\n. . X O . X .\nO O O O X X .\nX X X X O O O\n. . . . O . .\n" + ". . . . . . .\n" * 3
    )
    path = opened(client, text)
    found = done(client, f"{path}/find")
    assert found["task"].startswith("Black to ")
    assert found["doubt"].startswith("Both colors have surrounded stones here.")
    colors = {each["task"].split()[2] for each in client.get(f"{path}/readings").json()}
    assert colors == {"kill", "save"}


# Files that are refused


def test_bad_files_are_refused_in_one_line(client: TestClient) -> None:
    moves = "".join(f";{'BW'[n % 2]}[{chr(97 + n % 9)}{chr(97 + n // 9)}]" for n in range(40))
    for text, part in (
        ("(;SZ[9]C[nothing here])", "the board is empty"),
        (f"(;SZ[9]{moves})", "this is a game of 40 moves and no problem"),
        ("(;SZ[9]AB[aa]AW[ab][ba])", "has no liberty"),
    ):
        refused = client.post("/api/problems", json={"text": text})
        assert refused.status_code == 422, refused.text
        message = refused.json()["error"]["message"]
        assert part in message
        assert "\n" not in message


def test_one_broken_problem_does_not_keep_the_others_out(client: TestClient) -> None:
    text = f"(;{SHAPE}GN[one])(;SZ[9])(;{SHAPE}GN[three])"
    found = client.post("/api/problems", json={"text": text}).json()
    assert len(found["ids"]) == 2
    assert found["refused"] == ["problem 2: the board is empty: there is no group to live or to kill"]
    names = [each["name"] for each in client.get("/api/problems").json()]
    assert names[:2] == ["one", "three"], "in the order of the file"


def test_a_hundred_thousand_variations_are_cut_with_a_note(client: TestClient) -> None:
    root = Node({"SZ": ["9"], "AB": ["ac", "bc", "cc"], "AW": ["ab", "bb"], "PL": ["B"]})
    for _ in range(100_000):
        root.add(Node({"B": ["ca"]}))
    text = to_text(GameTree(root))
    path = opened(client, text)
    assert client.get(path).json()["note"].startswith("The file's solution has 98,001 more positions")


def test_the_list_keeps_its_order_while_problems_are_played(client: TestClient) -> None:
    for name in ("one", "two", "three"):
        opened(client, f"(;{SHAPE}GN[{name}])")
    before = [each["id"] for each in client.get("/api/problems").json()]
    client.post(f"/api/problems/{before[-1]}/switch", json={})
    assert [each["id"] for each in client.get("/api/problems").json()] == before


def test_a_problem_of_an_older_store_opens() -> None:
    puzzle = Puzzle.of("a", Puzzle.of("b", _setup()).setup)
    record = puzzle.record()
    for name in ("player", "progress", "aided", "file", "note", "found"):
        del record[name]
    again = Puzzle.restored("a", record)
    assert (again.player, again.progress.mistakes) == (puzzle.player, 0)


def _setup() -> Any:
    from honte.tsumego.problem.sgf import read_problems

    return read_problems(f"(;{SHAPE})")[0]
