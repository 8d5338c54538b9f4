"""What stands around the rows of a text diagram: coordinates, edges, and the size of the board.

An edge of the board is a line of `-` above or below the rows, or a `|` before or behind them. A diagram with
an edge on one side only is a part of a larger board. Row numbers and column letters give its place, too.

    size: 13
       C D E F
     2 . X O . |
     1 . X O . |
      ----------
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass

from honte.errors import ParseError
from honte.grid import COLUMN_LETTERS, MAX_SIDE, Grid, Point

USUAL_SIDE = 19
"""The side of the board when a diagram shows a part of it and gives no size."""
MAX_TEXT = 50_000
"""The most characters of a diagram: 25x25 points with a label on each stay below 25,000."""
Lines = list[tuple[int, str]]
"""Lines of a text, each with its number from 1."""
_NUMBERED = re.compile(r"\s*(\d{1,2})(?!\d)(.*?)(\d{1,2})?\s*$")
_SIZE = re.compile(r"(?i)size:\s*(\d{1,2})(?:\s*x\s*(\d{1,2}))?")


@dataclass(frozen=True)
class Frame:
    """The edges that a diagram draws, and where its coordinates and its `size:` line place it."""

    left: bool = False
    right: bool = False
    top: bool = False
    bottom: bool = False
    first_col: int | None = None
    """The column of the leftmost points by the column letters, from 0; None without letters."""
    first_row: int | None = None
    """The row of the lowest points by the row numbers, from 0; None without numbers."""
    cols: int | None = None
    rows: int | None = None

    def place(self, width: int, height: int) -> tuple[Grid, Point]:
        """The grid of the whole board, and where the lower left point of the diagram lies on it.

        >>> Frame(left=True, bottom=True).place(5, 4)
        (Grid(19, 19), Point(col=0, row=0))
        >>> Frame(right=True, top=True, cols=9, rows=9).place(5, 4)
        (Grid(9, 9), Point(col=4, row=5))
        """
        if max(width, height, self.cols or 1, self.rows or 1) > MAX_SIDE:
            shape = f"{max(width, self.cols or 1)}x{max(height, self.rows or 1)}"
            raise ParseError(f"a {shape} board is too large; sides go up to {MAX_SIDE}")
        if not self._is_part():
            return Grid(width, height), Point(0, 0)
        cols = _total(width, self.left, self.right, self.first_col, self.cols)
        rows = _total(height, self.bottom, self.top, self.first_row, self.rows)
        cols, rows = cols or rows or USUAL_SIDE, rows or cols or USUAL_SIDE
        col = _offset(width, self.left, self.right, self.first_col, cols)
        row = _offset(height, self.bottom, self.top, self.first_row, rows)
        return Grid(cols, rows), Point(col, row)

    def _is_part(self) -> bool:
        """Whether the diagram may show a part of the board; one without edges and size is the whole board."""
        given = self.cols is not None or bool(self.first_col) or bool(self.first_row)
        return given or self.left is not self.right or self.top is not self.bottom


def _total(length: int, low: bool, high: bool, first: int | None, given: int | None) -> int | None:
    """The side of the board as far as the edges of one direction, or its coordinates, say it."""
    if given is not None:
        return given
    if high and first is not None:
        return first + length
    return length if low and high else None


def _offset(length: int, low: bool, high: bool, first: int | None, total: int) -> int:
    """How far the diagram lies from the low edge; in the middle when nothing says it."""
    offset = first
    if offset is None:
        offset = 0 if low else total - length if high else (total - length) // 2
    fits = 0 <= offset <= total - length
    if not fits or (low and offset != 0) or (high and offset + length != total):
        raise ParseError(f"{length} points from {offset + 1} on do not fit the edges of a side of {total}")
    return offset


def lines_of(text: str) -> Lines:
    """The lines of a text that are not blank; raises ParseError for one that is too long for a diagram."""
    if len(text) > MAX_TEXT:
        raise ParseError(f"{len(text):,} characters are too large for a diagram of up to {MAX_TEXT:,}")
    return [(number, line) for number, line in enumerate(text.expandtabs().splitlines(), 1) if line.strip()]


def unframed(
    lines: Lines, is_row: Callable[[str], bool], is_edge: Callable[[str], bool]
) -> tuple[Lines, Frame]:
    """The lines without coordinates, edges and size, and the frame that these make."""
    lines, size = _without_size(lines)
    borders = {number for number, line in lines if is_edge(line)}
    lines = [(number, line) for number, line in lines if number not in borders]
    lines, first_col, first_row = _without_coordinates(lines, is_row)
    rows = [(number, line.strip()) for number, line in lines if is_row(_no_bars(line))]
    numbers = {number for number, _ in rows}
    highest, lowest = min(numbers, default=0), max(numbers, default=MAX_TEXT)
    frame = Frame(
        left=any(line.startswith("|") for _, line in rows),
        right=any(line.endswith("|") for _, line in rows),
        top=any(number < highest for number in borders),
        bottom=any(number > lowest for number in borders),
        first_col=first_col,
        first_row=first_row,
        cols=size[0] if size else None,
        rows=size[1] if size else None,
    )
    return [(number, _no_bars(line) if number in numbers else line) for number, line in lines], frame


def edge_test(lines: Lines, is_row: Callable[[str], bool]) -> Callable[[str], bool]:
    """The test for lines that are an edge, for diagrams in which `-` is a point, too.

    Dashes without spaces are an edge beside rows with spaces; beside packed rows they are points.
    """
    bare = (re.sub(r"[|\d]", " ", line).strip() for _, line in lines)
    spaced = any(" " in line and is_row(line) for line in bare)
    return lambda line: is_border(line) and (spaced or "+" in line)


def is_border(line: str) -> bool:
    """Whether a line looks like an edge above or below the rows."""
    return "--" in line and not line.strip(" |+-")


def _no_bars(line: str) -> str:
    return line.replace("|", " ")


def _without_size(lines: Lines) -> tuple[Lines, tuple[int, int] | None]:
    found = {number: match for number, line in lines if (match := _SIZE.fullmatch(line.strip()))}
    if not found:
        return lines, None
    if len(found) > 1:
        raise ParseError("a second size: expected one line `size: ...`", max(found))
    match = next(iter(found.values()))
    size = int(match[1]), int(match[2] or match[1])
    if not 1 <= min(size) <= max(size) <= MAX_SIDE:
        raise ParseError(f"{match[0]}; sides go from 1 to {MAX_SIDE}", next(iter(found)))
    return [(number, line) for number, line in lines if number not in found], size


def _without_coordinates(lines: Lines, is_row: Callable[[str], bool]) -> tuple[Lines, int | None, int | None]:
    """Drops column letters and row numbers; returns the first column and the lowest row that they name."""
    found = {
        number: match
        for number, line in lines
        if (match := _NUMBERED.match(line)) and is_row(_no_bars(match[2]))
    }
    starts = {number: start for number, line in lines if (start := _letters_from(line)) is not None}
    # Letters that do not start at A can be stones: they are a header only above or below numbered rows.
    headers = {number for number, start in starts.items() if start == 0 or (found and number not in found)}
    lines = [(number, line) for number, line in lines if number not in headers]
    first_col = min((starts[number] for number in headers), default=None)
    numbers = [int(match[1]) for match in found.values()]
    steps = {b - a for a, b in itertools.pairwise(numbers)}
    bare = [number for number, line in lines if number not in found and is_row(_no_bars(line))]
    counts = bool(numbers) and not bare and (min(numbers) == 1 or bool(headers))
    if not counts or min(numbers) < 1 or (steps - {1} and steps - {-1}):
        return lines, first_col, None
    kept = [(number, found[number][2] if number in found else line) for number, line in lines]
    from_the_top = steps == {1}
    return kept, first_col, None if from_the_top else min(numbers) - 1


def _letters_from(line: str) -> int | None:
    """The first column of a line that is column letters in their order; None for any other line."""
    letters = "".join(line.split()).upper()
    if letters == "A":
        return 0
    start = COLUMN_LETTERS.find(letters) if len(letters) > 1 else -1
    return None if start < 0 else start


# Writing


def framed(
    grid: Grid, low: Point, high: Point, cell: Callable[[Point], str], *, coordinates: bool = True
) -> list[str]:
    """The rows of the points from `low` to `high`, with the edges of the board that they reach.

    A `size:` line comes first when the rows are a part of a board that is not 19x19.
    """
    part = (low, high) != (Point(0, 0), Point(grid.cols - 1, grid.rows - 1))
    left, right = ("| " if low.col == 0 else "  "), (" |" if high.col == grid.cols - 1 else "")
    names = "     " + " ".join(COLUMN_LETTERS[low.col : high.col + 1])
    border = "   " + "-" * (2 * (high.col - low.col) + 5)
    lines = []
    if part and (grid.cols, grid.rows) != (USUAL_SIDE, USUAL_SIDE):
        lines.append(f"size: {grid.cols}x{grid.rows}")
    if coordinates:
        lines.append(names)
    if high.row == grid.rows - 1:
        lines.append(border)
    for row in range(high.row, low.row - 1, -1):
        points = " ".join(cell(Point(col, row)) for col in range(low.col, high.col + 1))
        lines.append(f"{row + 1 if coordinates else '':2} {left}{points}{right}")
    if low.row == 0:
        lines.append(border)
    return lines
