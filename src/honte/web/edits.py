"""The editor: one `Setup` after another, each made by a named operation, all of them undoable.

Operations never refuse an unfinished problem: they refuse only what makes no sense on the board
(points off it, sizes out of range). Whether the result is a valid problem is told beside it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from honte.core import BLACK, WHITE, Board, Color
from honte.errors import InputError, ProblemError
from honte.grid import Grid, Point, PointSet, Symmetry
from honte.tsumego.problem import Capture, Setup, Threats
from honte.tsumego.problem.text import record_of_setup, setup_of_record

HISTORY = 150
"""Edits that can be undone."""


def empty_setup(cols: int, rows: int) -> Setup:
    return Setup(board=Board(Grid(cols, rows)), to_play=BLACK)


@dataclass
class Edit:
    """One problem being made: its history and where in it we stand."""

    id: str
    history: list[Setup]
    at: int = 0
    version: int = 1
    problem_id: str | None = None
    """The saved problem this one came from or went to."""
    lock: threading.RLock = field(default_factory=threading.RLock, repr=False)

    @property
    def setup(self) -> Setup:
        return self.history[self.at]

    def change(self, setup: Setup) -> None:
        if setup == self.setup:
            return
        self.history = [*self.history[: self.at + 1], setup][-HISTORY:]
        self.at = len(self.history) - 1

    def undo(self) -> None:
        if self.at == 0:
            raise InputError("nothing to undo")
        self.at -= 1

    def redo(self) -> None:
        if self.at + 1 == len(self.history):
            raise InputError("nothing to redo")
        self.at += 1

    def record(self) -> dict[str, Any]:
        return {
            "history": [record_of_setup(setup) for setup in self.history],
            "at": self.at,
            "version": self.version,
            "problem_id": self.problem_id,
        }

    @classmethod
    def restored(cls, id: str, record: dict[str, Any]) -> Edit:
        history = [setup_of_record(each) for each in record["history"]]
        return cls(id, history, record["at"], record["version"], record.get("problem_id"))


# Operations: each takes the setup and its arguments and gives the next setup.


@dataclass(frozen=True)
class Arguments:
    """What an operation may be given."""

    points: tuple[str, ...] = ()
    color: Color | None = None
    text: str = ""
    number: int = 0
    cols: int = 0
    rows: int = 0

    def on(self, grid: Grid) -> PointSet:
        if not self.points:
            raise InputError("no points were given")
        return grid.set(grid.parse(text) for text in self.points)

    def rectangle(self, grid: Grid) -> PointSet:
        """All points between the first and the last one given."""
        if not self.points:
            raise InputError("no points were given")
        a, b = grid.parse(self.points[0]), grid.parse(self.points[-1])
        cols = range(min(a.col, b.col), max(a.col, b.col) + 1)
        rows = range(min(a.row, b.row), max(a.row, b.row) + 1)
        return grid.set(Point(col, row) for col in cols for row in rows)

    def colored(self) -> Color:
        if self.color is None:
            raise InputError("a color is needed: B or W")
        return self.color


def _place(setup: Setup, given: Arguments) -> Setup:
    """Puts stones down, or takes off those of the same color that stand there already."""
    color, points = given.colored(), given.on(setup.board.grid)
    same = points & setup.board.stones(color) - _keys(setup)
    board = setup.board.with_stones(points, color).with_stones(same, None)
    return _on(setup, board, (setup.keystones or PointSet(board.grid)) - points)


def _keystone(setup: Setup, given: Arguments) -> Setup:
    """Puts keystones down; a keystone of the same color becomes a plain stone again."""
    color, points = given.colored(), given.on(setup.board.grid)
    again = points & setup.board.stones(color) & _keys(setup)
    return _on(setup, setup.board.with_stones(points, color), (_keys(setup) | points) - again)


def _key_chain(setup: Setup, given: Arguments) -> Setup:
    """Marks whole chains as keystones, or takes the mark back."""
    keys = _keys(setup)
    for point in given.on(setup.board.grid):
        chain = setup.board.chain(point)
        if chain is None:
            raise InputError(f"{point} is empty: a keystone is a stone")
        keys = keys - chain.stones if chain.stones <= keys else keys | chain.stones
    return replace(setup, keystones=keys or None)


def _erase(setup: Setup, given: Arguments) -> Setup:
    points = given.on(setup.board.grid)
    return _on(setup, setup.board.with_stones(points, None), _keys(setup) - points)


def _erase_area(setup: Setup, given: Arguments) -> Setup:
    points = given.rectangle(setup.board.grid)
    return _on(setup, setup.board.with_stones(points, None), _keys(setup) - points)


def _valid(setup: Setup, given: Arguments) -> Setup:
    """Toggles single points of the playable area, chains as a whole; the first one starts a new area."""
    board, area = setup.board, setup.area or PointSet(setup.board.grid)
    points = given.on(board.grid)
    for point in points:
        chain = board.chain(point)
        points = points if chain is None else points | chain.stones
    return with_area(setup, area - points if points <= area else area | points)


def _rectangle(setup: Setup, given: Arguments) -> Setup:
    """Adds a rectangle to the area; when all of it is in already, takes it out."""
    points = given.rectangle(setup.board.grid)
    area = PointSet(setup.board.grid) if setup.area is None else setup.area
    return with_area(setup, area - points if points <= area else area | points)


def _fill(setup: Setup, given: Arguments) -> Setup:
    """Adds the empty region at a point to the area."""
    board = setup.board
    region = given.on(board.grid).flood(board.empty)
    if not region:
        raise InputError("fill starts at an empty point")
    area = PointSet(board.grid) if setup.area is None else setup.area
    return with_area(setup, area | region)


def _invert(setup: Setup, _: Arguments) -> Setup:
    area = setup.board.grid.all if setup.area is None else setup.area
    return with_area(setup, ~area)


def _whole(setup: Setup, _: Arguments) -> Setup:
    return replace(setup, area=None)


def _swap(setup: Setup, _: Arguments) -> Setup:
    """Exchanges the colors, the side to play and the threats."""
    threats = Threats(black=setup.threats.white, white=setup.threats.black)
    return replace(
        setup, board=setup.board.swapped(), to_play=setup.to_play.opponent, threats=threats, objective=None
    )


def _moved(setup: Setup, symmetry: Symmetry) -> Setup:
    grid = setup.board.grid
    keys = None if setup.keystones is None else PointSet(grid, symmetry.mask(setup.keystones.mask))
    area = None if setup.area is None else PointSet(grid, symmetry.mask(setup.area.mask))
    return replace(
        setup,
        board=setup.board.transformed(symmetry),
        keystones=keys,
        area=area,
        ko=None if setup.ko is None else symmetry(setup.ko),
        solutions=tuple(symmetry(point) for point in setup.solutions),
    )


def _rotate(setup: Setup, _: Arguments) -> Setup:
    """A quarter turn on a square board, half a turn on a rectangle."""
    grid = setup.board.grid
    if grid.cols != grid.rows:
        return _moved(setup, grid.symmetries[3])
    last = grid.cols - 1
    return _moved(setup, Symmetry(grid, tuple(Point(p.row, last - p.col) for p in grid.points)))


def _flip(setup: Setup, _: Arguments) -> Setup:
    return _moved(setup, setup.board.grid.symmetries[1])


def _reset(setup: Setup, given: Arguments) -> Setup:
    grid = setup.board.grid
    return empty_setup(given.cols or grid.cols, given.rows or grid.rows)


def _to_play(setup: Setup, given: Arguments) -> Setup:
    color = given.colored()
    return setup if color is setup.to_play else replace(setup, to_play=color, ko=None, objective=None)


def _capture(setup: Setup, given: Arguments) -> Setup:
    if given.text not in ("all", "any"):
        raise InputError("capture is `all` or `any`")
    return replace(setup, capture=Capture(given.text))


def _threats(setup: Setup, given: Arguments) -> Setup:
    if not 0 <= given.number <= 9:
        raise InputError(f"{given.number} ko threats; 0 to 9 can be given")
    return replace(setup, threats=Threats.of(given.colored(), given.number))


def _name(setup: Setup, given: Arguments) -> Setup:
    return replace(setup, name=given.text.strip()[:80])


def _comment(setup: Setup, given: Arguments) -> Setup:
    return replace(setup, comment=given.text[:2000])


OPERATIONS: dict[str, Callable[[Setup, Arguments], Setup]] = {
    "place": _place, "keystone": _keystone, "key-chain": _key_chain, "erase": _erase,
    "erase-area": _erase_area, "valid": _valid, "rectangle": _rectangle, "fill": _fill,
    "invert": _invert, "whole": _whole, "swap": _swap, "rotate": _rotate, "flip": _flip,
    "reset": _reset, "to-play": _to_play, "capture": _capture, "threats": _threats,
    "name": _name, "comment": _comment,
}  # fmt: skip


def faults(setup: Setup) -> list[str]:
    """Why this is not a valid problem yet; empty when it is."""
    try:
        setup.problem()
    except ProblemError as error:
        return list(error.reasons)
    return []


def roles(setup: Setup) -> dict[str, str] | None:
    """Who attacks and who defends, once a keystone says so."""
    colors = {setup.board[point] for point in _keys(setup)} - {None}
    if len(colors) != 1:
        return None
    defender = BLACK if BLACK in colors else WHITE
    goal = "live" if setup.to_play is defender else "kill"
    return {"defender": defender.letter, "attacker": defender.opponent.letter, "goal": goal}


def _keys(setup: Setup) -> PointSet:
    return PointSet(setup.board.grid) if setup.keystones is None else setup.keystones


def _on(setup: Setup, board: Board, keys: PointSet) -> Setup:
    """The setup with another board; a ko and known solutions fall away."""
    changed = replace(setup, board=board, keystones=keys or None, ko=None, solutions=(), extra={})
    return changed if setup.area is None else with_area(changed, setup.area)


def with_area(setup: Setup, area: PointSet) -> Setup:
    """The setup with another area: keystones belong to it, and it never cuts a chain."""
    area = area | _keys(setup)
    for chain in setup.board.chains():
        if not area.isdisjoint(chain.stones):
            area = area | chain.stones
    return replace(setup, area=area)
