"""Draws the example boards of the docs: `python docs/scripts/pictures.py [FOLDER]`.

All boards are composed or computed here; none comes from a game.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

from honte.core import BLACK, WHITE, Board
from honte.formats import diagram
from honte.formats.picture import Picture, Region
from honte.grid import Grid, Point

OPENING = """
   A B C D E F G H J K L M N O P Q R S T
19 . . . . . . . . . . . . . . . . . . . 19
18 . . . . . . . . . . . . . . . . . . . 18
17 . . . O . . . . . . . . . . X . . . . 17
16 . . O + . . . . . + . . . . . X X O . 16
15 . . . . . . . . . . . . . . . . O . . 15
14 . . . . . O . . . . . . . . . . O . . 14
13 . . X . . . . . . . . . . . . . . . . 13
12 . . . . . . . . . . . . . . . . . . . 12
11 . . . . . . . . . . . . . . . . X . . 11
10 . . . + . . . . . + . . . . . + . . . 10
 9 . . X . . . . . . . . . . . . . . . . 9
 8 . . . . . . . . . . . . . . . . . . . 8
 7 . . . . . . . . . . . . . . . . . . . 7
 6 . . O . . . . . . . . . . . . . O . . 6
 5 . . . . . . . . . . . . . . . . . . . 5
 4 . . . X . . . . . + . . . . . X . . . 4
 3 . . . . . X . . . . . . . . X O O . . 3
 2 . . . . . . . . . . . . . . X O . . . 2
 1 . . . . . . . . . . . . . . . . . . . 1
   A B C D E F G H J K L M N O P Q R S T
"""

CORNER = """
   A B C D E F G H J
 9 . . . . . . . . . 9
 8 . . . . . . . . . 8
 7 . . + . . . + . . 7
 6 . . . . . . . . . 6
 5 . . . . + . . . . 5
 4 . O O O O . . . . 4
 3 O . X X O . + . . 3
 2 X X X^a X O . . . 2
 1 . X=. O!X~O). . . 1
   A B C D E F G H J
"""

ENDGAME = """
. . . X O O . . .
. . X X X O . . .
. X . . X O O . .
X X . X O . O . .
O X X X O . . O .
O O O X O . O . .
. . O O O O . . .
. . . . . . . X .
. . . . . . . . .
"""


def whole_board() -> Picture:
    """An opening with the first moves numbered in one corner."""
    board = diagram.parse_board(OPENING)
    numbers = {"P3": 1, "Q3": 2, "P2": 3, "Q2": 4, "Q4": 5, "R3": 6}
    return Picture(
        board,
        numbers={Point.parse(vertex): number for vertex, number in numbers.items()},
        labels={Point.parse("K17"): "a", Point.parse("D11"): "b"},
        last=Point.parse("R11"),
    )


def problem() -> Picture:
    """A corner with every mark, cropped as books do."""
    read = diagram.parse(CORNER)
    return Picture(
        read.board,
        last=read.last,
        marks=read.marks,
        labels=read.labels,
        crop=(Point.parse("A1"), Point.parse("G6")),
        title="Black to live",
    )


def counted() -> Picture:
    """Ownership paint over a finished board."""
    board = diagram.parse_board(ENDGAME)
    ownership = {p: _owner(board, p) for p in board.grid}
    return Picture(board, ownership=ownership, theme="wood", dimmed=board.grid.set([Point.parse("H2")]))


def _owner(board: Board, point: Point) -> float:
    """A smooth map in place of an estimate: how much nearer a point is to one color."""
    near = {
        color: min(math.dist(point, stone) for stone in board.stones(color) if stone != Point.parse("H2"))
        for color in (BLACK, WHITE)
    }
    return math.tanh(near[WHITE] - near[BLACK])


def regions() -> Picture:
    """Tinted regions in the moyo paper's coordinates."""
    board = diagram.parse_board(OPENING)
    grid = board.grid

    def box(a: str, b: str) -> Region:
        low, high = Point.parse(a), Point.parse(b)
        cells = [p for p in grid if low.col <= p.col <= high.col and low.row <= p.row <= high.row]
        return Region(grid.set(cells) - board.stones(BLACK) - board.stones(WHITE))

    return Picture(board, regions=[box("A15", "F19"), box("G1", "O5"), box("A7", "C12")], coordinates="top")


def heat() -> Picture:
    """A heat map around the center of an empty board."""
    grid = Grid(13)
    warmth = {p: math.exp(-((p.col - 8) ** 2 + (p.row - 4) ** 2) / 12) for p in grid}
    board = Board(grid).with_stones(grid.set([Point(3, 3), Point(9, 9)]), BLACK)
    board = board.with_stones(grid.set([Point(3, 9), Point(9, 3)]), WHITE)
    ghosts = {Point(8, 4): BLACK}
    return Picture(board, heat=warmth, ghosts=ghosts, theme="dark", coordinates="none")


def light() -> Picture:
    """The screen theme."""
    board = diagram.parse_board(ENDGAME)
    return Picture(board, last=Point.parse("H5"), theme="light")


PICTURES = {
    "opening": whole_board,
    "problem": problem,
    "ownership": counted,
    "regions": regions,
    "heat": heat,
    "light": light,
}


def main(folder: str = "docs/pictures") -> None:
    """Writes every picture as SVG and PNG into a folder."""
    out = Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    for name, make in PICTURES.items():
        picture = make()
        (out / f"{name}.svg").write_text(picture.svg(), encoding="utf8")
        (out / f"{name}.png").write_bytes(picture.png())


if __name__ == "__main__":
    main(*sys.argv[1:])
