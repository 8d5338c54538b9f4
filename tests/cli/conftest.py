"""The command line, run in this process."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from typing import NamedTuple

import pytest

from honte.cli.main import main


class Ran(NamedTuple):
    status: int
    out: str
    err: str


@pytest.fixture
def honte(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Calls `honte ARGS...` and gives exit status, standard output and standard error.

    Standard error has no lines about kernels that are compiled: they depend on what the cache holds.
    """
    monkeypatch.setattr("honte.cli.main.show_compiling", lambda: None)

    def run(*args: object, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "argv", ["honte", *map(str, args)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        captured = capsys.readouterr()
        return Ran(int(ended.value.code or 0), captured.out, captured.err)

    return run
