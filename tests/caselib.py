"""Case files in Pachi's manner: a title, a board, then what must hold.

    % two eyes in the corner
    . X . X O
    X X X X O
    . . . . .
    pass_alive black  A2 B2 C2 D2 B3 D3
    * pass_alive white

`*` before an expectation marks a known failure: the test then passes only while it fails, so a
mend shows at once. `#` starts a comment. A board holds for all expectations up to the next one.

Use:  `@cases("life/benson.txt")` over `def test_benson(case)`, then read `case.words`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from honte.core import Board
from honte.formats import diagram

FOLDER = Path(__file__).parent / "cases"


@dataclass(frozen=True)
class Case:
    """One expectation about one board."""

    title: str
    diagram: diagram.Diagram
    words: tuple[str, ...]
    known_failure: bool
    where: str

    @property
    def board(self) -> Board:
        return self.diagram.board

    @property
    def verb(self) -> str:
        return self.words[0]

    @property
    def args(self) -> tuple[str, ...]:
        return self.words[1:]


def read_cases(name: str, folder: Path = FOLDER) -> list[Case]:
    """All cases of a file under tests/cases."""
    text = (folder / name).read_text(encoding="utf8")
    found: list[Case] = []
    board_lines: list[str] = []
    title, current = "", None
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.rstrip()
        where = f"{name}:{number}"
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if line.startswith("%"):
            title, board_lines, current = line[1:].strip(), [], None
        elif _is_board_line(line):
            board_lines = [line] if current is not None else [*board_lines, line]
            current = None
        else:
            if current is None:
                if not board_lines:
                    raise ValueError(f"{where}: an expectation without a board")
                current = diagram.parse("\n".join(board_lines))
            failing = line.lstrip().startswith("*")
            words = tuple(line.replace("*", " ", 1).split() if failing else line.split())
            found.append(Case(title, current, words, failing, where))
    return found


def _is_board_line(line: str) -> bool:
    """A row, a header of letters, or a border: no word of three letters, and more than one cell."""
    return re.search(r"[A-Za-z_]{2}[A-Za-z_]*[a-z_]", line) is None and not line.lstrip().startswith("*")


def cases(name: str, folder: Path = FOLDER) -> pytest.MarkDecorator:
    """Parametrises a test over a case file; known failures are strict xfails."""
    return pytest.mark.parametrize(
        "case",
        [
            pytest.param(
                case,
                id=f"{case.where.rsplit(':')[-1]}-{case.title or case.verb}",
                marks=[pytest.mark.xfail(strict=True, reason="known failure")] if case.known_failure else [],
            )
            for case in read_cases(name, folder)
        ],
    )
