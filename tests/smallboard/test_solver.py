"""The search against the exact tables, the plain witness, facts, and itself."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from honte.core import BLACK, CHINESE, JAPANESE, TROMP_TAYLOR, WHITE, Board, Color, Position, Rules, vertex
from honte.errors import IllegalPosition, InputError
from honte.grid import Grid, Point
from honte.search.budget import Budget
from honte.smallboard.answer import solve
from honte.smallboard.engine import Engine, State
from honte.smallboard.oracle import oracle_of
from honte.smallboard.plain import OutOfNodes, PlainSolver
from honte.smallboard.solver import KO_RULES, POSITIONAL, SIMPLE, SITUATIONAL
from honte.smallboard.tracks import Track
from tests.smallboard import boards


@pytest.mark.parametrize(("cols", "rows"), [(2, 2), (3, 2), (2, 4), (3, 3), (1, 7)])
def test_secured_points_are_never_wrong(cols: int, rows: int) -> None:
    """On every legal board the static bound is below what the exact table says can be forced."""
    grid = Grid(cols, rows)
    oracle, engine = oracle_of(grid), Engine(grid, Budget())
    tested = 0
    for board in boards.all_boards(grid):
        held = engine.held(board.black_mask)
        if held == 0:
            continue
        tested += 1
        for first in (True, False):
            forced = oracle.forced(board.black_mask, board.white_mask, 0, prover_first=first)
            assert forced >= 2 * held - grid.size, f"{board}\n{held}"
    assert tested > 0 or grid.size < 7


@pytest.mark.slow
@pytest.mark.parametrize(("cols", "rows"), [(2, 5), (2, 6), (3, 4)])
def test_secured_points_on_larger_boards(cols: int, rows: int) -> None:
    test_secured_points_are_never_wrong(cols, rows)


@pytest.mark.parametrize(("cols", "rows", "count"), [(2, 2, 20), (3, 2, 60), (2, 4, 80), (3, 3, 120)])
def test_every_answer_agrees_with_the_table(cols: int, rows: int, count: int) -> None:
    """Proofs and final failures at random goals and depths, from random positions."""
    grid = Grid(cols, rows)
    oracle, engine, rng = oracle_of(grid), Engine(grid, Budget()), random.Random(7)
    proofs = failures = 0
    for board in boards.random_boards(grid, count, seed=11, letters="...XXOO"):
        for first in (True, False):
            state = State(board.black_mask, board.white_mask, prover_first=first)
            truth = oracle.forced(state.own, state.opp, 0, prover_first=first)
            goal = rng.randint(-grid.size + 1, grid.size)
            depth = rng.choice((5, 9, 13)) + (not first)
            answer = engine.prove(state, goal, depth)
            if answer.value >= goal:
                assert truth >= answer.value, f"{board} {state} {goal}"
                proofs += 1
            elif answer.final:
                assert truth <= answer.value
                failures += 1
    assert proofs > 10
    assert failures > 2


@pytest.mark.parametrize("seed", range(12))
def test_solution_agrees_with_the_table(seed: int) -> None:
    position = boards.played_position(Grid(3), seed, empties=random.Random(seed).randint(2, 6))
    low, high = oracle_of(Grid(3)).bounds(position)
    answer = solve(position, SIMPLE, Budget(nodes=200_000))
    assert answer.simple_low <= low
    assert high <= answer.simple_high
    if low == high:
        assert answer.value == low
        values = {
            move.move: oracle_of(Grid(3)).bounds(position.play_unchecked(move.move))
            for move in answer.moves
            if move.move is not None
        }
        side = 0 if position.to_play is BLACK else 1
        wanted = {move for move, span in values.items() if span[side] == low}
        assert wanted == {move for move in answer.best if move is not None}
        assert answer.best_proved


@pytest.mark.parametrize("rules", [POSITIONAL, SITUATIONAL], ids=lambda rules: rules.name)
def test_superko_agrees_with_the_witness(rules: Rules) -> None:
    """Value and exact set of best moves, on boards where superko matters most."""
    settled = 0
    cases = boards.random_boards(Grid(2), 14, seed=5, letters="..XO")
    cases += boards.random_boards(Grid(3, 2), 40, seed=6, letters=".XXOO")
    for board in cases:
        for color in (BLACK, WHITE):
            position = Position(board, color)
            witness = PlainSolver(rules, limit=1_000)
            try:
                values = witness.move_values(position)
            except OutOfNodes:
                continue
            best = max(values.values()) if color is BLACK else min(values.values())
            answer = solve(position, rules, Budget(nodes=300_000))
            if not answer.best_proved:
                continue
            assert answer.value == best, f"{board} {color}"
            assert set(answer.best) == {move for move, value in values.items() if value == best}
            settled += 1
    assert settled >= 12


def test_superko_decides_the_empty_2x2() -> None:
    answer = solve(Position.empty(2), POSITIONAL)
    assert (answer.value, len(answer.best), answer.best_proved) == (1, 4, True)
    assert (answer.simple_low, answer.simple_high) == (-4, 4)
    simple = solve(Position.empty(2), SIMPLE, Budget(nodes=20_000))
    assert simple.value is None
    assert simple.repetition


@pytest.mark.parametrize(
    ("cols", "rows", "goal", "nodes"), [(3, 3, 9, 518), (3, 4, 4, 10093), (2, 5, 10, 2456)]
)
def test_signature(cols: int, rows: int, goal: int, nodes: int) -> None:
    """Node counts of fixed searches: a change that means no change in behavior leaves them alone."""
    engine = Engine(Grid(cols, rows), Budget(memory_mb=64))
    track = Track(engine, State(0, 0), hold=False)
    while not track.step(goal):
        assert not track.exhausted(goal)
    assert track.low >= goal
    assert engine.nodes == nodes


def test_the_current_line_can_be_read() -> None:
    engine = Engine(Grid(3, 4), Budget(memory_mb=8))
    engine.prove(State(0, 0), 4, 9)
    line = engine.current_line(4)
    assert len(line) == 4
    assert all(move is None or move in engine.grid for move in line)


def test_budget_zero_still_answers() -> None:
    answer = solve(Position.empty(4), POSITIONAL, Budget(seconds=0))
    assert (answer.low, answer.high) == (-16, 16)
    assert answer.guesses
    assert not answer.best_proved


def test_node_budget_is_kept() -> None:
    answer = solve(Position.empty(5, 6), SIMPLE, Budget(nodes=50_000))
    assert answer.nodes < 120_000
    assert not answer.proved


def test_two_threads_agree() -> None:
    position = boards.played_position(Grid(4), 3, empties=7)
    one = solve(position, SIMPLE, Budget(nodes=3_000_000, threads=1))
    two = solve(position, SIMPLE, Budget(nodes=3_000_000, threads=2))
    assert (one.low, one.high, one.best) == (two.low, two.high, two.best)


def test_two_threads_share_the_work() -> None:
    """Both visit nodes, and together not many more than one alone."""
    engines = [Engine(Grid(4), Budget(memory_mb=64, threads=threads)) for threads in (1, 2)]
    for engine in engines:
        track = Track(engine, State(0, 0), hold=False)
        while not track.step(1):
            assert not track.exhausted(1)
    alone, team = engines
    assert team.nodes < 2 * alone.nodes
    assert all(record["nodes"][0] > 0 for record in team._workers)


def test_colors_and_symmetries_give_the_same_answer() -> None:
    position = boards.played_position(Grid(4), 9, empties=6)
    answer = solve(position, POSITIONAL, Budget(nodes=2_000_000))
    swapped = solve(Position(position.board.swapped(), position.to_play.opponent), POSITIONAL)
    assert answer.proved
    assert swapped.value == -answer.low
    assert swapped.best == answer.best
    turn = Grid(4).symmetries[5]
    turned = solve(Position(position.board.transformed(turn), position.to_play), POSITIONAL)
    assert turned.value == answer.value
    assert {move and turn(move) for move in answer.best} == set(turned.best)


def test_ko_point_is_respected() -> None:
    board = Board.parse(". X O .\nX . X O\n. X O .")
    taken = Position(board, WHITE).play_unchecked(Point.parse("B2"))
    assert taken.ko is not None
    answer = solve(taken, SIMPLE, Budget(nodes=400_000))
    assert taken.ko not in {move.move for move in answer.moves}


@pytest.mark.parametrize("rules", [JAPANESE, TROMP_TAYLOR])
def test_rules_it_does_not_play_by(rules: Rules) -> None:
    with pytest.raises(InputError, match="rules"):
        solve(Position.empty(3), rules)


def test_bad_boards() -> None:
    with pytest.raises(InputError, match="limit is 30"):
        solve(Position.empty(6), CHINESE)
    with pytest.raises(IllegalPosition):
        solve(Position(Board.parse("XO\nOO")), CHINESE)
    assert set(KO_RULES) == {"simple", "positional", "situational"}
    assert vertex(None) == "pass"
    assert Color.parse("B") is BLACK


READY = """
import importlib
from honte.core import Position
from honte.search.budget import Budget
from honte.search.warm import ready
from honte.smallboard import solve

NAMES = "board moves store search hold certify returns history table".split()
MODULES = [importlib.import_module(f"honte.kernels.small.{name}") for name in NAMES]

def loaded():
    return {
        f"{module.__name__}.{name}"
        for module in MODULES
        for name, kernel in vars(module).items()
        if getattr(kernel, "signatures", None)
    }

ready("small boards")
before = loaded()
for size in ((3, 3), (2, 7)):
    solve(Position.empty(*size), budget=Budget(nodes=2_000_000), line=True)
print([name for name in before if "small.table." in name], sorted(loaded() - before))
"""


def test_no_search_waits_for_a_kernel() -> None:
    """The warm-up call compiles all that a search needs, and not the tables, which few searches need."""
    ran = subprocess.run([sys.executable, "-c", READY], capture_output=True, text=True, check=True)
    assert ran.stdout == "[] []\n"


def test_an_open_board_has_a_guess_and_no_best_move() -> None:
    position = Position.empty(5).play_unchecked(Point.parse("C2"))
    answer = solve(position, POSITIONAL, Budget(nodes=2_000))
    assert not answer.best
    assert [vertex(move) for move in answer.guesses] == ["C3"]
    assert answer.as_dict()["guess"] == ["C3"]
