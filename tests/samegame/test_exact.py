"""Exact values against the independent brute force, every variant; the students' searches."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from honte.errors import InputError
from honte.samegame import (
    Board,
    Duel,
    DuelGame,
    Scoring,
    bfs,
    depth_limited,
    dfs,
    replay,
    solve_duel,
    solve_exactly,
)
from honte.samegame.exact import MISSING, whole_table
from honte.samegame.scoring import FORMULAS
from honte.search.budget import Budget
from tests.samegame import brute
from tests.samegame.test_board import columns

SCORINGS = [
    Scoring(),
    Scoring("n(n-1)"),
    Scoring("(n-1)^2", 50, 7),
    Scoring("n^2", 5, 0, True),
    Scoring(clear_bonus=3),
    Scoring("(n-2)^2", 100, 40, True),
]


def sample(seed: int) -> tuple[Board, Scoring]:
    draw = random.Random(seed)
    cols, rows = draw.choice([(2, 6), (3, 5), (4, 4), (5, 4), (6, 3), (5, 2), (3, 3), (7, 2)])
    return Board.random(cols, rows, draw.randint(2, 5), seed), SCORINGS[seed % len(SCORINGS)]


@pytest.mark.parametrize("start", range(0, 240, 40))
@pytest.mark.parametrize("lowest", [False, True])
def test_best_and_lowest_scores(start: int, lowest: bool) -> None:
    for seed in range(start, start + 40):
        board, scoring = sample(seed)
        expected = brute.best_score(
            columns(board), scoring.points, scoring.clear_bonus, scoring.penalty, min if lowest else max
        )
        found = solve_exactly(board, scoring=scoring, lowest=lowest, budget=Budget(memory_mb=8))
        assert found.proved
        assert found.score == expected == replay(board, found.moves, scoring).score, seed


@pytest.mark.parametrize("variant", list(Duel))
@pytest.mark.parametrize("start", range(0, 120, 40))
def test_duels(variant: Duel, start: int) -> None:
    for seed in range(start, start + 40):
        board, _ = sample(seed)
        scoring = Scoring(clear_bonus=(0, 10, 1000)[seed % 3])
        turn = seed % 2
        expected = brute.duel_value(columns(board), variant.value, scoring.points, scoring.clear_bonus, turn)
        answer = solve_duel(board, variant, to_play=turn, scoring=scoring, budget=Budget(memory_mb=8))
        assert answer.proved
        assert answer.outcome == expected, seed


@pytest.mark.parametrize("variant", list(Duel))
def test_the_line_of_a_duel_leads_to_its_value(variant: Duel) -> None:
    for seed in range(20):
        board = Board.random(5, 4, 3, seed)
        answer = solve_duel(board, variant, budget=Budget(memory_mb=8))
        game = DuelGame(board, variant)
        for move in answer.line:
            game.play(move)
        scores = game.scores
        assert game.is_over
        assert answer.outcome == (scores[0] if len(scores) == 1 else scores[0] - scores[1])


def test_a_penalty_counts_in_the_one_score_only() -> None:
    board, scoring = Board.parse("112\n231"), Scoring(tile_penalty=5)
    assert solve_duel(board, Duel.MAX_MIN, scoring=scoring).outcome == -20
    assert solve_duel(board, Duel.MORE, scoring=scoring).outcome == 0


def test_bounds_by_color_are_the_best_partitions() -> None:
    for formula in FORMULAS:
        points = [Scoring(formula).points(n) for n in range(40)]
        tables = whole_table(np.array(points, np.int64))
        for sign in (1, -1):
            best = [0, MISSING]
            for n in range(2, 40):
                best.append(max(sign * points[k] + best[n - k] for k in range(2, n + 1)))
            assert list(tables[sign][2:]) == best[2:]


def test_a_stopped_search_keeps_its_best() -> None:
    board = Board.random(12, 12, 5, seed=1)
    found = solve_exactly(board, budget=Budget(nodes=5000, memory_mb=8))
    assert not found.proved
    assert replay(board, found.moves).score == found.score > 500
    assert found.nodes <= 8000


def test_a_stopped_duel_still_moves() -> None:
    board = Board.random(15, 15, 5, seed=1)
    answer = solve_duel(board, Duel.MORE, budget=Budget(nodes=0, memory_mb=8))
    assert not answer.proved
    assert answer.depth == 0
    assert answer.move is not None
    deeper = solve_duel(board, Duel.MORE, budget=Budget(nodes=3000, memory_mb=8))
    assert deeper.depth >= 1
    board.remove(deeper.line[0])


@pytest.mark.parametrize("lowest", [False, True])
def test_the_students_searches(lowest: bool) -> None:
    for seed in range(12):
        board = Board.random(4, 3, 3, seed)
        expected = solve_exactly(board, lowest=lowest, budget=Budget(memory_mb=8)).score
        for found in (dfs(board, lowest=lowest), bfs(board, lowest=lowest)):
            assert found.proved
            assert found.score == expected == found.replay().score
        near = depth_limited(board, depth=2, lowest=lowest)
        assert near.replay().is_over
        assert near.score >= expected if lowest else near.score <= expected
        full = depth_limited(board, depth=6, lowest=lowest)
        assert full.score == expected


@pytest.mark.parametrize("walk", [dfs, bfs, depth_limited])
def test_the_students_searches_stop(walk: Any) -> None:
    board = Board.random(6, 6, 3, seed=1)
    for nodes in (0, 1, 40):
        found = walk(board, budget=Budget(nodes=nodes))
        assert found.nodes <= nodes + 60
        assert not found.proved
        assert found.replay().is_over


def test_no_move_at_all() -> None:
    board = Board.parse("12\n21")
    for found in (solve_exactly(board), dfs(board), bfs(board), depth_limited(board)):
        assert (found.score, found.moves) == (0, ())
    assert solve_duel(board, Duel.FEWER).move is None


def test_memory_must_be_positive() -> None:
    with pytest.raises(InputError, match="memory_mb"):
        solve_exactly(Board.random(4, 4, 2), budget=Budget(memory_mb=0))
