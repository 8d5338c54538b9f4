"""Moyo after Tajima and Sanechika, "Equivalent Size of Moyo" (paper 001).

    moyo, Moyo, Options, PAPER      cutoff objects, cutoff numbers and enclosed equivalent size of a board
    Totals, Framework               S and S' of the whole board, and each side's moyos
    move_changes, best_near         what each legal move changes, and the best move near a moyo
    figure, Figure, FIGURES         the paper's figures 2 to 9, as text and as pictures

`honte.moyo.atsumi` holds atsumi by group, `honte.moyo.regions` regions and equidistance lines.

>>> from honte.core import Board
>>> board = Board.parse(". . . . .\\n. X . . .\\n. . . . .\\n. X . O .\\n. . . . .")
>>> moyo(board).totals.s
5.4
"""

from honte.moyo.figures import COORDINATES, FIGURES, Figure, figure, vertex_in
from honte.moyo.size import (
    PAPER,
    Change,
    CutoffObject,
    Framework,
    Kind,
    Moyo,
    Options,
    Totals,
    after_moves,
    best_near,
    move_changes,
    moyo,
)

__all__ = [
    "COORDINATES",
    "FIGURES",
    "PAPER",
    "Change",
    "CutoffObject",
    "Figure",
    "Framework",
    "Kind",
    "Moyo",
    "Options",
    "Totals",
    "after_moves",
    "best_near",
    "figure",
    "move_changes",
    "moyo",
    "vertex_in",
]
