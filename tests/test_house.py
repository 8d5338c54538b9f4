"""House rules that a program can check: short files and functions, documented names, plain words."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "honte"
ROOMS = [
    "__init__.py",
    "__main__.py",
    "errors.py",
    "grid.py",
    "whole.py",
    "cli",
    "core",
    "counting",
    "drawing",
    "engine",
    "estimate",
    "formats",
    "gtp",
    "katago",
    "kernels",
    "library",
    "life",
    "moyo",
    "network",
    "report",
    "review",
    "samegame",
    "scoring",
    "search",
    "smallboard",
    "study",
    "trainer",
    "tsumego",
    "web",
    "work",
]
"""The files and folders of the package that keep the rules."""
FILE_LINES = 400
FUNCTION_LINES = 60
DOCUMENTED = 0.95
"""The least share of public functions and methods of a room that have a docstring."""
STUMBLING = ("so many", "which is not the same", "is told", " he ", " his ")
"""Phrases that hide the subject or the number; docstrings and messages go without them."""

every_room = pytest.mark.parametrize("room", ROOMS)


def files_of(room: str) -> list[Path]:
    path = PACKAGE / room
    return [path] if path.is_file() else sorted(path.rglob("*.py"))


def name_of(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


@every_room
def test_files_are_short(room: str) -> None:
    lengths = {name_of(path): len(path.read_text("utf8").splitlines()) for path in files_of(room)}
    assert lengths, "the room is empty"
    assert {name: lines for name, lines in lengths.items() if lines > FILE_LINES} == {}


@every_room
def test_functions_are_short(room: str) -> None:
    long = [f"{name_of(path)}: {each}" for path in files_of(room) for each in long_functions(_tree(path))]
    assert long == []


@every_room
def test_public_functions_are_documented(room: str) -> None:
    found = [(name_of(path), *each) for path in files_of(room) for each in public_functions(_tree(path))]
    bare = [f"{file}: {name}" for file, name, documented in found if not documented]
    assert len(bare) <= (1 - DOCUMENTED) * len(found), bare


@every_room
def test_prose_names_its_subject(room: str) -> None:
    found = [f"{name_of(path)}:{each}" for path in files_of(room) for each in stumbles(_tree(path))]
    assert found == []


def test_the_checks_find_what_they_look_for() -> None:
    body = "    x = 1\n" * FUNCTION_LINES
    tree = ast.parse(
        f'def bare():\n{body}\nclass C:\n    """So many\n    things."""\n    def _own(self): ...\n'
    )
    assert long_functions(tree) == [f"bare ({FUNCTION_LINES + 1} lines)"]
    assert list(public_functions(tree)) == [("bare", False)]
    assert stumbles(tree) == ["64: so many"]
    assert stumbles(ast.parse('f"{x} saves his {y}"\n"the"')) == ["1: his"]


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf8"))


def long_functions(tree: ast.Module) -> list[str]:
    """Every function of more than FUNCTION_LINES lines, with its length."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    lengths = [(node.name, (node.end_lineno or 0) - node.lineno + 1) for node in functions]
    return [f"{name} ({lines} lines)" for name, lines in lengths if lines > FUNCTION_LINES]


def public_functions(tree: ast.Module | ast.ClassDef, prefix: str = "") -> Iterator[tuple[str, bool]]:
    """Functions and methods that others may call, each with whether it has a docstring.

    Names that start with an underscore, the special methods among them, are left out.
    """
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from public_functions(node, f"{prefix}{node.name}.")
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            yield f"{prefix}{node.name}", ast.get_docstring(node) is not None


def stumbles(tree: ast.Module) -> list[str]:
    """Every forbidden phrase in a text of the source, with its line."""
    texts = [
        (node.lineno, f" {' '.join(node.value.lower().split())} ")
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    return [f"{line}: {phrase.strip()}" for line, text in texts for phrase in STUMBLING if phrase in text]
