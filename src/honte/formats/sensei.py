"""Diagrams of Sensei's Library: lines that start with `$$`.

    $$Wc9 White lives
    $$ ---------------
    $$ | . O 2 1 X . .
    $$ | O O O O X . .
    $$ | X X X X X , .

The first line may name the side to play, `c` for coordinates, the side of the board, `m` with the number of
the first move, and a title. Numbers are moves in their order; 0 is the tenth.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from honte.core.board import BLACK, WHITE, Board, Color
from honte.errors import ParseError
from honte.formats.frame import Frame, is_border, lines_of
from honte.grid import Point

STONES = {
    "X": (BLACK, ""), "B": (BLACK, "circle"), "#": (BLACK, "square"),
    "Y": (BLACK, "triangle"), "Z": (BLACK, "cross"),
    "O": (WHITE, ""), "W": (WHITE, "circle"), "@": (WHITE, "square"),
    "Q": (WHITE, "triangle"), "P": (WHITE, "cross"),
}  # fmt: skip
"""The color and the mark of each sign for a stone."""
POINTS = {
    ".": "", ",": "", "_": "", "?": "", "C": "circle", "S": "square", "T": "triangle", "M": "cross", "*": "",
}  # fmt: skip
"""The mark of each sign for an empty point."""
_HEADER = re.compile(
    r"(?P<side>[BW])?(?P<letters>c)?(?P<size>\d{1,2})?(?P<first>m\d{1,3})?(?:\s+(?P<title>.*))?"
)
_ORDER = "1234567890"
_CELLS = {*STONES, *POINTS, *_ORDER, *"abcdefghijklmnopqrstuvwxyz"}


@dataclass(frozen=True)
class SenseiDiagram:
    """What a diagram of Sensei's Library holds: the board before its moves, and the moves."""

    board: Board
    marks: dict[Point, str]
    labels: dict[Point, str]
    moves: tuple[Point, ...]
    to_play: Color | None
    title: str


def read_sensei(text: str) -> SenseiDiagram:
    """Reads the lines that start with `$$`; raises ParseError with the number of a line that is no row.

    >>> read = read_sensei('''
    ... $$W Corner
    ... $$ | . 1 O
    ... $$ | X 2 .
    ... $$ -------
    ... ''')
    >>> read.board.grid, [str(move) for move in read.moves], read.to_play
    (Grid(19, 19), ['B2', 'B1'], <Color.WHITE: -1>)
    """
    lines = [(number, line.strip()[2:]) for number, line in lines_of(text) if line.lstrip().startswith("$$")]
    header = _header(lines[0][1]) if lines else None
    if header is not None:
        lines = lines[1:]
    lines = [(number, line) for number, line in lines if line.strip() and not _is_link(line)]
    rows = [(number, line) for number, line in lines if not is_border(line)]
    if not rows:
        raise ParseError("no diagram: expected rows of . X O after `$$`")
    frame = _frame(lines, rows, int(header["size"]) if header and header["size"] else None)
    side = Color.parse(header["side"]) if header and header["side"] else None
    title = (header["title"] or "").strip() if header else ""
    return _diagram([(number, _cells(number, line)) for number, line in rows], frame, side, title)


def _header(line: str) -> re.Match[str] | None:
    """The first line, unless it is a row or an edge: rows stand one space behind the `$$`."""
    if is_border(line) or _is_row(line):
        return None
    return _HEADER.fullmatch(line.rstrip())


def _is_link(line: str) -> bool:
    """Whether a line links a sign to a page, or draws an arrow or a line."""
    return line.strip().startswith(("[", "{"))


def _is_row(line: str) -> bool:
    cells = line.replace("|", " ").split()
    return line.startswith((" ", "|")) and bool(cells) and all(cell in _CELLS for cell in cells)


def _cells(number: int, line: str) -> list[str]:
    cells = list("".join(line.replace("|", " ").split()))
    for cell in cells:
        if cell not in _CELLS:
            raise ParseError(
                f"{cell!r} is no sign of a Sensei's Library diagram", number, line.index(cell) + 3
            )
    return cells


def _frame(lines: list[tuple[int, str]], rows: list[tuple[int, str]], side: int | None) -> Frame:
    borders = [number for number, line in lines if is_border(line)]
    first, last = rows[0][0], rows[-1][0]
    if any(first < number < last for number in borders):
        raise ParseError("an edge between the rows", next(n for n in borders if first < n < last))
    return Frame(
        left=any(line.strip().startswith("|") for _, line in rows),
        right=any(line.strip().endswith("|") for _, line in rows),
        top=any(number < first for number in borders),
        bottom=any(number > last for number in borders),
        cols=side,
        rows=side,
    )


def _diagram(
    rows: list[tuple[int, list[str]]], frame: Frame, to_play: Color | None, title: str
) -> SenseiDiagram:
    width = len(rows[0][1])
    for number, cells in rows:
        if len(cells) != width:
            raise ParseError(f"{len(cells)} points where other rows have {width}", number)
    grid, low = frame.place(width, len(rows))
    masks = {BLACK: 0, WHITE: 0}
    marks: dict[Point, str] = {}
    labels: dict[Point, str] = {}
    moves: dict[int, Point] = {}
    for row, (number, cells) in enumerate(reversed(rows), low.row):
        for col, cell in enumerate(cells, low.col):
            point = Point(col, row)
            mark = POINTS.get(cell, "")
            if cell in STONES:
                color, mark = STONES[cell]
                masks[color] |= grid.bit(point)
            elif cell in _ORDER and moves.setdefault(_ORDER.index(cell), point) != point:
                raise ParseError(f"a second move {cell}", number)
            elif cell.islower():
                labels[point] = cell
            if mark:
                marks[point] = mark
    if sorted(moves) != list(range(len(moves))):
        raise ParseError(f"moves {', '.join(_ORDER[n] for n in sorted(moves))}: expected 1, 2, 3 and so on")
    board = Board(grid, masks[BLACK], masks[WHITE])
    played = tuple(moves[number] for number in range(len(moves)))
    return SenseiDiagram(board, marks, labels, played, to_play, title)
