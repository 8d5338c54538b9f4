"""Log lines on standard error and in files, and faults of honte in one line with the details kept."""

import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran

Honte = Callable[..., Ran]
BOARD = b". X .\nX . X\n. X .\n"


def test_verbose_says_what_is_done(honte: Honte) -> None:
    assert honte("legal", "-", "B", stdin=BOARD).err == ""
    said = honte("-v", "legal", "-", "B", stdin=BOARD).err
    assert ": -v legal - B\n" in said
    assert "honte: ended after" in said
    assert not logging.getLogger().handlers or "StreamHandler" not in str(logging.getLogger().handlers)


def test_a_log_file_is_added_to(honte: Honte, tmp_path: Path) -> None:
    file = tmp_path / "honte.log"
    for _ in range(2):
        assert honte("--log", file, "legal", "-", "B", stdin=BOARD).err == ""
    assert file.read_text("utf8").count("INFO honte: ended after") == 2


def test_a_log_file_that_cannot_be_written_is_refused(honte: Honte, tmp_path: Path) -> None:
    ran = honte("--log", tmp_path / "no" / "honte.log", "doctor")
    assert ran.status == 2
    assert "no such folder" in ran.err


def test_a_fault_is_one_line_and_a_record(
    honte: Honte, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ValueError("a fault\nin two lines")

    monkeypatch.setattr("honte.cli.doctor._facts", broken)
    monkeypatch.setenv("HONTE_LOG", str(file := tmp_path / "logs" / "honte.log"))
    ran = honte("doctor")
    assert ran.status == 1
    assert (
        ran.err
        == f"honte: this is a fault of honte: ValueError: a fault in two lines; the details are in {file}\n"
    )
    assert "Traceback" in file.read_text("utf8")
    assert "Traceback" in honte("-v", "doctor").err
    file.unlink()
    (tmp_path / "logs").rmdir()
    (tmp_path / "logs").write_text("a file in the way")
    assert "Traceback" in honte("doctor").err
