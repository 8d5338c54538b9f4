"""Paper 000's distance models: pairs, confidence, k in closed form, and the end-of-game check."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honte.core import BLACK, CHINESE, WHITE, Board, Position
from honte.errors import InputError
from honte.estimate.distance import (
    Distances,
    best_k,
    conjectured_k,
    estimate_capped,
    estimate_distance,
    grown_k,
    squared_error,
    swing_points,
    territory_targets,
)
from honte.estimate.ownership import Setting
from honte.grid import Point

WORKED = Board.parse(
    """
    . . . . .
    . X . O .
    . . . . .
    . X . O .
    . . . . .
    """
)
CLOSED = Board.parse(
    """
    . . X O . .
    . X X O O .
    X X O O . O
    X O O . O O
    X X O O O .
    . X X O . O
    """
)


def test_pairs_of_the_worked_board() -> None:
    distances = Distances.of(WORKED)
    assert distances.pair(Point.parse("A1")) == (2, 4)
    assert distances.pair(Point.parse("C3")) == (2, 2)
    assert distances.pair(Point.parse("B2")) == (0, None)
    assert distances.pair(Point.parse("B3")) == (1, 3)
    assert distances.pair(Point.parse("A1"), cap=3) == (2, 3)


def test_confidence_of_the_worked_board() -> None:
    confidence = Distances.of(WORKED).confidence()
    assert confidence[0, 0] == pytest.approx(1 - 2 / 4)
    assert confidence[2, 1] == pytest.approx(1 - 1 / 3)
    assert confidence[2, 3] == pytest.approx(-(1 - 1 / 3))
    assert confidence[2, 2] == 0
    assert confidence[1, 1] == 0


def test_distance_walks_around_the_opponent() -> None:
    board = Board.parse(". O .\nX O .\n. . .")
    distances = Distances.of(board)
    assert distances.pair(Point.parse("C3")) == (5, 1)
    assert distances.pair(Point.parse("A3")) == (1, 1)


def test_when_every_area_is_closed_k_is_one_and_the_count_exact() -> None:
    """The paper's own check at the end of a game."""
    x, y = Distances.of(CLOSED).totals()
    targets = territory_targets(CLOSED)
    assert (x, y) == targets == (4.0, 7.0)
    assert best_k(x, y, *targets) == 1.0
    assert squared_error(1.0, x, y, *targets) == 0.0
    answer = estimate_distance(Setting(Position(CLOSED), CHINESE.with_komi(0)), k=1.0)
    assert not answer.dead
    assert (answer.territory(BLACK), answer.territory(WHITE)) == targets


def test_dead_stones_count_twice_in_targets() -> None:
    board = Board.parse(". O . X .\n. . . X .\nX X X X .")
    dead = board.grid.set([Point.parse("B3")])
    assert territory_targets(board, dead) == (5 + 2 + 3, 0)


@given(st.floats(0.5, 200), st.floats(0.5, 200), st.floats(0, 200), st.floats(0, 200), st.floats(-1, 1))
def test_no_other_k_has_a_smaller_error(x: float, y: float, tb: float, tw: float, step: float) -> None:
    k = best_k(x, y, tb, tw)
    other = k + step
    error = squared_error(other, x, y, tb, tw)
    assert squared_error(k, x, y, tb, tw) <= error + 1e-6 * (1 + error)


def test_k_without_stones_is_nothing() -> None:
    assert best_k(0, 0, 10, 10) == 0
    assert Distances.of(Board(5)).totals() == (0, 0)


def test_k_grows_with_the_moves() -> None:
    ks = [grown_k(m, 361) for m in (0, 60, 120, 180, 400)]
    assert ks == sorted(ks)
    assert len(set(ks)) == 4
    assert [conjectured_k(1.2, m, 240) for m in (0, 120, 240, 300)] == [0, 0.6, 1.2, 1.2]


def test_closed_areas_are_counted_exactly_with_any_k_from_one_on() -> None:
    setting = Setting(Position(CLOSED), CHINESE.with_komi(0), move=30)
    answer = estimate_distance(setting)
    assert answer.details["k"] > 1
    assert (answer.territory(BLACK), answer.territory(WHITE)) == territory_targets(CLOSED)


def test_capped_pairs_and_swing_points() -> None:
    board = Board.parse("X . . . . . . O")
    distances = Distances.of(board)
    assert str(swing_points(distances, 3)) == "{D1, E1}"
    assert str(swing_points(distances, 5)) == "{D1, E1}"
    assert str(swing_points(distances, 6)) == "{C1, D1, E1, F1}"
    answer = estimate_capped(Setting(Position(board)), cap=3)
    assert list(answer.values) == [1, 1, 1, 0, 0, -1, -1, -1]
    assert answer.details == {"cap": 3, "swing": 2}


def test_bad_parameters() -> None:
    with pytest.raises(InputError):
        estimate_capped(Setting(Position.empty(5)), cap=0)
    with pytest.raises(InputError):
        estimate_distance(Setting(Position.empty(5)), k=-1)


def test_stones_are_their_owners() -> None:
    answer = estimate_distance(Setting(Position(WORKED), move=8))
    assert all(answer[p] == 1 for p in WORKED.stones(BLACK))
    assert all(answer[p] == -1 for p in WORKED.stones(WHITE))
