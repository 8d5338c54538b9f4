"""The anytime search: repeatable, resumable, stoppable; its kernel against the plain rules."""

from __future__ import annotations

import random

import numpy as np
import pytest

from honte.errors import IllegalMove, InputError, ParseError
from honte.grid import Point
from honte.samegame import Board, Progress, Scoring, Solution, replay, search, solve, solve_exactly
from honte.samegame.anneal import Chain
from honte.search.budget import Budget


@pytest.mark.parametrize("size", [(6, 5, 3), (15, 15, 5), (16, 3, 4), (4, 30, 6), (20, 20, 9)])
def test_compiled_moves_are_the_rules(size: tuple[int, int, int]) -> None:
    """The tile kernel and the plain board stay equal along random games."""
    from honte.kernels.tiles.board import remove_group

    draw = random.Random(5)
    for seed in range(3):
        board = Board.random(*size, seed)
        chain = Chain(board, Scoring(), seed)
        chain.trial[0] = chain.start
        record = chain.trial[0]
        while groups := board.groups():
            move = draw.choice(list(draw.choice(groups).points))
            tile = chain._tile(move)
            taken = remove_group(record, tile, chain.shift, chain.stack, chain.points, chain.new_order, 0)
            board, expected = board.remove(move)
            assert taken == expected
            names = [chain.trial[0]["cell"][c << chain.shift :] for c in chain._columns()]
            heights = [int(record["height"][c]) for c in chain._columns()]
            shown = [
                [int(code) >> 12 for code in cells[:height]]
                for cells, height in zip(names, heights, strict=True)
            ]
            assert shown == [list(column) for column in board.columns if column]
            assert int(record["count"]) == board.count
        for point, _ in board:
            tile = chain._tile(point)
            assert remove_group(record, tile, chain.shift, chain.stack, chain.points, chain.new_order, 0) == 1


@pytest.mark.parametrize("size", [(15, 15, 5), (7, 4, 3), (22, 18, 4)])
@pytest.mark.parametrize("lowest", [False, True])
def test_a_node_budget_repeats(size: tuple[int, int, int], lowest: bool) -> None:
    board = Board.random(*size, seed=3)
    one, two = (search(board, lowest=lowest, budget=Budget(nodes=25_000), seed=9) for _ in range(2))
    assert one.moves == two.moves
    assert one.nodes == 25_000
    assert one.replay().is_over
    assert one.replay().score == one.score
    assert search(board, lowest=lowest, budget=Budget(nodes=25_000), seed=10).moves != one.moves


def test_more_trials_are_better_on_average() -> None:
    boards = [Board.random(15, 15, 5, seed) for seed in range(3)]
    few, many = (
        sum(search(board, budget=Budget(nodes=nodes)).score for board in boards) for nodes in (500, 50_000)
    )
    assert many > few + 1500


def test_it_finds_the_optimum_of_small_boards() -> None:
    hits = 0
    for seed in range(10):
        board = Board.random(6, 6, 4, seed)
        best = solve_exactly(board, budget=Budget(memory_mb=32)).score
        found = search(board, budget=Budget(nodes=40_000), seed=1).score
        assert found <= best
        hits += found == best
    assert hits >= 8


def test_resume_never_loses() -> None:
    board = Board.random(15, 15, 5, seed=2)
    first = search(board, budget=Budget(nodes=20_000))
    again = search(board, budget=Budget(nodes=5_000), resume=first, seed=4)
    assert again.score >= first.score
    same = search(board, budget=Budget(nodes=0), resume=first)
    assert same.moves == first.moves
    with pytest.raises(InputError, match="another board"):
        search(Board.random(15, 15, 5, seed=3), resume=first)


def test_two_threads_and_live_progress() -> None:
    board = Board.random(15, 15, 5, seed=2)
    seen: list[Progress] = []
    found = search(board, budget=Budget(nodes=120_000, threads=2), watch=seen.append)
    assert found.nodes == 120_000
    assert seen
    assert seen[-1].score == found.score
    assert replay(board, seen[-1].moves).score == found.score
    assert seen[-1].rate > 0


def test_stop_from_outside() -> None:
    board = Board.random(15, 15, 5, seed=2)
    budget = Budget(seconds=3600)
    found = search(board, budget=budget, watch=lambda progress: budget.stop() if progress.trials else None)
    assert budget.stopped
    assert found.replay().is_over


@pytest.mark.parametrize("budget", [Budget(nodes=0), Budget(seconds=0)])
def test_budget_zero_still_answers(budget: Budget) -> None:
    found = solve(Board.random(12, 12, 4, seed=1), budget=budget)
    assert not found.proved
    assert found.replay().is_over


@pytest.mark.parametrize("text", ["12\n21", "1"])
def test_no_move_at_all(text: str) -> None:
    found = solve(Board.parse(text))
    assert (found.moves, found.score, found.proved) == ((), 0, True)


def test_one_color() -> None:
    found = solve(Board.random(9, 4, 1))
    assert (found.score, found.proved, len(found.moves)) == (34 * 34 + 1000, True, 1)


def test_a_large_board() -> None:
    board = Board.random(50, 50, 9, seed=1)
    found = search(board, budget=Budget(nodes=2_000))
    assert found.replay().score == found.score
    assert found.replay().is_over


def test_cpu_seconds() -> None:
    found = search(Board.random(15, 15, 5, seed=1), cpu_seconds=0.05)
    assert found.nodes > 0
    assert found.replay().is_over


def test_saved_solutions() -> None:
    board = Board.random(6, 6, 3, seed=1)
    found = solve(board, scoring=Scoring("n^2", 10, 1))
    again = Solution.of_json(found.to_json())
    assert (again.board.rows(), again.moves, again.score, again.scoring) == (
        board.rows(),
        found.moves,
        found.score,
        found.scoring,
    )
    data = found.to_json()
    with pytest.raises(InputError, match="claims a score"):
        Solution.of_json(data | {"score": found.score + 1})
    with pytest.raises(IllegalMove, match="step 1"):
        Solution.of_json(data | {"moves": ["6,7"]})
    with pytest.raises(ParseError, match="not a saved solution"):
        Solution.of_json({"moves": []})
    with pytest.raises(ParseError, match="not JSON"):
        Solution.load("{")


def test_the_chain_takes_up_given_moves() -> None:
    board = Board.random(8, 8, 4, seed=6)
    first = solve(board, budget=Budget(nodes=2000))
    chain = Chain(board, Scoring(), 1)
    chain.begin(first.moves)
    assert chain.best_score == first.score
    sizes = np.diff(chain.best_marks[: len(first.moves) + 1])
    assert tuple(sizes) == first.replay().sizes
    assert chain.best_moves()[0] in board.group(first.moves[0]).points
    assert isinstance(chain.best_moves()[0], Point)
