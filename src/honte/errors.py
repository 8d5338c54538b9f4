"""Every exception honte raises on purpose.

    GoError
    ├── IllegalMove        the rules forbid a move; `.move` and `.reason` say which and why
    ├── IllegalPosition    stones that cannot stand; `.faults` lists all reasons
    ├── ParseError         text that cannot be read; `.line` and `.column` say where
    ├── ProblemError       an invalid life-and-death problem; `.reasons` lists all reasons
    └── InputError         any other bad input: a file, an option, a size

Running out of budget is an answer, not an error. The command line and the web server each translate a
GoError in one place: the command line into one line and exit status 2, the web server into a JSON body.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from honte.grid import Point


class GoError(Exception):
    """The root of the tree; `code` is stable and meant for programs."""

    code = "error"


class IllegalMove(GoError):
    """A move the rules forbid."""

    code = "illegal_move"

    def __init__(self, move: Point | None, reason: object, text: str) -> None:
        super().__init__(text)
        self.move = move
        self.reason = reason


class IllegalPosition(GoError):
    """Stones that cannot stand on a board; every fault is named."""

    code = "illegal_position"

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = tuple(faults)


class ParseError(GoError):
    """Text that could not be read. Line and column count from 1; 0 means unknown."""

    code = "parse_error"

    def __init__(self, text: str, line: int = 0, column: int = 0) -> None:
        where = f"line {line}, column {column}: " if line and column else f"line {line}: " if line else ""
        super().__init__(where + text)
        self.line = line
        self.column = column


class ProblemError(GoError):
    """A life-and-death problem that breaks a validity rule; every reason is named."""

    code = "problem_error"

    def __init__(self, reasons: Sequence[str]) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = tuple(reasons)


class InputError(GoError):
    """Bad input that is not text of a format: a missing file, an unknown name, a size out of range."""

    code = "input_error"
