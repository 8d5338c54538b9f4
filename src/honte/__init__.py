"""An open workbench for the game of Go.

`import honte` gives boards, rules and games at once and stays light: compiled kernels load on
first use.

>>> import honte
>>> game = honte.Game(9)
>>> game.play(honte.Point.parse("E5"))
>>> print(game.board.chain(honte.Point.parse("E5")).liberties)
{E4, D5, F5, E6}
"""

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

__version__ = "0.1.0"

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
]
