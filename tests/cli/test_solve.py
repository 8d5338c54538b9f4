"""`honte solve`."""

import json
from pathlib import Path

import pytest

from tests.cli.test_basics import Honte

BOARD = ". X O .\nX . O O\n. X O .\nX X O O\n"


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "board.txt"
    path.write_text(BOARD)
    return path


def test_text(honte: Honte, board: Path) -> None:
    ran = honte("solve", board, "--to-play", "B", "--seconds", 20)
    assert ran.status == 0
    assert "proved under positional superko" in ran.out
    assert "best:" in ran.out
    assert "nodes" in ran.out


def test_json_names_every_move(honte: Honte, board: Path) -> None:
    ran = honte("solve", board, "--to-play", "W", "--json", "--every", "--seconds", 20)
    answer = json.loads(ran.out)
    assert answer["proved"]
    assert answer["best_proved"]
    assert {each["move"] for each in answer["moves"]} >= {"pass", *answer["best_moves"]}
    assert answer["simple_ko"]["L"] <= answer["value"] <= answer["simple_ko"]["U"]


def test_a_size_is_an_empty_board_and_repetition_is_told(honte: Honte) -> None:
    ran = honte("solve", "2x2")
    assert "Black wins by 1" in ran.out
    assert "under simple ko Black can force -4 (L)" in ran.out
    assert (
        json.loads(honte("solve", "2x2", "--rules", "simple", "--json", "--seconds", 2).out)["value"] is None
    )


def test_a_bare_call_explains_itself(honte: Honte) -> None:
    ran = honte("solve")
    assert ran.status == 0
    assert "honte solve 3x3" in ran.out
    assert "Which board?" in ran.out
    assert "nodes" not in ran.out


def test_a_proof_under_simple_ko_is_carried_over(honte: Honte) -> None:
    answer = json.loads(honte("solve", "2x7", "--json").out)
    assert (answer["rules"], answer["value"], answer["proved"]) == ("positional", 14, True)
    assert answer["line"]


def test_why(honte: Honte, board: Path) -> None:
    ran = honte("solve", board, "--to-play", "B", "--why", "A4", "--seconds", 20)
    assert "A4" in ran.out
    assert "gives" in ran.out


def test_play_and_quiz_read_from_standard_input(honte: Honte) -> None:
    assert "You are Black" in honte("solve", "3x3", "--play", stdin=b"B2\nquit\n").out
    assert "to play" in honte("solve", "4x4", "--quiz", stdin=b"quit\n").out


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (". . . . . .\n" * 6, (), "36 points; the limit is 30"),
        ("X O\nO O\n", (), "no liberty"),
        (BOARD, ("--rules", "japanese"), "territory"),
        (BOARD, ("--rules", "tromp-taylor"), "suicide"),
        (BOARD, ("--rules", "nonsense"), "not a known rule set"),
        (BOARD, ("--rules", "nonsense"), "and simple, positional, situational"),
        (BOARD, ("--why", "Z9"), "Z9 is not on a 4x4 board"),
        (BOARD, ("--to-play", "green"), "not a color"),
        (BOARD, ("--seconds", "-1"), "seconds"),
        ("", (), ""),
    ],
)
def test_bad_input(honte: Honte, tmp_path: Path, text: str, options: tuple[str, ...], message: str) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(text)
    ran = honte("solve", path, *options)
    assert ran.status == 2
    assert message in ran.err
    assert len(ran.err.strip().splitlines()) == 1
    assert ran.out == ""


def test_moves_are_listed_by_their_worth(honte: Honte) -> None:
    text = honte("solve", "2x2").out
    assert "moves, Black's margin: A1, B1, A2, B2 +1; pass at most 0\n" in text


def test_budget_zero_gives_bounds(honte: Honte) -> None:
    answer = json.loads(honte("solve", "5x6", "--seconds", 0, "--json").out)
    assert (answer["low"], answer["high"], answer["proved"]) == (-30, 30, False)


KO_GAME = "(;SZ[4:3]AB[ba][ab][cb][bc]AW[ca][db][cc]PL[W];W[bb]{})"
"""White takes a ko; what follows is filled in."""
KO_BOARD = ". X O .\nX O . O\n. X O .\n"


def test_a_game_brings_its_history(honte: Honte, tmp_path: Path) -> None:
    path = tmp_path / "ko.sgf"
    path.write_text(KO_GAME.format(";B[];W[]"))
    moves = _moves(honte("solve", path, "--json", "--seconds", 1).out)
    assert "C2" not in moves  # two passes lift the ban of simple ko, but the board has stood before
    assert "C2" in _moves(honte("solve", path, "--json", "--seconds", 1, "--rules", "simple").out)
    board = tmp_path / "ko.txt"
    board.write_text(KO_BOARD)
    assert "C2" in _moves(honte("solve", board, "--json", "--seconds", 1).out)
    assert "C2" not in _moves(honte("solve", board, "--history", path, "--json", "--seconds", 1).out)


def _moves(text: str) -> set[str]:
    return {each["move"] for each in json.loads(text)["moves"]}


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (KO_BOARD.replace(". X O .", "X X O .", 1), (), "ends in a different position"),
        (KO_BOARD, ("--to-play", "W"), "ends with Black to play"),
        (KO_GAME.format(""), (), "has its own history"),
    ],
)
def test_a_history_that_contradicts_is_refused(
    honte: Honte, tmp_path: Path, text: str, options: tuple[str, ...], message: str
) -> None:
    (tmp_path / "game.sgf").write_text(KO_GAME.format(""))
    (tmp_path / "board").write_text(text)
    ran = honte("solve", tmp_path / "board", "--history", tmp_path / "game.sgf", *options)
    assert ran.status == 2
    assert message in ran.err
    assert len(ran.err.strip().splitlines()) == 1


def test_no_legal_move_but_a_pass(honte: Honte, tmp_path: Path) -> None:
    path = tmp_path / "full.txt"
    path.write_text("O O .\n. O O\n")
    answer = json.loads(honte("solve", path, "--to-play", "B", "--json", "--seconds", 5).out)
    assert (answer["best_moves"], answer["value"], answer["proved"]) == (["pass"], -6, True)
    assert [each["move"] for each in answer["moves"]] == ["pass"]
