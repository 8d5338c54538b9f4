"""Playouts: the same for one seed, right about settled boards, stoppable, watched."""

import pytest

from honte.core import BLACK, WHITE, Board, Color, Position
from honte.core.random_games import run_playouts
from honte.errors import InputError
from honte.search.budget import Budget

SETTLED = Board.parse(
    """
    . X . X O . O
    X X X X O O O
    . X X O O O O
    X X O O O O .
    X X O . O O O
    """
)


def test_signature() -> None:
    """Changes only when playouts do: a commit that changes it says so."""
    assert run_playouts(Position.empty(9), 200, seed=7).digest == "21321-0c02ea005c4a"
    assert run_playouts(Position.empty(19), 50, seed=7).digest == "22466-aa7cb9053ab8"
    assert run_playouts(Position.empty(13, 7), 100, seed=7).digest == "11787-979b4b8b48e8"


def test_tactical_signature() -> None:
    assert run_playouts(Position.empty(9), 200, seed=7, tactical=True).digest == "20856-a9ab8e5aaded"
    assert run_playouts(Position.empty(19), 50, seed=7, tactical=True).digest == "22022-83882cd3df4c"


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_do_not_change_the_result(threads: int) -> None:
    one = run_playouts(Position.empty(9), 101, seed=3)
    many = run_playouts(Position.empty(9), 101, seed=3, budget=Budget(threads=threads))
    assert one.digest == many.digest
    assert one.margin == pytest.approx(many.margin)


def test_seeds_differ() -> None:
    assert (
        run_playouts(Position.empty(9), 9, seed=1).digest != run_playouts(Position.empty(9), 9, seed=2).digest
    )


@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_living_groups_keep_what_is_theirs(color: Color) -> None:
    tally = run_playouts(Position(SETTLED, color), 50)
    stones = tally.ownership
    for point in SETTLED.stones(BLACK):
        assert stones[point.row, point.col] == 1
    for point in SETTLED.stones(WHITE):
        assert stones[point.row, point.col] == -1


def test_every_point_is_somebodys_on_an_open_board() -> None:
    tally = run_playouts(Position.empty(9), 300, seed=11)
    assert ((tally.black + tally.white) > 0.97).all()
    assert tally.spread > 5
    assert tally.error == pytest.approx(tally.spread / 300**0.5)
    assert tally.margin == pytest.approx(tally.ownership.sum())


@pytest.mark.parametrize(("cols", "rows"), [(1, 1), (2, 1), (1, 25), (25, 1), (2, 2), (25, 25)])
def test_any_shape(cols: int, rows: int) -> None:
    tally = run_playouts(Position.empty(cols, rows), 3)
    assert tally.playouts == 3
    assert tally.black.shape == (rows, cols)


def test_a_stopped_budget_gives_what_it_has() -> None:
    budget = Budget()
    budget.stop()
    tally = run_playouts(Position.empty(9), 1000, budget=budget)
    assert tally.playouts == 0
    assert tally.margin == 0


def test_a_deadline_ends_a_long_run_and_progress_is_seen() -> None:
    budget = Budget(seconds=0.4)
    seen: list[int] = []
    tally = run_playouts(
        Position.empty(19), 50_000_000, budget=budget, watch=lambda t: seen.append(t.playouts)
    )
    assert 0 < tally.playouts < 50_000_000
    assert budget.visited == tally.playouts
    assert seen
    assert seen == sorted(seen)


def test_no_playouts_is_bad_input() -> None:
    with pytest.raises(InputError):
        run_playouts(Position.empty(9), 0)


def test_any_whole_number_is_a_seed() -> None:
    for seed in (10**30, -1, -(10**30)):
        assert run_playouts(Position.empty(3), 4, seed=seed).playouts == 4
