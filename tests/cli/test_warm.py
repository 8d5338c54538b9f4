"""`honte warm` compiles every registered family and says how long each took."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from honte.cli.main import app
from honte.cli.warm import register_engines
from honte.search.warm import families, warm_all


def test_warm_names_every_family() -> None:
    answer = CliRunner().invoke(app, ["warm", "--json"])
    assert answer.exit_code == 0, answer.output
    assert set(json.loads(answer.stdout)["seconds"]) == {family.name for family in families()}


def test_watch_hears_before_and_after() -> None:
    register_engines()
    heard: list[tuple[str, bool]] = []
    warm_all(lambda name, seconds: heard.append((name, seconds is None)))
    assert heard == [(family.name, before) for family in families() for before in (True, False)]


def test_two_processes_share_the_families() -> None:
    register_engines()
    heard: list[tuple[str, bool]] = []
    names = [family.name for family in families()]
    taken = warm_all(
        lambda name, seconds: heard.append((name, seconds is None)), processes=2, load=register_engines
    )
    assert list(taken) == names
    assert sorted(heard) == sorted((name, before) for name in names for before in (True, False))
    longest = max(families(), key=lambda family: family.seconds)
    assert heard[0] == (longest.name, True)
    assert heard[1][1], "a second family begins before the first has ended"


def _cold(cache: Path) -> subprocess.Popen[bytes]:
    """`honte warm` as a group of processes that has begun to compile into an empty cache."""
    command = [sys.executable, "-c", "from honte.cli.main import main; main()", "warm"]
    environment = {**os.environ, "HONTE_CACHE": str(cache)}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, start_new_session=True
    )
    while process.poll() is None and not any(cache.rglob("*.nbi")):
        time.sleep(0.1)
    return process


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal to a group of processes")
def test_ctrl_c_ends_all_processes_without_a_traceback(tmp_path: Path) -> None:
    process = _cold(tmp_path)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in errors
    assert _gone(process.pid)


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal to a process")
def test_no_process_outlives_its_parent(tmp_path: Path) -> None:
    process = _cold(tmp_path)
    process.terminate()
    process.communicate(timeout=60)
    assert _gone(process.pid)


def _gone(group: int) -> bool:
    """Whether all processes of a group end within a minute."""
    for _ in range(600):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False
