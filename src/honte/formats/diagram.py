"""Text diagrams: boards as people type them, with marks, labels and coordinates.

`parse` reads boards with or without coordinates, edges, spaces and star points (`+` or `,`), the
problem set's `0 B W` arrays, Pachi's last-move mark (`X)`), a title above and "Black to play" or labels
(`D4: a`) below:

    Black to live
       A B C D E
     3 . . . . . 3
     2 X X X O . 2
     1 . a X O). 1
       A B C D E
    B1: the vital point

A stone or point may be followed by one mark: `)` last move, `^` triangle, `=` square, `~` circle,
`!` cross. The signs of problems are read, too: `*` is the ko point (a square mark), `&` a right move (a
circle mark). Any other letter or digit is a label on an empty point. `honte.formats.frame` reads edges and
coordinates; `honte.formats.sensei` reads lines that start with `$$`, as Sensei's Library has them. A line
that `parse` does not understand raises a ParseError with its number: a mistyped row is never taken for a
title. The page docs/guides/diagrams.md shows every sign.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field

from honte.core.board import BLACK, STONE_LETTERS, WHITE, Board, Color
from honte.errors import ParseError
from honte.formats.frame import Frame, edge_test, is_border, lines_of, unframed
from honte.formats.sensei import read_sensei
from honte.grid import COLUMN_LETTERS, Grid, Point

MARKS = {")": "last", "^": "triangle", "=": "square", "~": "circle", "!": "cross"}
PROBLEM_MARKS = {"*": "square", "&": "circle"}
"""The marks of the ko point and of a right move, which are signs of their own in problems."""
_MARK_LETTERS = {name: letter for letter, name in MARKS.items()}
_CELL = re.compile(r"\s*\(?([A-Za-z0-9.+,_#@●○*&\-])([)^=~!]?)")
_LABEL = re.compile(r"\s*([A-HJ-Za-hj-z]\d{1,2})\s*:\s*(\S.*?)\s*$")
_MOVES = re.compile(r"\s*moves:((\s+[A-HJ-Za-hj-z]\d{1,2})+)\s*$")
_TO_PLAY = re.compile(r"(?i)\s*(black|white|[BWXO])\s+(?:to\s+(?:play|move|live|kill)|plays)\b.*")


@dataclass(frozen=True)
class Diagram:
    """A board with what is drawn on it."""

    board: Board
    marks: dict[Point, str] = field(default_factory=dict)
    """`triangle`, `square`, `circle` or `cross` by point."""
    labels: dict[Point, str] = field(default_factory=dict)
    last: Point | None = None
    to_play: Color | None = None
    title: str = ""
    moves: tuple[Point, ...] = ()
    """Moves played from here, `to_play` first (Black when it is None), the sides in turn."""

    def __str__(self) -> str:
        return render(self)


@dataclass
class _Line:
    number: int
    text: str
    cells: list[tuple[str, str]] | None


# Reading


def parse(text: str) -> Diagram:
    """Reads one diagram; raises ParseError with line and column.

    >>> parse("0B0\\nBW0\\n0B0").board.chain(Point.parse("B2")).liberties
    PointSet(Grid(3, 3), 0x40)
    """
    lines = lines_of(text)
    if not lines:
        raise ParseError("an empty board; expected rows of . X O (or 0 B W)")
    if any(line.lstrip().startswith("$$") for _, line in lines):
        read = read_sensei(text)
        return Diagram(
            read.board, read.marks, read.labels, to_play=read.to_play, title=read.title, moves=read.moves
        )
    dashes_are_empty = not any(set(line) & set(".0+,_") for _, line in lines)

    def is_row(line: str) -> bool:
        return _cells(line) is not None

    kept, frame = unframed(lines, is_row, edge_test(lines, is_row) if dashes_are_empty else is_border)
    rows, others = _split(kept)
    return _diagram(rows, others, frame)


def parse_board(text: str) -> Board:
    """The stones of a diagram, whatever is drawn on it."""
    return parse(text).board


def _cells(line: str) -> list[tuple[str, str]] | None:
    """The letters and marks of a row; None when the line is not one."""
    found: list[re.Match[str]] = []
    end = 0
    while match := _CELL.match(line, end):
        found.append(match)
        end = match.end()
    if line[end:].strip() or not found:
        return None
    spaced = all(b.start(1) - a.start(1) > 1 for a, b in itertools.pairwise(found))
    if not spaced and any(match[1] not in {*STONE_LETTERS, *PROBLEM_MARKS} for match in found):
        return None  # labels need their own column: otherwise every word would be a row
    return [(match[1], match[2]) for match in found]


def _split(lines: list[tuple[int, str]]) -> tuple[list[_Line], list[_Line]]:
    """The rows of the board and the lines around it; refuses a gap among the rows."""
    read = [_Line(number, line, _cells(line)) for number, line in lines]
    rows = [line for line in read if line.cells is not None]
    if not read:
        raise ParseError("a frame without rows; expected rows of . X O (or 0 B W)")
    if not rows:
        raise _bad_row(read[0])
    first, last = rows[0].number, rows[-1].number
    others = [line for line in read if line.cells is None]
    for line in others:
        if first < line.number < last or not _is_prose(line.text):
            raise _bad_row(line)
    return rows, others


def _is_prose(text: str) -> bool:
    """Whether a line can stand beside a board: a title, a label, who plays; not a mistyped row."""
    return (
        text.lstrip().startswith("%")
        or _LABEL.match(text) is not None
        or re.search(r"[^\W\d_]*[a-z][^\W\d_]{2,}", text) is not None
    )


def _bad_row(line: _Line) -> ParseError:
    for column, letter in enumerate(line.text, 1):
        if letter not in STONE_LETTERS and letter not in MARKS and not letter.isspace() and letter != "(":
            return ParseError(f"{letter!r} is not a stone or an empty point", line.number, column)
    return ParseError(f"{line.text.strip()[:40]!r} is not a row of stones", line.number)


def _diagram(rows: list[_Line], others: list[_Line], frame: Frame) -> Diagram:
    width = len(rows[0].cells or ())
    for line in rows:
        if len(line.cells or ()) != width:
            raise ParseError(f"{len(line.cells or ())} points where other rows have {width}", line.number)
    grid, low = frame.place(width, len(rows))
    masks = {BLACK: 0, WHITE: 0}
    marks: dict[Point, str] = {}
    labels: dict[Point, str] = {}
    last = None
    for row, line in enumerate(reversed(rows), low.row):
        for col, (letter, mark) in enumerate(line.cells or (), low.col):
            point = Point(col, row)
            color = STONE_LETTERS.get(letter)
            if color is not None:
                masks[color] |= grid.bit(point)
            elif letter in PROBLEM_MARKS:
                marks[point] = PROBLEM_MARKS[letter]
            elif letter not in STONE_LETTERS:
                labels[point] = letter
            if mark == ")":
                last = point
            elif mark:
                marks[point] = MARKS[mark]
    board = Board(grid, masks[BLACK], masks[WHITE])
    moves, others = _read_moves(others, grid)
    title, to_play = _read_prose(others, rows[0].number, grid, labels)
    return Diagram(board, marks, labels, last, to_play, title, moves)


def _read_moves(lines: list[_Line], grid: Grid) -> tuple[tuple[Point, ...], list[_Line]]:
    """The moves of a line `moves: D4 E5`, and the other lines."""
    found = [line for line in lines if _MOVES.match(line.text)]
    moves = [grid.parse(word) for line in found for word in line.text.split(":", 1)[1].split()]
    return tuple(moves), [line for line in lines if line not in found]


def _read_prose(
    lines: list[_Line], first_row: int, grid: Grid, labels: dict[Point, str]
) -> tuple[str, Color | None]:
    title, to_play = "", None
    for line in lines:
        label = _LABEL.match(line.text)
        if label:
            labels[grid.parse(label[1])] = label[2]
            continue
        player = _TO_PLAY.match(line.text.strip(" %"))
        if player:
            to_play = Color.parse(player[1])
        if line.number < first_row:
            title = f"{title} {line.text.strip(' %')}".strip()
    return title, to_play


# Writing


def render(diagram: Diagram | Board, *, coordinates: bool = True, stars: bool = True) -> str:
    """The text of a diagram; `parse` reads it back.

    >>> print(render(Diagram(Board(Grid(3)).place(Point(1, 1), BLACK)[0], last=Point(1, 1))))
       A B C
     3 . . . 3
     2 . X). 2
     1 . . . 1
       A B C
    """
    diagram = Diagram(diagram) if isinstance(diagram, Board) else diagram
    grid = diagram.board.grid
    plain = set(grid.star_points) if stars else set()
    header = "   " + " ".join(COLUMN_LETTERS[: grid.cols])
    lines = [f"% {diagram.title}"] if diagram.title else []
    lines += [header] if coordinates else []
    for row in reversed(range(grid.rows)):
        cells = "".join(_cell_text(diagram, Point(col, row), plain) for col in range(grid.cols))
        lines.append(f"{row + 1:2} {cells}{row + 1}" if coordinates else cells.rstrip())
    lines += [header] if coordinates else []
    lines += [f"{p}: {label}" for p, label in diagram.labels.items() if not _fits(diagram, p)]
    if diagram.moves:
        lines.append("moves: " + " ".join(map(str, diagram.moves)))
    if diagram.to_play is not None and not _TO_PLAY.match(diagram.title):
        lines.append(f"{diagram.to_play} to play")
    return "\n".join(lines)


def _cell_text(diagram: Diagram, point: Point, stars: set[Point]) -> str:
    color = diagram.board[point]
    if color is not None:
        letter = "X" if color is BLACK else "O"
    elif _fits(diagram, point):
        letter = diagram.labels[point]
    else:
        letter = "+" if point in stars else "."
    mark = ")" if point == diagram.last else _MARK_LETTERS.get(diagram.marks.get(point, ""), " ")
    return letter + mark


def _fits(diagram: Diagram, point: Point) -> bool:
    """Whether a label can be written in its own cell: one letter, no stone's, on an empty point."""
    label = diagram.labels.get(point, "")
    free = re.fullmatch("[A-Za-z1-9]", label) is not None and label not in STONE_LETTERS
    return free and diagram.board[point] is None


def rows_of(board: Board, *, black: str = "B", white: str = "W", empty: str = "0") -> str:
    """The board as an array without spaces, by default in the problem set's letters.

    >>> print(rows_of(Board.parse(". X\\nO .")))
    0B
    W0
    """
    letters = {None: empty, BLACK: black, WHITE: white}
    grid = board.grid
    return "\n".join(
        "".join(letters[board[Point(col, row)]] for col in range(grid.cols))
        for row in reversed(range(grid.rows))
    )
