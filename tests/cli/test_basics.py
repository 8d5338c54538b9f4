"""Version, help, doctor, the legal-move map, and one clear line for every kind of bad input."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer

from honte import __version__
from honte.cli.main import app
from honte.cli.overview import EXAMPLES
from honte.network import session
from tests.cli.conftest import Ran

Honte = Callable[..., Ran]


def test_version(honte: Honte) -> None:
    assert honte("--version").out == f"honte {__version__}\n"


def test_every_command_has_help_with_an_example(honte: Honte) -> None:
    listing = honte("--help").out
    for name in ("legal", "doctor"):
        assert name in listing
        assert "Example" in honte(name, "--help").out


def leaves(command: Any, words: tuple[str, ...] = ()) -> dict[tuple[str, ...], Any]:
    """Every command without subcommands, by the words that call it."""
    if not hasattr(command, "commands"):
        return {words: command}
    return {
        path: leaf
        for name, child in command.commands.items()
        for path, leaf in leaves(child, (*words, name)).items()
    }


def test_the_overview_has_one_line_for_each_command(honte: Honte) -> None:
    commands = leaves(typer.main.get_command(app))
    listing = honte("overview").out
    named = []
    for example, meaning in EXAMPLES:
        assert f"{example} " in listing
        assert meaning in listing
        words = example.split()[1:]
        path = next((path for path in commands if tuple(words[: len(path)]) == path), ())
        options = {word for parameter in (commands[path].params if path else ()) for word in parameter.opts}
        assert {word for word in words if word.startswith("--")} <= options | {"--help"}
        named += [path] if path else []
    assert sorted(named) == sorted(set(commands) - {("overview",)})
    assert max(map(len, listing.splitlines())) <= 80


def test_doctor_tells_what_is_there(honte: Honte) -> None:
    facts = json.loads(honte("doctor", "--json").out)
    assert facts["honte"] == __version__
    assert facts["numpy"]
    assert facts["onnxruntime"]
    assert Path(facts["network"]).name == "model.onnx"
    assert "kernels" in honte("doctor").out


def test_doctor_says_why_the_network_cannot_be_used(
    honte: Honte, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "broken.onnx"
    broken.write_bytes(b"no network")
    for path, reason in ((tmp_path / "none.onnx", "no network file at"), (broken, "is not a network")):
        session.load.cache_clear()
        monkeypatch.setenv("HONTE_NETWORK", str(path))
        try:
            found = json.loads(honte("doctor", "--json").out)["network"]
        finally:
            session.load.cache_clear()
        assert found.startswith("cannot be used: ")
        assert reason in found


def test_legal_reads_a_file_and_standard_input(honte: Honte, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("0B0\r\nB0B\r\n0B0\r\n")
    assert honte("legal", board, "W").out == "IBI\nBIB\nIBI\n"
    assert honte("legal", "-", "black", stdin=b". X .\nX . X\n. X .\n").out == "LBL\nBLB\nLBL\n"
    answer = json.loads(honte("legal", board, "W", "--json").out)
    assert answer == {"to_play": "W", "rows": ["IBI", "BIB", "IBI"]}


@pytest.mark.parametrize(
    ("text", "color", "message"),
    [
        ("", "B", "an empty board"),
        ("00\n0", "B", "line 2: 1 points where other rows have 2"),
        ("000\n000", "B", "3x2 array; the legal-move map needs n x n"),
        ("\n".join(["0" * 20] * 20), "B", "20x20 array; the legal-move map needs n x n with n up to 19"),
        ("0B\n0Z", "B", "line 2, column 2: 'Z' is not a stone"),
        ("BW\nWB", "B", "has no liberty"),
        ("0", "red", "'red' is not a color"),
        ("(;SZ[9];B[ee])", "B", "board.txt is an SGF file; expected a text board"),
        ("\xff\xfe", "B", "not UTF-8"),
    ],
)
def test_bad_boards_give_one_line(honte: Honte, tmp_path: Path, text: str, color: str, message: str) -> None:
    board = tmp_path / "board.txt"
    board.write_bytes(text.encode("latin-1"))
    ran = honte("legal", board, color)
    assert ran.status == 2
    assert message in ran.err
    assert (ran.out, ran.err.count("\n")) == ("", 1)


def test_bad_files_give_one_line(honte: Honte, tmp_path: Path) -> None:
    locked = tmp_path / "locked.txt"
    locked.write_text("0")
    locked.chmod(0)
    cases = {tmp_path: "it is a folder", tmp_path / "none": "no such file"}
    if os.geteuid() != 0:
        cases[locked] = "no permission"
    for path, message in cases.items():
        ran = honte("legal", path, "B")
        assert (ran.status, ran.err.count("\n")) == (2, 1)
        assert message in ran.err


@pytest.mark.parametrize("args", [("nonsense",), ("legal",), ("legal", "--no-such-option", "a", "B")])
def test_wrong_usage_gives_one_line(honte: Honte, args: tuple[str, ...]) -> None:
    ran = honte(*args)
    assert (ran.status, ran.err.count("\n")) == (2, 1)


def test_the_command_line_starts_without_engines() -> None:
    heavy = "{'honte.tsumego', 'honte.smallboard', 'honte.samegame', 'honte.web', 'honte.network', 'numba'}"
    code = f"import sys, honte.cli.main; print(sorted({heavy} & set(sys.modules)))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


def test_import_is_light() -> None:
    """`import honte` and a cheap command load neither Numba nor NumPy."""
    code = "import sys, honte.cli.legal, honte; print(sorted({'numba', 'numpy', 'PIL'} & set(sys.modules)))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


def run_in_a_process(*args: str, **environment: str) -> subprocess.Popen[bytes]:
    code = "from honte.cli.main import main; main()"
    return subprocess.Popen(
        [sys.executable, "-c", code, *args],
        env={**os.environ, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_a_terminal_without_unicode_gets_question_marks() -> None:
    board = b". . . .\n. X X .\n. X X .\n. . . .\n"
    ran = run_in_a_process("moyo", "-", "--figure", "regions", PYTHONIOENCODING="ascii")
    out, err = ran.communicate(board)
    said = [line for line in err.splitlines() if b" compil" not in line]  # with an empty cache it compiles
    assert (ran.returncode, said) == (0, [])
    assert b"? ? ? ?" in out


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    ran = run_in_a_process("doctor")
    assert ran.stdout is not None
    assert ran.stderr is not None
    ran.stdout.close()
    assert ran.wait() == 0
    assert ran.stderr.read() == b""


def test_a_group_of_commands_alone_shows_its_help_and_nothing_else(honte: Honte) -> None:
    ran = honte("study")
    assert ran.status == 2
    assert "moyo" in ran.out
    assert ran.err == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "honte", "overview"]
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ran.stderr == "honte: the disk is full: the output could not be written\n"
    assert ran.returncode == 2
