"""Games out of SGF and back: setup, handicap, rules, and records that break the rules."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honte.core import AGA, BLACK, CHINESE, JAPANESE, WHITE, Board, Game, Phase
from honte.errors import GoError, IllegalMove, InputError, ParseError
from honte.formats.load import load_game, load_position
from honte.formats.sgf import from_game, parse, serialize, setup_tree, to_game
from honte.grid import Grid, Point


def game_of(text: str, **options: bool) -> tuple[Game, list[str]]:
    game, reports = to_game(parse(text)[0], **options)
    return game, [str(report) for report in reports]


def test_root_properties() -> None:
    game, reports = game_of("(;SZ[9]RU[AGA]KM[5,5]HA[2]AB[gc][cg]RE[W+3.5];W[ee];B[dd])")
    assert (game.rules, game.handicap, str(game.result)) == (AGA.with_komi(5.5), 2, "W+3.5")
    assert (len(game.moves), game.start.to_play, reports) == (2, WHITE, [])


@pytest.mark.parametrize(
    ("raw", "komi"), [("6.5", 6.5), ("375", 7.5), ("3.75", 7.5), ("650", 6.5), ("-3", -3)]
)
def test_komi_as_servers_write_it(raw: str, komi: float) -> None:
    assert game_of(f"(;SZ[9]KM[{raw}])")[0].rules.komi == komi


def test_missing_rules_and_komi() -> None:
    game, reports = game_of("(;SZ[9];B[ee])")
    assert (game.rules, reports) == (JAPANESE.with_komi(0), [])


def test_unreadable_root_properties_are_reported() -> None:
    text = "(;SZ[9]RU[house]KM[lots]HA[many]RE[B wins]PL[?];B[ee])"
    game, reports = game_of(text)
    assert len(game.moves) == 1
    assert [part in " ".join(reports) for part in ("house", "KM", "HA", "B wins", "'?'")] == [True] * 5
    with pytest.raises(GoError, match="house"):
        to_game(parse(text)[0], lenient=False)


def test_handicap_without_stones() -> None:
    game, reports = game_of("(;SZ[19]HA[4];W[qf])")
    assert len(game.start.board.stones(BLACK)) == 4
    assert "star points" in reports[0]
    free, reports = game_of("(;SZ[19]HA[2];B[dd];B[pp];W[qf])")
    assert (len(free.start.board.stones(BLACK)), reports) == (0, [])


def test_setup_before_and_after_moves() -> None:
    game, reports = game_of("(;SZ[5];AB[aa]PL[W];W[cc])")
    assert (game.start.board[Point(0, 4)], len(game.moves), reports) == (BLACK, 1, [])
    game, reports = game_of("(;SZ[5];B[aa];W[bb];AE[bb]AW[cc];B[dd])")
    assert str(game.board) == "X . . . .\n. . . . .\n. . O . .\n. . . X .\n. . . . ."
    assert reports == ["node 3, move 2: setup after moves: the game starts afresh here"]


def test_setup_that_cannot_stand() -> None:
    game, reports = game_of("(;SZ[3]AB[aa]AW[ab][ba];B[cc])")
    assert "no liberty" in reports[0]
    assert len(game.moves) == 1


KO = "(;SZ[4]RU[{}]AB[bb][ac][bd]AW[cb][dc][cd][bc];B[cc];W[bc];B[aa])"


def test_illegal_moves_lenient() -> None:
    game, reports = game_of(KO.format("Japanese"))
    assert reports == ["node 2, move 2: White B2 would retake the ko at once; played as recorded"]
    assert [step.color for step in game.steps] == [BLACK, WHITE, BLACK]
    game, reports = game_of("(;SZ[9];B[ee];W[ee];B[zz];W[cc])")
    assert reports == [
        "node 2, move 2: White E5 is occupied; left out",
        "node 3, move 3: 'zz' is not a point of a 9x9 board",
    ]
    assert len(game.moves) == 2


def test_illegal_moves_strict() -> None:
    with pytest.raises(IllegalMove, match="node 2, move 2: White B2"):
        game_of(KO.format("Chinese"), lenient=False)
    with pytest.raises(ParseError, match="node 3"):
        game_of("(;SZ[9];B[ee];W[ed];B[zz])", lenient=False)


def test_moves_after_two_passes_go_on() -> None:
    game, reports = game_of("(;SZ[9];B[ee];W[];B[];W[cc])")
    assert (len(game.moves), reports, game.phase) == (4, [], Phase.PLAY)


@settings(max_examples=40)
@given(st.integers(2, 9), st.lists(st.integers(0, 10**6), max_size=60), st.booleans())
def test_game_round_trip(size: int, choices: list[int], white_first: bool) -> None:
    game = Game(size, CHINESE.with_komi(6.5), to_play=WHITE if white_first else BLACK)
    for choice in choices:
        if game.phase is not Phase.PLAY:
            game.resume()
        options = [*game.legal_moves, None]
        game.play(options[choice % len(options)])
    again, reports = to_game(parse(serialize(from_game(game)))[0], lenient=False)
    assert (again.moves, again.board, again.rules, reports) == (game.moves, game.board, game.rules, [])
    assert again.start == game.start


def test_rectangles_and_positions_round_trip() -> None:
    board = Board.parse(". X . O\nX . . .\n. . O .")
    game, _ = to_game(setup_tree(board, WHITE))
    assert (game.board, game.to_play, game.grid) == (board, WHITE, Grid(4, 3))


# Loading by looking


def test_load_sgf_and_text() -> None:
    assert load_position(b"(;SZ[9];B[ee];W[cc])", move=1).board.stones(WHITE).mask == 0
    assert load_position("(;SZ[9];B[ee];W[cc])", move=-1).to_play is WHITE
    loaded = load_game(". X\nO .\nWhite to play")
    assert (loaded.position.to_play, loaded.tree) == (WHITE, None)
    assert load_position("0B\n00", to_play=WHITE).to_play is WHITE
    assert load_game("(;SZ[9])(;SZ[13])", index=1).game.grid is Grid(13)


@pytest.mark.parametrize(
    "data",
    [b"", b"  \n", b"(", b"(;", b"\x00\x01", b"\xff\xfe\xfa", b"hello", b"(;SZ[9];B[ee]", b". X\nO"],
)
def test_load_refuses_in_one_line(data: bytes) -> None:
    with pytest.raises(GoError) as caught:
        load_game(data)
    assert "\n" not in str(caught.value)


def test_load_checks_numbers_and_boards() -> None:
    with pytest.raises(InputError, match="move 3"):
        load_position("(;SZ[9];B[ee])", move=3)
    with pytest.raises(InputError, match="game 2"):
        load_game("(;SZ[9])", index=2)
    with pytest.raises(GoError, match="no liberty"):
        load_game("OX.\nX..\n...")
