"""A server that several people share: limits of requests, fair turns for searches, a token that stays."""

from __future__ import annotations

import stat
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from honte.errors import InputError
from honte.search.budget import Budget
from honte.web import sharing
from honte.web.app import create_app
from honte.web.jobs import Job, Jobs
from honte.web.limits import KNOWN, Limits, Rate
from honte.web.serve import _public, kept_token

TOKEN = "a-token-of-this-test"
BEARER = {"Authorization": f"Bearer {TOKEN}"}


def test_a_bucket_empties_and_fills_again() -> None:
    limits = Limits(client=Rate(2.0, 3.0))
    assert [limits.wait("client", "a", 10.0) for _ in range(4)] == [0, 0, 0, 0.5]
    assert limits.wait("client", "b", 10.0) == 0, "others are not touched"
    assert limits.wait("client", "a", 10.25) == 0.25, "asking again costs nothing"
    assert limits.wait("client", "a", 10.5) == 0
    assert [limits.wait("client", "a", 99.0) for _ in range(4)] == [0, 0, 0, 0.5], "a full bucket"


def test_the_memory_of_limits_is_bounded() -> None:
    limits = Limits()
    for number in range(KNOWN + 50):
        limits.wait("client", str(number), 1.0)
    assert len(limits._left) == KNOWN


def club(limits: Limits, **options: Any) -> TestClient:
    app = create_app(hosts=frozenset({"go.example.org"}), token=TOKEN, limits=limits, warm=False, **options)
    return TestClient(app, base_url="https://go.example.org", raise_server_exceptions=False)


def test_one_client_that_asks_too_often_is_refused_and_others_are_not() -> None:
    with club(Limits(client=Rate(0.01, 3.0))) as client:
        client.cookies.set("honte_client", "eager")
        answers = [client.get("/api/status", headers=BEARER) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
        assert answers[-1].json()["error"]["code"] == "too_many_requests"
        assert int(answers[-1].headers["retry-after"]) == 100
        client.cookies.set("honte_client", "calm")
        assert client.get("/api/status", headers=BEARER).status_code == 200


def test_new_names_and_wrong_tokens_do_not_escape_the_limit_of_an_address() -> None:
    with club(Limits(address=Rate(0.01, 4.0))) as client:
        answers = []
        for number in range(6):
            client.cookies.set("honte_client", f"name{number}")
            answers.append(client.get("/api/status", headers=BEARER if number % 2 else {}).status_code)
        assert answers == [401, 200, 401, 200, 429, 429]


def test_behind_https_cookies_stay_there() -> None:
    with club(Limits(), secure=True) as client:
        answer = client.get(f"/?token={TOKEN}", follow_redirects=False)
        cookies = answer.headers.get_list("set-cookie")
        assert len(cookies) == 2
        assert all("; secure" in cookie.lower() for cookie in cookies)
        assert client.get("/api/status", headers={"Host": "evil.example.org"}).status_code == 403


def test_the_token_stays_until_a_new_one_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HONTE_TOKEN", raising=False)
    first = kept_token(tmp_path)
    assert kept_token(tmp_path) == first
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / "token").stat().st_mode) == 0o600
    assert kept_token(tmp_path, anew=True) != first
    monkeypatch.setenv("HONTE_TOKEN", "chosen-by-the-club-1")
    assert kept_token(tmp_path) == "chosen-by-the-club-1"
    for bad in ("short", "with space in the middle", "with/slash/in/the/middle"):
        monkeypatch.setenv("HONTE_TOKEN", bad)
        with pytest.raises(InputError, match="HONTE_TOKEN needs 16"):
            kept_token(tmp_path)


def test_addresses_of_a_proxy() -> None:
    assert _public("https://go.example.org").hostname == "go.example.org"
    for bad in ("go.example.org", "https://go.example.org/honte", "ftp://x", "http://", "https://[::1"):
        with pytest.raises(InputError, match="expected an address without a path"):
            _public(bad)


# Searches


class Gate:
    """A search that lasts until its gate opens or it is stopped; keeps who ran in which order."""

    def __init__(self) -> None:
        self.order: list[str] = []
        self.open = threading.Event()

    def __call__(self, job: Job) -> dict[str, Any]:
        self.order.append(job.client)
        while not self.open.wait(0.005) and not job.budget.stopped:
            pass
        return {}


def test_the_greedy_wait_and_the_newcomer_is_next() -> None:
    jobs, gate = Jobs(workers=1), Gate()
    first = jobs.start("greedy", "test", Budget(), gate)
    while not gate.order:
        time.sleep(0.005)
    waiting = [jobs.start(name, "test", Budget(), gate) for name in ("greedy", "other", "third")]
    assert [job.progress["task"] for job in waiting[1:]] == [
        "waiting for its turn",
        "waiting for its turn, 1 search before yours",
    ]
    gate.open.set()
    for job in (first, *waiting):
        assert job.ended.wait(5)
    assert gate.order == ["greedy", "other", "third", "greedy"]
    jobs.close()


def test_used_time_counts_and_is_forgotten() -> None:
    shares = sharing.Shares()
    shares.charge("a", 40.0)
    assert shares.used("a") == pytest.approx(40, abs=0.1)
    later = time.monotonic() + sharing.HALF_LIFE
    assert shares.used("a", later) == pytest.approx(20, abs=0.1)
    jobs = [Job(name, name, "test", Budget()) for name in ("a", "b")]
    assert [job.client for job in shares.order(jobs, [])] == ["b", "a"]


def test_a_long_search_ends_when_its_turn_is_over_and_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs, gate = Jobs(workers=1), Gate()
    long = jobs.start("long", "test", Budget(), gate)
    while not gate.order:
        time.sleep(0.005)
    own = jobs.start("long", "test", Budget(), gate)
    monkeypatch.setattr(sharing, "TURN_SECONDS", 0.0)
    jobs.sweep()
    assert not long.budget.stopped, "nobody else waits"
    other = jobs.start("other", "test", Budget(), gate)
    jobs.sweep()
    assert long.ended.wait(5)
    assert long.state == "done"
    assert "others were waiting" in long.snapshot()["note"]
    gate.open.set()
    assert other.ended.wait(5)
    assert own.ended.wait(5)
    assert gate.order == ["long", "other", "long"]
    jobs.close()
