"""Searches beside the requests: limits, stopping, and the end when nobody watches."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from honte.errors import InputError
from honte.kernels.notice import compiling
from honte.search.budget import Budget
from honte.search.stages import STAGES
from honte.search.warm import warms
from honte.web import jobs as module
from honte.web.errors import WebError
from honte.web.jobs import Job, Jobs


def until_stopped(job: Job) -> dict[str, Any]:
    while not job.budget.stopped:
        job.report(nodes=job.progress.get("nodes", 0) + 1)
        time.sleep(0.005)
    return {"kept": True}


def test_a_stopped_search_keeps_what_it_has() -> None:
    jobs = Jobs()
    job = jobs.start("me", "test", Budget(), until_stopped)
    jobs.stop(job.id)
    assert job.ended.wait(5)
    assert (job.state, job.answer) == ("done", {"kept": True}) or job.state == "stopped"
    jobs.close()


def test_searches_are_bounded_in_number_time_and_memory() -> None:
    jobs = Jobs()
    job = jobs.start("me", "test", Budget(seconds=10**9, memory_mb=10**9), until_stopped)
    assert (job.budget.seconds, job.budget.memory_mb) == (module.MAX_SECONDS, module.MEMORY_MB)
    jobs.start("me", "test", Budget(), until_stopped)
    with pytest.raises(WebError) as caught:
        jobs.start("me", "test", Budget(), until_stopped)
    assert caught.value.status == 429
    for number in range(module.WORKERS + module.WAITING - 2):
        jobs.start(f"other {number}", "test", Budget(), until_stopped)
    with pytest.raises(WebError):
        jobs.start("one more", "test", Budget(), until_stopped)
    jobs.close()


def test_a_stopped_search_makes_room_before_it_ends() -> None:
    jobs, leave = Jobs(), threading.Event()

    def slow_to_end(job: Job) -> dict[str, Any]:
        leave.wait(10)
        return {}

    for _ in range(module.PER_CLIENT):
        jobs.stop(jobs.start("me", "test", Budget(), slow_to_end).id)
    third = jobs.start("me", "test", Budget(), slow_to_end)
    leave.set()
    assert third.ended.wait(5)
    assert third.state == "done"
    jobs.close()


def test_a_search_that_nobody_watches_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = Jobs()
    job = jobs.start("me", "test", Budget(), until_stopped)
    jobs.sweep()
    assert not job.budget.stopped, "a page has some seconds to come back"
    monkeypatch.setattr(module, "UNWATCHED_SECONDS", -1.0)
    jobs.sweep()
    assert job.ended.wait(5)
    monkeypatch.setattr(module, "KEPT_SECONDS", -1.0)
    jobs.sweep()
    with pytest.raises(WebError):
        jobs.get(job.id)
    jobs.close()


def test_a_refusal_and_a_fault_have_different_codes() -> None:
    jobs = Jobs()

    def refuses(job: Job) -> dict[str, Any]:
        raise InputError("no such board")

    def breaks(job: Job) -> dict[str, Any]:
        raise ZeroDivisionError

    refused, broken = (jobs.start("me", "test", Budget(), run) for run in (refuses, breaks))
    assert refused.ended.wait(5)
    assert broken.ended.wait(5)
    assert refused.error == {"code": "input_error", "message": "no such board"}
    assert broken.error is not None
    assert broken.error["code"] == "internal"
    jobs.close()


def test_kernels_are_ready_before_the_clock_starts() -> None:
    compiled: list[float] = []

    @warms("a family of this test")
    def warm_up() -> None:
        time.sleep(0.2)
        compiled.append(time.monotonic())

    started: list[float] = []

    def run(job: Job) -> dict[str, Any]:
        started.append(time.monotonic())
        return {"seconds": job.budget.elapsed}

    jobs = Jobs()
    both = [jobs.start("me", "test", Budget(), run, "a family of this test") for _ in range(2)]
    for job in both:
        assert job.ended.wait(5)
        assert job.answer is not None
        assert job.answer["seconds"] < 0.2
        assert "task" not in job.snapshot()["progress"]
    assert len(compiled) == 1
    assert min(started) >= compiled[0], "the second search waits until the first has compiled the family"
    jobs.close()


def test_the_page_reads_what_is_compiled() -> None:
    begun, may_end = threading.Event(), threading.Event()

    @warms("a cold family of this test")
    def warm_up() -> None:
        with compiling("honte.kernels.local.dfpn"):
            begun.set()
            may_end.wait(10)

    jobs = Jobs()
    job = jobs.start("me", "test", Budget(), lambda _: {}, "a cold family of this test")
    assert begun.wait(10)
    assert job.snapshot()["progress"]["task"] == STAGES["local"].line
    may_end.set()
    assert job.ended.wait(10)
    assert "task" not in job.snapshot()["progress"]
    jobs.close()


def test_events_show_progress_and_the_end() -> None:
    jobs = Jobs()
    job = jobs.start("me", "test", Budget(seconds=0.5), until_stopped)

    async def watch() -> list[bytes]:
        return [event async for event in jobs.events(job)]

    with ThreadPoolExecutor(1) as pool:  # a browser test may have left a loop in this thread
        events = pool.submit(asyncio.run, watch()).result()
    assert events[-1].startswith(b"event: end\n")
    last = json.loads(events[-1].split(b"data: ")[1])
    assert last["answer"] == {"kept": True}
    assert last["progress"]["nodes"] > 0
    assert job.watchers == 0
    jobs.close()
