"""KataGo through a stand-in that replays a recorded dialogue; every way it can fail is one clear line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from honte.core import BLACK, CHINESE, JAPANESE, TROMP_TAYLOR, WHITE, Game, vertex
from honte.engine import Analysis, analyze_with_katago, choose_with_katago
from honte.errors import InputError
from honte.katago import KataGo, load, locate
from honte.katago.locating import CONFIG, MODEL, PROGRAM
from honte.katago.process import TIMEOUT, Refused
from honte.katago.queries import game_query, komi_sent, position_query, rules_record, spread_of
from honte.network import View
from honte.search.budget import Budget
from tests.cli.conftest import Ran
from tests.katago import scenes
from tests.katago.conftest import Installed
from tests.katago.record import FILE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a shell script")


def recorded() -> list[dict[str, Any]]:
    return [json.loads(line) for line in FILE.read_text("utf8").splitlines()]


# Answers


def test_predictions_say_what_katago_said(installed: Installed) -> None:
    installed("plays")
    (latest, early), (ko,) = scenes.positions()
    queries = [each for each in recorded() if each["query"].get("moves") == []]
    said = queries[0]["answers"][0]
    game = scenes.opening()
    assert latest.position == game.position
    assert early.position.to_play is BLACK
    assert latest.margin == pytest.approx(said["rootInfo"]["scoreLead"] + 7.5, abs=1e-4)
    assert latest.black_wins(7.5) == pytest.approx(said["rootInfo"]["winrate"], abs=1e-3)
    assert latest.error == pytest.approx(said["rootInfo"]["scoreStdev"], abs=1e-4)
    assert latest.owner(game.grid.parse("A7")) == pytest.approx(said["ownership"][0], abs=1e-4)
    assert latest.owner(game.grid.parse("G1")) == pytest.approx(said["ownership"][-1], abs=1e-4)
    assert float(latest.policy.sum()) == pytest.approx(1.0, abs=1e-4)
    best = max(said["moveInfos"], key=lambda each: each["prior"])
    assert vertex(latest.moves(1)[0][0]) == best["move"]
    assert all(latest.probability(point) == 0 for point in game.board.stones(BLACK))
    assert ko.position.ko is not None


def test_a_ko_is_sent_with_the_position(installed: Installed) -> None:
    bans = [each["query"]["avoidMoves"] for each in recorded() if "avoidMoves" in each["query"]]
    assert bans == [[{"player": "W", "moves": ["B4"], "untilDepth": 1}]]


def test_estimates_include_handicap_points_and_rules(installed: Installed) -> None:
    installed("plays")
    handicap, territory = scenes.an_estimate()
    assert handicap.model == territory.model == "katago"
    sent = [each for each in recorded() if each["query"].get("komi") == 9.5]
    lead = sent[0]["answers"][0]["rootInfo"]["scoreLead"]
    assert handicap.margin == pytest.approx(lead, abs=1e-3)
    assert any(each["query"].get("rules", {}).get("scoring") == "TERRITORY" for each in recorded())
    assert np.asarray(territory).shape == (7, 7)


def test_moves_and_lines_are_those_of_the_mover(installed: Installed) -> None:
    installed("plays")
    choice, analysis, only = scenes.a_choice()
    game = scenes.opening()
    assert game.to_play is WHITE
    assert game.illegality(choice.move) is None
    assert choice.simulations == analysis.visits == 8
    asked = next(
        each for each in recorded() if each["query"].get("moves") and each["query"]["maxVisits"] == 8
    )
    root = asked["answers"][-1]["rootInfo"]
    assert choice.win_rate == pytest.approx(1 - root["winrate"], abs=1e-4)
    assert analysis.lead == pytest.approx(-root["scoreLead"], abs=1e-4)
    assert [vertex(each.move) for each in only.candidates] == ["A1"]
    assert [each.line[0] for each in choice.candidates] == [each.move for each in choice.candidates]


def test_a_record_that_katago_refuses_is_asked_as_a_position(installed: Installed) -> None:
    installed("plays")
    assert scenes.a_refused_record().move is not None
    refused = [each for each in recorded() if "error" in each["answers"][0]]
    assert len(refused) == 1
    assert len(refused[0]["query"]["moves"]) == 4


def test_a_gtp_session_with_katago(installed: Installed) -> None:
    installed("plays")
    said = scenes.a_session()
    assert all(answer.startswith("=") for answer in said)
    assert said[-1].count("white") == 2


def test_one_process_serves_the_program_and_starts_again_after_its_end(installed: Installed) -> None:
    installed("plays")
    first = load().process
    assert load().process is first
    first.close()
    assert load().process is not first
    assert load().process.version == recorded()[0]["answers"][0]["version"]


def test_several_threads_may_ask_at_once(installed: Installed) -> None:
    import threading

    installed("plays")
    game = scenes.opening()
    margins: list[float] = []

    def ask() -> None:
        margins.append(load().predict([View.of(game), View.of(game, 2)])[0].margin)

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert len(margins) == 6
    assert len(set(margins)) == 1


def test_text_between_answers_is_passed_over(installed: Installed) -> None:
    installed("noisy")
    assert len(scenes.positions()[0]) == 2


# Failures


def test_a_query_that_is_refused_leaves_the_process_running(installed: Installed) -> None:
    installed("plays")
    with pytest.raises(Refused, match="KataGo refuses the position: this query was not recorded"):
        load().predict([View.of(Game(9))])
    assert len(scenes.positions()[0]) == 2


def test_a_dying_process_is_one_line(installed: Installed) -> None:
    installed("dies")
    with pytest.raises(InputError, match=r"^KataGo ended \(exit status 3\): the card has fallen out$"):
        scenes.positions()


def test_a_silent_process_is_given_up(installed: Installed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(TIMEOUT, "0.2")
    location = installed("silent")
    monkeypatch.setenv(TIMEOUT, "0.2")
    with pytest.raises(InputError, match=r"gave no answer within 0.2 s$"):
        KataGo(location).predict([View.of(scenes.opening())])
    monkeypatch.setenv(TIMEOUT, "soon")
    with pytest.raises(InputError, match="'soon'; expected a number of seconds"):
        KataGo(location).predict([View.of(scenes.opening())])


def test_an_old_version_is_refused(installed: Installed) -> None:
    installed("old")
    with pytest.raises(InputError, match=r"is version 1\.4\.5; expected 1\.10 or later$"):
        scenes.positions()


def test_an_answer_without_a_field_is_one_line(installed: Installed) -> None:
    installed("stutters")
    with pytest.raises(InputError, match="KataGo's answer cannot be read: KeyError\\('ownership'\\)"):
        scenes.positions()


def test_a_program_that_is_no_katago_is_one_line(installed: Installed, tmp_path: Path) -> None:
    location = installed("plays")
    location.program.write_text("#!/bin/sh\nexit 7\n")
    with pytest.raises(InputError, match=r"^KataGo ended \(exit status 7\): it said nothing$"):
        scenes.positions()
    location.program.write_text("not a program")
    with pytest.raises(InputError, match=r"does not start|KataGo ended"):
        KataGo(location).predict([View.of(scenes.opening())])


# Finding it


def test_what_is_missing_is_said(
    installed: Installed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = installed("plays")
    assert (found.program.name, found.model.name, found.config) == ("katago", "default_model.bin.gz", None)
    monkeypatch.setenv(MODEL, str(tmp_path / "none.bin.gz"))
    with pytest.raises(InputError, match=r"HONTE_KATAGO_MODEL names .*none\.bin\.gz, which is no file"):
        locate()
    monkeypatch.delenv(MODEL)
    monkeypatch.setenv(CONFIG, "nowhere.cfg")
    with pytest.raises(InputError, match=r"HONTE_KATAGO_CONFIG names nowhere\.cfg"):
        locate()
    monkeypatch.delenv(CONFIG)
    found.model.unlink()
    with pytest.raises(InputError, match=r"no network \(\*\.bin\.gz\) was found: set HONTE_KATAGO_MODEL"):
        locate()
    monkeypatch.setenv(PROGRAM, "/no/katago")
    with pytest.raises(InputError, match="KataGo was not found: HONTE_KATAGO names /no/katago"):
        locate()
    monkeypatch.delenv(PROGRAM)
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    with pytest.raises(InputError, match="KataGo was not found: install it"):
        locate()
    monkeypatch.setenv("PATH", str(tmp_path))
    found.model.write_bytes(b"")
    assert locate() == found


def test_commands_say_that_katago_is_missing(
    honte: Callable[..., Ran],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(PROGRAM, "/no/katago")
    for command in (("estimate", "examples/cosmic.sgf", "--model", "katago"), ("gtp", "--engine", "katago")):
        ran = honte(*command)
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
        assert "KataGo was not found" in ran.err
    assert "'leela' is no engine; expected honte or katago" in honte("gtp", "--engine", "leela").err


def test_the_command_estimates_with_katago(
    honte: Callable[..., Ran],
    installed: Installed,
    tmp_path: Path,
) -> None:
    installed("plays")
    moves = "(;SZ[7]KM[6.5]RU[Japanese];B[dd];W[cc];B[ec];W[db];B[cd])"
    (tmp_path / "game.sgf").write_text(moves)
    ran = honte("estimate", tmp_path / "game.sgf", "--model", "katago", "--json")
    assert ran.status == 0, ran.err
    answer = json.loads(ran.out)
    assert answer["model"] == "katago"
    assert answer["margin"] == pytest.approx(scenes.an_estimate()[1].margin, abs=1e-3)


# Queries


def test_queries_hold_the_whole_game() -> None:
    game = Game(9, TROMP_TAYLOR.with_komi(6.26), handicap=2)
    game.play("D4")
    game.play("pass")
    query = game_query(game)
    assert query["moves"] == [["W", "D4"], ["B", "pass"]]
    assert sorted(query["initialStones"]) == [["B", "C3"], ["B", "G7"]]
    assert (query["boardXSize"], query["komi"], query["initialPlayer"]) == (9, 6.5, "W")
    assert query["rules"]["suicide"] is True
    assert rules_record(JAPANESE) | {"scoring": "TERRITORY", "tax": "SEKI"} == rules_record(JAPANESE)
    assert komi_sent(CHINESE.with_komi(900)) == 150
    with pytest.raises(InputError, match="KataGo takes boards from 2x2 to 19x19, not 21x21"):
        position_query(Game(21).position, CHINESE)


def test_a_spread_gives_the_chance_back() -> None:
    for margin, chance in ((3.0, 0.7), (-8.0, 0.01), (0.4, 0.99)):
        spread = spread_of(margin, chance, 10.0)
        assert 1 / (1 + np.exp(-margin / spread)) == pytest.approx(chance, abs=0.01)
    assert spread_of(2.0, 0.4, 10.0) == pytest.approx(5.51, abs=0.01)  # lead and chance disagree


def test_a_game_that_is_over_is_refused(installed: Installed) -> None:
    installed("plays")
    game = Game(5)
    game.play("pass")
    game.play("pass")
    with pytest.raises(InputError, match="over"):
        analyze_with_katago(game, Budget(nodes=4))


def test_a_lost_game_is_resigned_late(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(5)
    for move in ("C3", "C4", "D3", "D4", "B3", "B4", "E3", "E4"):
        game.play(move)
    seen = Analysis((), 10, 0.001, -20.0, np.zeros((5, 5)))
    monkeypatch.setattr("honte.engine.rival.analyze_with_katago", lambda *args, **options: seen)
    assert choose_with_katago(game).resigns
    assert not choose_with_katago(game.branch(2)).resigns


# Review


def test_katago_is_a_model_of_a_review(installed: Installed) -> None:
    from honte.estimate import Setting
    from honte.review.by_katago import ByKataGo

    installed("plays")
    game = scenes.opening()
    late, early = ByKataGo().see([Setting.of(game), Setting.of(game, 2)])
    said = load().predict([View.of(game)])[0]
    assert late.margin == pytest.approx(said.margin - 7.5)
    assert late.chance == pytest.approx(said.black_wins(7.5))
    assert late.moves[0][0] == said.moves(1)[0][0]
    assert early.setting.moves == 2
    assert ByKataGo().see([]) == []
