"""Files that appear whole or not at all, whatever happens to the program that writes them."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from honte.whole import whole_file, write_whole

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX limits")
GAME = "(;SZ[9]RE[B+5.5]KM[6.5];B[ee];W[ce];B[cf];W[de];B[ed];W[df])"
TILES = "1 1 2\n2 1 2\n2 2 1\n"
PROBLEM = "Black to play\n. . . W x -\nW W W W x -\nx x x x x -\n"
LIMITED = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_DFL if sys.argv[1] == "killed" else signal.SIG_IGN)
from honte.cli.main import main
resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))
sys.argv[:2] = ["honte"]
main()
"""
"""Runs a command that may write 100 bytes to a file. The system then ends it in the middle of the write, or
refuses the rest as a full disk does."""
COMMANDS = [
    ("estimate", "{game}", "--model", "influence", "--png", "{out}.png"),
    ("samegame", "solve", "{tiles}", "--memory-mb", "8", "-o", "{out}.json"),
]
SLOW = [
    ("samegame", "solve", "{tiles}", "--memory-mb", "8", "--svg", "{out}.svg"),
    ("score", "{game}", "--early", "--png", "{out}.png"),
    ("moyo", "{game}", "--png", "{out}.png"),
    ("report", "{game}", "--fights", "0", "-o", "{out}.html"),
    ("samegame", "solve", "{tiles}", "--memory-mb", "8", "--gif", "{out}.gif"),
    ("tsumego", "solve", "{problem}", "--png", "{out}.png"),
    ("tsumego", "sheet", "{problem}", "-o", "{out}.pdf"),
    ("score", "{game}", "--early", "--out", "{out}.parquet", "--jobs", "1"),
]
OLD = b"the old file"


def test_a_block_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(path, OLD)

    def fails() -> None:
        with whole_file(path) as stream:
            stream.write(b"half of the new")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fails()
    assert path.read_bytes() == OLD
    assert os.listdir(tmp_path) == ["file"]


@posix
def test_links_permissions_and_devices_stay_what_they_are(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_bytes(OLD)
    path.chmod(0o640)
    link.symlink_to(path)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    write_whole("/dev/null", b"gone")
    assert not Path("/dev/null").is_file()


@posix
@pytest.mark.parametrize("end", ["killed", "full"])
@pytest.mark.parametrize(
    "arguments", [*COMMANDS, *(pytest.param(each, marks=pytest.mark.slow) for each in SLOW)], ids=" ".join
)
def test_a_command_that_ends_in_the_middle_of_a_write(
    tmp_path: Path, arguments: tuple[str, ...], end: str
) -> None:
    given = {"game": "game.sgf", "tiles": "tiles.txt", "problem": "problem.txt", "out": "out"}
    for name, text in (("game", GAME), ("tiles", TILES), ("problem", PROBLEM)):
        (tmp_path / given[name]).write_text(text)
    words = [word.format(**given) for word in arguments]
    target = tmp_path / next(word for word in words if word.startswith("out."))
    is_store = target.suffix == ".parquet"
    if not is_store:
        target.write_bytes(OLD)
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, end, *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == (-signal.SIGXFSZ if end == "killed" else 2), done.stderr
    assert "Traceback" not in done.stderr
    if end == "full":
        assert "cannot write" in done.stderr.splitlines()[-1]
    assert (not target.exists()) if is_store else target.read_bytes() == OLD
