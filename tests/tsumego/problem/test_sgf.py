"""Problems in SGF: written, read back, and read from files of other programs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from honte.core import BLACK, WHITE, Color
from honte.errors import ParseError
from honte.formats.sgf import parse, serialize, to_game
from honte.grid import Point
from honte.tsumego.problem import Capture, Objective, Threats
from honte.tsumego.problem.sgf import add_line, read_problems, right_first_moves, tree_of_setup, with_status
from honte.tsumego.problem.text import parse_setup

TEXT = """
Black to play
name: three in a row
. . . W x - -
W W W W x - -
x x x x x - -
- - - - - - -
"""


def test_round_trip() -> None:
    setup = replace(
        parse_setup(TEXT), objective=Objective.KILL, comment="Take the middle.", threats=Threats(black=2)
    )
    setup = with_status(replace(setup, capture=Capture.ANY), {"attacker": "dead", "defender": "alive"})
    tree = tree_of_setup(setup)
    add_line(tree, BLACK, [Point(1, 3)], right=True)
    add_line(tree, BLACK, [Point(0, 3), Point(1, 3)], right=False, comment="Two eyes.")
    again = read_problems(serialize(tree))[0]
    assert again.solutions == (Point(1, 3),)
    assert again.extra["status"] == {"attacker": "dead", "defender": "alive"}
    assert replace(again, solutions=()) == replace(setup, solutions=())
    assert again.problem().valid_points == setup.problem().valid_points


def test_any_program_can_show_it() -> None:
    tree = parse(serialize(tree_of_setup(parse_setup(TEXT))))[0]
    game, reports = to_game(tree, lenient=False)
    assert (game.board, game.to_play, reports) == (parse_setup(TEXT).board, BLACK, [])


def test_files_without_the_private_part() -> None:
    text = (
        "(;SZ[9]AB[ab][bb][ba]AW[ac][bc][cb][ca]TR[ba]C[White to kill]"
        "(;W[aa]C[RIGHT])(;W[dd];B[aa]C[Wrong.]))"
    )
    setup = read_problems(text)[0]
    assert (setup.to_play, setup.objective, setup.area) == (WHITE, Objective.KILL, None)
    assert str(setup.keystones) == "{A8, B8, B9}"
    assert setup.solutions == (Point.parse("A9"),)


@pytest.mark.parametrize(
    ("body", "moves"),
    [
        ("(;B[aa];W[bb];B[cc]C[RIGHT well done])(;B[bb]C[no])", ["A9"]),
        ("(;B[aa]C[Correct.])(;B[bb]C[Wrong.])", ["A9"]),
        ("(;B[aa]TE[1])(;B[bb]BM[1])", ["A9"]),
        ("(;B[aa])(;B[bb];W[cc]C[this is RIGHT])", ["B8"]),
        ("(;B[aa]C[incorrect])", []),
        ("", []),
    ],
)
def test_right_first_moves(body: str, moves: list[str]) -> None:
    tree = parse(f"(;SZ[9]PL[B]{body})")[0]
    assert right_first_moves(tree) == [Point.parse(m) for m in moves]


def test_points_out_of_play() -> None:
    setup = read_problems("(;SZ[5]AB[aa]AW[ab]DD[da:ee])")[0]
    assert setup.area is not None
    assert len(setup.area) == 15
    lines = add_line(tree_of_setup(setup), BLACK, [None], right=True)
    assert lines.first("B") == ""


def test_broken_files() -> None:
    with pytest.raises(ParseError, match="problem 2"):
        read_problems("(;SZ[9])(;SZ[9]AB[zz])")
    with pytest.raises(ParseError):
        read_problems("(;SZ[9]")
    with pytest.raises(ParseError, match="problem 1"):
        read_problems("(;SZ[9]PL[green])")


@pytest.mark.parametrize(
    ("comment", "to_play", "objective"),
    [
        ("Black to live", BLACK, Objective.LIVE),
        ("W to kill", WHITE, Objective.KILL),
        ("b to live!", BLACK, Objective.LIVE),
        ("White to save his 4 stones.", WHITE, Objective.LIVE),
        ("White to capture the marked stones", WHITE, Objective.KILL),
        ("Black just played the marked move. White to kill.", WHITE, Objective.KILL),
        ("White to play. Can Black survive?", WHITE, Objective.KILL),
        ("Kill the group", BLACK, Objective.KILL),
        ("黑先活", BLACK, Objective.LIVE),
        ("白先殺黑", WHITE, Objective.KILL),
        ("黒番", BLACK, None),
        ("Problem 12", BLACK, None),
    ],
)
def test_the_aim_is_read_from_words(comment: str, to_play: Color, objective: Objective | None) -> None:
    text = f"(;SZ[9]AB[ab][bb][ba]AW[ac][bc][cb][ca]PL[{to_play.letter}]C[{comment}])"
    assert read_problems(text)[0].objective is objective


def test_the_side_to_play_is_read_from_words() -> None:
    for comment, color in (("W to kill", WHITE), ("白先", WHITE), ("White to play", WHITE), ("?", BLACK)):
        assert read_problems(f"(;SZ[9]AB[ab][bb]AW[ac][bc]C[{comment}])")[0].to_play is color
