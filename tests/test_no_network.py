"""honte opens no connection to another machine: every command, the workbench and its page."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

WATCHED = """
import sys

HERE = {"127.0.0.1", "::1", "localhost", "", None}

def watch(event, given):
    if event == "socket.getaddrinfo" and given[0] not in HERE:
        raise SystemExit(f"NETWORK: asked for the address of {given[0]!r}")
    if event in ("socket.connect", "socket.sendto"):
        address = given[1]
        if isinstance(address, tuple) and address[0] not in HERE:
            raise SystemExit(f"NETWORK: connected to {address!r}")
    if event == "subprocess.Popen" and str(given[0]).rsplit("/")[-1] in ("curl", "wget", "pip"):
        raise SystemExit(f"NETWORK: started {given[0]!r}")

sys.addaudithook(watch)
"""
COMMANDS = """
import sys
from honte.cli.main import main

def run(*words):
    sys.argv = ["honte", *words]
    try:
        main()
    except SystemExit as end:
        if str(end.code).startswith("NETWORK"):
            raise
        print(words[0], end.code, file=sys.stderr)

game, problem = "game.sgf", "problem.txt"
run("--version")
run("doctor")
run("score", game, "--early")
run("estimate", game)
run("tsumego", "solve", problem, "--nodes", "1000")
run("library")
run("train", "--stats")
run("legal", problem, "B")
"""
SERVER = """
from fastapi.testclient import TestClient
from honte.web.app import create_app

with TestClient(create_app(warm=False), base_url="http://127.0.0.1") as client:
    client.get("/")
    game = client.post("/api/games", json={"cols": 9}).json()
    client.post(f"/api/games/{game['id']}/play", json={"vertex": "E5"})
print("served")
"""


def watched(program: str, folder: Path) -> subprocess.CompletedProcess[str]:
    (folder / "game.sgf").write_text("(;SZ[9]KM[6.5];B[ee];W[ce];B[cf];W[de];B[ed];W[df])")
    (folder / "problem.txt").write_text("Black to play\n. . . W x -\nW W W W x -\nx x x x x -\n")
    return subprocess.run(
        [sys.executable, "-c", WATCHED + program], cwd=folder, capture_output=True, text=True, check=False
    )


def test_the_watch_sees_connections(tmp_path: Path) -> None:
    for ask in ('socket.create_connection(("192.0.2.1", 80), 1)', 'socket.getaddrinfo("example.org", 80)'):
        done = watched(f"import socket\n{ask}", tmp_path)
        assert "NETWORK" in done.stderr


@pytest.mark.parametrize("program", [COMMANDS, SERVER], ids=["commands", "server"])
def test_nothing_leaves_this_machine(tmp_path: Path, program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HONTE_DATA", str(tmp_path / "data"))
    done = watched(program, tmp_path)
    assert "NETWORK" not in done.stderr
    assert done.returncode == 0, done.stderr
    if program is COMMANDS:
        ended = dict(line.split() for line in done.stderr.splitlines() if len(line.split()) == 2)
        assert ended["score"] == ended["tsumego"] == ended["library"] == "0", done.stderr
    else:
        assert "served" in done.stdout
