"""A home that cannot be written, and a full disk: every command still works, and one line says what is lost.

A path below a regular file stands for a read-only home: nobody can make it, not even an administrator, for
whom permissions do not count.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from honte.kernels import places

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX users and signals")
MAIN = "from honte.cli.main import main; main()"
SPARE = f"honte-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"
TINY = """
from honte.kernels import jit

@jit.kernel
def tripled(n):
    return 3 * n

print(tripled(3))
"""
LIMITED = """
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
runpy.run_path(sys.argv[1])
"""
GAME = "(;SZ[9]KM[6.5];B[ee];W[ce];B[cf];W[de];B[ed];W[df])"


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """An environment in which only the temporary folder can be written."""
    (tmp_path / "file").write_text("")
    (tmp_path / "temporary").mkdir()
    nowhere = str(tmp_path / "file" / "home")
    names = ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")
    own = ("HONTE_CACHE", "HONTE_CACHE_SAID", "HONTE_DATA", "HONTE_LOG")
    kept = {name: value for name, value in os.environ.items() if name not in own}
    return {**kept, **dict.fromkeys(names, nowhere), "TMPDIR": str(tmp_path / "temporary")}


def python(environment: dict[str, str], *words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *map(str, words)]
    folder = environment["TMPDIR"]
    return subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)


def tiny(tmp_path: Path) -> Path:
    file = tmp_path / "tiny.py"
    file.write_text(TINY)
    return file


def test_kernels_go_to_a_folder_of_the_users_own(home: dict[str, str], tmp_path: Path) -> None:
    file = tiny(tmp_path)
    ran = python(home, file)
    spare = tmp_path / "temporary" / SPARE
    assert (ran.returncode, ran.stdout) == (0, "9\n")
    assert ran.stderr == (
        f"honte: cannot write {tmp_path}/file/home/honte/kernels (Not a directory): "
        f"compiled code goes to {spare}/kernels\n"
    )
    assert spare.stat().st_mode & 0o777 == 0o700
    assert len(list(spare.rglob("*.nbc"))) == 1
    again = python(home, file)
    assert (again.stdout, again.stderr) == ("9\n", "")


def test_a_folder_that_others_can_write_is_refused(home: dict[str, str], tmp_path: Path) -> None:
    spare = tmp_path / "temporary" / SPARE
    spare.mkdir()
    spare.chmod(0o777)
    ran = python(home, tiny(tmp_path))
    assert (ran.returncode, ran.stdout) == (0, "9\n")
    assert "compiled code is not kept; each start compiles again" in ran.stderr
    assert not list(spare.iterdir())


@pytest.mark.parametrize("how", ["somebody else's", "a link"])
def test_a_folder_that_is_not_the_users_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folder = tmp_path / SPARE
    if how == "a link":
        (tmp_path / "other").mkdir(mode=0o700)
        folder.symlink_to(tmp_path / "other")
    else:
        folder.mkdir(mode=0o700)
        owner = os.getuid()
        folder.rename(tmp_path / f"honte-{owner + 1}")
        monkeypatch.setattr("os.getuid", lambda: owner + 1)
    places.spare_root.cache_clear()
    try:
        assert places.spare_root() is None
    finally:
        places.spare_root.cache_clear()


def test_a_full_disk_ends_no_run(home: dict[str, str], tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    ran = python({**home, "HONTE_CACHE": str(cache)}, "-c", LIMITED, tiny(tmp_path))
    assert (ran.returncode, ran.stdout) == (0, "9\n")
    assert re.fullmatch(
        rf"honte: cannot keep compiled code in {cache}/kernels \(.+\): the next start compiles it again\n",
        ran.stderr,
    )
    assert not list(cache.rglob("*.nbc")) + list(cache.rglob("*.tmp*"))


def test_commands_work(home: dict[str, str], tmp_path: Path) -> None:
    """With kernels that are compiled already, as in an image that is mounted read-only."""
    spare = tmp_path / "temporary" / SPARE
    spare.mkdir(mode=0o700)
    (spare / "kernels").symlink_to(places.cache_root())
    (tmp_path / "game.sgf").write_text(GAME)
    counted = python(home, "-c", MAIN, "score", tmp_path / "game.sgf", "--early")
    assert counted.returncode == 0, counted.stderr
    assert counted.stdout
    shown = python(home, "-c", MAIN, "doctor")
    assert "honte/kernels cannot be written: Not a directory" in shown.stdout
    refused = python(home, "-c", MAIN, "library", "list")
    assert refused.returncode == 2
    assert re.fullmatch(r"honte: cannot make the data folder .* names another place\n", refused.stderr)


def test_the_workbench_keeps_nothing_and_says_so(home: dict[str, str]) -> None:
    compiled = {"HONTE_CACHE": str(places.cache_root().parent)}
    process = subprocess.Popen(
        [sys.executable, "-c", MAIN, "--no-browser", "--port", "0"],
        stdout=subprocess.PIPE, text=True, env={**home, **compiled},
    )  # fmt: skip
    try:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(3)]
        address = said[0].split()[-1]
        assert re.search(r"The data folder \S+ cannot be written \(Not a directory\)\. .* gone when", said[1])
        transport = httpx.HTTPTransport(retries=8)
        with httpx.Client(base_url=address, transport=transport, timeout=60) as client:
            game = client.post("/api/games", json={"cols": 9}).json()
            assert client.get(f"/api/games/{game['id']}").json()["cols"] == 9
            assert client.get("/api/library/collections").status_code == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
    finally:
        process.kill()
    assert not [each for each in Path(home["TMPDIR"]).iterdir() if "library" in each.name]
