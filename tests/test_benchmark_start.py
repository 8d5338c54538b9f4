"""benchmarks/start.py runs the commands that it names and says when one fails."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

FILE = Path(__file__).parents[1] / "benchmarks" / "start.py"


@pytest.fixture
def start() -> ModuleType:
    spec = importlib.util.spec_from_file_location("start", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_one_command_is_timed_cold_and_warm(start: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    start.main(["--only", "legal", "--json"])
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert set(found["commands"]) == {"legal"}
    for run in ("cold", "warm"):
        assert set(found["commands"]["legal"][run]) == {"seconds", "processor_seconds"}


def test_a_name_that_is_none_is_refused(start: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        start.main(["--only", "nothing"])
    assert ended.value.code == 2
    assert "names none of: legal, score" in capsys.readouterr().err


def test_a_command_that_fails_ends_the_run(start: ModuleType) -> None:
    with pytest.raises(SystemExit, match="honte legal no-such-file B ended with status 2"):
        start.timed(["legal", "no-such-file", "B"])
