"""The one door: what it gives back, and what it leaves behind."""

from __future__ import annotations

import gc
from dataclasses import replace

import pytest

from honte.core import BLACK, WHITE, Board
from honte.grid import Point
from honte.search.budget import Budget
from honte.tsumego.answer import Scope, solve
from honte.tsumego.problem import Problem, Setup
from honte.tsumego.problem.text import parse_setup
from honte.tsumego.proof import memory
from honte.tsumego.proof.outcome import Status
from honte.tsumego.proof.watch import Watch

THREE = "Black to play\n. . . W x -\nW W W W x -\nx x x x x -"


OPEN = (
    "Black to play\n"
    + """. . . . . . . . .
. . . . . . . . .
. x x x . . . . .
. o o x . . . . .
. . o x . . . . .
. . o x . . . . .
. o o x . . . . .
. x x x . . . . .
. . . . . . . . ."""
)


@pytest.mark.parametrize("setup", [Problem.parse(THREE).setup(), parse_setup(OPEN)], ids=["closed", "open"])
def test_a_finished_search_gives_its_table_back(setup: Setup) -> None:
    """Without the garbage collector, and although somebody still holds the watch."""
    watch = Watch()
    solve(setup, Budget(nodes=10_000, memory_mb=16))
    gc.collect()
    memory._pool.clear()
    gc.disable()
    try:
        for _ in range(3):
            solve(setup, Budget(nodes=10_000, memory_mb=16), watch)
        assert sum(len(tables) for tables in memory._pool.values()) == 1
    finally:
        gc.enable()
    assert watch.solver is None
    assert watch.considered() == []


def test_a_proved_death_or_life_names_the_points_it_rests_on() -> None:
    dead = solve(Problem.parse(THREE).setup(), Budget(nodes=10_000, memory_mb=16))
    assert dead.zone is not None
    assert Point.parse("B3") in dead.zone
    assert dead.zone <= dead.problem.area
    assert any("more white stones elsewhere in the area" in note for note in dead.notes)
    alive = solve(Problem.parse(THREE.replace("Black", "White")).setup(), Budget(nodes=10_000, memory_mb=16))
    assert alive.proved
    assert alive.zone is not None
    assert alive.problem.keystones <= alive.zone <= alive.problem.area
    assert any("more black stones elsewhere in the area" in note for note in alive.notes)


def test_a_life_on_the_whole_board_names_the_points_it_rests_on() -> None:
    rows = [". . . O X . .", "O O O O X . .", "X X X X X . .", *[". . . . . . ."] * 4]
    answer = solve(Setup(Board.parse("\n".join(rows)), WHITE), Budget(nodes=20_000, memory_mb=16))
    assert (str(answer.first), answer.scope) == ("White lives", Scope.BOARD)
    assert any("more black stones elsewhere on the board do not undo it" in note for note in answer.notes)


def test_a_watch_says_what_was_found() -> None:
    watch = Watch()
    solve(Problem.parse(THREE).setup(), Budget(nodes=10_000, memory_mb=16), watch)
    assert watch.outcome is not None
    assert watch.outcome.wins
    assert watch.task


CAGED = """Black to play
- - - - - - -
- o o o o o -
- o . B . o -
- o o o o o -
- - - - - - -
"""
"""Two points for eyes, and each makes none: Black is dead here."""


def test_death_in_an_area_that_was_found_is_no_proof_of_death() -> None:
    answer = solve(Problem.parse(CAGED).setup(), Budget(nodes=100_000))
    assert answer.first.fails
    inside = replace(answer, scope=Scope.AREA).on_found_area()
    assert inside.dead_inside
    assert not inside.proved
    assert not inside.refutations
    assert "may be a way out" in inside.why_open
    attack = solve(Problem.parse(CAGED).with_to_play(WHITE).setup(), Budget(nodes=100_000), both_sides=True)
    assert attack.status is Status.DEAD
    assert replace(attack, scope=Scope.AREA).on_found_area().status is not Status.DEAD
    everywhere = replace(answer, scope=Scope.BOARD).on_found_area()
    assert everywhere.first.fails
    assert not everywhere.is_given


KO_ELSEWHERE = """. . . O X . . . .
X O O O X . . . .
O O O O X . . . .
X X X X X . . . .
. . . . . . . . .
. . . . . . . . .
. . . . X O . . .
. . . X O . O . .
. . . . X O . . ."""


def test_a_ko_far_from_the_target_bans_nothing_in_its_area() -> None:
    """Black may not retake at F2 now. That says nothing about the white corner."""
    board = Board.parse(KO_ELSEWHERE)
    target = board.chain(Point.parse("D8"))
    assert target is not None
    plain = Setup(board, BLACK, target.stones)
    expected = solve(plain, Budget(nodes=100_000))
    assert expected.first.is_ko
    found = solve(replace(plain, ko=Point.parse("F2")), Budget(nodes=100_000))
    assert (found.first, found.scope) == (expected.first, expected.scope)
