"""Budgets: limits, stopping, threads and failures."""

import signal
import subprocess
import time

import pytest

from honte.errors import InputError
from honte.search.budget import NODE_LIMIT, NODES, Budget, run_threads
from tests.interpreters import each_python, environment, python_of


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


PROGRAM = """
import signal, sys, time
from honte.search.budget import Budget, run_threads

signal.signal(signal.SIGINT, signal.default_int_handler)
budget = Budget(seconds=60)

def answer(number):
    while not budget.stopped:
        time.sleep(0.001)
    time.sleep((2 - number) * float(sys.argv[1]))  # what is left to do after the stop
    return number

print(run_threads(budget, [lambda n=n: answer(n) for n in range(3)], lambda: print("watched", flush=True)))
"""


def running(version: str, seconds: float) -> subprocess.Popen[str]:
    """A process that watches three threads; after a stop the first one takes twice these seconds."""
    process = subprocess.Popen(
        [python_of(version), "-c", PROGRAM, str(seconds)],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "watched\n"
    return process


@each_python
def test_ctrl_c_keeps_what_the_threads_have(version: str) -> None:
    process = running(version, 0.2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert out.splitlines()[-1] == "[0, 1, 2]", err


@each_python
def test_a_second_ctrl_c_gives_up(version: str) -> None:
    process = running(version, 100)
    for _ in range(300):  # two that come at once are one
        process.send_signal(signal.SIGINT)
        time.sleep(0.2)
        if process.poll() is not None:
            break
    process.kill()
    _, err = process.communicate()
    assert err.splitlines()[-1] == "KeyboardInterrupt"


@pytest.mark.parametrize("limits", [{"seconds": -1}, {"nodes": -1}, {"memory_mb": -1}, {"threads": 0}])
def test_limits_out_of_range_are_named(limits: dict[str, int]) -> None:
    with pytest.raises(InputError, match=next(iter(limits))):
        Budget(**limits)


def test_an_endless_limit_is_no_limit() -> None:
    budget = Budget(seconds=float("inf"))
    with budget.running():
        assert budget.remaining == float("inf")
    assert not budget.stopped


@pytest.mark.parametrize(
    "given", [{"seconds": float("nan")}, {"seconds": -1.0}, {"nodes": -1}, {"threads": 0}]
)
def test_senseless_limits_are_refused(given: dict[str, float]) -> None:
    with pytest.raises(InputError, match="expected"):
        Budget(**given)  # type: ignore[arg-type]  # as a command line may hand it on
