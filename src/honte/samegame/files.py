"""SameGame boards in files: rows of text, a saved solution, or JSON with one board or a set.

{"board": ["112", "122"]}                      one board, rows from the top
{"boards": [["112", "122"], ["21", "12"]]}     a set of boards
{"board": [...], "moves": ["1,1", "2,1"]}      a saved solution (`honte.samegame.solution`)
"""

from __future__ import annotations

import json
from typing import Any

from honte.errors import InputError, ParseError
from honte.samegame.board import Board
from honte.samegame.solution import Solution


def read_board(text: str, number: int = 1) -> tuple[Board, Solution | None]:
    """The board in a text and the solution saved with it, if there is one; raises a GoError.

    `number` chooses a board of a set, counted from 1.

    >>> board, solution = read_board('{"boards": [["112", "122"], ["21", "12"]]}', number=2)
    >>> print(board, solution)
    2 1
    1 2 None
    """
    if not text.lstrip().startswith("{"):
        return Board.parse(text), None
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise ParseError(f"not JSON: {error.msg}", error.lineno, error.colno) from None
    if "boards" in data:
        return _board_of(_chosen(data["boards"], number)), None
    if "moves" in data:
        solution = Solution.of_json(data)
        return solution.board, solution
    if "board" in data:
        return _board_of(data["board"]), None
    raise ParseError("no board in this JSON; expected board or boards")


def _chosen(boards: Any, number: int) -> Any:
    if not isinstance(boards, list):
        raise ParseError("boards is not a list; expected one list of rows for each board")
    if not 1 <= number <= len(boards):
        raise InputError(f"board {number} of {len(boards)}; they count from 1")
    return boards[number - 1]


def _board_of(rows: Any) -> Board:
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise ParseError("a board is a list of rows, each a text such as 112")
    return Board.parse("\n".join(rows))
