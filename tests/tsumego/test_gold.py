"""GoLD's search: its switches and limits, and its proofs against exhaustive play."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator

import pytest

from honte.core import BLACK, WHITE
from honte.errors import InputError
from honte.grid import Point
from honte.search.budget import Budget
from honte.tsumego.gold import Settings, gold, shape_table
from honte.tsumego.problem import Problem, Threats
from honte.tsumego.verify.oracle import Oracle
from tests.tsumego.random_problems import random_problem
from tests.tsumego.shapes import STRAIGHT_THREE

SQUARE = """
White to play
. . W x -
. . W x -
W W W x -
x x x x -
"""


@pytest.mark.parametrize("depth", range(1, 7))
def test_vital_point_at_every_depth(depth: int) -> None:
    for mover in (BLACK, WHITE):
        answer = gold(Problem.parse(STRAIGHT_THREE).with_to_play(mover), Settings(depth=depth))
        assert answer.move == Point.parse("B3")
        assert answer.alive == (mover is WHITE)


def test_dead_shape() -> None:
    answer = gold(Problem.parse(SQUARE), Settings(depth=8))
    assert answer.alive is False
    assert answer.succeeds is False


def test_switches_reach_one_result() -> None:
    """Deepening, killers and suicidal-move removal change the cost, not the answer."""
    problem = Problem.parse(STRAIGHT_THREE)
    for iterative in (True, False):
        for remove in (True, False):
            settings = Settings(depth=9, iterative=iterative, remove_suicidal=remove)
            answer = gold(problem, settings)
            assert (answer.move, answer.alive) == (Point.parse("B3"), False)
            assert len(answer.depths) == (answer.depths[-1].depth if iterative else 1)


def test_breadth_limit_tries_the_most_relevant_moves() -> None:
    problem = Problem.parse(STRAIGHT_THREE)
    narrow = gold(problem, Settings(depth=5, breadth=1))
    wide = gold(problem, Settings(depth=5))
    assert narrow.move == Point.parse("B3")
    assert narrow.nodes < wide.nodes
    assert not narrow.proved


def small_problems(seeds: range) -> Iterator[tuple[Problem, Oracle]]:
    """Random problems that the oracle can list, without outside threats."""
    for seed in seeds:
        problem = random_problem(random.Random(seed)).with_threats(Threats())
        try:
            yield problem, Oracle(problem, limit=3000)
        except InputError:
            continue


def test_proved_answers_agree_with_exhaustive_play() -> None:
    """Without pruning and limits every answer is proved, and the oracle agrees on value and move."""
    finished = {False: 0, True: 0}
    for number, (problem, oracle) in enumerate(small_problems(range(250))):
        settings = Settings(depth=None, remove_suicidal=False, iterative=bool(number % 2))
        answer = gold(problem, settings, Budget(nodes=100_000))
        assert answer.proved != answer.stopped
        if answer.stopped:
            continue
        assert answer.alive == (not oracle.value()), str(problem)
        finished[oracle.value()] += 1
        if answer.succeeds:
            move = 0 if answer.move is None else problem.grid.bit(answer.move)
            assert move in oracle.winning_moves(), str(problem)
    assert min(finished.values()) > 20


def test_saved_is_proved_even_without_suicidal_moves() -> None:
    saved = 0
    for problem, oracle in small_problems(range(250, 400)):
        answer = gold(problem, Settings(depth=None), Budget(nodes=60_000))
        if answer.proved:
            saved += 1
            assert answer.alive
            assert not oracle.value()
    assert saved > 10


def test_stopped_search_keeps_the_last_depth() -> None:
    problem = Problem.parse(SQUARE)
    whole = gold(problem, Settings(depth=None))
    half = gold(problem, Settings(depth=None), Budget(nodes=whole.nodes // 2))
    assert half.stopped
    assert not half.proved
    assert 0 < len(half.depths) < len(whole.depths)
    assert half.depths[-1].line == whole.depths[len(half.depths) - 1].line
    nothing = gold(problem, budget=Budget(seconds=0))
    assert (nothing.move, nothing.depths, nothing.alive, nothing.stopped) == (None, (), None, True)


def test_answers_in_words_and_json() -> None:
    answer = gold(Problem.parse(STRAIGHT_THREE), Settings(depth=3))
    assert str(answer) == "Black B3: kills, by looking 3 moves ahead"
    record = answer.record()
    assert (record["move"], record["succeeds"], record["depth"]) == ("B3", True, 3)
    json.dumps(record)
    assert str(gold(Problem.parse(STRAIGHT_THREE), budget=Budget(seconds=0))) == "Black: no opinion"


def test_bad_input() -> None:
    for settings in ({"depth": 0}, {"breadth": -1}):
        with pytest.raises(InputError):
            Settings(**settings)
    with pytest.raises(InputError, match="threats"):
        gold(Problem.parse(STRAIGHT_THREE).with_threats(Threats(black=1)))


def test_shape_table() -> None:
    table = shape_table()
    assert [row[0] for row in table] == sorted({row[0] for row in table})
    assert len(table) == 53  # every orientation of the fifteen shapes, mirror images once


PLAIN = """
import numpy as np
np.seterr(over="ignore")
from honte.tsumego.gold import Settings, gold
from honte.tsumego.problem import Problem
problem = Problem.parse({text!r})
for color in (1, -1):
    answer = gold(problem.with_to_play(type(problem.to_play)(color)), Settings(depth=5))
    print(answer.nodes, answer.score, [str(f) for f in answer.depths])
"""


def test_the_same_source_runs_uncompiled() -> None:
    def run(**extra: str) -> str:
        code = PLAIN.replace("{text!r}", repr(STRAIGHT_THREE))
        command, environment = [sys.executable, "-c", code], {**os.environ, **extra}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert run(NUMBA_DISABLE_JIT="1") == run()
