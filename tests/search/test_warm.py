"""Warm-up calls: made once, waited for, and made again after a failure."""

from __future__ import annotations

import threading

import pytest

from honte.search import warm


@pytest.fixture(autouse=True)
def _apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "_ready", set())
    monkeypatch.setattr(warm, "_families", {})


def test_a_second_thread_waits_for_the_first() -> None:
    begun, may_end, order = threading.Event(), threading.Event(), []

    @warm.warms("slow")
    def slow() -> None:
        begun.set()
        may_end.wait(10)
        order.append("compiled")

    def second() -> None:
        warm.ready("slow")
        order.append("second")

    first = threading.Thread(target=warm.ready, args=("slow",))
    first.start()
    begun.wait(10)
    other = threading.Thread(target=second)
    other.start()
    may_end.set()
    first.join(10)
    other.join(10)
    assert order == ["compiled", "second"]


def test_a_call_that_failed_is_made_again() -> None:
    calls: list[int] = []

    @warm.warms("broken once")
    def broken() -> None:
        calls.append(1)
        if len(calls) == 1:
            raise MemoryError

    with pytest.raises(MemoryError):
        warm.ready("broken once")
    warm.ready("broken once")
    warm.ready("broken once")
    assert len(calls) == 2
