"""Play mode: every move of the shipped problems' trees can be played, judged and answered to its end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from honte.core import BLACK, WHITE, Board, Move
from honte.errors import IllegalMove, InputError
from honte.formats.sgf import Node, parse
from honte.grid import Point
from honte.search.budget import Budget
from honte.tsumego.answer import solve
from honte.tsumego.open.growing import problems_to_ask
from honte.tsumego.play import Judgment, Result, answer_move, problem_to_play
from honte.tsumego.problem import Capture, Ending, Objective, Problem, Setup
from honte.tsumego.problem.sgf import setup_of_tree
from honte.tsumego.problem.text import parse_setup
from honte.tsumego.proof.memory import Memory
from tests.tsumego.random_problems import enclosed_problem
from tests.tsumego.shapes import STRAIGHT_THREE

SHIPPED = sorted((Path(__file__).parents[2] / "src" / "honte" / "problems").glob("*/*.sgf"))


def lines(node: Node) -> Iterator[list[Node]]:
    """Every line of a tree, from the root's child to a leaf."""
    for child in node.children:
        tails = list(lines(child))
        for tail in tails or [[]]:
            yield [child, *tail]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_line_of_a_shipped_problem_can_be_played(path: Path) -> None:
    for tree in parse(path.read_bytes()):
        start = setup_of_tree(tree).problem()
        for line in lines(tree.root):
            problem: Problem | Ending = start
            for number, node in enumerate(line, 1):
                color, move = node.move(start.grid) or (None, None)
                if color is None:
                    continue
                assert isinstance(problem, Problem), f"over before move {number} of {len(line)}"
                problem = problem.with_to_play(color)
                if move is not None:
                    problem.check(move)
                problem = problem.after(move)


def test_there_are_shipped_problems() -> None:
    assert len(SHIPPED) >= 102


# Problem.after


def test_an_attacker_chain_that_reaches_the_wall_leaves_the_area() -> None:
    problem = Problem.parse(STRAIGHT_THREE.replace(". . . W x -", ". . . W . x"))
    after = problem.after(Point.parse("E3"))
    assert isinstance(after, Problem)
    assert Point.parse("E3") not in after.area
    assert after.keystones == problem.keystones


def test_keystones_that_join_safe_stones_are_saved() -> None:
    problem = Problem.parse("White to play\n. . . W . o\nW W W W x o\nx x x x x o")
    assert problem.after(Point.parse("E3")) is Ending.SAVED


def test_a_chain_that_breathes_outside_takes_its_liberties_into_the_area() -> None:
    problem = Problem.parse("Black to play\n. . W . -\n. W W . -\nx x x - -\n- - - - -")
    assert isinstance(problem, Problem)
    position: Problem | Ending = problem
    for vertex in ("D4", "A4", "D3", "A3"):
        assert isinstance(position, Problem)
        position = position.after(Point.parse(vertex))
    assert position is not Ending.CAPTURED


@pytest.mark.parametrize(("capture", "ending"), [(Capture.ANY, True), (Capture.ALL, False)])
def test_one_captured_chain_ends_a_problem_only_where_any_counts(capture: Capture, ending: bool) -> None:
    words = "capture any\n" if capture is Capture.ANY else ""
    problem = Problem.parse(f"Black to play\n{words}. W x W W .\nx x x x W W\n- - - x x x")
    after = problem.after(Point.parse("A3"))
    assert (after is Ending.CAPTURED) is ending


def test_moves_that_may_not_be_made() -> None:
    problem = Problem.parse(STRAIGHT_THREE)
    with pytest.raises(InputError, match="outside the area"):
        problem.check(Point.parse("E3"))
    with pytest.raises(IllegalMove):
        problem.check(None)
    with pytest.raises(IllegalMove):
        problem.check(Point.parse("A2"))


# Judging


@pytest.mark.parametrize("move", ["A3", "C3"])
def test_wrong_moves_are_refuted(move: str) -> None:
    found = answer_move(Problem.parse(STRAIGHT_THREE), Point.parse(move), Budget(nodes=200_000))
    assert (found.judgment, str(found.move), found.result) == (Judgment.WRONG, "B3", None)
    assert found.leaves == "lose"


def test_a_kill_is_over_when_nothing_is_left_to_answer() -> None:
    """After the vital point no white move threatens anything: the stones need not come off."""
    found = answer_move(Problem.parse(STRAIGHT_THREE), Point.parse("B3"), Budget(nodes=200_000))
    assert (found.judgment, found.move, found.result) == (Judgment.RIGHT, None, Result.DEAD)


SEKI = "Black to play\nx W . X X X . W x\nx W W W W W W W x\nx x x x x x x x x\n- - - - - - - - -"


def test_a_pass_is_the_answer_when_every_move_fails() -> None:
    found = answer_move(Problem.parse(SEKI), None, Budget(nodes=200_000))
    assert (found.judgment, found.result) == (Judgment.RIGHT, Result.SEKI)
    tried = answer_move(Problem.parse(SEKI), Point.parse("C4"), Budget(nodes=200_000))
    assert (tried.judgment, tried.result) == (Judgment.HOPELESS, None)
    assert str(tried.move) == "G4"


def test_a_pass_is_wrong_when_a_move_works() -> None:
    found = answer_move(Problem.parse(STRAIGHT_THREE), None, Budget(nodes=200_000))
    assert found.judgment is Judgment.WRONG
    assert str(found.move) == "B3"


def test_a_ko_is_the_end_when_it_is_the_best() -> None:
    """The bent four in the corner: both sides play the ko and neither move gives it away."""
    path = next(path for path in SHIPPED if path.stem.startswith("21-bent-four"))
    problem: Problem | Ending = setup_of_tree(parse(path.read_bytes())[0]).problem()
    for _ in range(4):
        assert isinstance(problem, Problem)
        best = solve(problem.setup(), Budget(nodes=200_000)).best
        found = answer_move(problem, best[0], Budget(nodes=200_000))
        assert found.judgment is Judgment.RIGHT
        if found.result is not None:
            break
        assert isinstance(found.after, Problem)
        problem = found.after.after(found.move)
    assert found.result is Result.KO


def test_a_wrong_move_that_leaves_a_ko_is_told_from_one_that_loses() -> None:
    """Square four in the corner with a move wasted: the attacker's second-best is a ko."""
    path = next(path for path in SHIPPED if path.stem.startswith("22-rectangular-six"))
    problem = setup_of_tree(parse(path.read_bytes())[0]).problem()
    answer = solve(problem.setup(), Budget(nodes=200_000))
    left = {answer_move(problem, move, Budget(nodes=200_000)).leaves for move in answer.refutations}
    assert left == {"ko", "lose"}


def test_the_last_capture_ends_play() -> None:
    problem = Problem.parse("Black to play\n. W x - -\nW W x x -\nx x x - -")
    found = answer_move(problem, Point.parse("A3"), Budget(nodes=10_000))
    assert (found.judgment, found.result) == (Judgment.RIGHT, Result.CAPTURED)


def test_a_right_line_reaches_the_end() -> None:
    """The solver resists, and its own answers lead to the end."""
    problem: Problem | Ending = Problem.parse(STRAIGHT_THREE)
    move: Move = Point.parse("B3")
    for _ in range(8):
        assert isinstance(problem, Problem)
        assert problem.to_play is BLACK
        found = answer_move(problem, move, Budget(nodes=200_000))
        assert found.judgment is Judgment.RIGHT
        if found.result is not None:
            break
        assert isinstance(found.after, Problem)
        problem = found.after.after(found.move)
        if isinstance(problem, Ending):
            break
        move = solve(problem.setup(), Budget(nodes=200_000), explain=False).move
    assert found.result is Result.DEAD


def test_without_a_budget_the_judgment_is_unknown() -> None:
    found = answer_move(Problem.parse(STRAIGHT_THREE), Point.parse("B3"), Budget(nodes=0))
    assert found.judgment is Judgment.UNKNOWN


def test_a_capture_is_right_without_a_search() -> None:
    problem = Problem.parse("Black to play\n. W x -\nW W x -\nx x x -")
    found = answer_move(problem, Point.parse("A3"), Budget(nodes=0))
    assert (found.judgment, found.result) == (Judgment.RIGHT, Result.CAPTURED)


# Bare positions

OPEN_SIDE = """Black to play
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . O . . O . . . . . . .
. . . . . . . . . . . . .
. . . X X . . O . . . . .
. . O X . X . . . . . . .
. . O X X X O . . . . . .
. . . O O O O . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
"""


def test_a_life_that_is_not_proved_is_played_on_the_widest_area() -> None:
    setup = parse_setup(OPEN_SIDE)
    answer = solve(setup, Budget(nodes=1), explain=False)
    assert answer.first.objective is Objective.LIVE
    assert not answer.best
    played = problem_to_play(setup, answer)
    widest = problems_to_ask(setup, answer.reading)[-1]
    assert played.area == widest.area
    assert len(played.area) > len(problems_to_ask(setup, answer.reading)[0].area)


def test_a_proved_life_is_played_on_its_area() -> None:
    setup = replace(Problem.parse(STRAIGHT_THREE).with_to_play(WHITE).setup(), area=None)
    answer = solve(setup, Budget(nodes=100_000), explain=False)
    assert answer.best
    assert problem_to_play(setup, answer) is answer.problem


RUNNERS = """Black to play
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
o o o - - - - - -
o B B . - - - - -
o B . . - - - - -
"""
"""Black may run along the edge, but the area ends there."""


def test_a_move_that_fails_in_an_area_that_was_found_is_not_called_hopeless() -> None:
    """The stones run out of the area; inside of it every move fails."""
    setup = parse_setup(RUNNERS)
    problem = setup.problem()
    given = answer_move(problem, Point.parse("D1"), Budget(nodes=50_000))
    found = answer_move(problem, Point.parse("D1"), Budget(nodes=50_000), found_area=True)
    assert given.judgment is Judgment.HOPELESS
    assert found.judgment is Judgment.UNKNOWN
    assert found.answer.dead_inside


HOLED = Path(__file__).parent / "holed.sgf"


def test_replies_can_be_played_where_the_wall_has_a_hole() -> None:
    """A capture that counts in the area alone is no move: the stone has a liberty outside."""
    problem = setup_of_tree(parse(HOLED.read_bytes())[0]).problem()
    for move in problem.valid_points:
        reply = answer_move(problem, move, Budget(nodes=50_000))
        if isinstance(reply.after, Problem) and reply.move is not None:
            reply.after.check(reply.move)
            following = reply.after.after(reply.move)
            for second in following.valid_points if isinstance(following, Problem) else ():
                try:
                    following.check(second)
                except IllegalMove:
                    continue
                again = answer_move(following, second, Budget(nodes=20_000))
                if isinstance(again.after, Problem) and again.move is not None:
                    again.after.check(again.move)


def test_what_was_proved_is_known_while_play_goes_on() -> None:
    problem, memory = enclosed_problem(random.Random(3), (8, 10)), Memory(4)
    first = next(iter(problem.area & problem.board.empty))
    costs = []
    for _ in range(2):
        budget = Budget(nodes=400_000)
        answer_move(problem, first, budget, memory=memory)
        costs.append(budget.visited)
    assert costs[1] < costs[0] / 2


WAYS_OUT = """
O O . O . . O
. O X O X . .
. . X . O . O
X O . . O X .
O . O . . . .
. . O . O . .
. O O . . . ."""


def test_a_move_that_fails_in_a_found_area_alone_is_not_called_wrong() -> None:
    """The chain at C3 has ways out that the small area of the first proof does not hold."""
    board = Board.parse(WAYS_OUT)
    setup = Setup(board, WHITE)
    found = solve(setup, Budget(nodes=15_000))
    assert found.first.wins
    assert found.refutations, "in the area some moves fail"
    assert not found.on_found_area().refutations
    problem = problem_to_play(setup, found)
    for move in ("A1", "D1", "D3"):
        reply = answer_move(problem, Point.parse(move), Budget(nodes=100_000), found_area=True)
        assert reply.judgment is Judgment.RIGHT
