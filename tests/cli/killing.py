"""Kills a command before each of its steps on the disk, and tries whether everything is still whole.

    python killing.py JOB.json

The command runs in copies of this process. An audit hook counts its steps (files opened for writing, renamed
and removed, folders made and removed, databases opened); before a chosen one it sends SIGKILL to itself. So
each kill hits a living command in the middle of its work, and no clock decides where.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from honte.cli.main import main
from honte.formats.sgf import parse, serialize
from honte.library import changes
from honte.library.library import Library

STEPS = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "sqlite3.connect"}
POINTS = 10
"""Kills of one command, spread over its steps."""


def count_steps(stop_at: int = 0) -> list[int]:
    """Counts the steps of this process from now on; before step `stop_at` it dies."""
    seen = [0]
    here = str(Path.cwd())

    def watch(event: str, given: tuple[object, ...]) -> None:
        writes = event == "open" and isinstance(given[2], int) and given[2] & (os.O_WRONLY | os.O_RDWR)
        own = writes and (str(given[0]).startswith(here) or not os.path.isabs(str(given[0])))
        if event in STEPS or own:
            seen[0] += 1
            if seen[0] == stop_at:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)
    return seen


def honte(words: list[str]) -> int:
    """The exit status of a command."""
    sys.argv = ["honte", *words]
    try:
        main()
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def apart(folder: Path, work: Callable[[], object]) -> int:
    """Does work in a copy of this process, in a folder; how it ended, as `waitpid` says it."""
    sys.stdout.flush()
    if child := os.fork():
        return os.waitpid(child, 0)[1]
    try:
        os.chdir(folder)
        os.environ["HONTE_DATA"] = str(folder / "data")
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        work()
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def everything(folder: Path) -> dict[str, bytes]:
    """All files below a folder by name, without databases and the hidden halves that a kill may leave."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".sqlite3" not in path.name and not re.fullmatch(r"\.\w+\.new", path.name)
    }


def problems(folder: Path) -> Counter[bytes]:
    """The problems of the library without their titles and tags."""
    found: Counter[bytes] = Counter()
    for path in (folder / "data" / "library").rglob("*.sgf"):
        if ".undo" not in path.parts:
            for tree in parse(path.read_bytes()):
                for name in ("GN", "TAGS"):
                    tree.root.properties.pop(name, None)
                found[serialize(tree)] += 1
    return found


def undone(start: Path) -> None:
    """Whatever was cut short can be taken back, and no problem is lost."""
    for path in Path("data").rglob("*.sgf"):
        assert parse(path.read_bytes()), path
    library = Library.of_user()
    assert not library.troubles
    if any((library.root / ".undo").glob("*")):
        changes.undo(library)
    library.close()
    lost = problems(Path.cwd().parent / "whole") - problems(Path.cwd())
    assert not lost, lost
    assert honte(["library", "list", "--json"]) == 0


def again(words: list[str], done: Path) -> None:
    """The same command once more gives the same files as a run that nobody killed, and leaves no parts."""
    assert honte(words) == 0
    made, expected = everything(Path.cwd()), everything(done)
    assert not list(Path.cwd().rglob("*.parts"))
    assert set(expected) == set(made), set(expected) ^ set(made)
    for name, data in expected.items():
        same = data == made[name] if name.endswith((".sgf", ".csv")) else len(made[name]) > len(data) // 2
        assert same, name


def kept(words: list[str], done: Path) -> None:
    """What a killed run left is whole; then as in `again`."""
    for path in Path.cwd().rglob("*.html"):
        assert path.read_text("utf8").rstrip().endswith("</html>"), path
    again(words, done)


def run() -> None:
    """Reads the job: a folder to start in, the words of the command, and the name of the check."""
    job = json.loads(Path(sys.argv[1]).read_text("utf8"))
    start, words = Path(job["folder"]), job["words"]
    done, tried = start.parent / "done", start.parent / "tried"
    shutil.copytree(start, done)

    def whole() -> None:
        steps = count_steps()
        assert honte(words) == 0
        (start.parent / "steps").write_text(str(steps[0]))

    def cut(point: int) -> None:
        count_steps(point)
        honte(words)

    def check() -> None:
        if job["check"] == "undone":
            undone(start)
        else:
            {"again": again, "kept": kept}[job["check"]](words, done)

    assert apart(done, whole) == 0, "the command itself"
    steps = int((start.parent / "steps").read_text())
    points = sorted({1 + number * (steps - 1) // (POINTS - 1) for number in range(POINTS)})
    for point in points:
        shutil.rmtree(tried, ignore_errors=True)
        shutil.copytree(start, tried)
        ended = apart(tried, lambda point=point: cut(point))  # type: ignore[misc]
        assert os.WIFSIGNALED(ended), f"step {point} of {steps} was not reached"
        assert os.WTERMSIG(ended) == signal.SIGKILL
        assert apart(tried, check) == 0, f"after a kill before step {point} of {steps}"
    print(len(points), "kills in", steps, "steps")


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        run()
