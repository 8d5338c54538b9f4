"""Problems as text: diagrams with marks, and the JSON records of the common collections.

A diagram is rows from the top, with or without spaces, coordinates and edges (`honte.formats.frame`):

    X O   stones that can be captured        B W   the same, and they are keystones
    x o   stones that are safe for good      . -   empty points: playable, or out of play
    *     the ko point (empty, playable)     &     a right move (empty, playable)

Star points (`+` or `,`) are empty and playable. Lines of words around the diagram say the rest:
`Black to play` (or `to live`, `to kill`), `capture any`, `threats: black 1`, `name: ...`, `area: all`,
`right: D1 E2`, `ko: C4`. A diagram without `-`, `x`, `o` and without `area: all` gives no area; the solver
finds one. Lines that start with `$$` are a diagram of Sensei's Library: circled stones (`B` or `W`) are
keystones, and move 1 is the right move. The page docs/guides/diagrams.md shows every sign.

A record is one JSON object on a line: `size`, `black`, `white`, `to_move`, and where known `target`,
`region`, `objective`, `solutions`. A point is two SGF letters; `aa` is the upper left.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from honte.core import BLACK, WHITE, Board, Color
from honte.errors import InputError, ParseError, ProblemError
from honte.formats.frame import Frame, Lines, edge_test, framed, lines_of, unframed
from honte.formats.sensei import read_sensei
from honte.grid import MAX_SIDE, Grid, Point, PointSet
from honte.tsumego.problem.problem import Capture, Objective, Setup, Threats
from honte.tsumego.problem.stake import Stake

_STONES = {"X": BLACK, "B": BLACK, "x": BLACK, "O": WHITE, "W": WHITE, "o": WHITE}
_PLAYABLE = ".+,*&"
"""The signs of empty points inside the area."""
_DIAGRAM = set(_STONES) | set(_PLAYABLE) | {"-"}
_OUTSIDE = set("xo-")
_TO_PLAY = re.compile(r"(black|white) to (play|live|kill)")


# Diagrams


def parse_setup(text: str) -> Setup:
    """Reads a diagram with its lines of words.

    >>> setup = parse_setup('''
    ... White to play
    ... . B . B o
    ... B B B B o
    ... o o o o o
    ... ''')
    >>> print(setup.keystones)
    {A2, B2, C2, D2, B3, D3}
    """
    if any(line.lstrip().startswith("$$") for line in text.splitlines()):
        return _of_sensei(text)
    words, rows, frame = _split(text)
    width = len(rows[0][1])
    for number, row in rows:
        if len(row) != width:
            raise ParseError(f"{len(row)} points where other rows have {width}", number)
    grid, low = frame.place(width, len(rows))
    marks = {
        Point(col, row): letter
        for row, (_, letters) in enumerate(reversed(rows), low.row)
        for col, letter in enumerate(letters, low.col)
    }
    return _setup(grid, marks, _read_words(words, grid))


def _setup(grid: Grid, marks: Mapping[Point, str], fields: dict[str, Any]) -> Setup:
    """The setup of the signs and of the lines of words."""

    def at(letters: Iterable[str]) -> PointSet:
        wanted = set(letters)
        return grid.set(p for p, letter in marks.items() if letter in wanted)

    ko = (*at("*"), *fields.pop("ko", ()))
    if len(ko) > 1:
        raise ParseError(f"{len(ko)} ko points; expected at most one")
    area = grid.all if fields.pop("bounded") else None
    if any(letter in _OUTSIDE for letter in marks.values()):
        area = at("XOBW" + _PLAYABLE)
    return Setup(
        board=Board(grid, at("XBx").mask, at("OWo").mask),
        keystones=at("BW") or None,
        area=area,
        ko=ko[0] if ko else None,
        solutions=(*at("&"), *fields.pop("right", ())),
        **fields,
    )


def _of_sensei(text: str) -> Setup:
    read = read_sensei(text)
    circled = [p for p, mark in read.marks.items() if mark == "circle" and read.board[p] is not None]
    return Setup(
        board=read.board,
        to_play=read.to_play or BLACK,
        keystones=read.board.grid.set(circled) or None,
        solutions=read.moves[:1],
        name=read.title,
    )


def format_setup(setup: Setup, window: tuple[Point, Point] | None = None) -> str:
    """The diagram with its lines of words; `parse_setup` reads it back.

    A window (lower left and upper right point) shows this part alone, with coordinates and edges.
    """
    grid = setup.board.grid
    signed = _signed_solutions(setup)
    lines = [f"{setup.to_play} to {_aim(setup)}"]
    if setup.name:
        lines.append(f"name: {setup.name}")
    if setup.stake is not None:
        lines.append(f"stake: {setup.stake.value}")
    if setup.capture is Capture.ANY:
        lines.append("capture any")
    for color in (BLACK, WHITE):
        if setup.threats[color]:
            lines.append(f"threats: {str(color).lower()} {setup.threats[color]}")
    if setup.area is not None and setup.area == grid.all:
        lines.append("area: all")
    if setup.ko is not None and not _plays(setup, setup.ko):
        lines.append(f"ko: {setup.ko}")
    if setup.solutions and not signed:
        lines.append("right: " + " ".join(map(str, setup.solutions)))

    def cell(point: Point) -> str:
        return "&" if point in signed else _letter(setup, point)

    if window is not None:
        return "\n".join(lines + framed(grid, *window, cell))
    lines += [
        " ".join(cell(Point(col, row)) for col in range(grid.cols)) for row in reversed(range(grid.rows))
    ]
    return "\n".join(lines)


def _aim(setup: Setup) -> str:
    """`live` or `kill` where only the objective says it; the color of the keystones says it otherwise."""
    return setup.objective.value if setup.objective is not None and not setup.keystones else "play"


def _plays(setup: Setup, point: Point) -> bool:
    """Whether a point is empty and may be played, so that a sign can stand on it."""
    inside = setup.area is None or point in setup.area
    return inside and point in setup.board.grid and setup.board[point] is None


def _signed_solutions(setup: Setup) -> PointSet:
    """The right moves, if signs can give all of them in their order; empty otherwise."""
    grid = setup.board.grid
    if not all(_plays(setup, p) and p != setup.ko for p in setup.solutions):
        return PointSet(grid)
    signed = grid.set(setup.solutions)
    return signed if tuple(signed) == setup.solutions else PointSet(grid)


def _letter(setup: Setup, point: Point) -> str:
    color = setup.board[point]
    inside = setup.area is None or point in setup.area
    if color is None:
        return "-" if not inside else "*" if point == setup.ko else "."
    if setup.keystones is not None and point in setup.keystones:
        return "B" if color is BLACK else "W"
    return ("X" if inside else "x") if color is BLACK else ("O" if inside else "o")


def _packed(line: str) -> str:
    return "".join(line.split())


def _is_row(line: str) -> bool:
    packed = _packed(line)
    return bool(packed) and set(packed) <= _DIAGRAM


def _split(text: str) -> tuple[Lines, Lines, Frame]:
    """Lines of words, rows of points without spaces, and what stands around the rows."""
    lines = lines_of(text)
    kept, frame = unframed(lines, _is_row, edge_test(lines, _is_row))
    rows = [(number, _packed(line)) for number, line in kept if _is_row(line)]
    if not rows:
        raise ParseError("no diagram: expected rows of X O B W x o . - * &")
    return [(number, line.strip()) for number, line in kept if not _is_row(line)], rows, frame


def _read_words(words: Lines, grid: Grid) -> dict[str, Any]:
    fields: dict[str, Any] = {"bounded": False}
    for number, line in words:
        key, _, value = (part.strip() for part in line.partition(":"))
        low = line.lower()
        if match := _TO_PLAY.fullmatch(low):
            if "to_play" in fields:
                raise ParseError("a second side to play: expected one line `... to play`", number)
            fields["to_play"] = Color.parse(match[1])
            fields["objective"] = None if match[2] == "play" else Objective(match[2])
        elif low in ("capture any", "capture all"):
            fields["capture"] = Capture(low.split()[1])
        elif low == "area: all":
            fields["bounded"] = True
        elif key == "name":
            fields["name"] = value
        elif key in ("right", "ko"):
            fields[key] = tuple(grid.parse(word) for word in value.split())
        elif key == "stake":
            fields["stake"] = _read_stake(value, number)
        elif key == "threats":
            fields["threats"] = _read_threats(value, number)
        else:
            raise ParseError(f"{line!r} is neither a row of the diagram nor a known line of words", number)
    if "to_play" not in fields:
        raise ParseError("no side to play: expected a line `Black to play` or `White to play`")
    return fields


def _read_stake(value: str, number: int = 1) -> Stake:
    try:
        return Stake.parse(value)
    except InputError as error:
        raise ParseError(f"stake: {error}", number) from None


def _read_threats(value: str, number: int) -> Threats:
    parts = value.split()
    if len(parts) != 2 or not parts[1].isdigit():
        raise ParseError(f"threats: {value!r}; expected a side and a number, as `threats: black 1`", number)
    return Threats.of(Color.parse(parts[0]), int(parts[1]))


# Records


def read_records(text: str) -> Iterator[Setup]:
    """Reads one setup from each JSON line; raises ParseError with the line's number."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except json.JSONDecodeError as error:
            raise ParseError(f"not JSON: {error.msg}", number, error.colno) from None
        if not isinstance(record, dict):
            raise ParseError("expected a JSON object", number)
        try:
            yield setup_of_record(record)
        except (InputError, ParseError, ProblemError) as error:
            raise ParseError(f"{record.get('id', 'record')}: {error}", number) from None


def setup_of_record(record: Mapping[str, Any]) -> Setup:
    """Reads a setup from one JSON object; unknown fields stay in `extra`."""
    grid = _record_grid(record)
    board = Board(grid, _points(grid, record, "black").mask, _points(grid, record, "white").mask)
    to_move = record.get("to_move")
    if to_move not in ("B", "W"):
        raise ParseError(f"to_move is {to_move!r}; expected exactly one side, B or W")
    objective = record.get("objective")
    return Setup(
        board=board,
        to_play=Color.parse(to_move),
        keystones=_points(grid, record, "target") if record.get("target") else None,
        area=_points(grid, record, "region") if record.get("region") else None,
        capture=Capture(record.get("capture", "all")),
        ko=point_of_letters(grid, record["ko_point"]) if record.get("ko_point") else None,
        threats=Threats(**record.get("threats", {})),
        objective=Objective(objective) if objective in ("live", "kill") else None,
        solutions=tuple(point_of_letters(grid, s) for s in record.get("solutions", ())),
        name=str(record.get("id", "")),
        comment=str(record.get("comment", "")),
        stake=_read_stake(str(record["stake"])) if record.get("stake") else None,
        extra={key: value for key, value in record.items() if key not in _KNOWN},
    )


_KNOWN = {
    "id", "size", "black", "white", "to_move", "target", "target_color", "region", "capture", "ko_point",
    "threats", "objective", "solutions", "comment", "stake",
}  # fmt: skip


def record_of_setup(setup: Setup) -> dict[str, Any]:
    """The JSON object of a setup; `setup_of_record` reads it back."""
    grid, board = setup.board.grid, setup.board

    def letters(points: Iterable[Point]) -> list[str]:
        return [letters_of_point(grid, p) for p in points]

    record: dict[str, Any] = {
        "id": setup.name,
        "size": grid.cols if grid.cols == grid.rows else [grid.cols, grid.rows],
        "black": letters(board.stones(BLACK)),
        "white": letters(board.stones(WHITE)),
        "to_move": setup.to_play.letter,
    }
    if setup.keystones:
        record["target"] = letters(setup.keystones)
        color = board[next(iter(setup.keystones))]
        record["target_color"] = color.letter if color is not None else None
    if setup.area is not None:
        record["region"] = letters(setup.area)
    if setup.capture is Capture.ANY:
        record["capture"] = "any"
    if setup.ko is not None:
        record["ko_point"] = letters_of_point(grid, setup.ko)
    if setup.threats != Threats():
        record["threats"] = {"black": setup.threats.black, "white": setup.threats.white}
    if setup.objective is not None:
        record["objective"] = setup.objective.value
    if setup.stake is not None:
        record["stake"] = setup.stake.value
    if setup.solutions:
        record["solutions"] = letters(setup.solutions)
    if setup.comment:
        record["comment"] = setup.comment
    return {**setup.extra, **record}


def _record_grid(record: Mapping[str, Any]) -> Grid:
    size = record.get("size", 19)
    cols, rows = size if isinstance(size, list) and len(size) == 2 else (size, size)
    if not (
        isinstance(cols, int)
        and isinstance(rows, int)
        and 1 <= min(cols, rows) <= max(cols, rows) <= MAX_SIDE
    ):
        raise ParseError(f"size is {size!r}; expected 1 to {MAX_SIDE}, or [columns, rows]")
    return Grid(cols, rows)


def _points(grid: Grid, record: Mapping[str, Any], key: str) -> PointSet:
    return grid.set(point_of_letters(grid, text) for text in record.get(key, ()))


def point_of_letters(grid: Grid, text: str) -> Point:
    """The point of two SGF letters; `aa` is the upper left."""
    if not isinstance(text, str) or len(text) != 2 or not text.isascii() or not text.islower():
        raise ParseError(f"{text!r} is not a point of two letters such as `aa`")
    point = Point(ord(text[0]) - 97, grid.rows - 1 - (ord(text[1]) - 97))
    if point not in grid:
        raise ParseError(f"{text!r} is not on a {grid.cols}x{grid.rows} board")
    return point


def letters_of_point(grid: Grid, point: Point) -> str:
    """The two SGF letters of a point."""
    return chr(97 + point.col) + chr(97 + grid.rows - 1 - point.row)
