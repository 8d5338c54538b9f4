"""Whole reviews of small games: moves judged, a death proved, laws of color and symmetry, odd games."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import pytest
from review.games import DIES, game_of

from honte.core import Game
from honte.formats.sgf import parse
from honte.review import Result, Review, Stage, record, review, rows
from honte.search.budget import Budget
from honte.tsumego.problem.sgf import read_problems


@cache
def reviewed(text: str = DIES, fights: int = 10) -> Review:
    return review(game_of(text), Budget(), fights=fights)


def test_a_group_that_died_could_have_lived_and_the_proof_is_found() -> None:
    found = reviewed()
    assert found.stage is Stage.DONE
    told = record(found)["fights"][0]
    assert (told["move"], told["mover"], told["aim"]) == (8, "B", "live")
    assert (told["result"], told["best"], told["holds"]) == ("yes", ["B9"], "board")
    assert told["after"]["result"] == "yes", "White kills after the move that was played"
    assert told["question"] == "Could Black have saved the 5 stones at A8 at move 8?"
    assert told["answer"] == "Proved: yes, at B9, on the whole board."


def test_the_fight_is_a_problem_that_the_library_reads() -> None:
    sgf = record(reviewed(), "My game")["fights"][0]["sgf"]
    setup = read_problems(sgf)[0]
    assert setup.name == "My game, move 8: Black to live"
    assert [str(p) for p in setup.solutions] == ["B9"]
    assert setup.problem().objective.value == "live"
    assert any("BM" in child for child in parse(sgf)[0].root.children), "wrong moves are shown"


def test_every_move_is_judged_and_losses_are_positive() -> None:
    found = reviewed()
    assert [each.number for each in found.moves] == list(range(1, 12))
    assert len(found.sights) == 12
    assert all(each.lost >= 0 for each in found.moves)
    assert found.worst[0].lost > 5, "both sides leave a corner of ten points open"
    assert found.worst[0].line, "the worst moves have a line"
    shown = record(found)
    json.dumps(shown)
    assert [row["move"] for row in rows(found)] == list(range(1, 12))


def test_results_come_piece_by_piece() -> None:
    heard: list[Review] = []
    review(game_of(), Budget(), tell=heard.append)
    counts = [len(each.moves) for each in heard]
    assert counts[0] == 4
    assert counts == sorted(counts)
    waiting = next(each for each in heard if each.stage is Stage.FIGHTS)
    assert waiting.fights[0].verdict is None
    assert heard[-1].stage is Stage.DONE


def test_a_stopped_review_keeps_what_it_has() -> None:
    budget = Budget()

    def stop(found: Review) -> None:
        if len(found.moves) == 4:
            budget.stop()

    found = review(game_of(), budget, tell=stop)
    assert found.stage is Stage.STOPPED
    assert len(found.moves) >= 4
    assert not found.fights


def exchanged(text: str) -> str:
    """The same game with the colors exchanged; komi changes its sign."""
    pairs = {"AB[": "AW[", "AW[": "AB[", ";B[": ";W[", ";W[": ";B[", "PL[W]": "PL[B]", "KM[5.5]": "KM[-5.5]"}
    out, k = "", 0
    while k < len(text):
        key = next((key for key in pairs if text.startswith(key, k)), None)
        out += pairs[key] if key else text[k]
        k += len(key) if key else 1
    return out


def test_exchanging_the_colors_exchanges_the_review() -> None:
    one, other = record(reviewed()), record(reviewed(exchanged(DIES)))
    assert [m["vertex"] for m in one["moves"]] == [m["vertex"] for m in other["moves"]]
    for a, b in zip(one["moves"], other["moves"], strict=True):
        assert a["lost"] == pytest.approx(b["lost"], abs=0.02)
    assert [m + 0.0 for m, _, _ in one["curve"]] == pytest.approx(
        [-m for m, _, _ in other["curve"]], abs=0.02
    )
    keys = ("move", "aim", "result", "best", "holds", "target")
    assert [[f[k] for k in keys] for f in one["fights"]] == [[f[k] for k in keys] for f in other["fights"]]


def mirrored(text: str) -> str:
    """The same game mirrored at the diagonal: both letters of every point change places."""
    return re.sub(r"\[([a-i])([a-i])\]", r"[\2\1]", text)


def test_a_mirrored_game_has_a_mirrored_review() -> None:
    one, other = record(reviewed()), record(reviewed(mirrored(DIES)))
    assert [m for m, _, _ in one["curve"]] == pytest.approx([m for m, _, _ in other["curve"]], abs=0.02)
    assert [m["lost"] for m in one["moves"]] == pytest.approx([m["lost"] for m in other["moves"]], abs=0.02)
    first, second = one["fights"][0], other["fights"][0]
    assert (first["move"], first["result"]) == (second["move"], second["result"])
    assert (first["best"], second["best"]) == (["B9"], ["A8"])


@pytest.mark.parametrize(
    "text",
    [
        "(;SZ[19])",
        "(;SZ[9];B[ee])",
        "(;SZ[9];B[];W[])",
        "(;SZ[9]RE[B+R];B[ee];W[cc])",
        "(;SZ[9]HA[2]AB[cc][gg];W[ee];B[ec])",
        "(;SZ[9];B[ee];B[ec];B[gg])",
    ],
)
def test_odd_games_are_reviewed(text: str) -> None:
    game: Game = game_of(text)
    found = review(game, Budget(), fights=2)
    assert found.stage is Stage.DONE
    assert [m.number for m in found.moves] == list(range(1, len(game.steps) + 1))
    assert [m.color for m in found.moves] == [step.color for step in game.steps]
    assert len(found.sights) == len(game.steps) + 1


@pytest.mark.parametrize(("cols", "rows"), [(3, 3), (4, 6), (21, 21)])
def test_boards_that_the_network_does_not_know_are_judged_by_random_games(cols: int, rows: int) -> None:
    found = review(game_of(f"(;SZ[{cols}:{rows}]KM[0];B[bb];W[cc];B[cb])"), Budget(), fights=1)
    assert found.model == "playouts"
    assert f"{cols}x{rows}" in found.note
    assert all(not each.would for each in found.moves)
    assert len(found.moves) == 3


def test_without_the_network_file_random_games_judge(monkeypatch: Any, tmp_path: Any) -> None:
    from honte.network import session

    session.load.cache_clear()
    monkeypatch.setenv("HONTE_NETWORK", str(tmp_path / "missing.onnx"))
    try:
        found = review(game_of("(;SZ[9];B[ee];W[cc])"), Budget(), fights=1)
    finally:
        session.load.cache_clear()
    assert found.model == "playouts"
    assert "missing.onnx" in found.note


def test_no_verdict_is_a_guess() -> None:
    for decided in reviewed().fights:
        verdict = decided.verdict
        assert verdict is not None
        if verdict.result is Result.YES:
            assert verdict.answer is not None
            assert verdict.answer.first.wins
