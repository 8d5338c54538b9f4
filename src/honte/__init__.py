"""An open workbench for the game of Go.

    load(source)                a game from an SGF file or a text board
    count(game)                 a finished game: dead stones, score, result
    estimate(position)          an unfinished game: the owner of each point and the margin
    solve(problem)              a life-and-death problem: result, right moves, proof

`import honte` gives boards, rules and games at once and stays light: compiled kernels load on
first use.

>>> import honte
>>> game = honte.Game(9)
>>> game.play("E5")
>>> print(game.board.chain(honte.Point.parse("E5")).liberties)
{E4, D5, F5, E6}
"""

from __future__ import annotations

from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from honte.core import (
    AGA,
    BLACK,
    CHINESE,
    JAPANESE,
    PASS,
    PROBLEM_SET,
    TROMP_TAYLOR,
    TSUMEGO,
    WHITE,
    Board,
    Color,
    Game,
    KoRule,
    Position,
    Result,
    Rules,
    Scoring,
)
from honte.errors import GoError, IllegalMove, IllegalPosition, InputError, ParseError, ProblemError
from honte.grid import Grid, Point, PointSet

if TYPE_CHECKING:
    from honte.counting import FinalCount
    from honte.estimate import EstimatePackage
    from honte.tsumego import Answer, Problem, Setup

    estimate: EstimatePackage

__version__ = "0.2.0"

__all__ = [
    "AGA",
    "BLACK",
    "CHINESE",
    "JAPANESE",
    "PASS",
    "PROBLEM_SET",
    "TROMP_TAYLOR",
    "TSUMEGO",
    "WHITE",
    "Board",
    "Color",
    "Game",
    "GoError",
    "Grid",
    "IllegalMove",
    "IllegalPosition",
    "InputError",
    "KoRule",
    "ParseError",
    "Point",
    "PointSet",
    "Position",
    "ProblemError",
    "Result",
    "Rules",
    "Scoring",
    "__version__",
    "count",
    "estimate",
    "load",
    "solve",
]


def load(
    source: str | bytes | Path | IO[str] | IO[bytes],
    *,
    move: int | None = None,
    index: int = 0,
    rules: Rules | None = None,
) -> Game:
    """Reads a game: from a path, an open file, bytes, or the text of an SGF file or a board.

    `move` keeps the first moves only (-1: all but the last), `index` chooses a game of a collection, and
    `rules` override those of the file, except its komi. Raises a GoError that says what is wrong and where.

    >>> load("(;SZ[9];B[ee];W[ec])")
    <Game 9x9, japanese rules, 2 moves, Black to play>
    """
    from honte.formats.load import load_game, read_source

    return load_game(read_source(source), move=move, index=index, rules=rules).game


def count(
    game: Game, *, dead: PointSet | None = None, alive: PointSet | None = None, early: bool = False
) -> FinalCount:
    """Counts a finished game and finds its dead stones.

    `dead` and `alive` overrule the verdict on chains; one stone names a chain. Raises InputError when the
    game is not finished; with `early` it counts all the same.
    """
    from honte.counting import final_count

    return final_count(game, dead=dead, alive=alive, early=early)


def solve(problem: Problem | Setup | str, *, seconds: float = 10.0, both_sides: bool = False) -> Answer:
    """Solves a life-and-death problem within this time: a diagram, the text of an SGF file, or a problem.

    `both_sides` also asks what the other side reaches by moving first. Raises ProblemError when this is no
    problem.
    """
    from honte.search.budget import Budget
    from honte.tsumego import Problem
    from honte.tsumego import solve as answer

    given = _setup_of(problem) if isinstance(problem, str) else problem
    setup = given.setup() if isinstance(given, Problem) else given
    return answer(setup, Budget(seconds=seconds), both_sides=both_sides)


def _setup_of(text: str) -> Setup:
    """The one problem of a diagram or of an SGF file."""
    from honte.errors import InputError
    from honte.formats.load import is_sgf
    from honte.tsumego import parse_setup, read_problems

    if not is_sgf(text):
        return parse_setup(text)
    found = read_problems(text)
    if len(found) > 1:
        raise InputError(f"this SGF file holds {len(found)} problems; read_problems gives them one by one")
    return found[0]


def __getattr__(name: str) -> Any:
    # The package `honte.estimate` is the function, too; it loads on first use.
    if name == "estimate":
        from importlib import import_module

        return import_module("honte.estimate")
    raise AttributeError(f"module 'honte' has no attribute {name!r}")


def _svg(shown: Board | Position | Game) -> str:
    """The picture of a board in a notebook: the last move of a game has a circle."""
    from honte.formats.picture import Picture

    board = shown if isinstance(shown, Board) else shown.board
    last = shown.steps[-1].move if isinstance(shown, Game) and shown.steps else None
    return Picture(board, last=last).svg()


for _shown in (Board, Position, Game):
    # Drawing stands above the core, so the core's types get their pictures here.
    setattr(_shown, "_repr_svg_", _svg)  # noqa: B010 - mypy knows no such attribute
