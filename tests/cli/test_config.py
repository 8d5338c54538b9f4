"""The user's defaults: read from a file, below what is typed, refused with the file's name when wrong."""

from collections.abc import Callable
from pathlib import Path

import platformdirs
import pytest

from honte.cli.config import config_file
from tests.cli.conftest import Ran

Honte = Callable[..., Ran]
BOARD = b". X .\nX . X\n. X .\n"


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "config.toml"
    monkeypatch.setenv("HONTE_CONFIG", str(file))
    return file


def test_the_file_lies_where_the_platform_keeps_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HONTE_CONFIG")
    assert config_file().parent == platformdirs.user_config_path("honte", appauthor=False, roaming=True)


def test_a_default_counts_for_its_command_alone(honte: Honte, config: Path) -> None:
    config.write_text("[legal]\njson = true\n")
    assert honte("legal", "-", "B", stdin=BOARD).out.startswith('{"to_play"')
    assert honte("doctor").out.startswith("honte ")
    assert f"{config} (1 default)" in honte("doctor").out


def test_what_is_typed_wins(honte: Honte, config: Path) -> None:
    problem = Path(__file__).parents[2] / "src/honte/problems/basic/02-straight-three.sgf"
    config.write_text("[tsumego.solve]\nseconds = 0\n")
    assert "unknown" in honte("tsumego", "solve", problem).out
    assert "right: E5" in honte("tsumego", "solve", problem, "--seconds", 20).out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("port = x", "is no TOML: Invalid value (at line 1, column 8)"),
        ("prt = 1", "honte has no option 'prt'; its options are host, log, "),
        ("[lagal]", "honte has no command 'lagal'; its commands are doctor, "),
        ("[legal.x]", "honte legal has no command 'x'; it has none"),
        ("[legal]\nboard = 'x'", "honte legal has no option 'board'; its options are json"),
        ("port = 70000", "honte --port: "),
        ("port = [1]", "honte --port is [1]; expected one value"),
        ("no-browser = 1", "honte --no-browser is 1; expected true or false"),
        ("[tsumego.solve]\nseconds = -1", "honte tsumego solve --seconds: seconds is -1; expected 0 or more"),
    ],
)
def test_a_wrong_file_is_refused(honte: Honte, config: Path, text: str, message: str) -> None:
    config.write_text(text)
    ran = honte("doctor")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"honte: {config}")
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_a_file_that_is_no_text_is_refused(honte: Honte, config: Path) -> None:
    config.write_bytes(b"\xff\xfe")
    assert f"honte: {config} is no TOML" in honte("doctor").err
