"""Status, right moves, refutations and lines on problems whose answers every player knows."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from honte.core import BLACK, WHITE, Board, vertex
from honte.errors import InputError, ProblemError
from honte.grid import Point
from honte.search.budget import Budget
from honte.tsumego.answer import Scope, solve
from honte.tsumego.open.readings import find_readings
from honte.tsumego.problem import Problem, Setup, Threats
from honte.tsumego.problem.predicates import walls_stand
from honte.tsumego.proof.outcome import Outcome, Status
from honte.tsumego.proof.solver import Solver
from honte.tsumego.verify.check import with_need
from honte.tsumego.verify.oracle import Oracle
from tests.tsumego.random_problems import random_problem


def corner(top: str, second: str = "", to_play: str = "Black") -> Problem:
    """White keystones W on the upper edge, closed in by safe black stones."""
    width = len(top.split())
    rows = [top + " x -"] + ([second + " x -"] if second else [])
    wall = " ".join(["x"] * (width + 1) + ["-"])
    return Problem.parse("\n".join([f"{to_play} to play", *rows, wall]))


@pytest.mark.parametrize(
    ("top", "second", "wanted"),
    [
        (". . W", "W W W", Status.DEAD),
        (". . . W", "W W W W", Status.UNSETTLED),
        (". . . . W", "W W W W W", Status.ALIVE),
        (". W . W", "W W W W", Status.ALIVE),
    ],
)
def test_rows_of_room_in_the_corner(top: str, second: str, wanted: Status) -> None:
    assert solve(corner(top, second).setup(), Budget(seconds=60), both_sides=True).status is wanted


def test_right_moves_and_refutations() -> None:
    solution = solve(corner(". . . W", "W W W W").setup(), Budget(seconds=60))
    assert [vertex(m) for m in solution.best] == ["B3"]
    assert {vertex(m): [vertex(r) for r in line] for m, line in solution.refutations.items()} == {
        "A3": ["B3"],
        "C3": ["B3"],
    }
    assert solution.line[0] == Point.parse("B3")


def small_kos(count: int) -> Iterator[tuple[Problem, Outcome]]:
    """Small random problems in which the side to play gets a ko, with the solver's outcome."""
    rng = random.Random(7)
    while count:
        problem = random_problem(rng).with_threats(Threats())
        if len(problem.valid_points) > 8:
            continue
        outcome = Solver(problem, Budget(nodes=50_000, memory_mb=1)).outcome(problem.to_play)
        if outcome.proved and outcome.is_ko:
            count -= 1
            yield problem, outcome


def test_the_need_of_a_ko_agrees_with_the_plain_solver() -> None:
    checked = 0
    for problem, outcome in small_kos(12):
        kills = problem.to_play is problem.attacker
        try:
            succeeds = [
                Oracle(with_need(problem, problem.to_play, need), limit=20_000).value() == kills
                for need in (outcome.high - 1, outcome.high)
            ]
        except InputError:
            continue
        assert succeeds == [False, True], f"\n{problem}\n{outcome}"
        checked += 1
    assert checked >= 5


def test_without_a_budget_the_status_is_unknown() -> None:
    solution = solve(corner(". . . W", "W W W W").setup(), Budget(seconds=0))
    assert solution.status is Status.UNKNOWN
    assert not solution.proved


def test_records_are_plain_data() -> None:
    import json

    record = solve(corner(". . . W", "W W W W").setup(), Budget(seconds=60), both_sides=True).record()
    assert json.loads(json.dumps(record)) == record
    assert record["status"] == "unsettled"


SEKI = """
White to play
- o B . O x -
o o B . O x x
- o B O O x -
o o o x x x x
"""


def test_seki_is_named() -> None:
    solution = solve(Problem.parse(SEKI).setup(), Budget(seconds=60), both_sides=True)
    assert solution.status is Status.SEKI
    assert "shared" in solution.seki


# Bare positions

BARE = Board.parse(
    """
    . . . O X . . . .
    O O O O X . . . .
    X X X X X . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    """
)


def test_target_and_aim_are_found() -> None:
    readings = find_readings(Setup(BARE, BLACK))
    assert readings[0].target == BARE.stones(WHITE)
    assert readings[0].objective.value == "kill"


@pytest.mark.parametrize(("color", "wanted"), [(BLACK, "kill"), (WHITE, "live")])
def test_a_bare_position_is_solved(color: object, wanted: str) -> None:
    answer = solve(Setup(BARE, color), Budget(seconds=60))
    assert answer.reading.objective.value == wanted
    assert vertex(answer.move) == "B7"
    assert answer.scope is Scope.BOARD


def test_an_empty_board_has_no_target() -> None:
    with pytest.raises(ProblemError, match="no group to live or to kill"):
        solve(Setup(Board(9), BLACK), Budget(nodes=100))


def test_a_board_of_25_is_solved() -> None:
    rows = [". . . O X" + " ." * 20, "O O O O X" + " ." * 20, "X X X X X" + " ." * 20]
    rows += [" ".join("." * 25)] * 22
    answer = solve(Setup(Board.parse("\n".join(rows)), BLACK), Budget(seconds=60))
    assert vertex(answer.move) == "B25"


@pytest.mark.parametrize(("outside", "stands"), [("x -\nW W W W x -", True), ("x -\nW W W W x x", False)])
def test_a_wall_needs_two_liberties_outside(outside: str, stands: bool) -> None:
    problem = Problem.parse(f"Black to play\n. . . W {outside}\nx x x x x x\n")
    assert walls_stand(problem) is stands
