"""Documents on disk, and a process killed while it writes them."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from honte.errors import InputError
from honte.library.folder import data_folder, ensure_data_folder
from honte.library.store import Store


def test_documents_come_back_last_changed_first(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.sqlite3")
    store.put("game", "1", {"n": 1}, title="one")
    store.put("game", "2", {"n": 2})
    store.put("other", "1", {"n": 3})
    store.put("game", "1", {"n": 4}, title="one")
    assert [document.body["n"] for document in store.recent("game")] == [4, 2]
    assert store.delete("game", "1")
    assert not store.delete("game", "1")
    store.close()
    again = Store(tmp_path / "a.sqlite3")
    assert [document.id for document in again.recent("game")] == ["2"]


def test_settings_belong_to_an_owner() -> None:
    store = Store(None)
    store.set_setting("a", "x", [1, "two"])
    assert store.settings("a") == {"x": [1, "two"]}
    assert store.settings("b") == {}


def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "new.sqlite3"
    Store(path).close()
    sqlite3.connect(path).execute("PRAGMA user_version=99")
    with pytest.raises(InputError, match="newer"):
        Store(path)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.sqlite3"
    path.write_text("this is not a database, and long enough to tell" * 20)
    with pytest.raises(InputError, match="cannot open"):
        Store(path)


def test_the_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HONTE_DATA", str(tmp_path / "deep" / "er"))
    assert data_folder() == tmp_path / "deep" / "er"
    assert ensure_data_folder().is_dir()
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("HONTE_DATA", str(tmp_path / "file" / "x"))
    with pytest.raises(InputError, match="data folder"):
        ensure_data_folder()


WRITER = """
import sys
from pathlib import Path
from honte.library.store import Store
store = Store(Path(sys.argv[1]))
for n in range(10**9):
    store.put("game", "a", {"n": n, "pad": "x" * 2000})
    print(n, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_kill_9_loses_at_most_the_last_click(tmp_path: Path) -> None:
    path = tmp_path / "kill.sqlite3"
    process = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for line in process.stdout:
        if int(line) >= 300:
            break
    os.kill(process.pid, signal.SIGKILL)
    said = [int(line) for line in [str(300), *process.stdout.read().split()]]
    process.wait()
    document = Store(path).get("game", "a")
    assert document is not None
    assert document.body["n"] >= said[-1]
