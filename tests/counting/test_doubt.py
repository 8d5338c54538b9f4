"""Weighing groups in doubt."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from honte.core import BLACK, WHITE, Board
from honte.counting.doubt import Factors, Group, factors, gather, rivals
from honte.counting.evidence import mean_owner
from honte.counting.fate_network import weights
from honte.grid import Point

BOARD = Board.parse(
    """
    X . X . .
    . . . . O
    . . O . .
    """
)


def bit(vertex: str) -> int:
    return BOARD.grid.bit(Point.parse(vertex))


def test_chains_with_one_fate_that_lie_together_are_a_group() -> None:
    chains = [(BLACK, bit("A3"), 0.1), (BLACK, bit("C3"), 0.2), (WHITE, bit("C1"), 0.1)]
    groups = gather(BOARD, chains)
    assert sorted(g.stones.bit_count() for g in groups) == [1, 2]
    apart = gather(BOARD, [(BLACK, bit("A3"), -0.3), (BLACK, bit("C3"), 0.5)])
    assert len(apart) == 2


def test_factors_of_a_group() -> None:
    ownership = np.ones((3, 5))
    chains = [(BLACK, bit("A3"), 0.1), (WHITE, bit("C1"), -0.4)]
    (group,) = gather(BOARD, chains[:1])
    known = factors(BOARD, group, chains, ownership)
    assert known.liberties == 2 / 12
    assert known.rival == 1.0  # no enemy touches it
    assert known.around == 1.0
    assert known.ko == 0.0
    assert mean_owner(BOARD.grid, 0, ownership) == 0.0


def test_a_race_has_one_winner() -> None:
    black = Group(BLACK, bit("A3"), 0.4, (bit("A3"),))
    near, far = Group(WHITE, bit("C1"), -0.3, ()), Group(WHITE, bit("E2"), -0.4, ())
    groups = [black, near, far]
    assert rivals(BOARD, black, groups) == []  # too far apart
    beside = Group(WHITE, bit("B2"), -0.3, ())
    assert rivals(BOARD, black, [*groups, beside]) == [beside]
    both_live = Group(WHITE, bit("B2"), 0.4, ())
    assert rivals(BOARD, black, [black, both_live]) == []
    sure = Group(WHITE, bit("B2"), -0.95, ())
    assert rivals(BOARD, black, [black, sure]) == []


def test_shipped_weights_fit_the_factors() -> None:
    shipped = weights()["doubt"]
    assert len(shipped) == len(Factors(0.0, 0.0, 0.0, 0.0, 0.0).values())
    assert shipped[0] > 0  # the network's odds speak for the fate they name
    assert shipped[-1] >= 0  # a close count never speaks against a fate


unit = st.floats(-1, 1)


@given(unit, st.floats(0, 1), unit, unit, st.floats(0, 0.5))
def test_more_life_is_never_less_alive(
    life: float, liberties: float, rival: float, around: float, more: float
) -> None:
    less = Factors(life, liberties, rival, around, 0.0).weigh(weights()["doubt"])
    assert 0.0 < less < 1.0
    assert Factors(life + more, liberties, rival, around, 0.0).weigh(weights()["doubt"]) >= less


def test_a_close_count_speaks_for_a_fate() -> None:
    even, doubt = Factors(0.0, 0.5, 0.0, 0.0, 0.0), [6.0, 0.0, 0.0, 0.0, 0.0, 1.0]
    assert even.with_margins(alive=3.5, dead=70.5).weigh(doubt) > even.weigh(doubt)
    assert even.with_margins(alive=-70.5, dead=3.5).weigh(doubt) < even.weigh(doubt)
    hopeless = even.with_margins(alive=-260.5, dead=-340.5).close
    assert 0 < hopeless < even.with_margins(alive=3.5, dead=83.5).close / 3
