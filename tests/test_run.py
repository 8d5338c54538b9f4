"""./run installs once and then says how to compile everything ahead."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HOME = Path(__file__).parents[1]


@pytest.mark.skipif(sys.platform == "win32", reason="./run is a script for sh")
def test_the_first_start_offers_to_compile_everything(tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    for name in ("run", "tools/venv.sh", "pyproject.toml", "constraints.txt"):
        shutil.copy(HOME / name, tmp_path / name)
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    for name, text in (("python", "exit 0"), ("honte", 'echo "honte $*"')):
        (programs / name).write_text(f"#!/bin/sh\n{text}\n")
        (programs / name).chmod(0o755)
    first, second = (
        subprocess.run(["sh", str(tmp_path / "run"), "legal"], capture_output=True, text=True, check=True)
        for _ in range(2)
    )
    assert "./run warm compiles everything" in first.stderr
    assert second.stderr == ""
    assert first.stdout == second.stdout == "honte legal\n"
