"""Generated problems: each kept one is good, and the seed decides everything."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from honte.core import BLACK, WHITE, Board, Game
from honte.formats.sgf import parse, to_text
from honte.formats.sgf_game import to_game
from honte.grid import Grid, Point
from honte.search.budget import Budget
from honte.tsumego.answer import solve
from honte.tsumego.make import fights as fighting
from honte.tsumego.make import generate as making
from honte.tsumego.make.claim import Claim
from honte.tsumego.make.fights import critical, fights
from honte.tsumego.make.generate import from_climbs, from_game, generate
from honte.tsumego.make.grade import level
from honte.tsumego.make.groups import candidate, mutated
from honte.tsumego.make.judge import judge
from honte.tsumego.make.placing import Placing
from honte.tsumego.make.prune import is_needed, prune, without
from honte.tsumego.open.areas import find_area
from honte.tsumego.problem import Problem
from honte.tsumego.problem.place import Place
from tests.tsumego.shapes import STRAIGHT_THREE

FIVE = """Black to play
. . . W x -
. . W W x x
W W W x x -
x x x x - -
- - - x - -
- - - - - -
"""
"""A bulky five: B6 kills. The wall has more stones than it needs."""


def problems(count: int) -> list[Problem]:
    found: list[Problem] = []
    number = 0
    while len(found) < count:
        problem = candidate(random.Random(number), list(Place)[number % 3])
        number += 1
        if problem is not None:
            found.append(problem)
    return found


def test_candidates_are_closed() -> None:
    """Every neighbor of the area is a stone: the answer holds on the whole board."""
    for problem in problems(15):
        outside = problem.area.neighbors()
        assert outside.isdisjoint(problem.board.empty)
        neighbor = mutated(random.Random(1), problem)
        assert neighbor is None or neighbor.area.neighbors().isdisjoint(neighbor.board.empty)


def test_generated_problems_are_good() -> None:
    made = list(islice(generate(5, Place.CORNER, 120), 2))
    assert len(made) == 2
    for each in made:
        solution = solve(each.problem.setup(), Budget(nodes=1_000_000), both_sides=True)
        assert solution.status.value == "unsettled"
        assert solution.first.best == each.answer.best
        assert len(each.answer.best) == 1
        assert each.longest >= 3
        assert each.tempting >= 1
        assert all(is_needed(each.problem, p, each.answer.best[0]) for p in ~each.problem.board.empty)
    again = list(islice(generate(5, Place.CORNER, 120), 2))
    assert [to_text(m.tree) for m in made] == [to_text(m.tree) for m in again]
    assert len({m.key for m in made}) == 2


@pytest.mark.parametrize(
    "text",
    [
        STRAIGHT_THREE,  # the answer ends at once
        "Black to play\n. . W x -\n. . W x -\nW W W x -\nx x x x -",  # dead anyway
        "Black to play\n. . . . W x -\nW W W W W x -\nx x x x x x -",  # alive anyway
    ],
)
def test_poor_problems_are_refused(text: str) -> None:
    assert judge(Problem.parse(text)) is None


# Claims and stones


def test_a_claim_holds_for_the_vital_point_alone() -> None:
    claim = Claim(Problem.parse(FIVE), 50_000)
    assert claim.is_sound
    vital = claim.only_move()
    assert str(vital) == "B6"
    assert claim.holds(vital)
    assert claim.holds(Point.parse("A6")) is False


def test_a_hole_in_the_wall_breaks_the_claim() -> None:
    """The defender may reach the hole: whether the attack still works is decided on the whole board."""
    problem = Problem.parse(FIVE)
    point = Point.parse("E6")
    opened = without(problem, point)
    assert opened is not None
    assert point not in opened.area
    assert is_needed(problem, point, Point.parse("B6"))


def test_unneeded_stones_are_taken_off() -> None:
    problem = Problem.parse(FIVE)
    move = Point.parse("B6")
    pruned = prune(problem, move)
    assert pruned is not None
    assert pruned.board.stones(BLACK) <= problem.board.stones(BLACK)
    assert pruned.board != problem.board
    assert Claim(pruned, 100_000).holds(move)
    assert all(is_needed(pruned, point, move) for point in ~pruned.board.empty)


def test_without_nodes_nothing_is_claimed() -> None:
    assert Claim(Problem.parse(FIVE), 1).holds(Point.parse("B6")) is None


# Games

FIGHT = """(;GM[1]FF[4]SZ[9];B[cg];W[eg];B[ch];W[eh];B[dg];W[df];B[dh];W[cf];B[bf];W[be];B[af];W[ae]
;B[ei];W[fi];B[di];W[ef];B[bg];W[ac];B[ci];W[gc])"""


def game() -> Game:
    return to_game(parse(FIGHT)[0])[0]


def test_a_surrounded_group_becomes_a_fight_on_the_full_board() -> None:
    found = list(fights(game(), random.Random(1)))
    assert found
    for fight in found:
        assert fight.problem.grid == Grid(19)
        assert fight.played in fight.problem.area
        assert fight.added <= fight.problem.board.stones(fight.problem.attacker)
        claim = Claim(fight.problem, 20_000)
        assert claim.wins(BLACK)
        assert claim.wins(BLACK.opponent)


def test_problems_out_of_a_game_are_the_same_for_the_same_seed() -> None:
    first, second = (list(from_game(game(), 3)) for _ in range(2))
    assert [to_text(made.tree) for _, made in first] == [to_text(made.tree) for _, made in second]


def test_a_dead_group_is_no_fight() -> None:
    board = Board.parse(". X O . .\nX X O . .\nO O O . .\n. . . . .\n. . . . .")
    target = board.stones(BLACK)
    area = find_area(board, target, BLACK, 2, tight=True)
    assert list(critical(board, target, area, BLACK, random.Random(1))) == []


def test_a_living_group_is_a_fight_when_the_attacker_has_a_stone_more() -> None:
    start = Problem.parse("Black to play\n. . . . W x -\nW W W W W x -\nx x x x x x -\n- - - - - - -")
    place = Placing.of(start.area, Grid(19))
    assert place is not None
    board, target = place.board(start.board, start.grid.all), place.points(start.keystones)
    found = list(critical(board, target, place.points(start.area), BLACK, random.Random(1)))
    assert found
    for problem, _, changed in found:
        assert changed
        assert len(problem.board.stones(BLACK) - board.stones(BLACK)) == 1
        claim = Claim(problem, 20_000)
        assert claim.wins(BLACK)
        assert claim.wins(BLACK.opponent)


def test_fights_are_for_both_sides_and_at_one_place_when_asked() -> None:
    found = list(fights(game(), random.Random(1)))
    sides = {(fight.problem.board, fight.problem.to_play) for fight in found}
    assert all((board, to_play.opponent) in sides for board, to_play in sides)
    assert list(fights(game(), random.Random(1), Place.MIDDLE)) == []


def test_a_hard_problem_is_changed_until_it_is_hard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "HARD", 9.0)
    monkeypatch.setattr(making, "SPARE", 0.0)
    found = [made for _, made in from_climbs(1, Place.CORNER, 0, 4)]
    assert found
    assert all(level(made.problem, made.answer.best) >= 9.0 for made in found)
    assert all(made.place is Place.CORNER for made in found)


def test_a_part_keeps_its_edges_on_another_board() -> None:
    corner = Grid(9).set([Point(0, 8), Point(3, 6)])
    placing = Placing.of(corner, Grid(19))
    assert placing is not None
    assert placing.points(corner) == Grid(19).set([Point(0, 18), Point(3, 16)])
    assert Placing.of(Grid(9).set([Point(0, 0), Point(8, 0)]), Grid(19)) is None


THIN = """
. . . O X . .
. . O O X O .
O O O X O O .
X X X X O . .
. . . . . . .
. . . . . . .
. . . . . . .
"""
"""Black's two stones at the top have one liberty, because of White's stones behind them."""


def test_a_thin_wall_belongs_to_the_fight_with_the_stones_behind_it() -> None:
    board = Board.parse(THIN)
    chain = board.chain(Point.parse("C6"))
    assert chain is not None
    target = chain.stones
    area = find_area(board, target, WHITE, 1, tight=True)
    assert Point.parse("E7") not in area
    found = fighting._closed(board, target, area, WHITE, BLACK)
    assert found is not None
    problem, added = found
    assert {Point.parse(each) for each in ("E7", "E6", "F7", "F6", "E4")} <= set(problem.area)
    assert added <= board.empty
    assert problem.area.neighbors().isdisjoint(problem.board.empty)
