"""Every command of training/ shows its help, the README names it, and the package imports none of them."""

import ast
import importlib
import re
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]
COMMANDS = sorted(
    path.stem
    for path in (HOME / "training").glob("*.py")
    if '__name__ == "__main__"' in path.read_text(encoding="utf8")
)


def test_the_readme_names_every_command() -> None:
    text = (HOME / "training" / "README.md").read_text(encoding="utf8")
    assert sorted(re.findall(r"^\| `python -m training\.(\w+)", text, re.MULTILINE)) == COMMANDS


@pytest.mark.parametrize("name", COMMANDS)
def test_help(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    module = importlib.import_module(f"training.{name}")
    monkeypatch.setattr("sys.argv", [name, "--help"])
    with pytest.raises(SystemExit) as ended:
        module.main()
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    assert f"python -m training.{name}" in shown


def test_the_package_imports_no_training() -> None:
    for path in (HOME / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not any(name.split(".")[0] == "training" for name in names), path
