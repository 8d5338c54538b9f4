"""honte opens no connection to another machine: every command, a server's first page and a move there.

Every line of `commands.py` runs, the short ones in the default run and all of them with `-m slow`. The watch
is Python's own audit hook, in the process and in every Python process that it starts. It ends the process at
once when a name is looked up, or something is sent or connected, outside this machine; no code can catch
that. Not seen: connections that compiled libraries open without Python, and other programs. Starting one
that fetches files counts as a connection.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from commands import LINES, prepare

import honte

TESTS = Path(__file__).parent
PROBLEM = Path(honte.__file__).parent / "problems" / "basic" / "02-straight-three.sgf"
CAUGHT = 97
"""The exit status of a process that wanted to leave this machine."""
HEAVY = (
    "warm", "review", "report", "moyo", "solve", "tsumego verify", "tsumego race", "tsumego generate",
    "tsumego sheet", "samegame solve", "samegame verify", "samegame play", "library duplicates",
    "study estimate", "study moyo", "study gold",
)  # fmt: skip
"""Commands that search or compile for seconds; the default run leaves them out."""

WATCH = f"""
import os, sys

HERE = ("localhost", "", "::1", "::", "0.0.0.0", os.uname().nodename if hasattr(os, "uname") else "")
FETCHERS = ("curl", "wget", "pip", "pip3", "git", "ssh", "nc")

def caught(what):
    with open(os.environ["HONTE_CAUGHT"], "a") as file:
        file.write(what + "\\n")
    os._exit({CAUGHT})

def is_here(host):
    host = host.decode() if isinstance(host, bytes) else host
    return host is None or host in HERE or str(host).startswith("127.")

def watch(event, given):
    if event in ("socket.getaddrinfo", "socket.gethostbyname") and not is_here(given[0]):
        caught(f"asked for the address of {{given[0]!r}}")
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
        address = given[1]
        if isinstance(address, tuple) and not is_here(address[0]):
            caught(f"{{event}} to {{address!r}}")
    if event in ("subprocess.Popen", "os.exec", "os.posix_spawn", "os.system"):
        program = os.fsdecode(given[0] or "").split()[0] if given[0] else ""
        if program.rsplit("/", 1)[-1] in FETCHERS:
            caught(f"started {{program}}")

sys.addaudithook(watch)
"""
"""Python reads this as `sitecustomize` at the start of every process."""
COMMANDS = """
import io, sys
from pathlib import Path
from commands import every
from honte.cli.main import main

def run(words):
    sys.argv = ["honte", *words]
    said, sys.stdout = sys.stdout, io.TextIOWrapper(io.BytesIO(), "utf8", write_through=True)
    sys.stdin = open("quit.txt")
    try:
        main()
    except SystemExit as end:
        assert not end.code, (words, end.code)
    finally:
        here, sys.stdout = sys.stdout, said
    return here.buffer.getvalue().decode()

if __name__ == "__main__":
    Path("quit.txt").write_text("quit\\n")
    for name in every(run, Path(sys.argv[1]), tuple(sys.argv[2:])):
        print(name, flush=True)
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
LEAVE = {
    "a connection": 'import socket; socket.create_connection(("192.0.2.1", 80), 1)',
    "a name": 'import socket; socket.getaddrinfo("example.org", 80)',
    "a datagram": 'import socket; socket.socket(type=socket.SOCK_DGRAM).sendto(b"x", ("192.0.2.1", 80))',
    "a caught error": "import socket\ntry: socket.getaddrinfo('a.org', 80)\nexcept BaseException: pass",
    "a thread": "import socket, threading\nask = lambda: socket.getaddrinfo('a.org', 80)\n"
    "way = threading.Thread(target=ask); way.start(); way.join()",
    "another process": "import subprocess, sys\ncode = 'import socket; socket.getaddrinfo(\\'a.org\\', 80)'\n"
    "sys.exit(subprocess.call([sys.executable, '-c', code]))",
    "another program": "import subprocess; subprocess.run(['curl', 'example.org'])",
}
"""Ways out, all of which the watch must see."""


def watched(program: str, folder: Path, *words: str) -> tuple[subprocess.CompletedProcess[str], str]:
    """Runs a program under the watch; gives what it said, and what was caught."""
    (folder / "watch").mkdir()
    (folder / "watch" / "sitecustomize.py").write_text(WATCH)
    caught = folder / "caught"
    own = {
        "HONTE_CAUGHT": str(caught),
        "HONTE_DATA": str(folder / "data"),
        "PYTHONPATH": os.pathsep.join([str(folder / "watch"), str(TESTS), *filter(None, sys.path)]),
    }
    done = subprocess.run(
        [sys.executable, "-c", program, *words], cwd=folder, env={**os.environ, **own}, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    return done, caught.read_text() if caught.exists() else ""


@pytest.mark.parametrize("way", LEAVE)
def test_the_watch_sees(tmp_path: Path, way: str) -> None:
    done, caught = watched(LEAVE[way], tmp_path)
    assert (done.returncode, caught.count("\n")) == (CAUGHT, 1), done.stderr


@pytest.mark.parametrize("leave", [HEAVY, pytest.param((), marks=pytest.mark.slow)], ids=["short", "all"])
def test_no_command_leaves_this_machine(tmp_path: Path, leave: tuple[str, ...]) -> None:
    prepare(tmp_path, PROBLEM)
    done, caught = watched(COMMANDS, tmp_path, str(PROBLEM), *leave)
    assert caught == ""
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [name for name in LINES if name not in leave]


def test_the_workbench_does_not_leave_this_machine(tmp_path: Path) -> None:
    done, caught = watched(SERVER, tmp_path)
    assert (caught, done.stdout) == ("", "served\n"), done.stderr
