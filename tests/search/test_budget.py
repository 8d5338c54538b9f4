"""Budgets: limits, stopping, threads and failures."""

import time

import pytest

from honte.errors import InputError
from honte.search.budget import NODE_LIMIT, NODES, Budget, run_threads


def wait_for_stop(budget: Budget) -> int:
    spins = 0
    while True:  # once at least: on a busy machine the deadline may come first
        budget.control[NODES] += 1
        spins += 1
        if budget.stopped:
            return spins
        time.sleep(0.001)


def test_the_deadline_stops_all_threads() -> None:
    budget = Budget(seconds=0.05, threads=2)
    answers = run_threads(budget, [lambda: wait_for_stop(budget)] * 2)
    assert len(answers) == 2
    assert budget.stopped
    assert budget.visited > 0
    assert budget.remaining == 0


def test_a_finished_search_leaves_no_timer_that_stops_the_next() -> None:
    budget = Budget(seconds=60)
    assert run_threads(budget, [lambda: 1, lambda: 2]) == [1, 2]
    assert not budget.stopped
    assert budget.remaining > 0


@pytest.mark.parametrize("empty", [Budget(seconds=0), Budget(nodes=0)])
def test_a_budget_of_nothing_is_stopped_at_once(empty: Budget) -> None:
    with empty.running():
        assert empty.stopped


def test_node_limits_reach_the_kernels() -> None:
    assert Budget(nodes=77).control[NODE_LIMIT] == 77
    assert Budget().control[NODE_LIMIT] == 0


def test_progress_is_watched_while_threads_run() -> None:
    budget, seen = Budget(seconds=0.2), []
    run_threads(budget, [lambda: wait_for_stop(budget)], lambda: seen.append(budget.visited), every=0.02)
    assert len(seen) > 2
    assert seen == sorted(seen)


def test_a_failing_task_stops_the_others_and_is_raised() -> None:
    budget = Budget(seconds=60)

    def fail() -> int:
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        run_threads(budget, [fail, lambda: wait_for_stop(budget)])
    assert budget.elapsed < 30


@pytest.mark.parametrize("limits", [{"seconds": -1}, {"nodes": -1}, {"memory_mb": -1}, {"threads": 0}])
def test_limits_out_of_range_are_named(limits: dict[str, int]) -> None:
    with pytest.raises(InputError, match=next(iter(limits))):
        Budget(**limits)


def test_an_endless_limit_is_no_limit() -> None:
    budget = Budget(seconds=float("inf"))
    with budget.running():
        assert budget.remaining == float("inf")
    assert not budget.stopped
