"""Clocks: shares of main time, periods, what the controller says, no limit."""

from honte.core import BLACK, WHITE
from honte.gtp.clock import SHORTEST, Clock
from honte.gtp.session import SECONDS, Session, Settings


def seconds(clock: Clock, played: int = 0) -> float:
    found = clock.seconds(BLACK, 361, played)
    assert found is not None
    return found


def test_main_time_lasts_for_the_game() -> None:
    clock = Clock()
    clock.set(600, 0, 0)
    spent = 0.0
    for move in range(0, 300, 2):
        share = seconds(clock, move)
        spent += share
        clock.spend(BLACK, share)
    assert 300 < spent < 600
    assert clock.left[WHITE] == (600, 0)


def test_a_period_is_shared_among_its_stones_and_begins_again() -> None:
    clock = Clock()
    clock.set(0, 30, 5)
    first = seconds(clock)
    assert 4 < first < 6
    for _ in range(5):
        clock.spend(BLACK, 5.5)
    assert clock.left[BLACK] == (30, 5)


def test_main_time_with_periods_behind_it_may_be_spent_faster() -> None:
    clock, plain = Clock(), Clock()
    clock.set(60, 30, 1)
    plain.set(60, 0, 0)
    assert seconds(clock) > 20 > seconds(plain)


def test_what_the_controller_says_counts() -> None:
    clock = Clock()
    clock.set(600, 0, 0)
    clock.tell(BLACK, 1, 0)
    assert seconds(clock) < 0.1
    clock.tell(BLACK, 0, 0)
    assert seconds(clock) == SHORTEST


def test_no_limit() -> None:
    clock = Clock()
    assert clock.seconds(BLACK, 361, 0) is None
    clock.set(0, 30, 0)
    assert clock.seconds(BLACK, 361, 0) is None
    clock.set(10, 0, 0)
    clock.clear()
    assert clock.seconds(BLACK, 361, 0) is None


def test_the_user_s_limits_and_the_clocks_join() -> None:
    session = Session(Settings(seconds=3, visits=100))
    assert (session.budget(BLACK).seconds, session.budget(BLACK).nodes) == (3, 100)
    session.clock.set(0, 10, 10)
    assert 0 < (session.budget(BLACK).seconds or 9) < 1
    assert Session().budget(BLACK).seconds == SECONDS
    assert Session(Settings(visits=7)).budget(BLACK).seconds is None
