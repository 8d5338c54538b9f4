"""A cold cache says what it compiles: a bar on a terminal, plain lines elsewhere, nothing when it is warm."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from honte.cli.compiling import OFFER, Compiling, show_compiling
from honte.kernels import notice
from honte.search.stages import ALL_SECONDS, OTHER, STAGES, stage_of
from honte.search.warm import families

MAIN = "from honte.cli.main import main; main()"
BAR = """
import time
from honte.cli.compiling import show_compiling
from honte.cli.common import error_console
from honte.kernels.notice import compiling
show_compiling()
with compiling("honte.kernels.tiles.exact"):
    time.sleep(0.5)
with error_console().status("solving"), compiling("honte.kernels.small.search"):
    time.sleep(0.5)
"""


@pytest.fixture(autouse=True)
def _apart() -> Iterator[None]:
    before = notice.listeners[:]
    yield
    notice.listeners[:] = before


def test_every_folder_of_kernels_has_words() -> None:
    for file in Path(notice.__file__).parent.glob("*/*.py"):
        assert stage_of(f"honte.kernels.{file.parent.name}.{file.stem}") is not OTHER
    assert stage_of("somewhere.else") is OTHER


def test_a_line_for_each_stage_and_the_offer_for_an_empty_cache(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HONTE_CACHE", str(tmp_path))
    listener = Compiling()
    for module in ("local.dfpn", None, "local.tree", None, "tiles.exact", None):
        listener(module)
    lines = [STAGES["local"].line, STAGES["tiles"].line]
    assert capsys.readouterr().err.splitlines() == [f"honte: {line}" for line in (OFFER, *lines)]


def test_no_offer_when_something_is_compiled(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HONTE_CACHE", str(tmp_path))
    (tmp_path / "kernels").mkdir()
    (tmp_path / "kernels" / "a.nbc").touch()
    Compiling()("local.dfpn")
    assert OFFER not in capsys.readouterr().err


def test_other_processes_stay_silent(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    listener = Compiling()
    monkeypatch.setattr(os, "getpid", lambda: -1)
    listener("local.dfpn")
    listener(None)
    assert capsys.readouterr().err == ""


def test_a_second_start_replaces_the_first() -> None:
    show_compiling()
    show_compiling()
    assert len(notice.listeners) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_shows_a_bar_also_beside_other_work(tmp_path: Path) -> None:
    import pty

    screen, end = pty.openpty()
    environment = {**os.environ, "HONTE_CACHE": str(tmp_path), "TERM": "xterm", "COLUMNS": "100"}
    process = subprocess.Popen([sys.executable, "-c", BAR], stderr=end, env=environment)
    os.close(end)
    shown = b""
    try:
        while part := os.read(screen, 4096):
            shown += part
    except OSError:  # Linux ends a pseudo-terminal so
        pass
    assert process.wait(60) == 0
    assert "━".encode() in shown
    assert b"compiling the SameGame search, once, about" in shown
    assert b"compiling the small-board search, once, about" in shown
    assert b"Traceback" not in shown


def test_a_cold_command_says_so_and_keeps_its_json_clean(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text(". . .\n. X .\n. . .\n")
    command = [sys.executable, "-c", MAIN, "estimate", str(tmp_path / "board.txt"), "--model", "distance"]
    environment = {**os.environ, "HONTE_CACHE": str(tmp_path / "cache")}
    cold, warm = (
        subprocess.run([*command, "--json"], capture_output=True, text=True, env=environment, check=True)
        for _ in range(2)
    )
    assert cold.stderr.splitlines()[0] == f"honte: {OFFER}"
    assert "compiling the estimators, once, about" in cold.stderr
    assert warm.stderr == ""
    assert json.loads(cold.stdout) == json.loads(warm.stdout)


def test_the_offer_names_the_seconds_of_all_families() -> None:
    """Two processes share the work, so the whole takes about half of the sum."""
    from honte.cli.warm import register_engines

    register_engines()
    assert 0.4 < ALL_SECONDS / sum(family.seconds for family in families()) < 0.8
