"""What is at stake, named by the position; targets that make no sense."""

from __future__ import annotations

import pytest

from honte.core import BLACK, WHITE, Board, Color
from honte.errors import ProblemError
from honte.grid import Grid, Point
from honte.search.budget import Budget
from honte.tsumego.answer import solve
from honte.tsumego.open.readings import find_readings
from honte.tsumego.problem import Setup, Stake
from honte.tsumego.stakes.naming import named


def placed(size: int, black: str, white: str, mover: Color = BLACK) -> Setup:
    board = Board(Grid(size))
    for text, color in ((black, BLACK), (white, WHITE)):
        board = board.with_stones(board.grid.set(Point.parse(word) for word in text.split()), color)
    return Setup(board, mover)


LADDER = placed(13, "G7 H7 J7 F6 G5 H5 J5 L6", "G6 H6 J6 D10 D4", WHITE)
CORNER = placed(13, "A2 B2 C2 D2 E2 E1", "A3 B3 C3 D3 E3 F3 F2 F1", WHITE)


@pytest.mark.parametrize(("setup", "stake"), [(LADDER, Stake.CAPTURE), (CORNER, Stake.LIFE)])
def test_a_bare_position_names_what_is_at_stake(setup: Setup, stake: Stake) -> None:
    reading = named(setup, find_readings(setup)[0])
    assert reading.stake is stake
    assert reading.at_stake.startswith(f"{stake.value} of the ")


def test_the_answer_speaks_of_what_is_at_stake() -> None:
    target = LADDER.board.grid.set([Point.parse("H6")])
    setup = Setup(LADDER.board, BLACK, target, stake=Stake.CAPTURE)
    found = solve(setup, Budget(nodes=20_000), explain=False)
    assert found.reading.at_stake == "capture of the stone at H6"
    assert str(found.first) == "Black captures"
    assert found.record()["stake"] == "capture"


def test_a_given_target_is_life_and_death_unless_the_setup_says_otherwise() -> None:
    target = LADDER.board.grid.set([Point.parse("H6")])
    setup = Setup(LADDER.board, BLACK, target)
    assert named(setup, find_readings(setup)[0]).stake is Stake.LIFE


@pytest.mark.parametrize(
    ("points", "reason"),
    [
        ("H6 H7", "a target of both colors: give stones of one color, or ask for a race between the two"),
        ("A1", "the target A1 is an empty point: its stone is already captured"),
    ],
)
def test_a_target_that_makes_no_sense_is_refused_in_one_line(points: str, reason: str) -> None:
    target = LADDER.board.grid.set(Point.parse(word) for word in points.split())
    with pytest.raises(ProblemError, match=reason):
        solve(Setup(LADDER.board, BLACK, target), Budget(nodes=1))


def test_an_area_of_a_whole_large_board_is_set_aside() -> None:
    setup = placed(19, "D4 D5 E4", "C4 C5 D3 E3 D6", WHITE)
    target = setup.board.grid.set([Point.parse("D4")])
    whole = Setup(setup.board, WHITE, target, setup.board.grid.all)
    found = solve(whole, Budget(nodes=20_000), explain=False)
    assert len(found.problem.area) < setup.board.grid.size


def test_a_race_wants_stones_of_both_colors() -> None:
    target = LADDER.board.grid.set([Point.parse("H6")])
    with pytest.raises(ProblemError, match="a race needs stones of both colors, and no black stone is given"):
        solve(Setup(LADDER.board, BLACK, target, stake=Stake.RACE), Budget(nodes=1))
